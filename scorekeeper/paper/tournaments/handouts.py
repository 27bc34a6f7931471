"""A tournament's folding table signs, name badges, and papers for the entrance: entry list, cash sheet."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.clubs.tournaments import words
from scorekeeper.clubs.tournaments.words import name_sort_key
from scorekeeper.i18n import _
from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.model import PAPERS
from scorekeeper.paper.tournaments.parts import (
    Block,
    HeadedSheet,
    Listing,
    Wanted,
    head_of,
    number_column,
    signature_lines,
)
from scorekeeper.paper.tournaments.result_sheet import small_print, with_facts
from scorekeeper.tournaments.hall import numbers_of, table_numbers
from scorekeeper.tournaments.model import Entrant, Tournament

DIGIT = 0.62  # times the size of the type: the width of a digit on a table sign
WIDE, HIGH = 0.7, 0.62  # how much of the paper's width, and of half a page's height, a number may take
EDGE = 10.0  # mm around table signs and badges
BADGE = (84.0, 52.0)  # width and height in mm
LARGE, SMALL, CHARACTER = 10.0, 4.2, 0.56  # mm of a name's type; the width of a character in bold, times the type


@dataclass(frozen=True, slots=True)
class Stands(HeadedSheet):
    """Table signs, one a page, to fold in the middle. In mm: `half` is half a page, `digits` the type size."""

    tables: tuple[int, ...]
    half: float
    digits: float


def stands(tournament: Tournament, wanted: Wanted) -> Stands:
    """Returns the signs of all tables in the floor plan and all rounds; without any, enough for a first round."""
    played = {table.number for seated in tournament.rounds for table in seated.tables}
    numbers = sorted({*numbers_of(wanted.hall), *played}) or table_numbers([], max(len(tournament.entrants) // 2, 1))
    paper = PAPERS[wanted.paper]
    half = (paper.height - 2 * EDGE) / 2
    longest = max(len(str(number)) for number in numbers)
    digits = min(HIGH * half, WIDE * paper.width / (DIGIT * longest))
    head = head_of(tournament, wanted, _("Table stands"))
    return Stands(wanted.paper, wanted.language, head, tuple(numbers), round(half, 1), round(digits, 1))


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's badge; `size` is the size of the name in mm, `team` the entrant's name if it has one of its own."""

    player: str
    size: float
    number: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Badges(HeadedSheet):
    """Name badges, to be cut apart; `across` and `down` are how many are on a page."""

    badges: tuple[Badge, ...]
    across: int
    down: int

    @property
    def pages(self) -> list[tuple[Badge, ...]]:
        """The badges of each page."""
        many = self.across * self.down
        return [self.badges[start : start + many] for start in range(0, len(self.badges), many)]


def badges(tournament: Tournament, wanted: Wanted) -> Badges:
    """Returns a badge for each player by name, also for substitutes."""
    of_players = []
    for entrant in tournament.entrants:
        team = "" if words.is_its_players(entrant) else entrant.name
        for player in dict.fromkeys([*entrant.players, *(substitute.player for substitute in entrant.substitutes)]):
            of_players.append(Badge(player, _size_of(player), str(entrant.id), team))
    paper = PAPERS[wanted.paper]
    across, down = (
        int((room - 2 * EDGE) / size) for room, size in zip((paper.width, paper.height), BADGE, strict=True)
    )
    listed = tuple(sorted(of_players, key=lambda badge: name_sort_key(badge.player)))
    head = head_of(tournament, wanted, _("Badges"))
    return Badges(wanted.paper, wanted.language, head, listed, across, down)


def _size_of(name: str) -> float:
    """Returns the size of a name on a badge at which its longest word fits on a line, and all of it on two."""
    room = BADGE[0] - 10
    words = [len(word) for word in name.split()] or [1]
    fits = room / (CHARACTER * max(*words, 0.62 * len(name), 1))
    return round(max(SMALL, min(LARGE, fits)), 2)


WRITE = Cell("", kind="write")
CASH_LINES = 4  # of other income and expenses to write in


def entry_list(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns all players with their member numbers, and a line for each to sign on."""
    headings = (number_column(), Heading(_("Player"), "who"), Heading(_("Signature"), "prize"))
    rows = tuple(row for entrant in tournament.entrants for row in _rows_to_sign(entrant))
    return _listing(tournament, wanted, _("Entry list"), (Block("", headings, rows),))


def _rows_to_sign(entrant: Entrant) -> Iterator[tuple[Cell, ...]]:
    """Yields a row for each player and substitute; the first one has what is of the whole entrant."""
    whole = ("" if words.is_its_players(entrant) else entrant.name, entrant.club or "")
    parts = [*whole, *words.coming_and_going(entrant).values()]
    for at, (player, number) in enumerate(words.numbered(entrant)):
        small = [number or "", *(parts if at == 0 else ())]
        yield Cell(str(entrant.id) if at == 0 else ""), Cell(player, " · ".join(filter(None, small))), WRITE
    for substitute in entrant.substitutes:
        small = [substitute.number or "", _("from round %(number)s", number=substitute.round)]
        yield Cell(""), Cell(substitute.player, " · ".join(filter(None, small))), WRITE


def cash_sheet(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns the list of paid entry fees, and a form for the cash: income, prizes, expenses, balance."""
    headings = (*_who(tournament), Heading(_("Entry fee"), "figure fee"), Heading(_("Paid"), "figure fee"))
    rows = tuple(
        (
            *_name_cells(entrant),
            _cell_or_line(wanted.fees.get(entrant.id, "")),
            _cell_or_line("✓" if entrant.id in wanted.paid else ""),
        )
        for entrant in tournament.entrants
    )
    cash = (
        (Cell(_("Entry fees")), _cell_or_line(wanted.income), WRITE),
        *[(WRITE, WRITE, WRITE)] * CASH_LINES,
        (Cell(_("Prizes")), WRITE, _cell_or_line(wanted.pool)),
        (Cell(_("Left in cash")), WRITE, WRITE),
    )
    columns = (Heading("", "who"), Heading(_("Income"), "prize"), Heading(_("Expenses"), "prize"))
    blocks = (Block("", headings, rows), Block(_("Cash"), columns, cash))
    return _listing(tournament, wanted, _("Cash sheet"), blocks)


def _cell_or_line(text: str) -> Cell:
    """Returns a cell with the text, or with a line to write on if it is empty."""
    return Cell(text) if text else WRITE


def _who(tournament: Tournament) -> tuple[Heading, ...]:
    return number_column(), Heading(words.entrant(tournament), "who")


def _name_cells(entrant: Entrant) -> tuple[Cell, Cell]:
    return Cell(str(entrant.id)), Cell(entrant.name, small_print(entrant))


def _listing(tournament: Tournament, wanted: Wanted, title: str, blocks: tuple[Block, ...]) -> Listing:
    head = with_facts(head_of(tournament, wanted, title), tournament, wanted)
    return Listing(wanted.paper, wanted.language, head, blocks, signatures=signature_lines(wanted))
