"""Presets and options of Sueca, and the fields of a deal."""

from ..engine.base import STOP_WAY, Option, Rule, Way, _, but, field, rule
from ..engine.counting import ALL_POINTS, Counting, values_in_short
from ..engine.setup import choice, preset, presets, whole

VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
RANKS = ("A", "7", "K", "J", "Q")  # those that count, high to low
NAMES = {"A": _("Aces"), "7": _("Sevens"), "K": _("Kings"), "J": _("Jacks"), "Q": _("Queens")}
TRICKS_IN_A_DEAL = 10


PRESETS = presets(
    preset("standard", _("Standard"), target=4, bandeira="tricks", after_draw="nothing"),
    preset("brazil", _("Brazilian"), bandeira="points", after_draw="one_more"),
    preset("doubling", _("A draw doubles the next deal"), after_draw="double"),
)

RULES: "list[Rule]" = [
    rule("SUE-1", _("Order and value of the cards"), _("What the cards are worth"), values_in_short(VALUES, RANKS)),
    rule("SUE-2", _("120 points"), _("All sides’ card points together"), ALL_POINTS),
    rule("SUE-3", _("What the tricks can hold")),
    rule("SUE-4", _("One game or two")),
    rule("SUE-5", _("The bandeira")),
    rule("SUE-6", _("Sixty all")),
    rule(
        "SUE-7",
        _("Winning the match"),
        _("Target"),
        agreed="target",
        without=_("No fixed end: most games when you stop"),
    ),
    rule("SUE-8", _("Not following suit"), _("Not following suit: games for the other side")),
    rule("SUE-9", _("Who deals next")),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target in games (empty: until the players stop)"), "SUE-7", 1, 99, nullable=True),
    choice(
        "bandeira", _("A bandeira takes"), "SUE-5", ("tricks", _("all ten tricks")), ("points", _("all 120 points"))
    ),
    choice(
        "after_draw",
        _("After a draw the next deal counts"),
        "SUE-6",
        ("nothing", _("as always")),
        ("double", _("double")),
        ("one_more", _("one game more")),
    ),
]

COUNTED = Counting(VALUES, RANKS, NAMES, {"points": "SUE-2", "cards": "SUE-2", "taken": "SUE-1"})
TRICKS = field("tricks", "shares", _("Tricks"), "SUE-3", total=TRICKS_IN_A_DEAL)

WAYS: "list[Way]" = COUNTED.ways([COUNTED.points, TRICKS], [COUNTED.cards, TRICKS]) + [
    {"slug": "bandeira", "title": _("Bandeira"), "fields": [COUNTED.points, but(TRICKS, required=True)]},
    {
        "slug": "revoke",
        "title": _("Revoke"),
        "fields": [field("revoke", "side", _("Who revoked"), "SUE-8", required=True)],
    },
    STOP_WAY,
]
