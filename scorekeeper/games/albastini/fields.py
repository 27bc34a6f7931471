"""Presets, options, entry fields and card values of Albastini, and the undrawn card of five players (ALB-9)."""

from ..engine.base import STOP_WAY, Option, Rule, Way, _, but, field, rule
from ..engine.counting import ALL_POINTS, Counting, values_in_short
from ..engine.setup import preset, presets, whole

VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2, "6": 0, "5": 0, "4": 0, "3": 0}
RANKS = ("A", "7", "K", "J", "Q", "6", "5", "4", "3")  # high to low
COUNTING = ("A", "7", "K", "J", "Q")
COUNTED = Counting(VALUES, COUNTING, {}, {"points": "ALB-2", "cards": "ALB-1", "taken": "ALB-1"})

UNDRAWN = field(
    "undrawn",
    "choice",
    _("Rank of the turned-up trump (not drawn)"),
    "ALB-9",
    players=5,
    unplayed=_("Only with five players a card stays undrawn"),
    required=True,
    choices=[[rank, rank] for rank in RANKS],
)


def in_play(undrawn: "str | None") -> int:
    """Returns the card points in play: all 120, less the value of the undrawn card (ALB-9)."""
    return ALL_POINTS - (VALUES[undrawn] if undrawn else 0)


PRESETS = presets(preset("standard", _("Standard"), target=None))

RULES: "list[Rule]" = [
    rule(
        "ALB-1", _("Order and value of the cards"), _("Dume, jike and court cards"), values_in_short(VALUES, COUNTING)
    ),
    rule("ALB-2", _("120 points"), _("All sides’ card points together"), ALL_POINTS),
    rule("ALB-3", _("Winning a deal"), _("A tie for the most: drawn, the same dealer again")),
    rule("ALB-4", _("One game point"), _("Most card points win the deal"), _("1 game point")),
    rule("ALB-5", _("Two game points")),
    rule("ALB-6", _("Who plays together")),
    rule("ALB-7", _("Who deals next"), _("The winner deals the next, partners in turn")),
    rule(
        "ALB-8",
        _("The end of a match"),
        _("Target"),
        agreed="target",
        without=_("No fixed end: most game points when you stop"),
    ),
    rule("ALB-9", _("Five players")),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target in game points (empty: until the players stop)"), "ALB-8", 1, 999, nullable=True)
]

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]

_NEXT_DEALER = field("next_dealer", "player", _("Next dealer"), "ALB-7")
# The undrawn card and its points are out of play (ALB-9).
_ONE_OF_EACH = dict.fromkeys(COUNTING, 1)
POINTS = [
    but(COUNTED.points, unless_players=5),
    but(COUNTED.points, players=5, rule="ALB-9", less=["undrawn", VALUES]),
]
CARDS = but(COUNTED.cards, less=["undrawn", _ONE_OF_EACH])
TAKEN = but(COUNTED.taken, less=["undrawn", _ONE_OF_EACH])
WAYS: "list[Way]" = COUNTED.ways([UNDRAWN] + POINTS + [_NEXT_DEALER], [UNDRAWN, CARDS, _NEXT_DEALER]) + [STOP_WAY]
