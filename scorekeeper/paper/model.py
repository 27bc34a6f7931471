"""What a sheet shows, as plain values: nothing of the database, nothing to compute, every text ready to print.

One `Sheet` is printed by one template, whether it tells of a match or waits to be written on: where a text is empty
on a blank sheet, the template leaves a line to write on.
"""

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.games.engine.summary import SIGNS
from scorekeeper.paper.codes import Code
from scorekeeper.paper.letterhead import Letterhead


@dataclass(frozen=True, slots=True)
class Fact:
    """One of the lines that say where, when and what was played."""

    label: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table. `side` is the index of his side; `deals_first` marks the first dealer."""

    side: int
    name: str = ""
    deals_first: bool = False

    @property
    def sign(self) -> str:
        """The sign of the player's side."""
        return SIGNS[self.side]


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats as around a table looked at from above; `left` and `right` run from top to bottom."""

    bottom: Seat
    right: tuple[Seat, ...] = ()
    top: Seat | None = None
    left: tuple[Seat, ...] = ()
    clockwise: bool = False


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
    """

    heading: str
    width: float
    kind: str
    hint: str = ""
    heading_lines: tuple[str, ...] = ()
    hint_lines: tuple[str, ...] = ()


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
class Grid:
    """The hands. `row_height` in millimetres is given where the rows are to be written on by hand."""

    columns: tuple[Column, ...]
    bands: tuple[Band, ...]
    rows: tuple[Row, ...]
    row_height: float | None = None


@dataclass(frozen=True, slots=True)
class Footnote:
    """What a mark in the grid refers to."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How a side came out: texts, empty where they are to be written by hand."""

    side: int
    name: str = ""
    total: str = ""
    games: str = ""
    won: bool = False

    @property
    def sign(self) -> str:
        """The sign of the side."""
        return SIGNS[self.side]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of the match, or where it stands: a sentence, and every side's standing."""

    sentence: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class CribLine:
    """A rule in a few words, and what it is worth, with the number under which the rules page explains it."""

    rule: str
    text: str
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper, ready to be set; the lines of the crib come in columns.

    `fingerprint` comes again on every page; `code` is scanned to check a match's sheet, or to score at its table.
    """

    title: str
    variant: str
    paper: str
    language: str
    seating: Seating
    grid: Grid
    result: Result
    facts: tuple[Fact, ...] = ()
    house_rules: tuple[str, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    rulings: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    chart: Markup | None = None
    crib: tuple[tuple[CribLine, ...], ...] = ()
    footer: str = ""
    blank: bool = False
    fingerprint: str = ""
    code: Code | None = None
    letterhead: Letterhead | None = None
