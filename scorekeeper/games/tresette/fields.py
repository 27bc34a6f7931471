"""Presets, options, fields and rules of Tresette, and its count in thirds of a point (TRE-1 to TRE-4).

Options that a preset does not have are None or off in it: `leftover` for four players, `ending` where most points win.
"""

from typing import Unpack

from ..engine.base import Details, Field, Line, Option, Rule, Way, _, but, field, line, rule
from ..engine.declared import Where
from ..engine.setup import choice, flag, preset, presets, whole
from ..engine.thirds import (
    ACES,
    ALL_POINTS,
    FIGURES,
    THIRDS_OF_A_POINT,
    THIRDS_OF_AN_ACE,
    THIRDS_OF_THE_LAST_TRICK,
    mixed,
    thirds_of,
)
from .honours import HONOURS_FIELDS, POINTS

PLAYERS = 4
TRICKS, TRICKS_OF_TWO = 10, 20
LESS_THAN_A_POINT = 2  # thirds
TWO, THREE, LOSING = "in-due", "in-tre", "perdere"
FOR_FOUR = ("parlett", "parlett-honours", "mcleod", "scarne")
MOST_WINS = FOR_FOUR + (TWO, THREE)
SINGLES = [(players, 1) for players in range(2, 9)]
NOBODY, FIRST_OVER, LAST_IN = "nobody", "first_over", "last_in"


def counted_lines(side: int, aces: int, figures: int, last_trick: bool) -> list[Line]:
    """Returns the lines that explain a side's points: thirds for aces, figures, last trick; their sum, rounded down."""
    thirds = thirds_of(aces, figures)
    lines = [
        line(side, "TRE-1", _("Aces: {aces}, worth {worth}"), aces=aces, worth=aces),
        line(side, "TRE-2", _("Figures: {figures}, worth {worth}"), figures=figures, worth=mixed(figures)),
    ]
    if last_trick:
        thirds += THIRDS_OF_THE_LAST_TRICK
        lines.append(line(side, "TRE-3", _("Last trick: worth 1")))
    lines.append(_whole_points(side, thirds))
    return lines


def _whole_points(side: int, thirds: int) -> Line:
    """Returns the line that turns thirds into whole points, rounded down: 23/3 = 7⅔ → 7."""
    score = thirds // THIRDS_OF_A_POINT
    if thirds % THIRDS_OF_A_POINT == 0:
        return line(side, "TRE-4", _("In all {score}"), score, score=score)
    text = _("In all {mixed}, rounded down: {score}")
    return line(side, "TRE-4", text, score, mixed=mixed(thirds), score=score)


PRESETS = presets(
    preset(
        "parlett",
        _("Without honours, to 21"),
        target=21,
        honours=False,
        buon_gioco=False,
        direction="ccw",
        special_wins=True,
        leftover=None,
        hands=None,
        ending=None,
        cappotto=False,
    ),
    preset("parlett-honours", _("With honours announced, to 31"), target=31, honours=True, buon_gioco=True),
    preset("mcleod", _("With honours, to 21"), honours=True),
    preset("scarne", _("With honours, clockwise, to 31"), target=31, honours=True, direction="cw"),
    preset(TWO, _("For two, to 21"), [(2, 1)], special_wins=False, leftover="last_trick"),
    preset(THREE, _("For three, each alone, to 31"), [(3, 1)], target=31, special_wins=False, leftover="last_trick"),
    preset(
        LOSING,
        _("A perdere: fewest points win"),
        SINGLES + [(2, 2)],
        target=31,
        special_wins=False,
        leftover="last_trick",
        ending=FIRST_OVER,
        cappotto=True,
    ),
)

RULES: "list[Rule]" = [
    rule("TRE-1", _("Aces"), _("An ace"), THIRDS_OF_AN_ACE // THIRDS_OF_A_POINT),
    rule("TRE-2", _("Figures"), _("A 3, 2, Re, Cavallo or Fante"), "1/" + str(THIRDS_OF_A_POINT)),
    rule("TRE-3", _("The last trick"), worth=THIRDS_OF_THE_LAST_TRICK // THIRDS_OF_A_POINT),
    rule("TRE-4", _("From thirds to points"), _("Thirds are rounded down; both sides"), ALL_POINTS),
    rule("TRE-5", _("Reaching the target"), _("Target"), agreed="target", when=["ending", None]),
    rule("TRE-6", _("Both sides at the target")),
    rule("TRE-7", _("Claiming the target")),
    rule(
        "TRE-8",
        _("What a claim decides"),
        _("Claiming the target in play wins or loses the match"),
        when=["ending", None],
    ),
    rule("TRE-9", _("Cappotto"), _("Cappotto: all the tricks"), option="special_wins"),
    rule("TRE-10", _("Cappottone"), _("Cappottone: one player takes them"), option="special_wins", players=PLAYERS),
    rule("TRE-11", _("Stramazzo"), _("Stramazzo: all ten card points"), option="special_wins"),
    rule("TRE-12", _("Stramazzone"), _("Stramazzone: one player takes them"), option="special_wins", players=PLAYERS),
    rule("TRE-13", _("Napoletana decima"), _("Napoletana decima: dealt ten of a suit"), option="special_wins"),
    rule("TRE-14", _("Four of a rank"), _("Four 3s, four 2s or four aces"), POINTS["four"], option="honours"),
    rule(
        "TRE-15", _("Three of a rank"), _("Three of them, naming the missing suit"), POINTS["three"], option="honours"
    ),
    rule("TRE-16", _("Napoletana"), _("Napoletana: 3, 2 and ace of a suit"), POINTS["napoletana"], option="honours"),
    rule("TRE-17", _("Four or three, not both")),
    rule("TRE-18", _("One pack for all honours")),
    rule("TRE-19", _("Buon gioco"), _("Honours announced before the first trick"), option="buon_gioco"),
    rule("TRE-20", _("For two, for three, a perdere")),
    rule(
        "TRE-21",
        _("What is left over"),
        _("The last trick takes what the others lose by rounding"),
        when=["leftover", "last_trick"],
        unless_players=2,
    ),
    rule("TRE-22", _("Honours of two and three")),
    rule("TRE-23", _("Level at the target")),
    rule("TRE-24", _("A claim of three")),
    rule("TRE-25", _("Twenty tricks")),
    rule("TRE-26", _("The lowest wins"), _("The lowest total wins"), unless=["ending", None]),
    rule(
        "TRE-27", _("Cappotto a perdere"), _("All the points: 0, and for each of the others"), ALL_POINTS,
        option="cappotto",
    ),
    rule(
        "TRE-28", _("The end"), _("The first at this total ends the match"), "{}", agreed="target",
        when=["ending", FIRST_OVER],
    ),
    rule(
        "TRE-29", _("The last one in"), _("Out from this total on; the last one in wins"), "{}", agreed="target",
        when=["ending", LAST_IN],
    ),
    rule("TRE-30", _("Who is out")),
    rule("TRE-31", _("No claim a perdere")),
]  # fmt: skip

OPTIONS: "list[Option]" = [
    whole("target", _("Target"), "TRE-5", 1, 999, presets=MOST_WINS),
    whole("target", _("Target (empty: no target)"), "TRE-28", 1, 999, nullable=True, presets=(LOSING,)),
    whole("hands", _("Number of hands (empty: any number)"), "TRE-28", 1, 999, nullable=True, presets=(LOSING,)),
    choice(
        "ending",
        _("The match ends"),
        "TRE-28",
        (FIRST_OVER, _("when the first is at the target")),
        (LAST_IN, _("when one is left in")),
        presets=(LOSING,),
        before=None,
    ),
    flag("cappotto", _("All the points are 0, and the others get them"), "TRE-27", presets=(LOSING,)),
    choice(
        "leftover",
        _("What rounding leaves over goes to"),
        "TRE-21",
        ("last_trick", _("the last trick")),
        (NOBODY, _("nobody")),
        presets=(THREE, LOSING),
        before=None,
    ),
    flag("honours", _("Honours count"), "TRE-14", presets=MOST_WINS),
    flag("buon_gioco", _("Honours must be announced (buon gioco)"), "TRE-19", presets=MOST_WINS),
    choice("direction", _("Direction of play"), None, ("ccw", _("counter-clockwise")), ("cw", _("clockwise"))),
    flag("special_wins", _("Cappotto, stramazzo and decima end the match"), "TRE-9", presets=FOR_FOUR + (TWO,)),
]


FOUR: Where = {"when": ["leftover", None]}
NOT_FOUR: Where = {"unless": ["leftover", None]}
MOST_POINTS_WIN: Where = {"when": ["ending", None]}
_NO_TRICKS = _("Tricks are counted for two players only")
_TRICKS = [
    field("tricks", "shares", _("Tricks"), "TRE-9", total=TRICKS, **FOUR),
    field(
        "tricks",
        "shares",
        _("Tricks"),
        "TRE-25",
        total=TRICKS_OF_TWO,
        players=2,
        unplayed=_NO_TRICKS,
        when=MOST_POINTS_WIN["when"],
    ),
]


def _solo(**cards: "Unpack[Details]") -> Field:
    """Returns the field for a player who took all tricks; `cards` are attributes of its fields for the cards."""
    return field(
        "solo",
        "group",
        _("One player took everything"),
        "TRE-10",
        unplayed=_("There are no partners: nobody takes everything alone"),
        unplayed_rule="TRE-25",
        fields=[
            field("player", "player", _("Player"), "TRE-10", required=True),
            but(field("aces", "count", _("His aces"), "TRE-12", min=0, max=ACES), **cards),
            but(field("figures", "count", _("His figures"), "TRE-12", min=0, max=FIGURES), **cards),
        ],
        **FOUR,
    )


def _points(rule: str, leftover: "str | None", **details: "Unpack[Details]") -> Field:
    return but(field("points", "shares", _("Points"), rule, required=True, when=["leftover", leftover]), **details)


_POINTS = [
    _points("TRE-4", None, total=ALL_POINTS),
    _points("TRE-21", "last_trick", total=ALL_POINTS),
    _points("TRE-21", NOBODY, max=ALL_POINTS, blank=0),
]
_FIGURES = _("Figures (3, 2, Re, Cavallo, Fante)")


def claimed(required: bool, **where: "Unpack[Details]") -> "list[Field]":
    """Returns the fields for the cards of a claim; for two and three players they default to none (TRE-24)."""
    return [
        but(field("aces", "count", _("Aces"), "TRE-1", required, min=0, max=ACES), **where),
        but(field("figures", "count", _("Figures"), "TRE-2", required, min=0, max=FIGURES), **where),
    ]


CLAIMED_CARDS = claimed(True, **FOUR) + claimed(False, **NOT_FOUR)

WAYS: "list[Way]" = [
    {
        "slug": "cards",
        "title": _("Count the cards"),
        "fields": [
            field("aces", "shares", _("Aces"), "TRE-1", total=ACES, required=True),
            field("figures", "shares", _FIGURES, "TRE-2", total=FIGURES, required=True),
            field("last_trick", "side", _("Last trick"), "TRE-3", required=True),
        ]
        + _TRICKS
        + [HONOURS_FIELDS, _solo()],
    },
    {
        "slug": "quick",
        "title": _("Only the points"),
        "mark": "points",
        "first_unless": FOUR["when"],
        "fields": _POINTS + _TRICKS + [HONOURS_FIELDS, _solo(unless_players=PLAYERS, anyway=True)],
    },
    {
        "slug": "claim",
        "title": _("Claim the target"),
        "mark": "claim",
        "fields": [
            field(
                "claim",
                "group",
                _("Claim"),
                "TRE-7",
                required=True,
                unplayed=_("Nobody claims the target here: the lowest total wins"),
                unplayed_rule="TRE-31",
                fields=[field("side", "side", _("Who claims"), "TRE-7", required=True)]
                + CLAIMED_CARDS
                + [field("last_trick", "flag", _("Has won the last trick"), "TRE-3")],
                **MOST_POINTS_WIN,
            ),
            HONOURS_FIELDS,
        ],
        "when": MOST_POINTS_WIN["when"],
    },
    {
        "slug": "decima",
        "title": _("Napoletana decima"),
        "option": "special_wins",
        "fields": [
            field(
                "decima",
                "player",
                _("Player"),
                "TRE-13",
                required=True,
                question=_("Who had the ten cards?"),
                option="special_wins",
                unplayed=_("Wins that end the match at once are not played here"),
            )
        ],
    },
]
