"""The bracket as a drawing, on paper that lies on its side. Lengths are in millimetres, y downwards.

Column 0 is the line of the first round, each further one half as long, the last one the winner. A bracket that is too
long for a page is drawn in parts, whose winners go on on the page after them.
"""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.i18n import _, format_number
from scorekeeper.paper.measure import POINT, width
from scorekeeper.paper.tournaments import knockout, words
from scorekeeper.paper.tournaments.cut import cut
from scorekeeper.paper.tournaments.model import BRACKET_PAPERS, Head, Wanted
from scorekeeper.tournaments.model import Entrant, Table, Tournament
from scorekeeper.tournaments.scoring import scores, winner
from scorekeeper.tournaments.systems.bracket import Line, Stage

LINES = {"A5": 16, "A4": 32, "Letter": 32, "A3": 64}  # of a page's first column
HEAD = {"A5": 28.0, "A4": 31.0, "Letter": 31.0, "A3": 38.0}  # the height of the sheet's head and last line
HEADING = 7.0  # the height of the columns' headings
HIGHEST, WIDEST = 14.0, 62.0  # of a line, of a column
LARGEST, LETTERS = 3.6, 15  # mm of type; so many times the type in a column
TYPE = 0.6  # of the height of a line
GAP = 3.0  # between columns


class Place(NamedTuple):
    """A place of the bracket: who has it, if known, what came out for them there, and whether they won."""

    entrant: int | None
    score: str = ""
    won: bool = False


class Text(NamedTuple):
    """A text of the drawing; `end` says that it ends at x."""

    x: float
    y: float
    text: str
    bold: bool = False
    end: bool = False


class Stroke(NamedTuple):
    """A straight line of the drawing."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing, `type` being the size of its letters."""

    width: float
    height: float
    type: float
    texts: tuple[Text, ...]
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """All pages of a bracket."""

    paper: str
    language: str
    head: Head
    pages: tuple[Page, ...]
    notes: tuple[str, ...]

    @property
    def footer(self) -> str:
        """What stands at the foot of each page."""
        return self.head.footer


def bracket(tournament: Tournament, wanted: Wanted) -> Bracket:
    """The knock-out as far as it is played. Raises Refusal where there is none, or the groups are not through."""
    stages = knockout.stages(tournament)
    columns = _columns(tournament, [each.line for each in stages])
    known = words.by_id(tournament)
    first = len(columns[0])
    pages = tuple(
        _Drawing(wanted.paper, known, part, in_all, in_all == first).page()
        for in_all, part in _parts(columns, wanted.paper)
    )
    head = words.head(tournament, wanted, _("Bracket"))
    return Bracket(wanted.paper, wanted.language, head, pages, _third_place(known, stages))


def _columns(tournament: Tournament, lines: list[Line]) -> list[list[Place]]:
    """Every line of the bracket from the first to the winner, those to come without names."""
    length = len(lines[0])
    columns: dict[int, list[Place]] = {}
    for number, line in enumerate(lines, start=knockout.rounds_before(tournament) + 1):
        columns[len(line)] = [_place(tournament, number, each) for each in line]
    made = []
    while length:
        made.append(columns.get(length) or [Place(None)] * length)
        length //= 2
    return made


def _place(tournament: Tournament, number: int, entrant: int | None) -> Place:
    """What came out for an entrant in a round."""
    tables = tournament.rounds[number - 1].tables if number <= len(tournament.rounds) else ()
    table = next((each for each in tables if entrant in each.ids), None)
    if entrant is None or table is None or not table.is_decided:
        return Place(entrant)
    side = int(entrant in table.sides[1])
    return Place(entrant, _score(tournament, table, side), winner(tournament.scoring, table) == side)


def _score(tournament: Tournament, table: Table, side: int) -> str:
    """Legs, else points, else what the arbiter gave."""
    if table.forfeit is not None:
        return "–" if table.forfeit in table.sides[side] else "+"
    told = table.legs or table.points
    if told is not None:
        return format_number(told[side])
    return format_number(scores(tournament.scoring, table)[table.sides[side][0]].main)


def _parts(columns: list[list[Place]], paper: str) -> list[tuple[int, list[list[Place]]]]:
    """The columns of each page, with the number of the first one."""
    most, found, at = LINES[paper], [], 0
    while len(columns[at]) > most:
        deep = most.bit_length() - 1
        for part in range(len(columns[at]) // most):
            turned = [columns[at + step] for step in range(deep + 1)]
            cut_out = [line[part * (most >> step) : (part + 1) * (most >> step)] for step, line in enumerate(turned)]
            found.append((len(columns[at]), cut_out))
        at += deep
    found.append((len(columns[at]), columns[at:]))
    return found


class _Drawing:
    """One page being drawn: `columns` of places, of a line of so many in all, which is the bracket's first or not."""

    def __init__(
        self, paper: str, known: dict[int, Entrant], columns: list[list[Place]], in_all: int, first: bool
    ) -> None:
        size = BRACKET_PAPERS[paper]
        self.known, self.columns, self.in_all, self.first = known, columns, in_all, first
        self.width = size.height - 2 * size.side
        height = size.width - size.top - size.bottom - HEAD[paper]
        self.line = min((height - HEADING) / len(columns[0]), HIGHEST)
        self.column = min((self.width + GAP) / len(columns), WIDEST)
        self.type = min(TYPE * self.line, self.column / LETTERS, LARGEST)
        self.texts: list[Text] = []
        self.strokes: list[Stroke] = []

    def page(self) -> Page:
        """The whole drawing."""
        for column, places in enumerate(self.columns):
            left = self.in_all >> column
            heading = cut(words.stage_name(left), self.column - GAP, self.type / POINT, bold=True)
            self.texts.append(Text(column * self.column, self.type, heading, bold=True))
            for row, place in enumerate(places):
                self._draw(column, row, place)
        height = HEADING + self.line * len(self.columns[0])
        return Page(round(self.width, 1), round(height, 1), round(self.type, 2), tuple(self.texts), tuple(self.strokes))

    def _y(self, column: int, row: int) -> float:
        """Where the line of a place lies: between those of the two that it comes from."""
        step = self.line * (1 << column)
        return round(HEADING + step * row + step / 2 + self.line * 0.3, 2)

    def _draw(self, column: int, row: int, place: Place) -> None:
        x, y = round(column * self.column, 2), self._y(column, row)
        end = round(x + self.column - GAP, 2)
        if self._is_gap(column, row):
            return
        self.strokes.append(Stroke(x, y, end, y))
        if column + 1 < len(self.columns):
            middle = self._y(column + 1, row // 2)
            self.strokes += [Stroke(end, y, end, middle), Stroke(end, middle, round(end + GAP, 2), middle)]
        if place.entrant is not None:
            self._write(x, y, end, place)

    def _is_gap(self, column: int, row: int) -> bool:
        """Whether a place of the first round has nobody: its neighbour has a bye."""
        return self.first and column == 0 and self.columns[0][row].entrant is None

    def _write(self, x: float, y: float, end: float, place: Place) -> None:
        each = self.known[place.entrant or 0]
        points = self.type / POINT
        room = end - x - 1 - (width(place.score, points, bold=True) + GAP / 2 if place.score else 0)
        above = round(y - 0.28 * self.type, 2)
        self.texts.append(Text(x, above, cut(f"{each.id} {each.name}", room, points, bold=place.won), place.won))
        if place.score:
            self.texts.append(Text(end - 0.6, above, place.score, place.won, end=True))


def _third_place(known: dict[int, Entrant], stages: list[Stage]) -> tuple[str, ...]:
    """The match for third place, where one was agreed and both are known."""
    beaten = next((each.beaten for each in stages if each.beaten), ())
    if not beaten:
        return ()
    one, other = (known[each].name for each in beaten)
    third = stages[-1].third
    if third is None:
        return (_("Match for third place: %(one)s – %(other)s", one=one, other=other),)
    return (_("Third place: %(winner)s (%(one)s – %(other)s)", winner=known[third].name, one=one, other=other),)
