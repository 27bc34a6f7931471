"""The seating of a round: by table, by name, and as a plan of the hall."""

from collections.abc import Iterable
from unicodedata import combining, normalize

from scorekeeper.i18n import _
from scorekeeper.paper.club_sheets import Heading
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.parts import Block, Cell, Drawing, Listing, Page, Stroke, Text, Wanted, room_on
from scorekeeper.paper.tournaments.wording import RoundTables, seating_of_round
from scorekeeper.tournaments.hall import NOWHERE, Hall, default_plan, numbers_of, table_numbers
from scorekeeper.tournaments.model import Entrant, Ids, Table, Tournament


def draw_list(tournament: Tournament, wanted: Wanted) -> Listing:
    """The seating list of a round. Raises Refusal if there is no such round."""
    seated = seating_of_round(tournament, wanted.round, wanted.hall)
    title = _("Seating: %(round)s", round=wording.round_name(tournament, seated.number))
    blocks = (_by_table(tournament, seated), _by_name(tournament, seated))
    return Listing(wanted.paper, wanted.language, wording.head(tournament, wanted, title), blocks)


def _by_table(tournament: Tournament, seated: RoundTables) -> Block:
    known = wording.sitting(tournament, seated.number)
    names = wording.table_names(tournament, seated.number, seated.tables)
    rows = tuple(
        (_number(table, names), *_sits(known, table.sides[0]), *_sits(known, table.sides[1])) for table in seated.tables
    )
    who = (wording.number_column(tournament.system.singles), Heading(wording.entrant(tournament), "who"))
    lines = wording.lines(tournament, seated.number)
    columns = tuple(each for name in lines for each in (who[0], Heading(name, "who"))) or who + who
    return Block(
        _("By table"), (Heading(_("Table"), "table"), *columns), rows, byes(tournament, seated.number, seated.byes)
    )


def _number(table: Table, names: dict[int, str]) -> Cell:
    return Cell(str(table.number), names.get(table.number, "").replace(" ", "\N{NO-BREAK SPACE}"))


def _sits(known: dict[int, Entrant], side: Ids) -> tuple[Cell, Cell]:
    return Cell(wording.numbers(side)), Cell(wording.names(known, side), wording.players_of(known, side))


def byes(tournament: Tournament, number: int, without: Ids) -> tuple[str, ...]:
    """A sentence naming the entrants with a bye in round `number`, if any."""
    known = wording.sitting(tournament, number)
    names = " · ".join(known[each].name for each in without)
    return (_("Bye: %(names)s", names=names),) if without else ()


def _by_name(tournament: Tournament, seated: RoundTables) -> Block:
    """All players in alphabetical order, with their tables."""
    known = wording.sitting(tournament, seated.number)
    table = {each: str(at.number) for at in seated.tables for each in at.ids}
    there = [known[each] for each in (*table, *seated.byes)]
    listed = sorted(((player, each) for each in there for player in each.players), key=lambda one: in_order(one[0]))
    alone = all(each.players == (each.name,) for each in there)
    rows = tuple(
        (
            Cell(player),
            Cell(str(each.id)),
            *(() if alone else (Cell(each.name),)),
            Cell(table.get(each.id) or _("bye")),
        )
        for player, each in listed
    )
    team = () if alone else (Heading(wording.entrant(tournament), "who"),)
    columns = (Heading(_("Name"), "who"), wording.number_column(), *team, Heading(_("Table"), "table"))
    return Block(_("By name"), columns, rows)


def in_order(name: str) -> str:
    """The sort key of a name: ignores accents and case."""
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter)).casefold()


WIDEST, HIGHEST = 56.0, 32.0  # of a place
APART = 1.5  # between a table and the edge of its place
NARROWEST = 30.0  # of a place that has room for names; on others stand numbers alone
TYPE, NARROW_TYPE = 0.1, 0.18  # of a place's height, and of its width; of the width of one that is narrow
LARGEST = 3.4  # mm of type
NUMBER = 0.4  # of a place's height, and of its width


def hall_plan(tournament: Tournament, wanted: Wanted) -> Drawing:
    """Returns the floor plan with the sides at each table, by default of the last published round.

    Raises Refusal if there is no such round.
    """
    number = wanted.round or len(tournament.rounds)
    tables = {each.number: each for each in seating_of_round(tournament, number).tables} if number else {}
    hall = wanted.hall or default_plan(tables or table_numbers([], max(1, len(tournament.entrants) // 2)))
    title = _("Floor plan")
    if number:
        title = _("Floor plan: %(round)s", round=wording.round_name(tournament, number))
    head = wording.head(tournament, wanted, title)
    page = _Page(wanted.paper, hall, tables, wording.sitting(tournament, number)).drawn()
    return Drawing(wanted.paper, wanted.language, head, (page,), elsewhere(hall, tables))


def elsewhere(hall: Hall, tables: Iterable[int]) -> tuple[str, ...]:
    """A sentence listing the tables of a round that are missing on the plan, if any."""
    missing = sorted(set(tables) - set(numbers_of(hall)))
    return (_("Tables not on the floor plan: %(tables)s", tables=", ".join(map(str, missing))),) if missing else ()


class _Page:
    """The floor plan being drawn, with the tables of a round."""

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
        """Returns the finished page, with the plan centred."""
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
        table = self.tables.get(number)
        lines = self._who(table) if table else []
        below = round(top + self.number + (foot - top - self.number - 1.3 * self.type * len(lines)) / 2.5, 2)
        start, room = round(x + 1.25 * APART, 2), round(self.across - 2.5 * APART, 2)
        size = round(self.number, 2)
        self.texts.append(Text(start, below, room, str(number), bold=bool(table), centred=True, size=size))
        for at, line in enumerate(lines, start=1):
            self.texts.append(Text(start, round(below + 1.3 * self.type * at + 0.2, 2), room, line, centred=True))

    def _who(self, table: Table) -> list[str]:
        """Returns the two sides of a table as lines of text: numbers and names, or only numbers if it is narrow."""
        if self.is_narrow:
            return [" – ".join(wording.numbers(side) for side in table.sides)]
        return [f"{wording.numbers(side)} {wording.names(self.known, side)}" for side in table.sides]
