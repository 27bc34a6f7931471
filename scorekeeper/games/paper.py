"""A game on paper: the columns of its score sheet, its rules in short, and how a match was won.

The columns come from `form(setup)` in a game's `server` module, else from the game's fields. The rules
in short are the game's rules that have a text or a worth for paper, with `worths(setup)` (computed worths by rule
number) and `rules_in_short(setup)` (whole lines) of the `server` module; else they are made from fields and options.
Widths are in millimetres on A4; other paper sizes scale them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.game_folders import server_part
from scorekeeper.i18n import _, court_cards, say

from .engine.base import Field, Setup, Table
from .engine.counting import ALL_POINTS, counted_points
from .engine.figures import figure
from .engine.play import REMARKS, game_of
from .engine.side_names import SIGNS, signs_of
from .engine.ways import fields_of, is_asked_for
from .engine.words import NO_SHARE, how_it_ended
from .rulebook import numbers_of, option_label, option_text, titles_of

# Returns the text in a column of a hand, from its entry, each side's points, and the column's side.
Fill = Callable[[Mapping[str, Any], Sequence[int], int], str]
TICK = "✓"


def of_side(name: str) -> dict[str, Any]:
    """Returns a column's `fill` and `tells` for the field `name`: each side's number, or a tick at the named side."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        value = entry.get(name)
        if isinstance(value, list):
            return NO_SHARE if value[side] is None else figure(value[side])
        return TICK if value is not None and value is not False and value == side else ""

    return {"fill": fill, "tells": (name,)}


def sign_of(name: str) -> dict[str, Any]:
    """Returns a column's `fill` and `tells` for the sign of the side in the field `name`; a dash if it is None."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        who = entry.get(name)
        return SIGNS[who] if isinstance(who, int) else "–" if name in entry else ""

    return {"fill": fill, "tells": (name,)}


def card_points(values: dict[str, int]) -> dict[str, Any]:
    """Returns `fill` and `tells` of a column for each side's card points; `values`: points of a card by rank."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        if "points" not in entry and "cards" not in entry:
            return ""
        shares = counted_points(dict(entry), values, len(points))
        return figure(shares[side]) if side < len(shares) else ""

    return {"fill": fill, "tells": ("points",)}


def in_group(name: str, group: str = "sides") -> dict[str, Any]:
    """Returns `fill` and `tells` of a column for a number in each side's group of fields, blank without one."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get(group) or ()
        value = sides[side].get(name) if side < len(sides) else None
        return figure(value) if isinstance(value, int) and not isinstance(value, bool) else ""

    return {"fill": fill, "tells": (f"{group}.{name}",)}


MOST_SIDES_WITH_FIELDS = 3  # with more sides there is room only for a total
MOST_FIELDS = 3


@dataclass(frozen=True, slots=True)
class Band:
    """A heading over several columns. `side` is the named side; `heads`: the columns belong to that side only."""

    span: int
    text: str = ""
    side: int | None = None
    heads: bool = True

    @property
    def sign(self) -> str:
        """The sign of the side that the columns belong to; empty if there is none."""
        return "" if self.side is None else SIGNS[self.side]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the grid: its kind, which is the CSS class of its cells, and its width in millimetres.

    `width` is its share of the paper; a column gets wider if its heading or texts need more. `hint` is small print
    under the heading, e.g. the worth of one thing counted.

    On the sheet of a match `fill` returns the text; a column without it is left blank for handwriting, except hands,
    dealers, points and totals. `tells` are the entry's fields that the column shows, a side's as `sides.melds`.
    """

    heading: str
    width: float
    kind: str
    hint: str = ""
    fill: Fill | None = field(default=None, compare=False)
    tells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the grid and its text.

    `leads` sets a leader's total in bold, `marks` are signs of footnotes, `remark` is printed below the text; it covers
    `span` columns and `rows`.
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
    """A row of the grid. With `opens`, a line above it separates it from the hand before."""

    cells: tuple[Cell, ...]
    struck: bool = False
    opens: bool = True


@dataclass(frozen=True, slots=True)
class CribLine:
    """A line of the short rules: the number of a rule, the rule in a few words, and its worth."""

    rule: str
    text: str
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """The grid of a score sheet: its columns, their headings, and a function for the rows of a hand."""

    columns: tuple[Column, ...]
    bands: tuple[Band, ...]
    hand: Callable[[int], tuple[Row, ...]]

    @property
    def lines_a_hand(self) -> int:
        """The number of rows for each hand."""
        return len(self.hand(1))


def is_told(form: Form, entry: Mapping[str, Any]) -> bool:
    """True if the columns show every field of an entry, apart from note and time."""
    shown = {name for column in form.columns for name in column.tells} | set(REMARKS)
    return all(name in shown and ("." in name or not isinstance(value, dict)) for name, value in _flat(entry))


def _flat(entry: Mapping[str, Any]) -> "list[tuple[str, Any]]":
    """Returns the non-empty fields of an entry as (name, value), fields inside groups by their dotted path."""
    fields = []
    for name, value in entry.items():
        if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
            fields += [(f"{name}.{inner}", part[inner]) for part in value for inner in part if part[inner]]
        elif isinstance(value, dict) and value and all(isinstance(part, list) for part in value.values()):
            fields += [(f"{name}.{inner}", part) for inner, part in value.items()]
        elif value is not None and value is not False and value != []:  # 0 is the first side
            fields.append((name, value))
    return fields


def form(setup: Setup) -> Form:
    """Returns the grid of a match, by its game, sides and options."""
    grid: Form = server_part(game_of(setup).slug, "form", _form_of_fields)(setup)
    return grid


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the rules of this match that players look up at the table, sorted by rule number."""
    game = game_of(setup)
    of_the_game: list[CribLine] = server_part(game.slug, "rules_in_short", _nothing)(setup)
    lines = [*_rules_of_table(setup), *of_the_game] or _rules_of_options(setup)
    lines = [replace(line, worth=court_cards(line.worth)) for line in lines]
    return sorted(lines, key=lambda line: game.rules.index(line.rule))


def _nothing(setup: Setup) -> list[CribLine]:
    return []


def _rules_of_table(setup: Setup) -> list[CribLine]:
    """Returns the short rules of this match, from the game's list of rules (see `base.rule`)."""
    game, options, players = game_of(setup), setup["options"], len(setup["seats"])
    computed: dict[str, str] = server_part(game.slug, "worths", _no_worths)(setup)
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
    """Returns a sentence about how a match was won, in the game's own words if it has any."""
    text = game_of(setup).ending_on_paper(table["won_by"] or "")
    return say(text, {}) if text else say(*how_it_ended(setup, table)[0])


def draw(setup: Setup, won_by: "str | None") -> str:
    """Returns a sentence about how a match was drawn, in the game's own words if it has any."""
    text = game_of(setup).ending_on_paper(f"{won_by}_drawn")
    return say(text, {}) if text else _("A draw")


def beside_each_other(setup: Setup, columns: list[Column], choices: Sequence[tuple[Column, str]] = ()) -> Form:
    """Returns a grid with one row for each hand: number, dealer, choices to circle, then `columns` for each side."""
    leading = [
        Column(_("Hand"), 9, "number"),
        Column(_("Dealer"), 24, "dealer"),
        *(column for column, _text in choices),
    ]
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


def circled(setup: Setup, heading: str, name: str) -> tuple[Column, str]:
    """Returns a choice for `beside_each_other`: all signs, of which the one of the side in field `name` is circled."""
    sides = len(setup["sides"])
    column = Column(heading, 5 * sides, "circle", _("circle"), **sign_of(name))
    return column, signs_of(list(range(sides)))


MOST_SIDES_WITH_CARDS = 4  # with more players there is room only for a total


def cards_left(setup: Setup) -> Form:
    """Returns a grid for games in which one player closes a hand (to circle), and the others count their cards."""
    closed = circled(setup, _("Closed"), "closed")
    if len(setup["sides"]) > MOST_SIDES_WITH_CARDS:
        return beside_each_other(setup, [Column(_("Total"), 14, "total first")], [closed])
    cards = Column(_("Cards"), 12, "count first", **of_side("counts"))
    return beside_each_other(setup, [cards, Column(_("Total"), 13, "total")], [closed])


def card_points_and_games(setup: Setup, values: dict[str, int], games: Column) -> Form:
    """Returns a grid for games in which 120 card points decide who wins how many `games`; `values`: by rank."""
    all_points = _("%(points)s in all", points=ALL_POINTS)
    counted = Column(_("Card points"), 12, "count first", all_points, **card_points(values))
    return beside_each_other(setup, [counted, games, Column(_("Total"), 12, "total")])


def line_a_side(setup: Setup, columns: list[Column]) -> Form:
    """Returns a grid with a row for each side in every hand, for games with more columns than fit side by side.

    Number and dealer are printed once for a hand; each row has the side's sign, `columns`, points and total.
    """
    leading = [Column(_("Hand"), 9, "number"), Column(_("Dealer"), 22, "dealer"), Column("", 7, "sign")]
    columns_of_side = [*columns, Column(_("Points"), 16, "points"), Column(_("Total"), 18, "total")]
    to_write = tuple(Cell(column.kind) for column in columns_of_side)
    sides = len(setup["sides"])

    def hand(number: int) -> tuple[Row, ...]:
        lines = [(Cell("sign", SIGNS[side]), *to_write) for side in range(sides)]
        lines[0] = (Cell("number", str(number), rows=sides), Cell("dealer", rows=sides), *lines[0])
        return tuple(Row(cells, opens=side == 0) for side, cells in enumerate(lines))

    return Form((*leading, *columns_of_side), side_by_side(len(leading) + len(columns_of_side), sides), hand)


def side_by_side(columns: int, sides: int) -> tuple[Band, ...]:
    """Returns headings for the sides' names over columns that belong to all sides."""
    first, *others = [columns // sides] * sides
    return tuple(Band(span, side=side, heads=False) for side, span in enumerate([first + columns % sides, *others]))


def _form_of_fields(setup: Setup) -> Form:
    """Returns a grid made from the game's fields: shares of the first way to enter a hand, points, total."""
    fields = fields_of(game_of(setup).ways_of(setup)[0]["fields"], setup["options"], len(setup["seats"]))
    shares = [share for share in fields if share["kind"] == "shares"][:MOST_FIELDS]
    counted = [Column(_(share["label"]), 11, "count", _total_of(share), **of_side(share["name"])) for share in shares]
    if len(setup["sides"]) > MOST_SIDES_WITH_FIELDS:
        return beside_each_other(setup, [Column(_("Total"), 11, "total first")])
    return beside_each_other(setup, [*counted, Column(_("Points"), 11, "points"), Column(_("Total"), 14, "total")])


def _total_of(field: Field) -> str:
    return str(field.get("total") or "")


def _rules_of_options(setup: Setup) -> list[CribLine]:
    """Returns short rules made from fields and options: totals of fields, then values of the options."""
    game = game_of(setup)
    fields = fields_of(game.ways_of(setup)[0]["fields"], setup["options"], len(setup["seats"]))
    lines = [
        CribLine(str(declared["rule"]), say(declared["label"], {}), _total_of(declared))
        for declared in fields
        if _total_of(declared)
    ]
    agreed = setup["options"]
    return lines + [
        CribLine(option["rule"], say(option_label(option), {}), option_text(option, agreed[option["name"]]))
        for option in game.options
        if option["rule"]
    ]
