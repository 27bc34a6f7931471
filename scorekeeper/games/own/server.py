"""Score sheet, rules page, examples and demonstration of the players' own game, which only the server uses."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.i18n import _

from ..demo import Chance
from ..engine.base import N_, Entry, Setup, Table
from ..engine.figures import figure
from ..paper import Column, CribLine, Form, beside_each_other
from ..rulebook import GAME_SECTION, LAST_SECTIONS, Example, document, singly
from .fields import MOST_POINTS

MOST_SIDES_WITH_COLUMNS = 2  # with more sides there is room only for points and total
MOST_SIDES_WITH_POINTS = 6


def form(setup: Setup) -> Form:
    """Returns the columns of a blank sheet: every side's total; if they fit also points, then agreed columns."""
    sides = len(setup["sides"])
    if sides > MOST_SIDES_WITH_POINTS:
        return beside_each_other(setup, [Column(_("Total"), 11, "total first")])
    columns = [Column(_("Points"), 11, "points", tells=("points",)), Column(_("Total"), 13, "total")]
    if sides <= MOST_SIDES_WITH_COLUMNS:
        agreed = setup["options"]["columns"]
        columns = [*(_counted(column["name"], column["factor"]) for column in agreed), *columns]
    return beside_each_other(setup, columns)


def _counted(name: str, factor: int) -> Column:
    """Returns the sheet's column for an agreed count, with its factor."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        shares = entry.get("columns", {}).get(name)
        return figure(shares[side]) if shares and shares[side] is not None else ""

    return Column(name, 11, "count", f"× {factor}", fill=fill, tells=(f"columns.{name}",))


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules in short: the worth of the columns, the winner, and the end of the match, if any."""
    options = setup["options"]
    lines = [CribLine("OWN-1", column["name"], f"× {column['factor']}") for column in options["columns"]]
    lines.append(
        CribLine("OWN-6", _("The lowest total wins") if options["best"] == "low" else _("The highest total wins"))
    )
    if all(options[name] is None for name in ("target", "hands", "limit")):
        lines.append(CribLine("OWN-9", _("Played until you stop")))
    return lines


# Numbers in the texts of the rules page and of the rules on paper, by name.
NUMBERS = {"most_points": MOST_POINTS}


SECTIONS = (
    GAME_SECTION,
    ("points", N_("What is counted")),
    ("end", N_("How it ends")),
    LAST_SECTIONS[0],
    LAST_SECTIONS[1],
)


def _example(caption: str, players: int, *hands: dict[str, Any], **options: Any) -> Example:
    sides = singly(*("Anna", "Bruno", "Carla")[:players])
    return {"caption": caption, "document": {**document("own", "own", sides, list(hands)), "options": options}}


_COLUMNS = [{"name": "melds", "factor": 10}, {"name": "canastas", "factor": 100}]

EXAMPLES = [
    _example(N_("What one side pays, the other gets."), 2, {"points": [5, -5]}, sum=0),
    _example(N_("Here somebody counted wrongly."), 2, {"points": [5, -4]}, sum=0),
    _example(
        N_("Two columns: melds count 10 each, canastas 100."),
        2,
        {"columns": {"melds": [3, 0], "canastas": [1, 0]}},
        columns=_COLUMNS,
    ),
    _example(
        N_("Bruno reaches 100, and the lowest total wins."),
        3,
        {"points": [60, 80, 20]},
        {"points": [10, 25, 5]},
        best="low",
        target=100,
    ),
    _example(
        N_("Anna is out at 101, and Bruno is the last one in."),
        2,
        {"points": [95, 40]},
        {"points": [10, 3]},
        best="low",
        limit=101,
    ),
    _example(
        N_("Both go out with the same total: a draw."),
        2,
        {"points": [95, 97]},
        {"points": [10, 8]},
        best="low",
        limit=101,
    ),
    _example(
        N_("Three hands were agreed, and the totals are equal."),
        2,
        {"points": [5, 4]},
        {"points": [3, 3]},
        {"points": [4, 5]},
        hands=3,
    ),
]


DEMO_OPTIONS = {"target": 100}
MOST = 20


def demo_hand(setup: Setup, table: Table, chance: Chance, better: int) -> Entry:
    """Returns random points for every side, the most for the better one."""
    points = [chance.randint(0, MOST) for _side in setup["sides"]]
    points[better] = max(points) + 1
    return {"points": points}
