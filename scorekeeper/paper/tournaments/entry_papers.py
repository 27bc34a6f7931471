"""Papers for the entrance: the entry list, to be signed, and the cash sheet."""

from scorekeeper.i18n import _
from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.parts import Block, Listing, Wanted
from scorekeeper.paper.tournaments.result_sheet import small_print, with_facts
from scorekeeper.tournaments.model import Entrant, Tournament

WRITE = Cell("", kind="write")
CASH_LINES = 4  # of other income and expenses to write in


def entry_list(tournament: Tournament, wanted: Wanted) -> Listing:
    """Returns all entrants with their member numbers, and a line for each to sign on."""
    headings = (*_who(tournament), Heading(_("Signature"), "prize"))
    rows = tuple((*_name_cells(entrant), WRITE) for entrant in tournament.entrants)
    return _listing(tournament, wanted, _("Entry list"), (Block("", headings, rows),))


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
    return wording.number_column(), Heading(wording.entrant(tournament), "who")


def _name_cells(entrant: Entrant) -> tuple[Cell, Cell]:
    return Cell(str(entrant.id)), Cell(entrant.name, small_print(entrant))


def _listing(tournament: Tournament, wanted: Wanted, title: str, blocks: tuple[Block, ...]) -> Listing:
    head = with_facts(wording.head(tournament, wanted, title), tournament, wanted)
    return Listing(wanted.paper, wanted.language, head, blocks, signatures=wording.signatures(wanted), most=1.25)
