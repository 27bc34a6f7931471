"""Slips for the tables of a round: both sides write the result and sign. Two or four on a page, to be cut apart.

Lengths are in millimetres. The cuts go through the middle of the page, so top and bottom margin are alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.games.engine.base import _ as marked
from scorekeeper.games.engine.base import refuse
from scorekeeper.i18n import _
from scorekeeper.paper.club_sheets import Cell
from scorekeeper.paper.model import PAPERS, qr_code
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.wording import RoundTables, seating_of_round
from scorekeeper.tournaments.model import Entrant, Ids, Scoring, Tournament
from scorekeeper.tournaments.systems import is_knockout

SIDE, EDGE = 10.0, 14.0  # margins left and right, top and bottom
PADDING = 4.0
NARROWEST = 80.0  # of a slip that can be written on
MOST_LEGS = 7  # with a row of their own
MOST_BLANK = 400
HIGHEST, LEAST = 11.0, 4.5  # of a row
SPARE = 0.8  # for the borders of a slip


@dataclass(frozen=True, slots=True)
class SlipSide:
    """A side on a slip, empty on a blank one.

    `names` are its players, or entrants with a name of their own, each with a member number or players in small type.
    `asks_numbers` is True if a member number is to be written by hand.
    """

    number: str = ""
    names: tuple[Cell, ...] = ()
    asks_numbers: bool = True


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a table; `address` is the link for scoring by phone, empty without one.

    `round` is the name of the table's match where its round has several, such as “Third place”; else empty.
    """

    table: str
    sides: tuple[SlipSide, SlipSide]
    address: str = ""
    round: str = ""

    @property
    def qr(self) -> Markup:
        """The code that opens the table's match."""
        return qr_code(self.address)


@dataclass(frozen=True, slots=True)
class Form:
    """The part to write in: a row for each hand or leg, with columns for both sides, then the rows `ends`."""

    heading: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    ends: tuple[str, ...]


class Room(NamedTuple):
    """Heights on the slips of one page: of the part above the rows, and of a row to write on."""

    top: float = 0.0
    row: float = 0.0


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


def slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """A slip for each table of a round. Raises Refusal if there is no such round."""
    seated = seating_of_round(tournament, wanted.round, wanted.hall)
    name = wording.round_name(tournament, seated.number)
    return _slips(tournament, wanted, name, _of_tables(tournament, wanted, seated))


def blank_slips(tournament: Tournament, wanted: Wanted) -> Slips:
    """Returns `wanted.number` blank slips, by default as many as fit on one page."""
    empty = Slip("", (SlipSide(), SlipSide()))
    return _slips(tournament, wanted, "", (empty,) * (wanted.number or wanted.per_page))


def _slips(tournament: Tournament, wanted: Wanted, name: str, tables: tuple[Slip, ...]) -> Slips:
    head = wanted.letterhead
    return Slips(
        paper=wanted.paper,
        language=wanted.language,
        title=tournament.name,
        round=name,
        day=wanted.day,
        about=" · ".join(part for part in (head.club if head else "", wanted.place) if part),
        form=_form(tournament.scoring),
        per_page=wanted.per_page,
        height=_height(wanted),
        slips=tables,
        logo=head.logo if head else "",
    )


def with_rows(sheet: Slips, tops: Sequence[float], below: float) -> Slips:
    """Returns the slips with rows as high as fit, LEAST at least, and level with each other on a page.

    `tops` are the heights of what is printed above each slip's rows, `below` is that of the rest.
    """
    highest = (max(tops[start : start + sheet.per_page]) for start in range(0, len(tops), sheet.per_page))
    return replace(sheet, rooms=tuple(_room(sheet, top, below) for top in highest))


def _room(sheet: Slips, top: float, below: float) -> Room:
    written = len(sheet.form.rows) + len(sheet.form.ends)
    row = min((sheet.height - 2 * PADDING - top - below) / written, HIGHEST)
    if row < LEAST:
        return Room(round(top - written * (LEAST - row), 2), LEAST)
    return Room(round(top, 2), floor(row * 10) / 10)


def is_crowded(sheet: Slips, tops: Sequence[float]) -> bool:
    """True if a slip has less room above its rows than what is printed there needs."""
    rooms = (room for room in sheet.rooms for _slip in range(sheet.per_page))
    return any(top > room.top + SPARE for top, room in zip(tops, rooms, strict=False))


def _height(wanted: Wanted) -> float:
    """The height of a slip. Raises Refusal if slips would be too narrow on this paper."""
    paper = PAPERS[wanted.paper]
    if (paper.width - 2 * SIDE) / (wanted.per_page // 2) < NARROWEST:
        raise refuse("per_page", None, marked("Four slips do not fit on paper of this size"))
    return round((paper.height - 2 * EDGE) / 2 - SPARE, 1)


def _form(scoring: Scoring) -> Form:
    """Returns the form for a scoring; above MOST_LEGS legs, legs have no rows, only their sum."""
    total, penalties = _("Total"), _("Penalties")
    if scoring.kind == "vp":
        hands = tuple(str(number) for number in range(1, scoring.hands + 1))
        columns = (_("Base"), _("Points"), total)
        return Form(
            _("Hand"),
            hands,
            columns,
            (_("Sum of the hands"), penalties, _("Difference (MP)"), _("Victory points (VP)")),
        )
    tournament_points = _("Tournament points (TP)")
    if scoring.best_of == 1:
        return Form("", (), (), (_("Points"), penalties, tournament_points))
    legs = tuple(str(number) for number in range(1, scoring.best_of + 1)) if scoring.best_of <= MOST_LEGS else ()
    return Form(_("Leg"), legs, (_("Points"), _("Won")) if legs else (), (_("Legs won"), penalties, tournament_points))


def _of_tables(tournament: Tournament, wanted: Wanted, seated: RoundTables) -> tuple[Slip, ...]:
    entrants, names = wording.sitting(tournament, seated.number), _table_names(tournament, seated)
    slips_of_tables = []
    for table in seated.tables:
        one, other = (_side(entrants, side) for side in table.sides)
        address = wanted.codes.get(table.number, "")
        slips_of_tables.append(Slip(str(table.number), (one, other), address, names.get(table.number, "")))
    return tuple(slips_of_tables)


def _table_names(tournament: Tournament, seated: RoundTables) -> dict[int, str]:
    """Returns what slips say instead of the round's name, by table: the final, or the round with a group or flight."""
    names = wording.table_names(tournament, seated.number, seated.tables)
    if is_knockout(tournament, seated.number):
        return names
    name_of_round = wording.round_name(tournament, seated.number)
    return {table: f"{name_of_round} · {name}" for table, name in names.items()}


def _side(entrants: dict[int, Entrant], side: Ids) -> SlipSide:
    names = tuple(cell for entrant in side for cell in _names(entrants[entrant]))
    asks = any(not number for entrant in side for _player, number in wording.numbered(entrants[entrant]))
    return SlipSide(wording.numbers(side), names, asks)


def _names(entrant: Entrant) -> list[Cell]:
    """Returns the players with their member numbers; below the entrant's name if it says more than their names."""
    players = wording.numbered(entrant)
    if wording.is_its_players(entrant):
        return [Cell(player, number) for player, number in players]
    named = (f"{player} ({number})" if number else player for player, number in players)
    return [Cell(entrant.name, ", ".join(named))]
