"""Presets and options of Terziglio, and the fields of a hand."""

from typing import Unpack

from ..engine.base import STOP_WAY, Field, Option, Rule, Way, _, field, passed_way, rule
from ..engine.declared import Played
from ..engine.setup import choice, preset, presets, whole
from ..engine.thirds import ACES, ALL_POINTS, ALL_THIRDS, FIGURES

BIDS = [
    ["chiamo", _("Chiamo")],
    ["solo", _("Solo")],
    ["solissimo", _("Solissimo")],
    ["dividete", _("Dividete")],
    ["scegliete", _("Scegliete")],
]
PARTIES = [_("Soloist"), _("The others")]
NEEDED = 6  # whole points
DIFFERENCE = "difference"

PRESETS = presets(
    preset("stakes", _("By stakes, to 21"), target=21, hands=None, payment="stake", solissimo=3),
    preset(DIFFERENCE, _("By the difference"), target=None, payment=DIFFERENCE),
)

RULES: "list[Rule]" = [
    rule(
        "TER-1", _("What the cards are worth"), _("A 3/3 · 3, 2, K, Q, J 1/3 · the last trick 3/3; in all"), ALL_POINTS
    ),
    rule("TER-2", _("One against two")),
    rule("TER-3", _("The bids")),
    rule("TER-4", _("Made or lost"), _("Points that the soloist needs"), NEEDED),
    rule("TER-5", _("The stake of a bid")),
    rule(
        "TER-6",
        _("Payment by the stake"),
        _("Each of the others pays the stake, or gets it"),
        when=["payment", "stake"],
    ),
    rule(
        "TER-7",
        _("Payment by the difference"),
        _("Each pays the stake times the difference in thirds"),
        when=["payment", DIFFERENCE],
    ),
    rule("TER-8", _("All pass"), _("All pass: nothing is scored, the deal passes")),
    rule("TER-9", _("Winning the match"), _("Target"), agreed="target", without=_("No target: most points win")),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target (empty: no target)"), "TER-9", 1, 999, nullable=True),
    whole("hands", _("Number of hands (empty: any number)"), "TER-9", 1, 999, nullable=True),
    choice("payment", _("What is paid"), "TER-6", ("stake", _("the stake")), (DIFFERENCE, _("the difference"))),
    choice("solissimo", _("A solissimo counts"), "TER-5", (3, _("three times")), (4, _("four times"))),
]

BY_STAKE: Played = {
    "when": ["payment", "stake"],
    "unplayed": _("Here the difference is paid: enter the thirds or the cards"),
    "unplayed_rule": "TER-7",
}


APART = _("Enter the hand in one way only")


def _shared(name: str, label: str, of_all: int, **where: "Unpack[Played]") -> Field:
    return field(name, "shares", label, "TER-1", True, total=of_all, parties=PARTIES, apart=APART, **where)


_CALLED = [
    field("soloist", "side", _("Soloist"), "TER-2", required=True, ask=True, apart=APART),
    field("bid", "choice", _("Bid"), "TER-3", choices=BIDS, ask=True, apart=APART),
]
MADE = field(
    "made", "choice", _("Result"), "TER-4", required=True, choices=[[True, _("made")], [False, _("lost")]], last=True,
    apart=APART, **BY_STAKE,
)  # fmt: skip
POINTS = _shared("points", _("Points"), ALL_POINTS, **BY_STAKE)
THIRDS = _shared("thirds", _("Thirds of a point"), ALL_THIRDS)
LAST_TRICK = field(
    "last_trick", "choice", _("Last trick"), "TER-1", required=True, choices=[[0, PARTIES[0]], [1, PARTIES[1]]],
    last=True, apart=APART,
)  # fmt: skip
CARDS = [_shared("aces", _("Aces"), ACES), _shared("figures", _("Figures"), FIGURES), LAST_TRICK]
OF_A_HAND = _CALLED + [MADE, POINTS, THIRDS] + CARDS

WAYS: "list[Way]" = [
    {"slug": "made", "title": _("Made or lost"), "mark": "made", "fields": _CALLED + [MADE], "when": BY_STAKE["when"]},
    {"slug": "points", "title": _("Points"), "mark": "points", "fields": _CALLED + [POINTS], "when": BY_STAKE["when"]},
    {"slug": "thirds", "title": _("Thirds"), "mark": "thirds", "fields": _CALLED + [THIRDS]},
    {"slug": "cards", "title": _("Count the cards"), "fields": _CALLED + CARDS},
    passed_way("TER-8"),
    STOP_WAY,
]
