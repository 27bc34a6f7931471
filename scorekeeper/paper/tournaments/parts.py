"""The content of a tournament's sheets as plain values: lists of cells, and drawings of lines and texts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.clubs.tournaments import words
from scorekeeper.i18n import _
from scorekeeper.paper.club_sheets import Cell, Heading, signs_for
from scorekeeper.paper.model import BRACKET_PAPERS, Letterhead
from scorekeeper.paper.page import rendered
from scorekeeper.paper.typesetting import positions
from scorekeeper.tournaments.hall import Hall
from scorekeeper.tournaments.model import Tournament


class Invitation(NamedTuple):
    """The texts of a poster beside the document: day, hour, and sentences about fee, prizes and entries.

    `address` is the form for entries if it `enters`, else the players' page; empty if there is none.
    """

    day: str = ""
    hour: str = ""
    lines: tuple[str, ...] = ()
    address: str = ""
    enters: bool = False


NOTHING_SAID = Invitation()


@dataclass(frozen=True, slots=True)
class Wanted:
    """The choices for a sheet, and data that is not in the tournament's document.

    `round` is 0 for the current one; `number` is the number of places or blank slips, 0 for the usual number;
    `codes` are the addresses for scoring by phone, by table number; `hall` is the floor plan, if there is one.
    `arbiter` is the arbiter's name, `code` a federation's code of the tournament; `every_round`: results of all rounds.
    `prizes` are the prizes by place, as texts; the prize list has lines to write on for others. `fees` are the entry
    fees by entrant, `paid` the ids of those who have paid; `income` and `pool` are the sums of fees and prizes, or
    empty; `categories` are the entrants by category of prizes; `invitation` is for posters. `marks`: slips have the
    part that machines read, sealed with the tournament's `key`, or without one.
    """

    paper: str
    language: str
    round: int = 0
    number: int = 0
    per_page: int = 2
    letterhead: Letterhead | None = None
    place: str = ""
    day: str = ""
    codes: Mapping[int, str] = field(default_factory=dict)
    arbiter: str = ""
    code: str = ""
    every_round: bool = False
    prizes: Mapping[int, str] = field(default_factory=dict)
    fees: Mapping[int, str] = field(default_factory=dict)
    income: str = ""
    pool: str = ""
    paid: frozenset[int] = frozenset()
    categories: Mapping[str, Collection[int]] = field(default_factory=dict)
    invitation: Invitation = NOTHING_SAID
    hall: Hall = field(default_factory=list)
    marks: bool = True
    key: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a sheet: its title, the tournament's name, and a line with game, system, place and day."""

    title: str
    tournament: str
    about: str
    letterhead: Letterhead | None = None

    @property
    def footer(self) -> str:
        """The text at the foot of each page."""
        return " · ".join(part for part in (self.tournament, self.title) if part)


@dataclass(frozen=True, slots=True)
class HeadedSheet:
    """Base class of a tournament's sheets with a head; `language` is a locale."""

    paper: str
    language: str
    head: Head

    @property
    def footer(self) -> str:
        """The text at the foot of each page, and the title of the file."""
        return self.head.footer


@dataclass(frozen=True, slots=True)
class Block:
    """A table of a list; cells are in the order of the columns, `notes` are sentences below it."""

    heading: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing(HeadedSheet):
    """A sheet of blocks one below the other; `criteria` are the tie-breaks, `signatures` the signatories at the end.

    `posted`: for a wall, in the largest type; `apart`: if one page is not enough, each block begins a page; `turns`: on
    paper that lies on its side if the type is larger so.
    """

    blocks: tuple[Block, ...]
    criteria: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    posted: bool = False
    apart: bool = False
    turns: bool = False


class Text(NamedTuple):
    """A text of a drawing; CSS shortens it with an ellipsis if it needs more lines than the page allows.

    `x` is its left edge, `y` where its last line ends; `beside` is a second text at its right edge.
    """

    x: float
    y: float
    width: float
    text: str
    beside: str = ""
    bold: bool = False


class Stroke(NamedTuple):
    """A straight line of a drawing."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a drawing; `type` is the usual size of its letters, `lines` the most lines of a text.

    `corner` is the width of the free place at the bottom right, for the notes of the last page.
    """

    width: float
    height: float
    type: float
    lines: int
    texts: tuple[Text, ...]
    strokes: tuple[Stroke, ...]
    corner: float = 0


@dataclass(frozen=True, slots=True)
class Drawing(HeadedSheet):
    """A drawn sheet with all its pages; `notes` are printed at the bottom right of the last one."""

    pages: tuple[Page, ...]
    notes: tuple[str, ...]


DRAWING = "paper/tournaments/drawing.html"
SPARE = 1.0  # mm left below a drawing


def width_on(paper: str) -> float:
    """Returns the width of a drawing on landscape paper."""
    return BRACKET_PAPERS[paper].height - 2 * BRACKET_PAPERS[paper].side


def height_below(head: Head, wanted: Wanted) -> float:
    """Returns the height that is left for a drawing below a sheet's head on landscape paper. Raises NoPango."""
    paper, nothing = BRACKET_PAPERS[wanted.paper], Page(0, 0, 1, 1, (), ())
    at = positions(rendered(DRAWING, sheet=Drawing(wanted.paper, wanted.language, head, (nothing,), ())))
    return paper.width - paper.bottom - SPARE - at["drawing-0"][1]


def head_of(tournament: Tournament, wanted: Wanted, title: str) -> Head:
    """Returns the head of a sheet: title, tournament, and a line with game, system, scoring, place and day."""
    about = (
        words.game(tournament),
        words.system(tournament),
        words.scoring(tournament.scoring),
        wanted.place,
        wanted.day,
    )
    return Head(title, tournament.name, " · ".join(part for part in about if part), wanted.letterhead)


def signature_lines(wanted: Wanted) -> tuple[str, ...]:
    """Returns the signature lines: arbiter and club, with names if known."""
    arbiter = _("Arbiter: %(name)s", name=wanted.arbiter) if wanted.arbiter else _("Arbiter")
    return arbiter, signs_for(wanted.letterhead)


def number_column(partners: bool = False) -> Heading:
    """Returns the heading of the column with entrants' numbers; `partners`: with room for two numbers."""
    return Heading(_("No."), "number partners" if partners else "number")
