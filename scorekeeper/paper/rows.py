"""How high the rows of a sheet are, and how many empty ones follow the hands, so that the page is full."""

from dataclasses import replace
from math import floor

from scorekeeper.games.paper import Row
from scorekeeper.paper.columns import FIGURE
from scorekeeper.paper.hands_grid import rows_to_write
from scorekeeper.paper.model import Grid, Sheet
from scorekeeper.paper.papers import PAPERS, Paper
from scorekeeper.paper.space import POINT, room_for_rows, told_height

AIR = 2.0  # above and below a figure written by hand
TALLEST = 1.2  # times the height wished for
A_HAND = 10.0  # mm of a hand to write in, on large paper
HANDS = 12  # so many have room to be written on a large page, whatever else stands there
PRINTED_AIR = 1.5  # in all, above and below a figure in print
MOST_ON_A_PAGE = 60  # rows
LARGE, LARGER = 1.25, 1.5  # sizes of totals, times the type


def empty_rows(sheet: Sheet) -> tuple[int, float]:
    """How many rows fit on a blank sheet's page, and how high they can be to fill it.

    A hand's rows stay on one page; there is always room for one hand.
    """
    paper, lines, space = PAPERS[sheet.paper], sheet.grid.lines, room_for_rows(sheet)
    least = max(least_height(paper), min(wished_height(paper, lines), space / (HANDS * lines)))
    rows = max(int(space / least) // lines, 1) * lines
    return rows, max(least, _height(space / rows, TALLEST * least))


def least_height(paper: Paper) -> float:
    """The least height of a row to write in."""
    return round(paper.type * POINT + 2 * AIR, 1)


def wished_height(paper: Paper, lines: int) -> float:
    """The height of a row to write in, where a hand has so many."""
    wished = A_HAND / lines if paper.type >= PAPERS["A4"].type else 0.0
    return max(least_height(paper), wished)


def filling_its_page(sheet: Sheet) -> Sheet:
    """The sheet of a match with rows so high, and so many empty ones, that they fill its page.

    A chart that leaves too little room to write is left out. Sheets of several pages stay as they are.
    """
    if sheet.blank or not sheet.whole or len(sheet.grid.rows) > MOST_ON_A_PAGE:
        return sheet
    if sheet.chart is not None and _lacks_room(sheet):
        bare = replace(sheet, chart=None)
        return filling_its_page(bare) if not _lacks_room(bare) or _hands_in_all(bare) > _hands_in_all(sheet) else sheet
    paper, grid = PAPERS[sheet.paper], sheet.grid
    rows, wished = len(_rows_of_figures(grid)), wished_height(paper, grid.lines)
    more = max(_hands_in_all(sheet) - _hands(sheet), 0)
    height = _height(_space(sheet) / max(rows + more * grid.lines, 1), TALLEST * wished)
    if rows and height < _least_in_print(paper):
        return sheet
    filled = replace(grid, rows=grid.rows + rows_to_write(grid, more), row_height=height)
    return replace(sheet, grid=replace(filled, larger=_larger(filled, paper)))


def _lacks_room(sheet: Sheet) -> bool:
    """True if a short match leaves too little to write on its page, or a longer one does not stand on it."""
    if _hands(sheet) <= HANDS:
        return _hands_in_all(sheet) < HANDS
    return _space(sheet) < len(_rows_of_figures(sheet.grid)) * _least_in_print(PAPERS[sheet.paper])


def _hands(sheet: Sheet) -> int:
    return sum(row.opens for row in sheet.grid.rows)


def _least_in_print(paper: Paper) -> float:
    """The least height of a row in print."""
    return paper.type * POINT + PRINTED_AIR


def _space(sheet: Sheet) -> float:
    """The room for rows of figures."""
    paper, grid = PAPERS[sheet.paper], sheet.grid
    return room_for_rows(sheet) - sum(told_height(row, grid, paper) for row in grid.rows if is_told(row))


def _hands_in_all(sheet: Sheet) -> int:
    """How many hands, played and to be written, fit at the height wished for; fewer than are played if they do not."""
    lines = sheet.grid.lines
    return floor(_space(sheet) / (wished_height(PAPERS[sheet.paper], lines) * lines))


def _rows_of_figures(grid: Grid) -> list[Row]:
    return [row for row in grid.rows if not is_told(row)]


def is_told(row: Row) -> bool:
    """True if the row tells in words what the columns do not."""
    return not row.opens and row.cells[-1].kind == "entered"


def _height(height: float, most: float) -> float:
    """A height of rows, rounded down to what `sheet.html` prints."""
    return floor(min(height, most) * 20) / 20


def _larger(grid: Grid, paper: Paper) -> float:
    """The size of totals, times the type: larger where rows and columns have the room."""
    if (grid.row_height or 0) < least_height(paper):
        return 1.0
    scale = paper.type / PAPERS["A4"].type
    room = min((column.width for column in grid.columns if "total" in column.kind.split()), default=0.0) - 2
    longest = max((len(cell.text) for row in grid.rows for cell in row.cells if "total" in cell.kind), default=1)
    return next((size for size in (LARGER, LARGE) if max(longest, 1) * FIGURE * scale * size <= room), 1.0)
