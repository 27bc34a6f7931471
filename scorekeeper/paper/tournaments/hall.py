"""The plan of the hall as a drawing, for the door: every table by its number, with who sits there in a round."""

from collections.abc import Iterable

from scorekeeper.i18n import _
from scorekeeper.paper.measure import POINT
from scorekeeper.paper.tournaments import words
from scorekeeper.paper.tournaments.cut import cut
from scorekeeper.paper.tournaments.drawing import Drawing, Page, Stroke, Text, room_on
from scorekeeper.paper.tournaments.model import Wanted
from scorekeeper.paper.tournaments.rounds import to_be_played
from scorekeeper.tournaments.hall import NOWHERE, Hall, numbers_for, numbers_of, usual
from scorekeeper.tournaments.model import Entrant, Table, Tournament

WIDEST, HIGHEST = 56.0, 32.0  # of a place
APART = 1.5  # between a table and the edge of its place
NARROWEST = 30.0  # of a place that has room for names; on others stand numbers alone
TYPE, NARROW_TYPE = 0.1, 0.18  # of a place's height, and of its width; of the width of one that is narrow
LARGEST = 3.4  # mm of type
NUMBER = 0.4  # of a place's height, and of its width


def hall_plan(tournament: Tournament, wanted: Wanted) -> Drawing:
    """Where the tables stand, and who sits there once the round is published. Raises Refusal where it never was."""
    number = wanted.round or len(tournament.rounds)
    tables = {each.number: each for each in to_be_played(tournament, number).tables} if number else {}
    hall = wanted.hall or usual(tables or numbers_for([], max(1, len(tournament.entrants) // 2)))
    title = _("Floor plan")
    if number:
        title = _("Floor plan: %(round)s", round=words.round_name(tournament, number))
    head = words.head(tournament, wanted, title)
    page = _Page(wanted.paper, hall, tables, words.by_id(tournament)).drawn()
    return Drawing(wanted.paper, wanted.language, head, (page,), elsewhere(hall, tables))


def elsewhere(hall: Hall, tables: Iterable[int]) -> tuple[str, ...]:
    """A sentence about the tables of a round that the plan does not have, by their numbers."""
    missing = sorted(set(tables) - set(numbers_of(hall)))
    return (_("Tables not on the floor plan: %(tables)s", tables=", ".join(map(str, missing))),) if missing else ()


class _Page:
    """The drawing being made, of a hall and the tables of a round."""

    def __init__(self, paper: str, hall: Hall, tables: dict[int, Table], known: dict[int, Entrant]) -> None:
        self.hall, self.tables, self.known = hall, tables, known
        self.width, height = room_on(paper)
        self.across, self.down = min(self.width / len(hall[0]), WIDEST), min(height / len(hall), HIGHEST)
        self.is_narrow = self.across < NARROWEST
        self.type = min(TYPE * self.down, (NARROW_TYPE if self.is_narrow else TYPE) * self.across, LARGEST)
        self.number = min(NUMBER * self.down, NUMBER * self.across)
        self.texts: list[Text] = []
        self.strokes: list[Stroke] = []

    def drawn(self) -> Page:
        """The whole drawing, in the middle of the page."""
        left = (self.width - self.across * len(self.hall[0])) / 2
        for row, line in enumerate(self.hall):
            for at, number in enumerate(line):
                if number != NOWHERE:
                    self._draw(left + at * self.across, row * self.down, number)
        height = self.down * len(self.hall)
        return Page(round(self.width, 1), round(height, 1), round(self.type, 2), tuple(self.texts), tuple(self.strokes))

    def _draw(self, x: float, y: float, number: int) -> None:
        left, right = round(x + APART, 2), round(x + self.across - APART, 2)
        top, foot = round(y + APART, 2), round(y + self.down - APART, 2)
        corners = [(left, top), (right, top), (right, foot), (left, foot)]
        self.strokes += [Stroke(*one, *other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)]
        middle, table = round(x + self.across / 2, 2), self.tables.get(number)
        lines = self._who(table) if table else []
        below = round(top + self.number + (foot - top - self.number - 1.3 * self.type * len(lines)) / 2.5, 2)
        self.texts.append(Text(middle, below, str(number), bool(table), "middle", round(self.number, 2)))
        for at, line in enumerate(lines, start=1):
            self.texts.append(Text(middle, round(below + 1.3 * self.type * at + 0.2, 2), line, anchor="middle"))

    def _who(self, table: Table) -> list[str]:
        """Both sides, by number and name where there is room."""
        if self.is_narrow:
            told = [" – ".join(words.numbers(side) for side in table.sides)]
        else:
            told = [f"{words.numbers(side)} {words.names(self.known, side)}" for side in table.sides]
        return [cut(each, self.across - 2.5 * APART, self.type / POINT) for each in told]
