"""Truco on paper and on its rules page, and its demonstration: used by the server only."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _, say

from ..demo import Chance
from ..engine import play
from ..engine.base import N_, Entry, Setup, Table
from ..engine.cards import SIGNS as SUIT_SIGNS
from ..engine.cards import SUITS, signed
from ..engine.side_names import SIGNS
from ..paper import Column, CribLine, Form, beside_each_other
from ..rulebook import (
    CARDS_SECTION,
    FORMAT_SECTION,
    GAME_SECTION,
    LAST_SECTIONS,
    TWO_SIDES,
    Example,
    document,
    options_by_preset,
    pairs,
    singly,
)
from .checks import plain_stake
from .claims import MANILHAS, RANKS
from .fields import PRESETS


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: caller, winner, and the stakes to circle."""
    stakes = " ".join(str(stake) for stake in setup["options"]["stakes"])
    signs = " ".join(SIGNS[: len(setup["sides"])])
    return beside_each_other(
        setup,
        [Column(_("Total"), 22, "total first")],
        [
            (Column(_("Truco by"), 20, "circle", _("circle"), fill=_truco_by), signs),
            (Column(_("Stake"), 38, "circle", _("circle"), fill=_stake, tells=("stake",)), stakes),
            (Column(_("Winner"), 20, "circle", _("circle"), fill=_winner, tells=("winner",)), signs),
        ],
    )


def _truco_by(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return SIGNS[entry["truco"]["side"]] if entry.get("truco") else ""


def _stake(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return str(max(points)) if any(points) else ""


def _winner(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
    return SIGNS[points.index(max(points))] if any(points) else "="


def worths(setup: Setup) -> dict[str, str]:
    """Returns the stakes, and the price of giving up at match point, as texts by rule number."""
    stakes = setup["options"]["stakes"]
    return {"TRU-6": " ".join(str(stake) for stake in stakes), "TRU-14": str(stakes[0])}


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the short rules on the order of the cards and on hands at match point."""
    options, match_point = setup["options"], setup["options"]["match_point"]
    fixed = " ".join(signed(card) for card in MANILHAS)
    manilhas = fixed if options["manilhas"] == "fixed" else _("the rank after the turned-up card ♣ ♥ ♠ ♦")
    at_match_point = _("A side at %(total)s: no truco, the deal is worth", total=match_point)
    both = _("Both at %(total)s: iron hand, unseen, worth", total=match_point)
    return [
        CribLine("TRU-1", _("Strongest first: %(manilhas)s, then", manilhas=manilhas), " ".join(RANKS)),
        CribLine("TRU-13", at_match_point, str(options["match_point_stake"])),
        CribLine("TRU-15", both, str(options["stakes"][0])),
    ]


SECTIONS = (
    GAME_SECTION,
    CARDS_SECTION,
    ("trick", N_("Who wins a trick")),
    ("hand", N_("Who wins the hand")),
    ("stakes", N_("Stakes")),
    ("match-point", N_("Eleven and twelve")),
    *LAST_SECTIONS,
)

# A suit's sign, its name, and its Brazilian name.
NAMES_OF_SUITS = [
    ("♣", N_("clubs"), "paus"),
    ("♥", N_("hearts"), "copas"),
    ("♠", N_("spades"), "espadas"),
    ("♦", N_("diamonds"), "ouros"),
]
HOME_LANGUAGE = "pt-BR"

NAMES_OF_MANILHAS = ("zap", "escopeta", "espadilha", "pica-fumo")


# Numbers in the texts of the rules page and of the rules on paper, by name.
_AGREED = options_by_preset(PRESETS)
_BRAZILIAN, _MINEIRO = _AGREED["brazilian"], _AGREED["mineiro"]
NUMBERS = {
    "match_point": _BRAZILIAN["match_point"],
    "match_point_stake": _BRAZILIAN["match_point_stake"],
    "match_point_of_mineiro": _MINEIRO["match_point"],
    "match_point_stake_of_mineiro": _MINEIRO["match_point_stake"],
    "target": _BRAZILIAN["target"],
}
NUMBERS |= {f"stake_{step}": stake for step, stake in enumerate(_BRAZILIAN["stakes"], 1)}
NUMBERS |= {f"mineiro_{step}": stake for step, stake in enumerate(_MINEIRO["stakes"], 1)}


def tables() -> dict[str, Any]:
    """Returns the tables of the rules page: suits, order of cards, and how tricks settle a hand."""
    manilhas = [(signed(card), name) for card, name in zip(MANILHAS, NAMES_OF_MANILHAS)]
    below = [(rank, " ".join(SUIT_SIGNS[suit] for suit in SUITS if rank + suit not in MANILHAS)) for rank in RANKS]
    cards = {"manilhas": manilhas, "below": below}
    return {"suits": NAMES_OF_SUITS, "language": HOME_LANGUAGE, "cards": cards, "settled": settled_hands()}


def settled_hands() -> list[dict[str, Any]]:
    """Returns an example for each way to win or draw a hand (TRU-2 to TRU-5): tricks, winner (None: drawn), rule."""
    document = {"format": FORMAT_SECTION, "game": "truco", "sides": TWO_SIDES, "hands": []}
    courses: list[list[int | None]] = [
        [0, 0], [0, None], [0, 1, 0], [0, 1, None], [0, 1, 1],
        [None, 0], [None, None, 0], [None, None, None],
    ]  # fmt: skip
    settled = []
    for tricks in courses:
        claim = {"type": "hand", "side": 0, "tricks": tricks}
        verdict = play.claim(document, claim, say)
        settled.append({"tricks": tricks, "winner": verdict["effect"]["winner"], "rule": verdict["reasons"][0]["rule"]})
    return settled


SIDES = pairs("Ana", "Clara", "Beto", "Davi")


def _example(
    caption: str, *hands: dict[str, Any], variant: str = "brazilian", sides: list[dict[str, Any]] = SIDES
) -> Example:
    return {"caption": caption, "document": document("truco", variant, sides, list(hands))}


ELEVEN = ({"winner": 0, "stake": 9}, {"winner": 0, "stake": 1}, {"winner": 0, "stake": 1})

EXAMPLES = [
    _example(N_("Each side has a trick, the third is tied."), {"tricks": [0, 1, None]}),
    _example(
        N_("Truco is accepted in the second trick. It decides, although the other side won the first."),
        {"tricks": [1, 0], "truco": {"trick": 2, "side": 0, "proposals": 1, "answer": "accept"}},
    ),
    _example(
        N_("The trick of the call is tied by a card that lay there before the call."),
        {
            "tricks": [0, None],
            "truco": {"trick": 2, "side": 1, "proposals": 1, "answer": "accept", "tied_card_before_call": True},
        },
    ),
    _example(
        N_("It is tied by a later card and one more trick is played, for six."),
        {"tricks": [0, None, 1], "truco": {"trick": 2, "side": 0, "proposals": 2, "answer": "accept"}},
    ),
    _example(
        N_("It is tied in the third trick, and there are no cards left."),
        {"tricks": [0, 1, None], "truco": {"trick": 3, "side": 0, "proposals": 1, "answer": "accept"}},
    ),
    _example(
        N_("Truco, six, nine: and the others run."),
        {"tricks": [0], "truco": {"trick": 2, "side": 1, "proposals": 3, "answer": "run"}},
    ),
    _example(N_("A hand of eleven goes to the opponents."), *ELEVEN, {"winner": 1, "stake": 3}),
    _example(N_("The same hand with a stake of 1."), *ELEVEN, {"winner": 1, "stake": 1}),
    _example(
        N_("Paulista, one against one: truco in the second trick raises the stake, and the whole hand decides."),
        {"tricks": [1, 0, 1], "truco": {"trick": 2, "side": 0, "proposals": 1, "answer": "accept"}},
        variant="paulista",
        sides=singly("Ana", "Beto"),
    ),
]


DEMO_WEIGHT = 7  # its matches are short: so a match of all games has ten hands on average


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns the entry of a hand without a call."""
    return {"winner": better, "stake": plain_stake(setup, table)}
