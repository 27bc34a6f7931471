"""Presets and options of Briscola, and the fields of a hand."""

from ..engine.base import STOP_WAY, Field, Option, Rule, Way, _, but, field, rule
from ..engine.counting import ALL_POINTS, MORE_THAN_HALF, Counting, values_in_short
from ..engine.setup import choice, preset, presets, whole

VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
RANKS = ("A", "3", "K", "Q", "J")  # those that count, high to low
NAMES = {"A": _("Aces"), "3": _("Threes"), "K": _("Kings"), "Q": _("Knights"), "J": _("Jacks")}
CHIAMATA = "chiamata"
LOWEST_BID = MORE_THAN_HALF
PLAYERS_OF_THE_CHIAMATA = 5


PRESETS = presets(
    preset("best-of-three", _("Best of three"), target=2, hands=None, cappotto=1),
    preset("single", _("A single game"), target=1),
    preset("best-of-five", _("Best of five"), target=3),
    preset("first-to-five", _("First to five games"), target=5),
    preset(CHIAMATA, _("Chiamata of five"), [(PLAYERS_OF_THE_CHIAMATA, 1)], target=None, cappotto=2),
)
SHAPES = [(2, 2), (2, 1), (3, 1), (2, 3), (3, 2)]

RULES: "list[Rule]" = [
    rule("BRI-1", _("Order and value of the cards"), _("What the cards are worth"), values_in_short(VALUES, RANKS)),
    rule("BRI-2", _("120 points"), _("All sides’ card points together"), ALL_POINTS),
    rule("BRI-3", _("Two sides")),
    rule("BRI-4", _("Three sides")),
    rule("BRI-5", _("A game won")),
    rule(
        "BRI-6",
        _("Winning the match"),
        _("Target"),
        agreed="target",
        without=_("No target: most games win"),
        unless_players=PLAYERS_OF_THE_CHIAMATA,
    ),
    rule("BRI-7", _("A number of hands, or an open end"), _("Hands to be played at most"), agreed="hands"),
    rule("BRI-8", _("Who deals next")),
    rule(
        "BRI-9",
        _("The auction of the chiamata"),
        _("Bids: A 3 K Q J 7 6 5 4 2, then points from {lowest_raise} up"),
        players=PLAYERS_OF_THE_CHIAMATA,
    ),
    rule("BRI-10", _("Caller and partner")),
    rule(
        "BRI-11",
        _("Made or lost"),
        _("The caller’s party needs the points bid, or"),
        LOWEST_BID,
        players=PLAYERS_OF_THE_CHIAMATA,
    ),
    rule(
        "BRI-12",
        _("Payments"),
        _("Caller, partner, each opponent; lost: the signs turned"),
        players=PLAYERS_OF_THE_CHIAMATA,
    ),
    rule("BRI-13", _("The caller alone"), _("The caller alone, each opponent"), players=PLAYERS_OF_THE_CHIAMATA),
    rule("BRI-14", _("All the points")),
    rule(
        "BRI-15",
        _("Winning the chiamata"),
        _("Target"),
        agreed="target",
        without=_("No target: most points when you stop"),
        players=PLAYERS_OF_THE_CHIAMATA,
    ),
]

OPTIONS: "list[Option]" = [
    whole("target", _("Target (empty: no target)"), "BRI-6", 1, 99, nullable=True),
    whole("hands", _("Number of hands (empty: any number)"), "BRI-7", 1, 999, nullable=True),
    choice("cappotto", _("All 120 points count"), "BRI-5", (1, _("once")), (2, _("double"))),
]

COUNTED = Counting(VALUES, RANKS, NAMES, {"points": "BRI-2", "cards": "BRI-2", "taken": "BRI-1"})

CALLER = field("caller", "side", _("Caller"), "BRI-10", required=True, ask=True, players=PLAYERS_OF_THE_CHIAMATA)
PARTNER = field(
    "partner",
    "side",
    _("Partner"),
    "BRI-10",
    required=True,
    nullable=True,
    nobody=_("alone"),
    ask=True,
    players=PLAYERS_OF_THE_CHIAMATA,
)
BID = field(
    "bid",
    "count",
    _("Points bid, if not 61"),
    "BRI-9",
    typed=True,
    min=LOWEST_BID,
    max=ALL_POINTS,
    players=PLAYERS_OF_THE_CHIAMATA,
)


def of_sides_or_parties(shared: Field) -> "list[Field]":
    """Returns two versions of a field: one value per side, and, for the chiamata, one per party."""
    parties = [_("Caller’s party"), _("The others")]
    return [
        but(shared, unless_players=PLAYERS_OF_THE_CHIAMATA),
        but(shared, players=PLAYERS_OF_THE_CHIAMATA, parties=parties),
    ]


WAYS: "list[Way]" = COUNTED.ways(
    [CALLER, PARTNER] + of_sides_or_parties(COUNTED.points) + [BID],
    [CALLER, PARTNER] + of_sides_or_parties(COUNTED.cards) + [BID],
) + [STOP_WAY]
