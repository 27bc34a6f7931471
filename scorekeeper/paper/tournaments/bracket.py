"""The bracket as a drawing: lines that meet, from the first round to the winner."""

from scorekeeper.i18n import _
from scorekeeper.paper.measure import POINT, width
from scorekeeper.paper.tournaments import words
from scorekeeper.paper.tournaments.bracket_places import Part, Place, in_parts, places
from scorekeeper.paper.tournaments.cut import cut
from scorekeeper.paper.tournaments.drawing import Drawing, Page, Stroke, Text, room_on
from scorekeeper.paper.tournaments.model import Wanted
from scorekeeper.tournaments.model import Entrant, Tournament

LINES = {"A5": 16, "A4": 32, "Letter": 32, "A3": 64}  # of a page's first column
HEADING = 7.0  # the height of the columns' headings
HIGHEST, WIDEST = 14.0, 62.0  # of a line, of a column
LARGEST, LETTERS = 3.6, 15  # mm of type; so many times the type in a column
TYPE = 0.6  # of the height of a line
GAP = 3.0  # between columns


def bracket(tournament: Tournament, wanted: Wanted) -> Drawing:
    """The knock-out as far as it is played. Raises Refusal where there is none, or the groups are not through."""
    found, known = places(tournament), words.by_id(tournament)
    first = len(found.columns[0])
    pages = tuple(
        _Page(wanted.paper, known, part, part.in_all == first).drawn()
        for part in in_parts(found.columns, LINES[wanted.paper])
    )
    return Drawing(wanted.paper, wanted.language, words.head(tournament, wanted, _("Bracket")), pages, found.third)


class _Page:
    """One page being drawn; its first column is the bracket's `first` or not."""

    def __init__(self, paper: str, known: dict[int, Entrant], part: Part, first: bool) -> None:
        self.known, self.in_all, self.columns, self.first = known, part.in_all, part.columns, first
        self.width, height = room_on(paper)
        self.line = min((height - HEADING) / len(self.columns[0]), HIGHEST)
        self.column = min((self.width + GAP) / len(self.columns), WIDEST)
        self.type = min(TYPE * self.line, self.column / LETTERS, LARGEST)
        self.texts: list[Text] = []
        self.strokes: list[Stroke] = []

    def drawn(self) -> Page:
        """The whole drawing."""
        for column, line in enumerate(self.columns):
            left = self.in_all >> column
            heading = cut(words.stage_name(left), self.column - GAP, self.type / POINT, bold=True)
            self.texts.append(Text(column * self.column, self.type, heading, bold=True))
            for row, place in enumerate(line):
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
            self.texts.append(Text(end - 0.6, above, place.score, place.won, "end"))
