"""What a sheet shows, as plain values: nothing of the database, nothing to compute, every text ready to print.

One `Sheet` is printed by one template, whether it tells of a match or waits to be written on: where a text is empty
on a blank sheet, the template leaves a line to write on.
"""

from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.games.engine.summary import SIGNS
from scorekeeper.games.paper import Band, Column, CribLine, Row
from scorekeeper.paper.codes import Code
from scorekeeper.paper.letterhead import Letterhead

ROOMY = {"A4": 12, "Letter": 11, "A5": 5}  # so many rows at most leave room to set them wide apart


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
class Sheet:
    """A sheet of paper, ready to be set; the lines of the crib come in columns.

    `fingerprint` comes again on every page; `code` is scanned to check a match's sheet, or to score at its table.
    A piece of a long sheet is not `whole`; the piece that `opens` has the head, the one that `closes` the end, and
    `first_page` is the number of its first page.
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
    whole: bool = True
    opens: bool = True
    closes: bool = True
    first_page: int = 1

    @property
    def is_roomy(self) -> bool:
        """Whether few hands leave room to set them wide apart."""
        return not self.blank and self.whole and len(self.grid.rows) <= ROOMY[self.paper]
