"""The cards of the library, by slug. Where they are kept, and how one is fetched, is told to `keep_in`."""

from typing import Any, Callable

SLUGS = (
    "wizard", "oh-hell", "pocha", "skull-king", "differenzler", "hearts", "spades", "euchre", "five-hundred",
    "pinochle", "rook", "schieber", "tarot", "tichu", "skat-list", "doppelkopf-list", "schafkopf-list",
    "zero-sum-list", "fixed-sum", "one-scores", "rummy-500", "gin-rummy", "rummikub", "uno", "phase-10",
    "five-crowns", "hand-and-foot", "president", "thirteen", "big-two", "durak", "skyjo", "golf", "cabo", "yaniv",
    "6-nimmt", "mexican-train", "flip-7", "farkle", "ligretto", "dutch-blitz", "cribbage", "schwimmen",
)  # fmt: skip

_fetch: "list[Callable[[str], dict[str, Any]]]" = []
_known: "dict[str, dict[str, Any]]" = {}


def keep_in(fetch: "Callable[[str], dict[str, Any]]") -> None:
    """Sets what returns a card of the library by its slug."""
    _fetch[:] = [fetch]


def known() -> "list[str]":
    """Returns the slugs of the cards that are here: all of them on a server, on a phone those that it has fetched."""
    return [slug for slug in SLUGS if _fetch or slug in _known]


def add(slug: str, card: "dict[str, Any]") -> None:
    """Adds a card that has been fetched, where there is nothing to fetch it with."""
    _known[slug] = card


def card_named(slug: str) -> "dict[str, Any]":
    """Returns a card of the library, fetched when it is first needed."""
    if slug not in _known:
        _known[slug] = _fetch[0](slug)
    return _known[slug]
