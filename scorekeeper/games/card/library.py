"""The cards of the library: their slugs and English names, in the order in which they are offered.

Where they are kept, and how one is fetched, is told to `fetch_with`.
"""

from typing import Any, Callable

TITLES = (
    ("wizard", "Wizard"), ("oh-hell", "Oh Hell"), ("pocha", "Pocha"), ("skull-king", "Skull King"),
    ("differenzler", "Differenzler (Jass)"), ("hearts", "Hearts"), ("spades", "Spades"), ("euchre", "Euchre"),
    ("five-hundred", "500"), ("pinochle", "Pinochle (pairs)"), ("rook", "Rook (Kentucky Discard)"),
    ("schieber", "Schieber (Jass)"), ("tarot", "French tarot"), ("tichu", "Tichu"), ("skat-list", "Skat (list)"),
    ("doppelkopf-list", "Doppelkopf (list)"), ("schafkopf-list", "Schafkopf (list)"),
    ("zero-sum-list", "Winners and one number"), ("fixed-sum", "Points that add up"),
    ("one-scores", "Only one side scores"), ("rummy-500", "Rummy 500"), ("gin-rummy", "Gin rummy"),
    ("rummikub", "Rummikub"), ("uno", "Uno"), ("phase-10", "Phase 10"), ("five-crowns", "Five Crowns"),
    ("hand-and-foot", "Hand and Foot"), ("president", "President"), ("thirteen", "Tien Len (Thirteen)"),
    ("big-two", "Big Two"), ("durak", "Durak"), ("skyjo", "Skyjo"), ("golf", "Golf (card game)"), ("cabo", "Cabo"),
    ("yaniv", "Yaniv"), ("6-nimmt", "6 nimmt!"), ("mexican-train", "Mexican Train"), ("flip-7", "Flip 7"),
    ("farkle", "Farkle (Ten Thousand)"), ("ligretto", "Ligretto"), ("dutch-blitz", "Dutch Blitz"),
    ("cribbage", "Cribbage"), ("schwimmen", "Thirty-one"),
)  # fmt: skip
SLUGS = tuple([slug for slug, _title in TITLES])

_fetch: "list[Callable[[str], dict[str, Any]]]" = []
_known: "dict[str, dict[str, Any]]" = {}


def fetch_with(fetch: "Callable[[str], dict[str, Any]]") -> None:
    """Sets what returns a card by its slug, or raises what lets it be fetched."""
    _fetch[:] = [fetch]


def add(slug: str, card: "dict[str, Any]") -> None:
    """Adds a card that has been fetched."""
    _known[slug] = card


def card_named(slug: str) -> "dict[str, Any]":
    """Returns a card of the library, fetched when it is first needed."""
    if slug not in _known:
        _known[slug] = _fetch[0](slug)
    return _known[slug]
