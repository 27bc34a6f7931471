"""Slips for the tables of a round: both sides write the result and sign. Two or four on a page, to be cut apart.

Lengths are in millimetres. The cuts go through the middle of the page, so top and bottom margin are alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.clubs.tournaments import words
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import _
from scorekeeper.paper.club_sheets import Cell
from scorekeeper.paper.marks import Marks
from scorekeeper.paper.model import PAPERS, qr_code
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.slip_marks import legend_of
from scorekeeper.slips.codes import texts_of
from scorekeeper.slips.marks import WIDTH, block_of
from scorekeeper.tournaments.model import Entrant, Ids, Scoring, Table, Tournament
from scorekeeper.tournaments.shown_rounds import RoundTables, seating_of_round
from scorekeeper.tournaments.systems import is_knockout

SIDE, EDGE = 10.0, 14.0  # margins left and right, top and bottom
PADDING, INSET = 4.0, 3.0  # of a slip, left and right, top and bottom
NARROWEST = 80.0  # of a slip that can be written on
MOST_LEGS = 7  # with a row of their own
MOST_BLANK = 400
HIGHEST, LEAST = 11.0, 4.5  # of a row
SPARE = 0.8  # for the borders of a slip
RULE = 0.12  # for the line below a row
GAP = 4.0  # between the rows and marks beside them
WIDE = WIDTH + GAP + NARROWEST  # a slip with room for marks beside its rows


@dataclass(frozen=True, slots=True)
class SlipSide:
    """A side on a slip, empty on a blank one.

    `names` are its players, or entrants with a name of their own, each with a member number or players in small type.
    `asks_numbers` is True if a member number is to be written by hand. `line` is its line in a Mitchell, else empty.
    """

    number: str = ""
    names: tuple[Cell, ...] = ()
    asks_numbers: bool = True
    line: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a table; `address` is the link for scoring by phone, empty without one.

    `round` is the name of the table's match if its round has several, e.g. “Third place”; else empty. `marks` is the
    machine-readable part, None on a slip without.
    """

    table: str
    sides: tuple[SlipSide, SlipSide]
    address: str = ""
    round: str = ""
    marks: Marks | None = None

    @property
    def qr(self) -> Markup:
        """The code that opens the table's match."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True)
class Form:
    """The part to write in: a row for each hand or leg, with columns for both sides, then the rows `ends`.

    `shared` are short names of the last two rows where these share one; empty if they never do.
    """

    heading: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    ends: tuple[str, ...]
    shared: tuple[str, ...] = ()


class Room(NamedTuple):
    """Heights on the slips of one page: of the part above the rows, of a row, and of one of the rows `ends`."""

    top: float = 0.0
    row: float = 0.0
    end: float = 0.0


class Measured(NamedTuple):
    """Heights in a layout without rows: `tops` by slip, of the part above its rows; the others are equal on all slips.

    `head` and `ends_head` are the headings of rows and of `ends`, `foot` is the part below both, `beside` the part
    beside `ends`.
    """

    tops: tuple[float, ...]
    head: float
    ends_head: float
    beside: float
    foot: float


@dataclass(frozen=True, slots=True)
class Slips:
    """All slips of a round. `title` is the tournament's name, `day` and `about` (club, place) are printed below it.

    `rooms` are the heights of each page's slips, empty in the layout that is measured; `size` is that of the type
    above the rows, times the usual one; `margins` are the pages', top and left.
    """

    paper: str
    language: str
    title: str
    round: str
    day: str
    about: str
    form: Form
    per_page: int
    height: float
    slips: tuple[Slip, ...]
    rooms: tuple[Room, ...] = ()
    size: float = 1.0
    logo: str = ""
    margins: tuple[float, float] = (EDGE, SIDE)

    @property
    def footer(self) -> str:
        """The text at the foot of each page."""
        return " · ".join(part for part in (self.title, self.round) if part)

    @property
    def pages(self) -> list[tuple[Slip, ...]]:
        """The slips of each page."""
        return [self.slips[start : start + self.per_page] for start in range(0, len(self.slips), self.per_page)]

    @property
    def across(self) -> int:
        """How many slips are side by side."""
        return self.per_page // 2

    @property
    def marks(self) -> list[Marks]:
        """The parts of all slips that machines read; empty if slips have none."""
        return [slip.marks for slip in self.slips if slip.marks]

    @property
    def has_marks_beside(self) -> bool:
        """True if the marks are beside the rows `ends`, because slips are wide; else they are below them."""
        return bool(self.marks) and self.width >= WIDE

    @property
    def ends(self) -> tuple[str, ...]:
        """The rows below the hands or legs; without the last two if they share a row, because marks are below."""
        return self.form.ends[:-2] if self.shared else self.form.ends

    @property
    def shared(self) -> tuple[str, ...]:
        """The names of the two figures that share the last row, or empty."""
        return self.form.shared if self.marks and not self.has_marks_beside else ()

    @property
    def width(self) -> float:
        """The width of the printed area of a slip, in mm."""
        return _width(self.paper, self.per_page)

    @property
    def depth(self) -> float:
        """The height of the printed area of a slip, in mm."""
        return self.height - 2 * INSET


def slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """Returns the slips of a round, one for each table. Raises Refusal for an unknown round."""
    seated = seating_of_round(tournament, wanted.round, wanted.hall)
    name = words.round_name(tournament, seated.number)
    form = _form(tournament.scoring, knock_out=is_knockout(tournament, seated.number))
    return _slips(tournament, wanted, name, form, _of_tables(tournament, wanted, seated))


def blank_slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """Returns `wanted.number` blank slips, by default as many as fit on one page."""
    empty = Slip("", (SlipSide(), SlipSide()))
    form = _form(tournament.scoring, knock_out=is_knockout(tournament, len(tournament.rounds) or 1))
    return _slips(tournament, wanted, "", form, (empty,) * (wanted.number or wanted.per_page))


def _slips(tournament: Tournament, wanted: Wanted, name: str, form: Form, tables: tuple[Slip, ...]) -> Slips:
    head = wanted.letterhead
    return Slips(
        paper=wanted.paper,
        language=wanted.language,
        title=tournament.name,
        round=name,
        day=wanted.day,
        about=" · ".join(part for part in (head.club if head else "", wanted.place) if part),
        form=form,
        per_page=wanted.per_page,
        height=_height(wanted),
        slips=tables,
        logo=head.logo if head else "",
    )


def with_rows(sheet: Slips, measured: Measured) -> Slips:
    """Returns the slips with rows as high as fit, LEAST at least, and level with each other on a page."""
    tops = measured.tops
    highest = (max(tops[start : start + sheet.per_page]) for start in range(0, len(tops), sheet.per_page))
    return replace(sheet, rooms=tuple(_room(sheet, top, measured) for top in highest))


def _room(sheet: Slips, top: float, measured: Measured) -> Room:
    rows, ends = len(sheet.form.rows), len(sheet.ends) + bool(sheet.shared)
    left = sheet.depth - top - measured.head - measured.foot
    row = end = min((left - measured.ends_head) / (rows + ends) - RULE, HIGHEST)
    if measured.ends_head + ends * (end + RULE) < measured.beside:
        row = min((left - measured.beside) / max(rows, 1) - RULE, HIGHEST)
        end = (measured.beside - measured.ends_head) / ends - RULE
    lacking = rows * max(LEAST - row, 0) + ends * max(LEAST - end, 0)
    return Room(round(top - lacking, 2), *(floor(max(each, LEAST) * 10) / 10 for each in (row, end)))


def is_crowded(sheet: Slips, tops: Sequence[float]) -> bool:
    """True if the print above a slip's rows needs more room than there is."""
    rooms = (room for room in sheet.rooms for _slip in range(sheet.per_page))
    return any(top > room.top + SPARE for top, room in zip(tops, rooms, strict=False))


def _width(paper: str, per_page: int) -> float:
    """Returns the width of the printed area of a slip, in mm."""
    return (PAPERS[paper].width - 2 * SIDE) / (per_page // 2) - 2 * PADDING


def _height(wanted: Wanted) -> float:
    """The height of a slip. Raises Refusal if slips would be too narrow on this paper."""
    paper = PAPERS[wanted.paper]
    if (paper.width - 2 * SIDE) / (wanted.per_page // 2) < NARROWEST:
        raise refuse("per_page", None, N_("Four slips do not fit on paper of this size"))
    return round((paper.height - 2 * EDGE) / 2 - SPARE, 1)


def _form(scoring: Scoring, *, knock_out: bool) -> Form:
    """Returns the form for a scoring; above MOST_LEGS legs, legs have no rows, only their sum.

    In a knock-out nobody counts tournament points.
    """
    total, penalties = _("Total"), _("Penalties")
    if scoring.kind == "vp":
        hands = tuple(str(number) for number in range(1, scoring.hands + 1))
        columns = (_("Base"), _("Points"), total)
        return Form(
            _("Hand"),
            hands,
            columns,
            (_("Sum of the hands"), penalties, _("Difference (MP)"), _("Victory points (VP)")),
            (_("MP"), _("VP")),
        )
    sums = () if knock_out else (_("Tournament points (TP)"),)
    if scoring.best_of == 1:
        return Form("", (), (), (_("Points"), penalties, *sums))
    legs = tuple(str(number) for number in range(1, scoring.best_of + 1)) if scoring.best_of <= MOST_LEGS else ()
    return Form(_("Leg"), legs, (_("Points"), _("Won")) if legs else (), (_("Legs won"), penalties, *sums))


def _of_tables(tournament: Tournament, wanted: Wanted, seated: RoundTables) -> tuple[Slip, ...]:
    entrants, names = words.sitting(tournament, seated.number), _table_names(tournament, seated)
    lines = words.lines(tournament, seated.number) or ("", "")
    slips_of_tables = []
    for table in seated.tables:
        one, other = (_side(entrants, side, line) for side, line in zip(table.sides, lines, strict=True))
        address = wanted.codes.get(table.number, "")
        marks = _marks(tournament, wanted, seated.number, table) if wanted.marks else None
        slips_of_tables.append(Slip(str(table.number), (one, other), address, names.get(table.number, ""), marks))
    return tuple(slips_of_tables)


def _marks(tournament: Tournament, wanted: Wanted, number: int, table: Table) -> Marks:
    """Returns the part of a table's slip that machines read, in round `number`."""
    one, other = (f"{_('No.')} {words.numbers(side)}" for side in table.sides)
    above = _width(wanted.paper, wanted.per_page) < WIDE
    codes = texts_of(tournament, number, table, wanted.key, above=above)
    scoring = tournament.scoring
    return Marks(block_of(scoring), codes, (one, other), number, table.number, legend_of(scoring))


def without_marks(sheet: Slips) -> Slips:
    """Returns the slips without the machine-readable part."""
    return replace(sheet, slips=tuple(replace(slip, marks=None) for slip in sheet.slips))


def _table_names(tournament: Tournament, seated: RoundTables) -> dict[int, str]:
    """Returns the titles of slips by table, if not the round's name: the final, or the round with a group or flight."""
    names = words.table_names(tournament, seated.number, seated.tables)
    if is_knockout(tournament, seated.number):
        return names
    name_of_round = words.round_name(tournament, seated.number)
    return {table: f"{name_of_round} · {name}" for table, name in names.items()}


def _side(entrants: dict[int, Entrant], side: Ids, line: str) -> SlipSide:
    names = tuple(cell for entrant in side for cell in _names(entrants[entrant]))
    asks = any(not number for entrant in side for _player, number in words.numbered(entrants[entrant]))
    return SlipSide(words.numbers(side), names, asks, line)


def _names(entrant: Entrant) -> list[Cell]:
    """Returns the players with their member numbers, below the entrant's name unless that only repeats their names."""
    players = words.numbered(entrant)
    if words.is_its_players(entrant):
        return [Cell(player, number) for player, number in players]
    named = (f"{player} ({number})" if number else player for player, number in players)
    return [Cell(entrant.name, ", ".join(named))]
