"""The bracket: its places column by column, and the drawing from the first round to the winner."""

from typing import NamedTuple

from scorekeeper.clubs.tournaments import words
from scorekeeper.i18n import _, format_number
from scorekeeper.paper.tournaments.parts import Drawing, Page, Stroke, Text, Wanted, head_of, height_below, width_on
from scorekeeper.tournaments import shown_rounds
from scorekeeper.tournaments.model import Table, Tournament
from scorekeeper.tournaments.scoring import scores, winner
from scorekeeper.tournaments.stages import group_rounds
from scorekeeper.tournaments.systems.bracket import Line, Stage


class Place(NamedTuple):
    """A place in the bracket: the entrant (None if open) and its name in that round, the score, and if it won."""

    entrant: int | None
    score: str = ""
    won: bool = False
    name: str = ""


Column = list[Place]


class Places(NamedTuple):
    """The bracket's columns; `left` is the length of the current one, `third` a sentence on third place."""

    columns: list[Column]
    left: int
    third: tuple[str, ...]


class Part(NamedTuple):
    """The columns of one page; the first is part of a bracket column of `in_all` places."""

    in_all: int
    columns: list[Column]


def places(tournament: Tournament) -> Places:
    """Returns the bracket as played so far. Raises Refusal without a knock-out, or before the groups end."""
    stages = shown_rounds.stages(tournament)
    columns = _columns(tournament, [stage.line for stage in stages])
    return Places(columns, len(stages[-1].line), _third_place(tournament, stages))


def _columns(tournament: Tournament, lines: list[Line]) -> list[Column]:
    """Returns a column for each round and the winner; columns still to come have no entrants."""
    length = len(lines[0])
    columns: dict[int, Column] = {}
    for number, line in enumerate(lines, start=group_rounds(tournament) + 1):
        columns[len(line)] = [_place(tournament, number, entrant) for entrant in line]
    all_columns = []
    while length:
        all_columns.append(columns.get(length) or [Place(None)] * length)
        length //= 2
    return all_columns


def _place(tournament: Tournament, number: int, entrant: int | None) -> Place:
    """Returns an entrant's place in the column of a round, with the result if there is one."""
    tables = tournament.rounds[number - 1].tables if number <= len(tournament.rounds) else ()
    table = next((row for row in tables if entrant in row.ids), None)
    if entrant is None:
        return Place(None)
    name = words.by_id(tournament)[entrant].name_in(number)
    if table is None or not table.is_decided:
        return Place(entrant, name=name)
    side = int(entrant in table.sides[1])
    return Place(entrant, _score(tournament, table, side), winner(tournament.scoring, table) == side, name)


def _score(tournament: Tournament, table: Table, side: int) -> str:
    """Returns a side's legs, else its points, else main points set by the arbiter; “+” or “–” for a forfeit."""
    if table.forfeit is not None:
        return "–" if table.forfeit in table.sides[side] else "+"
    figures = table.legs or table.points
    if figures is not None:
        return format_number(figures[side])
    return format_number(scores(tournament.scoring, table)[table.sides[side][0]].main)


def _third_place(tournament: Tournament, stages: list[Stage]) -> tuple[str, ...]:
    """Returns a sentence on the match for third place, if one was agreed and both sides are known."""
    beaten = next((stage.beaten for stage in stages if stage.beaten), ())
    if not beaten:
        return ()
    entrants = words.sitting(tournament, len(tournament.rounds))
    third = stages[-1].third
    if third is None:
        one, other = (entrants[entrant].name for entrant in beaten)
        return (_("Match for third place: %(one)s – %(other)s", one=one, other=other),)
    loser = next(entrant for entrant in beaten if entrant != third)
    played = next(
        table for turn in reversed(tournament.rounds) for table in turn.tables if set(table.ids) == set(beaten)
    )
    first = int(third in played.sides[1])
    score = " : ".join(_score(tournament, played, side) for side in (first, 1 - first))
    names = {"winner": entrants[third].name, "loser": entrants[loser].name}
    return (_("Third place: %(winner)s, %(score)s against %(loser)s", score=score, **names),)


def in_parts(columns: list[Column], most: int) -> list[Part]:
    """Returns the columns split into pages of at most `most` places in the first column (a power of two)."""
    parts, at = list[Part](), 0
    while len(columns[at]) > most:
        deep = most.bit_length() - 1
        for part in range(len(columns[at]) // most):
            turned = [columns[at + step] for step in range(deep + 1)]
            cut_out = [line[part * (most >> step) : (part + 1) * (most >> step)] for step, line in enumerate(turned)]
            parts.append(Part(len(columns[at]), cut_out))
        at += deep
    parts.append(Part(len(columns[at]), columns[at:]))
    return parts


LINES = {"A5": 16, "A4": 32, "Letter": 32, "A3": 64}  # of a page's first column
HEADING = 7.0  # the height of the columns' headings
HIGHEST, WIDEST = 14.0, 62.0  # of a line, of a column
LARGEST, LEAST, STEP = 3.6, 2.0, 0.1  # mm of type
CHARACTER, LEADING = 0.54, 1.15  # times the size of the type: the width of a bold character, the height of a line
NEARLY = 0.85  # of a line is filled before a name wraps
SCORE = 4.0  # times the size of the type: the width of a score
GAP = 3.0  # between columns


def bracket(tournament: Tournament, wanted: Wanted) -> Drawing:
    """Returns the drawing of the bracket as played so far. Raises Refusal as `places` does, and NoPango."""
    bracket_places = places(tournament)
    first = len(bracket_places.columns[0])
    head = head_of(tournament, wanted, _("Bracket"))
    room = width_on(wanted.paper), height_below(head, wanted)
    pages = tuple(
        _Page(room, part, part.in_all == first).drawn()
        for part in in_parts(bracket_places.columns, LINES[wanted.paper])
    )
    return Drawing(wanted.paper, wanted.language, head, pages, bracket_places.third)


class _Page:
    """A page being drawn; `first` is True if it starts with the first round of the bracket."""

    def __init__(self, room: tuple[float, float], part: Part, first: bool) -> None:
        self.in_all, self.columns, self.first = part.in_all, part.columns, first
        self.width, height = room
        self.line = min((height - HEADING) / len(self.columns[0]), HIGHEST)
        self.column = min((self.width + GAP) / len(self.columns), WIDEST)
        self.type, self.lines = self._type()
        self.texts: list[Text] = []
        self.strokes: list[Stroke] = []

    def _type(self) -> tuple[float, int]:
        """Returns the largest type at which the longest name fits above its line, and the most lines of a name."""
        named = (place for column in self.columns for place in column if place.entrant is not None)
        longest = max((len(f"{place.entrant} {place.name}") for place in named), default=0)
        size = min(LARGEST, self.line / LEADING)
        while size > LEAST:
            lines = max(int(self.line / (LEADING * size)), 1)
            if CHARACTER * size * longest <= lines * (self.column - GAP - SCORE * size) * NEARLY ** (lines - 1):
                return size, lines
            size -= STEP
        return size, max(int(self.line / (LEADING * size)), 1)

    def drawn(self) -> Page:
        """Returns the finished page."""
        for column, line in enumerate(self.columns):
            left = self.in_all >> column
            x, room = round(column * self.column, 2), round(self.column - GAP, 2)
            self.texts.append(Text(x, HEADING - 1, room, words.stage_name(left), bold=True))
            for row, place in enumerate(line):
                self._draw(column, row, place)
        height = HEADING + self.line * len(self.columns[0])
        return Page(
            round(self.width, 1),
            round(height, 1),
            round(self.type, 2),
            self.lines,
            tuple(self.texts),
            tuple(self.strokes),
            corner=round(2 * self.column - GAP, 1) if len(self.columns) > 1 else 0,
        )

    def _y(self, column: int, row: int) -> float:
        """Returns the y coordinate of a place's line, halfway between the two places that lead to it."""
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
            is_winner = place.won or self.in_all >> column == 1
            self._write(x, y, end, place._replace(won=is_winner))

    def _is_gap(self, column: int, row: int) -> bool:
        """True for an empty place of the first round; its neighbour has a bye."""
        return self.first and column == 0 and self.columns[0][row].entrant is None

    def _write(self, x: float, y: float, end: float, place: Place) -> None:
        room, above = round(end - x - 0.6, 2), round(y - 0.3, 2)
        self.texts.append(Text(x, above, room, f"{place.entrant} {place.name}", place.score, bold=place.won))
