"""Presets and options of Terziglio, and the fields of a hand."""

from typing import Any

from ..engine.base import STOP_WAY, _, field, passed_way, rule
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

RULES: "list[dict[str, Any]]" = [
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

OPTIONS: "list[dict[str, Any]]" = [
    whole("target", _("Target (empty: no target)"), "TER-9", 1, 999, nullable=True),
    whole("hands", _("Number of hands (empty: any number)"), "TER-9", 1, 999, nullable=True),
    choice("payment", _("What is paid"), "TER-6", ("stake", _("the stake")), (DIFFERENCE, _("the difference"))),
    choice("solissimo", _("A solissimo counts"), "TER-5", (3, _("three times")), (4, _("four times"))),
]

BY_STAKE: "dict[str, Any]" = {
    "when": ["payment", "stake"],
    "unplayed": _("Here the difference is paid: enter the thirds or the cards"),
    "unplayed_rule": "TER-7",
}


def _field(name: str, kind: str, label: str, rule: str, **more: Any) -> "dict[str, Any]":
    return field(name, kind, label, rule, apart=_("Enter the hand in one way only"), **more)


def _shared(name: str, label: str, total: int, **where: Any) -> "dict[str, Any]":
    return _field(name, "shares", label, "TER-1", required=True, total=total, parties=PARTIES, **where)


def _choice(name: str, label: str, rule: str, choices: "list[Any]", **more: Any) -> "dict[str, Any]":
    return _field(name, "choice", label, rule, choices=choices, **more)


_CALLED = [
    _field("soloist", "side", _("Soloist"), "TER-2", required=True, ask=True),
    _choice("bid", _("Bid"), "TER-3", BIDS, ask=True),
]
MADE = _choice(
    "made", _("Result"), "TER-4", [[True, _("made")], [False, _("lost")]], last=True, required=True, **BY_STAKE
)
POINTS = _shared("points", _("Points"), ALL_POINTS, **BY_STAKE)
THIRDS = _shared("thirds", _("Thirds of a point"), ALL_THIRDS)
LAST_TRICK = _choice(
    "last_trick", _("Last trick"), "TER-1", [[0, PARTIES[0]], [1, PARTIES[1]]], last=True, required=True
)
CARDS = [_shared("aces", _("Aces"), ACES), _shared("figures", _("Figures"), FIGURES), LAST_TRICK]
OF_A_HAND = _CALLED + [MADE, POINTS, THIRDS] + CARDS

WAYS: "list[dict[str, Any]]" = [
    {"slug": "made", "title": _("Made or lost"), "mark": "made", "fields": _CALLED + [MADE], "when": BY_STAKE["when"]},
    {"slug": "points", "title": _("Points"), "mark": "points", "fields": _CALLED + [POINTS], "when": BY_STAKE["when"]},
    {"slug": "thirds", "title": _("Thirds"), "mark": "thirds", "fields": _CALLED + [THIRDS]},
    {"slug": "cards", "title": _("Count the cards"), "fields": _CALLED + CARDS},
    passed_way("TER-8"),
    STOP_WAY,
]
