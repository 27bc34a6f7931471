"""Scala 40's score sheet, rules page, examples and demonstration, which only the server uses."""

from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance, one_closes
from ..engine.base import N_, Entry, Setup, Table
from ..engine.cards import JOKER, RANKS, signed
from ..paper import CribLine, cards_left
from ..rulebook import CARDS_SECTION, COUNTING_SECTION, GAME_SECTION, LAST_SECTIONS, Example, document, singly
from .claims import ACE_WORTH, COURT, REQUIRED, worth_of
from .fields import MOST_HELD, MOST_HELD_OPENED
from .rules import LONE_ACE, LOWEST_CARD, UNOPENED

JOKER_HELD = 25


form = cards_left


def worths(setup: Setup) -> dict[str, str]:
    """Returns texts by rule number: points of cards in hand, cost of not opening, points of an opening."""
    court = f"{' '.join(COURT)}: 10 · A: {ACE_WORTH} · {_('joker')}: {JOKER_HELD}"
    return {"SCA-1": court, "SCA-5": str(UNOPENED), "SCA-11": str(REQUIRED), "SCA-15": str(REQUIRED)}


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: the points of an ace as the only card in hand, if agreed."""
    lone_ace = CribLine("SCA-1", _("An ace as the only card in hand"), str(LONE_ACE))
    return [lone_ace] if setup["options"]["lone_ace"] else []


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    COUNTING_SECTION,
    ("out", N_("Out and in")),
    ("melds", N_("Opening and melds")),
    *LAST_SECTIONS,
)

PIPS = RANKS[1:10]
HELD = {"J": 10, "Q": 10, "K": 10, "A": ACE_WORTH, JOKER: JOKER_HELD}
MELDS = (
    ("AS", "AH", "AD"), ("KS", "KH", JOKER), ("KS", "KS", "KH"), ("AS", "2S", "3S"), ("QH", "KH", "AH"),
    ("QH", "KH", JOKER), ("5C", "6C", JOKER), ("KD", "AD", "2D"), ("4C", JOKER, JOKER),
)  # fmt: skip


# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {
    "ace": ACE_WORTH,
    "court": HELD["K"],
    "joker": JOKER_HELD,
    "lone_ace": LONE_ACE,
    "lowest_card": LOWEST_CARD,
    "unopened": UNOPENED,
    "opening": REQUIRED,
}
NUMBERS |= {f"held_{players}": most for players, most in enumerate(MOST_HELD, 1)}
NUMBERS |= {f"opened_{players}": most for players, most in enumerate(MOST_HELD_OPENED, 1)}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: points of cards in hand, and of sample melds (None: no meld)."""
    cards = [(f"{PIPS[0]} – {PIPS[-1]}", None), *HELD.items()]
    return {"cards": cards, "melds": [([_card(card) for card in meld], worth_of(list(meld))) for meld in MELDS]}


def _card(card: str) -> str:
    return card if card == JOKER else signed(card)


_THREE = singly("Anna", "Bruno", "Carla")
_FOUR = singly("Anna", "Bruno", "Carla", "Dino")


def _example(caption: str, sides: list[dict[str, Any]], *hands: dict[str, Any], **options: Any) -> Example:
    return {"caption": caption, "document": {**document("scala40", "101", sides, list(hands)), "options": options}}


EXAMPLES = [
    _example(
        N_("One hundred stays in, one hundred and one is out."),
        _THREE,
        {"closed": 1, "counts": [88, 0, 99]},
        {"closed": 1, "counts": [12, 0, 2]},
    ),
    _example(
        N_("Closed from hand, where that doubles."),
        _THREE,
        {"closed": 0, "counts": [0, 12, 31], "from_hand": True},
        doubled_from_hand=True,
    ),
    _example(
        N_("Bruno has not opened: his hundred is not doubled."),
        _THREE,
        {"closed": 0, "counts": [0, None, 20], "from_hand": True, "unopened": [1]},
        doubled_from_hand=True,
        unopened="flat",
    ),
    _example(
        N_("Everybody else goes out, and Carla has won."),
        _FOUR,
        {"closed": 1, "counts": [30, 0, 20, 50]},
        {"closed": 2, "counts": [30, 95, 0, 47]},
        {"closed": 2, "counts": [41, 6, 0, 4]},
    ),
    _example(
        N_("Bruno went out and comes back at the highest total of the others."),
        _THREE,
        {"closed": 0, "counts": [0, 60, 88]},
        {"closed": 2, "counts": [70, 45, 0]},
        {"closed": 0, "counts": [0, 10, 4], "reenter": [1]},
        reentries=1,
    ),
    _example(N_("Two players cannot hold so much."), _THREE, {"closed": 0, "counts": [0, 198, 140]}),
    {
        "caption": N_("Three aces and a sequence with a joker open."),
        "document": document("scala40", "101", _THREE, []),
        "claim": {"type": "opening", "side": 0, "melds": [["AS", "AH", "AD"], ["5C", JOKER, "7C"]]},
    },
]


USUALLY_HELD = (4, 45)


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns a random hand: one player closes, more often the better one; the others have points in hand."""
    return one_closes(setup, table, chance, better, USUALLY_HELD)
