"""Presets, options, fields and rules of Tresette, and its count in thirds of a point (TRE-1 to TRE-4)."""

from typing import Any

from ..engine.base import Line, _, field, line, rule
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
TRICKS = 10
LESS_THAN_A_POINT = 2  # thirds


def counted_lines(side: int, aces: int, figures: int, last_trick: bool) -> list[Line]:
    """Returns the lines that explain a side's points: thirds for aces, figures, last trick; their sum, rounded down."""
    thirds = thirds_of(aces, figures)
    lines = [
        line(side, "TRE-1", _("Aces: {aces} × 3/3 = {thirds}/3"), aces=aces, thirds=thirds_of(aces, 0)),
        line(side, "TRE-2", _("Figures: {figures} × 1/3 = {thirds}/3"), figures=figures, thirds=thirds_of(0, figures)),
    ]
    if last_trick:
        thirds += THIRDS_OF_THE_LAST_TRICK
        lines.append(line(side, "TRE-3", _("Last trick: 3/3")))
    lines.append(_whole_points(side, thirds))
    return lines


def _whole_points(side: int, thirds: int) -> Line:
    """Returns the line that turns thirds into whole points, rounded down: 23/3 = 7⅔ → 7."""
    score = thirds // THIRDS_OF_A_POINT
    if thirds % THIRDS_OF_A_POINT == 0:
        return line(side, "TRE-4", _("{thirds}/3 = {score}"), score, thirds=thirds, score=score)
    text = _("{thirds}/3 = {mixed}, rounded down: {score}")
    return line(side, "TRE-4", text, score, thirds=thirds, mixed=mixed(thirds), score=score)


PRESETS = presets(
    preset(
        "parlett",
        _("Cards alone, to 21 (Parlett)"),
        target=21,
        honours=False,
        buon_gioco=False,
        direction="ccw",
        special_wins=True,
    ),
    preset("parlett-honours", _("Honours announced, to 31 (Parlett)"), target=31, honours=True, buon_gioco=True),
    preset("mcleod", _("Honours, to 21 (McLeod)"), honours=True),
    preset("scarne", _("Honours, clockwise to 31 (Scarne)"), target=31, honours=True, direction="cw"),
)

RULES: "list[dict[str, Any]]" = [
    rule("TRE-1", _("Aces"), _("An ace"), THIRDS_OF_AN_ACE // THIRDS_OF_A_POINT),
    rule("TRE-2", _("Figures"), _("A 3, 2, Re, Cavallo or Fante"), "1/" + str(THIRDS_OF_A_POINT)),
    rule("TRE-3", _("The last trick"), worth=THIRDS_OF_THE_LAST_TRICK // THIRDS_OF_A_POINT),
    rule("TRE-4", _("From thirds to points"), _("Thirds are rounded down; both sides"), ALL_POINTS),
    rule("TRE-5", _("Reaching the target"), _("Target"), agreed="target"),
    rule("TRE-6", _("Both sides at the target")),
    rule("TRE-7", _("Claiming the target")),
    rule("TRE-8", _("What a claim decides"), _("Claiming the target in play wins or loses the match")),
    rule("TRE-9", _("Cappotto"), _("Cappotto: all ten tricks"), option="special_wins"),
    rule("TRE-10", _("Cappottone"), _("Cappottone: one player takes them"), option="special_wins"),
    rule("TRE-11", _("Stramazzo"), _("Stramazzo: all ten card points"), option="special_wins"),
    rule("TRE-12", _("Stramazzone"), _("Stramazzone: one player takes them"), option="special_wins"),
    rule("TRE-13", _("Napoletana decima"), _("Napoletana decima: dealt ten of a suit"), option="special_wins"),
    rule("TRE-14", _("Four of a rank"), _("Four 3s, four 2s or four aces"), POINTS["four"], option="honours"),
    rule(
        "TRE-15", _("Three of a rank"), _("Three of them, naming the missing suit"), POINTS["three"], option="honours"
    ),
    rule("TRE-16", _("Napoletana"), _("Napoletana: 3, 2 and ace of a suit"), POINTS["napoletana"], option="honours"),
    rule("TRE-17", _("Four or three, not both")),
    rule("TRE-18", _("One pack for all honours")),
    rule("TRE-19", _("Buon gioco"), _("Honours announced before the first trick"), option="buon_gioco"),
]

OPTIONS: list[dict[str, Any]] = [
    whole("target", _("Target"), "TRE-5", 1, 999),
    flag("honours", _("Honours count"), "TRE-14"),
    flag("buon_gioco", _("Honours must be announced (buon gioco)"), "TRE-19"),
    choice("direction", _("Direction of play"), None, ("ccw", _("counter-clockwise")), ("cw", _("clockwise"))),
    flag("special_wins", _("Cappotto, stramazzo and decima end the match"), "TRE-9"),
]

_TRICKS = field("tricks", "shares", _("Tricks"), "TRE-9", total=TRICKS)


def _solo(**cards: Any) -> "dict[str, Any]":
    """Returns the field for a player who took all tricks; `cards` are attributes of its fields for the cards."""
    return field(
        "solo",
        "group",
        _("One player took everything"),
        "TRE-10",
        fields=[
            field("player", "player", _("Player"), "TRE-10", required=True),
            field("aces", "count", _("His aces"), "TRE-12", min=0, max=ACES, **cards),
            field("figures", "count", _("His figures"), "TRE-12", min=0, max=FIGURES, **cards),
        ],
    )


WAYS: list[dict[str, Any]] = [
    {
        "slug": "cards",
        "title": _("Count the cards"),
        "fields": [
            field("aces", "shares", _("Aces"), "TRE-1", total=ACES, required=True),
            field(
                "figures",
                "shares",
                _("Figures (3, 2, Re, Cavallo, Fante)"),
                "TRE-2",
                total=FIGURES,
                required=True,
            ),
            field("last_trick", "side", _("Last trick"), "TRE-3", required=True),
            _TRICKS,
            HONOURS_FIELDS,
            _solo(),
        ],
    },
    {
        "slug": "quick",
        "title": _("Only the points"),
        "mark": "points",
        "fields": [
            field("points", "shares", _("Points"), "TRE-4", total=ALL_POINTS, required=True),
            _TRICKS,
            HONOURS_FIELDS,
            _solo(unless_players=PLAYERS, anyway=True),
        ],
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
                fields=[
                    field("side", "side", _("Who claims"), "TRE-7", required=True),
                    field("aces", "count", _("Aces"), "TRE-1", min=0, max=ACES, required=True),
                    field("figures", "count", _("Figures"), "TRE-2", min=0, max=FIGURES, required=True),
                    field("last_trick", "flag", _("Has won the last trick"), "TRE-3"),
                ],
            ),
            HONOURS_FIELDS,
        ],
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
