"""A game on paper: columns to write in by hand and how they are filled, its rules in short, and how it was won.

The columns are those of `form(setup)` in a game's `server` module; without it they follow from the game's fields.
The rules in short are those that the game's list of rules has a text or a worth for on paper. `worths(setup)` in the
`server` module returns what has to be computed for a match, by the rule's number, and `rules_in_short(setup)` whole
lines. For a game that has none of these they follow from its fields and options. Widths are in millimetres on A4; other
papers scale them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.i18n import _, say

from .engine.base import Setup, Table
from .engine.counting import ALL_POINTS, counted_points
from .engine.fields_in_use import fields_of, is_asked_for
from .engine.play import REMARKS, game_of
from .engine.side_names import SIGNS
from .engine.words import NO_SHARE, figure, how_it_ended
from .optional import part
from .rulebook import numbers_of, option_label, option_text, titles_of

# What stands in a column of a hand: by its entry, each side's points, and the side whose column it is.
Fill = Callable[[Mapping[str, Any], Sequence[int], int], str]
TICK = "✓"


def of_side(name: str) -> dict[str, Any]:
    """A column's parts for a field with one number a side, or with the side that took something."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        value = entry.get(name)
        if isinstance(value, list):
            return NO_SHARE if value[side] is None else figure(value[side])
        return TICK if value is not None and value is not False and value == side else ""

    return {"fill": fill, "tells": (name,)}


def card_points(values: dict[str, int]) -> dict[str, Any]:
    """A column's parts for each side's card points, entered as they are or as cards of each rank (`values`)."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        if "points" not in entry and "cards" not in entry:
            return ""
        shares = counted_points(dict(entry), values, len(points))
        return figure(shares[side]) if side < len(shares) else ""

    return {"fill": fill, "tells": ("points",)}


def in_group(name: str, group: str = "sides") -> dict[str, Any]:
    """A column's parts for a number in each side's group of fields; nothing for none."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get(group) or ()
        value = sides[side].get(name) if side < len(sides) else None
        return figure(value) if isinstance(value, int) and not isinstance(value, bool) else ""

    return {"fill": fill, "tells": (f"{group}.{name}",)}


MOST_SIDES_WITH_FIELDS = 3  # beyond, there is room for a total alone
MOST_FIELDS = 3


@dataclass(frozen=True, slots=True)
class Band:
    """A heading over several columns. `side` is the side that it names; `heads`: the columns are that side's own."""

    span: int
    text: str = ""
    side: int | None = None
    heads: bool = True

    @property
    def sign(self) -> str:
        """The sign of the side whose columns these are, or nothing."""
        return "" if self.side is None else SIGNS[self.side]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the grid: its width in millimetres and its kind, which is the CSS class of its cells.

    `hint` stands in small print under the heading, such as what one of the things counted is worth. Both are printed
    in `heading_lines` and `hint_lines`, which `columns.fitted` makes for the column's width.

    On the sheet of a match `fill` says what stands there; a column without it is only there to be written in, but for
    hands, dealers, points and totals, which every match has. `tells` are the entry's fields that are then told, those
    of each side as `sides.melds`; `least` is the width that the widest of them needs.
    """

    heading: str
    width: float
    kind: str
    hint: str = ""
    heading_lines: tuple[str, ...] = ()
    hint_lines: tuple[str, ...] = ()
    fill: Fill | None = field(default=None, compare=False)
    tells: tuple[str, ...] = ()
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one place of the grid.

    `leads` sets a leader's total in bold, `marks` are the signs of footnotes, `remark` stands below it;
    `span` columns and `rows` are covered.
    """

    kind: str
    text: str = ""
    leads: bool = False
    marks: str = ""
    remark: str = ""
    span: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the grid. `opens` draws the line above it that parts one hand from the next."""

    cells: tuple[Cell, ...]
    struck: bool = False
    opens: bool = True


@dataclass(frozen=True, slots=True)
class CribLine:
    """A rule in a few words, and what it is worth, with the number under which the rules page explains it."""

    rule: str
    text: str
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A game's grid to write on; `hand(number)` gives the rows of a hand."""

    columns: tuple[Column, ...]
    bands: tuple[Band, ...]
    hand: Callable[[int], tuple[Row, ...]]

    @property
    def lines_a_hand(self) -> int:
        """How many rows a hand takes."""
        return len(self.hand(1))


def is_told(form: Form, entry: Mapping[str, Any]) -> bool:
    """Whether the columns tell all of an entry, but for its note and moment."""
    told = {name for column in form.columns for name in column.tells} | set(REMARKS)
    return all(name in told and ("." in name or not isinstance(value, dict)) for name, value in _flat(entry))


def _flat(entry: Mapping[str, Any]) -> "list[tuple[str, Any]]":
    """The fields of an entry, those of groups by their path; what is empty or none says nothing."""
    found = []
    for name, value in entry.items():
        if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            found += [(f"{name}.{inner}", each[inner]) for each in value for inner in each if each[inner]]
        elif isinstance(value, dict) and value and all(isinstance(each, list) for each in value.values()):
            found += [(f"{name}.{inner}", each) for inner, each in value.items()]
        elif value is not None and value is not False and value != []:  # 0 is the first side
            found.append((name, value))
    return found


def form(setup: Setup) -> Form:
    """What a match's game asks to be written down, by its sides and options."""
    made: Form = part(game_of(setup), "form", _form_of_fields)(setup)
    return made


def rules_in_short(setup: Setup) -> list[CribLine]:
    """The rules that this match is played by, as far as they are asked for at the table, by their numbers."""
    game = game_of(setup)
    own: list[CribLine] = part(game, "rules_in_short", _nothing)(setup)
    lines = [*_rules_of_table(setup), *own] or _rules_of_options(setup)
    return sorted(lines, key=lambda line: game.rules.index(line.rule))


def _nothing(setup: Setup) -> list[CribLine]:
    return []


def _rules_of_table(setup: Setup) -> list[CribLine]:
    """The lines of the game's own list of rules that hold in this match."""
    game, options, players = game_of(setup), setup["options"], len(setup["seats"])
    computed: dict[str, str] = part(game, "worths", _no_worths)(setup)
    titles, numbers = titles_of(game), numbers_of(game)
    lines = []
    for rule in game.rulebook:
        number = rule["rule"]
        text, worth = rule["on_paper"], computed.get(number) or rule["worth"]
        if "agreed" in rule:
            agreed = options[rule["agreed"]]
            text = rule.get("without", "") if agreed is None else text or titles[number]
            worth = "" if agreed is None else str(worth or "{}").replace("{}", str(agreed))
        if (text or worth != "") and is_asked_for(rule, options, players):
            text = say(text or titles[number], numbers)
            lines.append(CribLine(number, text, say(str(worth), {}) if worth != "" else ""))
    return lines


def _no_worths(setup: Setup) -> dict[str, str]:
    return {}


def ending(setup: Setup, table: Table) -> str:
    """How a match was won in a way that is its game's own."""
    text = game_of(setup).endings_on_paper.get(table["won_by"] or "")
    return say(text, {}) if text else say(*how_it_ended(setup, table)[0])


def draw(setup: Setup, won_by: "str | None") -> str:
    """How a match was drawn: in a way that is its game's own, or simply so."""
    text = game_of(setup).endings_on_paper.get(f"{won_by}_drawn")
    return say(text, {}) if text else _("A draw")


def beside_each_other(setup: Setup, columns: list[Column], choices: Sequence[tuple[Column, str]] = ()) -> Form:
    """A form with one row a hand: number, dealer, choices printed to be circled, then `columns` for each side."""
    leading = [Column(_("Hand"), 9, "number"), Column(_("Dealer"), 24, "dealer"), *(each for each, _text in choices)]
    sides = range(len(setup["sides"]))
    to_write = (
        Cell("dealer"),
        *(Cell(column.kind, printed) for column, printed in choices),
        *(Cell(column.kind) for _side in sides for column in columns),
    )
    return Form(
        columns=(*leading, *(columns * len(sides))),
        bands=(Band(len(leading)), *(Band(len(columns), side=side) for side in sides)),
        hand=lambda number: (Row((Cell("number", str(number)), *to_write)),),
    )


def card_points_and_games(setup: Setup, values: dict[str, int], games: Column) -> Form:
    """A form for games in which 120 card points decide who wins how many `games`; `values` are the cards' by rank."""
    all_points = _("%(points)s in all", points=ALL_POINTS)
    counted = Column(_("Card points"), 12, "count first", all_points, **card_points(values))
    return beside_each_other(setup, [counted, games, Column(_("Total"), 12, "total")])


def line_a_side(setup: Setup, columns: list[Column]) -> Form:
    """A form with a line for each side in every hand, where there is more to write for one than stands in a row.

    Number and dealer stand once a hand; in each line a side's sign, `columns`, points and total.
    """
    leading = [Column(_("Hand"), 9, "number"), Column(_("Dealer"), 22, "dealer"), Column("", 7, "sign")]
    own = [*columns, Column(_("Points"), 16, "points"), Column(_("Total"), 18, "total")]
    to_write = tuple(Cell(column.kind) for column in own)
    sides = len(setup["sides"])

    def hand(number: int) -> tuple[Row, ...]:
        lines = [(Cell("sign", SIGNS[side]), *to_write) for side in range(sides)]
        lines[0] = (Cell("number", str(number), rows=sides), Cell("dealer", rows=sides), *lines[0])
        return tuple(Row(cells, opens=side == 0) for side, cells in enumerate(lines))

    return Form((*leading, *own), side_by_side(len(leading) + len(own), sides), hand)


def side_by_side(columns: int, sides: int) -> tuple[Band, ...]:
    """Places for the sides' names above columns that are not theirs alone."""
    first, *others = [columns // sides] * sides
    return tuple(Band(span, side=side, heads=False) for side, span in enumerate([first + columns % sides, *others]))


def _form_of_fields(setup: Setup) -> Form:
    """A column for each share of the usual way to enter a hand, the points and the total."""
    fields = fields_of(game_of(setup).ways[0]["fields"], setup["options"], len(setup["seats"]))
    shares = [each for each in fields if each["kind"] == "shares"][:MOST_FIELDS]
    counted = [Column(say(each["label"], {}), 11, "count", _total_of(each), **of_side(each["name"])) for each in shares]
    if len(setup["sides"]) > MOST_SIDES_WITH_FIELDS:
        return beside_each_other(setup, [Column(_("Total"), 11, "total first")])
    return beside_each_other(setup, [*counted, Column(_("Points"), 11, "points"), Column(_("Total"), 14, "total")])


def _total_of(field: dict[str, Any]) -> str:
    return str(field.get("total") or "")


def _rules_of_options(setup: Setup) -> list[CribLine]:
    """What fields add up to and what was agreed, in the order of the rules' numbers."""
    game = game_of(setup)
    fields = fields_of(game.ways[0]["fields"], setup["options"], len(setup["seats"]))
    lines = [CribLine(each["rule"], say(each["label"], {}), _total_of(each)) for each in fields if _total_of(each)]
    agreed = setup["options"]
    lines += [
        CribLine(each["rule"], say(option_label(each), {}), option_text(each, agreed[each["name"]]))
        for each in game.options
        if each["rule"]
    ]
    return sorted(lines, key=lambda line: game.rules.index(line.rule))
