"""How much room the parts of a sheet take on its page, and how high its rows are. In millimetres, as in sheet.css."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor

from scorekeeper.games.paper import CribLine, Row
from scorekeeper.i18n import _
from scorekeeper.paper.hands_grid import FIGURE, rows_to_write
from scorekeeper.paper.measure import PAPERS, Paper, lines, width
from scorekeeper.paper.model import Grid, Result, Seat, Sheet

POINT = 0.3528
LEADING = 1.35
NEARLY = 0.985  # of the width, for lines that just fit
SPARE = 1.0
SPARE_IN_JAPANESE = 3.0  # its letters stand higher than those they are measured by

TITLE, TITLE_IN_JAPANESE, TITLE_LEADING = 3.2, 2.4, 1.05  # times the type
TITLE_SHARE, COMPACT_SHARE = 0.52, 0.44  # of the measure
HOW = 1.1  # times the type
FACTS_SHARE = 0.38
FACT_LABEL = 21.0
FACT, FACT_TO_WRITE = 4.6, 5.15
HEAD_AIR = 4.1  # below, with the rule

TABLE_AIR = 2.8
SIDE_OF_TABLE = 0.29  # of the seats' width, the names left and right
SEATS_SHARE, RESULT_GAP = 0.56, 4.0
NAME, NAME_OF_MANY, NAME_LEADING = 1.25, 1.05, 1.2  # times the type
SEAT_AIR, DEALS_FIRST = 1.6, 3.3
SEAT_TO_WRITE, SEAT_TO_WRITE_AIR = 5.1, 1.8
TABLE = {"A4": 24.4, "Letter": 24.4, "A5": 16.4}
TABLE_OF_MANY, TABLE_TO_WRITE = 14.2, 9.4
HEADLINE, HEADLINE_LEADING = 1.75, 1.15
SCORE, SCORE_LEADING = 4.0, 1.1
TALLY = 9.5
STANDING = 5.2
WINNER = 7.5

BANDS_AIR, BANDS_TO_WRITE, BANDS_ON_SMALL = 1.3, 8.7, 5.6
HEADING_AIR = 1.6
HEADING_LINE = 2.8
TOLD_AIR, TOLD, TOLD_LEADING = 1.2, 0.88, 1.2
NOTES_AIR, NOTE = 1.5, 0.85  # times the type
CLOSING_AIR = 2.5
SIGNATURE, SIGNATURE_OF_MANY = 9.1, 7.1  # above its name
SIGNATURES_IN_A_ROW = 3
SIGNATURE_GAP = 6.0
FEW_SIGNATURES = 6
MOST_IN_A_COLUMN = 4
CHART = 41.0
CRIB = 8.1  # its heading, and the air around
CRIB_LINE = 3.1
CRIB_RULE = 11.0  # the column of the rules' numbers
CRIB_TYPE = 0.76  # times the type
CRIB_GAP = 5.0
LETTERHEAD = 14.0  # whose paper it is
LETTERHEAD_AIR = 4.2
CLUB_TYPE = 1.2  # times the type
CLUB_LINE = 4.5
LOGO, TABLE_NAME = 34.0, 40.0  # the widths of what stands beside the club's name
CODE = 22.0  # the width of a code beside the rules
CODE_DEPTH = 36.0  # with its caption, and the air around


def room_for_rows(sheet: Sheet) -> float:
    """The height that is left on one page for the rows of the hands."""
    paper = PAPERS[sheet.paper]
    spare = SPARE_IN_JAPANESE if sheet.language == "ja" else SPARE
    above = letterhead_height(sheet, paper) + head_height(sheet, paper) + around_height(sheet, paper)
    below = notes_height(sheet, paper) + closing_height(sheet, paper)
    return paper.depth - above - headings_height(sheet.grid, paper) - below - spare


def text_height(text: str, measure: float, paper: Paper, size: float = 1.0, leading: float = LEADING) -> float:
    """The height of running text, `size` times the type; nothing for none."""
    points = size * paper.type
    return len(lines(text, measure * NEARLY, points, bold=size > 1)) * points * POINT * leading


def letterhead_height(sheet: Sheet, paper: Paper) -> float:
    """The height of the club's head, with nothing where there is none."""
    if sheet.letterhead is None:
        return 0.0
    beside = LOGO + (TABLE_NAME if sheet.letterhead.table else 0.0)
    broken = lines(sheet.letterhead.club, (paper.measure - beside) * NEARLY, CLUB_TYPE * paper.type, bold=True)
    return max(LETTERHEAD, LETTERHEAD_AIR + CLUB_LINE * len(broken))


def head_height(sheet: Sheet, paper: Paper) -> float:
    """The height of the title with what was agreed, or of the facts beside them."""
    compact = is_compact(sheet)
    measure = (COMPACT_SHARE if compact else TITLE_SHARE) * paper.measure
    size = TITLE_IN_JAPANESE if sheet.language == "ja" else TITLE
    titled = text_height(sheet.title, measure, paper, size, TITLE_LEADING)
    titled += text_height(sheet.variant, measure, paper, HOW)
    if sheet.house_rules:
        titled += text_height(f"{_('House rules')} {'; '.join(sheet.house_rules)}", measure, paper)
    facts = facts_height(sheet, paper)
    beside = seats_height(sheet, paper) + WINNER if compact else facts
    return max(titled + (facts if compact else 0), beside) + HEAD_AIR


def is_compact(sheet: Sheet) -> bool:
    """True if the seats stand beside the title: a small blank sheet needs its room for rows."""
    return sheet.blank and sheet.paper == "A5"


def facts_height(sheet: Sheet, paper: Paper) -> float:
    """The height of the facts; what is in print may be longer than a line."""
    scale = paper.type / 9
    share = COMPACT_SHARE if is_compact(sheet) else FACTS_SHARE
    measure = (share * paper.measure - FACT_LABEL * scale) * NEARLY
    return sum(
        FACT * scale * len(lines(fact.text, measure, paper.type, bold=True)) if fact.text else FACT_TO_WRITE * scale
        for fact in sheet.facts
    )


def around_height(sheet: Sheet, paper: Paper) -> float:
    """The height of the table with its seats, or of the result beside it."""
    if is_compact(sheet):
        return 0.0
    result = 2 * WINNER if sheet.blank else result_height(sheet.result, paper)
    return max(seats_height(sheet, paper), result) + TABLE_AIR


def seats_height(sheet: Sheet, paper: Paper) -> float:
    """The height of the seats around the table."""
    seating = sheet.seating
    size = NAME_OF_MANY if seating.is_large else NAME
    measure = SEATS_SHARE * paper.measure

    def height(seats: Iterable[Seat | None], share: float) -> float:
        if sheet.blank:
            return (SEAT_TO_WRITE * paper.type / 9 + SEAT_TO_WRITE_AIR) * sum(seat is not None for seat in seats)
        return sum(
            text_height(f"{seat.sign} {seat.name}", share * measure, paper, size, NAME_LEADING)
            + SEAT_AIR
            + DEALS_FIRST * seat.deals_first
            for seat in seats
            if seat
        )

    table = TABLE_TO_WRITE if sheet.blank else TABLE_OF_MANY if seating.is_large else TABLE[paper.name]
    middle = height((seating.top, seating.bottom), 1 - 2 * SIDE_OF_TABLE) + table
    return max(middle, height(seating.left, SIDE_OF_TABLE), height(seating.right, SIDE_OF_TABLE))


def result_height(result: Result, paper: Paper) -> float:
    """The height of the result in print."""
    measure, scale = (1 - SEATS_SHARE) * paper.measure - RESULT_GAP, paper.type / 9
    height = text_height(f"● {result.headline or result.sentence}", measure, paper, HEADLINE, HEADLINE_LEADING)
    if result.score:
        height += score_size(result, paper) * SCORE_LEADING * paper.type * POINT
        height += TALLY * scale if result.tally else 0
    else:
        height += STANDING * scale * ceil(len(result.standings) / standings_across(result))
    height += 2 * WINNER if result.open else 0
    return height + sum(text_height(text, measure, paper) for text in told(result)) + 2.0


def told(result: Result) -> tuple[str, ...]:
    """The lines of text below the score."""
    games = f"{_('Games won')} {result.games}" if result.games else ""
    return (result.sentence if result.headline else "", " · ".join(text for text in (games, *result.facts) if text))


def standings_across(result: Result) -> int:
    """In how many columns the sides stand where there are too many for a score on one line."""
    return 1 if len(result.standings) <= MOST_IN_A_COLUMN else 2


def score_size(result: Result, paper: Paper) -> float:
    """The size of the score, times the type: as large as fits on a line."""
    wide = width(result.score, paper.type, bold=True) / (((1 - SEATS_SHARE) * paper.measure - RESULT_GAP) * NEARLY)
    return round(min(SCORE, 1 / wide), 2) if wide else SCORE


def headings_height(grid: Grid, paper: Paper) -> float:
    """The height of the columns' headings, with the names of the sides above them."""
    most = max(len(column.heading_lines) + len(column.hint_lines) for column in grid.columns)
    return bands_height(grid, paper) + paper.type / 9 * (HEADING_AIR + HEADING_LINE * most)


def bands_height(grid: Grid, paper: Paper) -> float:
    """The height of the sides' names above their columns, in print or to be written."""
    if not grid.bands:
        return 0.0
    if not any(band.text for band in grid.bands):
        return BANDS_ON_SMALL if paper.name == "A5" else BANDS_TO_WRITE
    widths: list[float] = []
    columns = iter(grid.columns)
    for band in grid.bands:
        widths.append(sum(next(columns).width for _column in range(band.span)))
    points = paper.type
    most = max(
        len(lines(f"{band.sign} {band.text}", (wide - 2) * NEARLY, points, bold=True))
        for band, wide in zip(grid.bands, widths, strict=True)
    )
    return BANDS_AIR + most * points * POINT * LEADING


def told_height(row: Row, grid: Grid, paper: Paper) -> float:
    """The height of a row that tells in words what the columns do not."""
    measure = paper.measure - grid.columns[0].width - 2
    return TOLD_AIR + sum(
        text_height(text, measure, paper, TOLD, TOLD_LEADING) for cell in row.cells for text in (cell.text, cell.remark)
    )


def notes_height(sheet: Sheet, paper: Paper) -> float:
    """The height of what is told below the grid: corrections, confirmations, rulings."""
    blocks: list[Sequence[str]] = [[f"{note.mark} {note.text}" for note in sheet.footnotes]]
    blocks += [sheet.confirmed, sheet.rulings]
    return sum(
        NOTES_AIR + sum(text_height(text, paper.measure, paper, NOTE) for text in block) for block in blocks if block
    )


def closing_height(sheet: Sheet, paper: Paper) -> float:
    """The height of signatures, chart and rules."""
    scale = paper.type / 9
    beside = sheet.chart is not None and chart_beside_signatures(sheet)
    signed = CHART * paper.measure / PAPERS["A4"].measure if beside else signatures_height(sheet, paper)
    signed += CHART * paper.measure / PAPERS["A4"].measure if sheet.chart is not None and not beside else 0
    foot = scale * (CRIB + crib_height(sheet.crib, paper, beside=CODE if sheet.code else 0.0))
    return CLOSING_AIR + signed + max(foot, CODE_DEPTH if sheet.code else 0.0)


def chart_beside_signatures(sheet: Sheet) -> bool:
    """True if there are so few signatures that they stand beside the chart."""
    return len(sheet.result.standings) < SIGNATURES_IN_A_ROW


def signatures_across(sheet: Sheet) -> int:
    """How many signatures stand in a row: three with long lines, on small paper four where there are so many."""
    many = len(sheet.result.standings) >= SIGNATURES_IN_A_ROW
    return SIGNATURES_IN_A_ROW + (many and sheet.paper == "A5")


def signatures_height(sheet: Sheet, paper: Paper) -> float:
    """The height of the lines to sign on, for every side and the arbiter."""
    names = [f"{each.sign} {each.name}" for each in sheet.result.standings] + [" "]
    above = paper.type / 9 * (SIGNATURE if len(names) <= FEW_SIGNATURES else SIGNATURE_OF_MANY)
    across = signatures_across(sheet)
    rows = [names[at : at + across] for at in range(0, len(names), across)]
    measure = paper.measure / across - SIGNATURE_GAP
    return sum(
        above + max(max(text_height(name, measure, paper), paper.type * POINT * LEADING) for name in row)
        for row in rows
    )


def crib_height(crib: Sequence[Sequence[CribLine]], paper: Paper, beside: float = 0.0) -> float:
    """The height of the rules in short, at 9 points; the last of their columns has no gap beside it, unless a code
    stands `beside` it.
    """
    column = (paper.measure - beside) / paper.crib_columns - CRIB_RULE
    measures = [column - CRIB_GAP] * (len(crib) - 1) + [column - CRIB_GAP if beside else column]
    return CRIB_LINE * max(
        (
            sum(crib_lines(line, measure * NEARLY, paper) for line in column)
            for column, measure in zip(crib, measures, strict=True)
        ),
        default=0,
    )


def crib_lines(line: CribLine, measure: float, paper: Paper) -> int:
    """How many lines a rule in short takes; what it is worth stands in bold and breaks after its dots only.

    One more where suits stand in it: the line may break early where the font changes.
    """
    points = CRIB_TYPE * paper.type
    broken = lines(line.text, measure, points) or ("",)
    count, filled = len(broken), width(broken[-1], points)
    parts = line.worth.split(" · ")
    for at, part in enumerate(parts):
        wide = width(f" {part} ·" if at < len(parts) - 1 else f" {part}", points, bold=True)
        count, filled = (count, filled + wide) if filled + wide <= measure else (count + 1, wide)
    return count + ("♣" in line.text)


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
