"""Options and fields of the players' own game: who wins, when it ends, what a hand's columns count."""

from typing import Any

from ..engine.base import STOP_WAY, Field, Option, Rule, Way, _, but, field, rule
from ..engine.setup import choice, flag, preset, presets, whole
from ..engine.ways import path_of

TITLE = _("Another game")
MOST_PLAYERS = 12
MOST_POINTS = 99_999  # points of a side in a hand
MOST_IN_A_COLUMN = 9_999

PRESETS = presets(
    preset(
        "own",
        _("Your own game"),
        name=TITLE,
        best="high",
        target=None,
        hands=None,
        limit=None,
        step=1,
        negative=True,
        sum=None,
        columns=[],
    )
)


OFTEN = ("target", "hands")  # columns; the form folds away the unused ones


def _number(name: str, label: str, rule: str, low: int, high: int, nullable: bool = True) -> Option:
    return whole(name, label, rule, low, high, nullable=nullable, seldom=name not in OFTEN)


RULES: "list[Rule]" = [
    rule("OWN-1", _("Points of a hand")),
    rule("OWN-2", _("What may be entered"), _("Points come in steps of"), agreed="step", unless=["step", 1]),
    rule("OWN-3", _("Nothing below zero"), _("No hand costs points"), unless=["negative", True]),
    rule("OWN-4", _("An agreed sum"), _("All points of a hand together"), agreed="sum"),
    rule("OWN-5", _("Totals")),
    rule("OWN-6", _("Playing to a target"), _("Target"), agreed="target"),
    rule("OWN-7", _("An agreed number of hands"), _("Hands"), agreed="hands"),
    rule("OWN-8", _("Going out at a limit"), _("Out from this total on"), agreed="limit"),
    rule("OWN-9", _("An open match")),
    rule("OWN-10", _("Whose deal it is")),
]

OPTIONS: "list[Option]" = [
    {"name": "name", "kind": "text", "longest": 40, "usual": TITLE, "label": _("Name of the game"), "rule": None},
    choice("best", _("Who wins"), "OWN-6", ("high", _("the highest total")), ("low", _("the lowest total"))),
    _number("target", _("Target (empty: none)"), "OWN-6", 1, 999_999),
    _number("hands", _("Number of hands (empty: any number)"), "OWN-7", 1, 999),
    _number("limit", _("Out of the game from this total on (empty: nobody goes out)"), "OWN-8", 1, 999_999),
    _number("step", _("Points come in steps of"), "OWN-2", 1, 1_000, nullable=False),
    flag("negative", _("A hand may cost points"), "OWN-3", seldom=True),
    _number("sum", _("Sum of all points of a hand (empty: any)"), "OWN-4", -999_999, 999_999),
    {
        "name": "columns",
        "kind": "factors",
        "label": _("Columns: what is counted, and its value"),
        "rule": "OWN-1",
        "most": 6,
        "longest": 20,
        "low": -10_000,
        "high": 10_000,
        "seldom": True,
    },
]

SHAPES = [(sides, players) for sides in range(2, MOST_PLAYERS + 1) for players in range(1, MOST_PLAYERS // sides + 1)]


def _columns(options: "dict[str, Any]") -> "list[Field]":
    """Returns a field of shares for each column that the players agreed on."""
    shares = field("", "shares", "", "OWN-1", inner_rule="OWN-2", out=True, max=MOST_IN_A_COLUMN)
    names = [column["name"] for column in options["columns"]]
    return [but(shares, name=name, label=name, path=path_of(name)) for name in names]


# A blank is not 0: a row with one number needs a number for every side.
WAYS: "list[Way]" = [
    {
        "slug": "points",
        "title": _("Points"),
        "fields": [
            field(
                "columns",
                "group",
                _("Columns"),
                "OWN-1",
                option="columns",
                anyway=True,
                idle=[{}],
                fields_from=_columns,
            ),
            field(
                "points",
                "shares",
                _("Points"),
                "OWN-1",
                inner_rule="OWN-2",
                out=True,
                min=-MOST_POINTS,
                max=MOST_POINTS,
            ),
        ],
    },
    STOP_WAY,
]
