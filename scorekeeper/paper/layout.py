"""The layout of a match's sheet: column widths, row heights, and as many empty rows as fill the page.

CSS alone decides how wide columns and how high everything else is. A trial layout shows it, and from that follow how
many rows there are and how high they are. Lengths are in millimetres.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import floor

from scorekeeper import i18n
from scorekeeper.games.paper import Row
from scorekeeper.paper.hands_grid import is_in_words, rows_to_write
from scorekeeper.paper.model import PAPERS, Grid, Paper, Sheet
from scorekeeper.paper.page import html_of_hands
from scorekeeper.paper.typesetting import Positions, positions_on_pages

AIR = 2.0  # above and below a figure written by hand
A_HAND = 10.0  # wanted for a hand to write in, on large paper
TALLEST = 1.2  # times the height wanted
HANDS = 12  # always fit on a large page
PRINTED_AIR = 1.5  # in all, above and below a printed figure
SPARE = 0.3  # left on the page for rounding
MOST_ON_A_PAGE = 60  # rows
CELL_AIR = 2.0  # in all, beside a printed figure
LARGE, LARGER = 1.25, 1.5  # sizes of totals, times the type
SCORE = 4.0  # the largest size of the score, times the type
NARROW = 0.48  # of its size: the mean width of a score's characters if they are narrow
RESULT_SHARE = 0.44  # of the page's measure
TRIALS = 128  # kept, of some 25 KB each


def html_of(sheet: Sheet) -> str:
    """Returns one sheet as a whole HTML document, in the sheet's language. Raises NoPango."""
    with i18n.speaking(sheet.language):
        return html_of_hands(fitted(sheet))


@dataclass(frozen=True, slots=True)
class Trial:
    """The measures of a trial layout: the columns' widths, the height left for hands, and the least height of a row.

    `score_size` and `total_size` are the largest sizes at which the score and every total fit, times the type.
    """

    widths: tuple[float, ...]
    room: float
    row: float
    score_size: float
    total_size: float


def fitted(sheet: Sheet) -> Sheet:
    """Returns the sheet with its column widths, and for a match of one page with rows that fill the page.

    A chart that leaves too little room to write is left out.
    """
    if sheet.grid.widths:
        return sheet
    if not sheet.whole or len(sheet.grid.rows) > MOST_ON_A_PAGE:
        return _with_widths(sheet, _trial(replace(sheet, closes=False), with_words=False))
    trial = _trial(sheet)
    if sheet.chart is not None and _lacks_room(sheet, trial):
        bare = replace(sheet, chart=None)
        bare_trial = _trial(bare)
        if not _lacks_room(bare, bare_trial) or _hands_in(bare, bare_trial) > _hands_in(sheet, trial):
            return _filled(bare, bare_trial)
        return _with_widths(sheet, trial)
    return _filled(sheet, trial)


def _filled(sheet: Sheet, trial: Trial) -> Sheet:
    """Returns the sheet with equally high rows that fill its page; with natural rows if it is too long."""
    paper, grid = PAPERS[sheet.paper], sheet.grid
    rows, wanted = _rows_of_figures(sheet), _wanted(paper, grid.lines)
    more = max(_hands_in(sheet, trial) - hands_on(sheet), 0)
    more = more if grid.left is None else min(more, grid.left)
    height = _rounded(_room(sheet, trial) / max(rows + more * grid.lines, 1), TALLEST * wanted)
    if rows and height < min(trial.row, wanted):
        return _with_widths(sheet, trial)
    sizes = (LARGER, LARGE) if height >= _least_to_write(paper) else ()
    larger = next((size for size in sizes if size <= trial.total_size), 1.0)
    full = replace(grid, rows=grid.rows + rows_to_write(grid, more), row_height=height, larger=larger)
    return _with_widths(replace(sheet, grid=full), trial)


def _with_widths(sheet: Sheet, trial: Trial) -> Sheet:
    return replace(sheet, grid=replace(sheet.grid, widths=trial.widths), score_size=trial.score_size)


def with_empty_rows(
    sheet: Sheet, hand: Callable[[int], tuple[Row, ...]], hands: int | None = None, most: int | None = None
) -> Sheet:
    """Returns a blank sheet with rows for `hands` hands, by default for `most`, or as many as fit on one page if fewer.

    `hand` returns the rows of a hand by its number. The rows are as high as the page allows; there is always room for
    one hand, whose rows stay on one page.
    """
    paper, lines = PAPERS[sheet.paper], sheet.grid.lines
    trial = _trial(replace(sheet, grid=replace(sheet.grid, rows=hand(1))))
    least = max(_least_to_write(paper), min(_wanted(paper, lines), trial.room / (HANDS * lines)))
    fitting = max(int(trial.room / (least * lines)), 1)
    many = hands or min(fitting, most or fitting)
    height = max(least, _rounded(trial.room / (min(many, fitting) * lines), TALLEST * least))
    rows = tuple(row for number in range(1, many + 1) for row in hand(number))
    return _with_widths(replace(sheet, grid=replace(sheet.grid, rows=rows, row_height=height)), trial)


def _least_to_write(paper: Paper) -> float:
    """Returns the least height, in millimetres, of a row that people write in by hand."""
    return round(paper.type_height + 2 * AIR, 1)


def _wanted(paper: Paper, lines: int) -> float:
    """Returns the wanted height of a row to write in, for hands of `lines` rows."""
    return max(_least_to_write(paper), A_HAND / lines if paper.is_large else 0.0)


def _lacks_room(sheet: Sheet, trial: Trial) -> bool:
    """True if fewer than HANDS hands fit on the page or, for a longer match, not all of its rows."""
    if hands_on(sheet) <= HANDS:
        return _hands_in(sheet, trial) < HANDS
    return trial.room < _rows_of_figures(sheet) * trial.row


def hands_on(sheet: Sheet) -> int:
    """Returns the number of hands that a sheet has rows for."""
    return sum(row.opens for row in sheet.grid.rows)


def _hands_in(sheet: Sheet, trial: Trial) -> int:
    """Returns the number of hands, played or empty, that fit on the page at the wanted height."""
    lines = sheet.grid.lines
    return floor(_room(sheet, trial) / (_wanted(PAPERS[sheet.paper], lines) * lines))


def _room(sheet: Sheet, trial: Trial) -> float:
    """Returns the height left for rows, less the extra height of printed rows that exceed the wanted one."""
    wanted = _wanted(PAPERS[sheet.paper], sheet.grid.lines)
    return trial.room - _rows_of_figures(sheet) * max(trial.row - wanted, 0)


def _rows_of_figures(sheet: Sheet) -> int:
    """Returns the number of rows, without the extra rows in words."""
    return sum(not is_in_words(row) for row in sheet.grid.rows)


def _rounded(height: float, most: float) -> float:
    """Returns a row height, `most` at most, rounded down to 0.05 mm, the precision of `sheet.html`."""
    return floor(min(height, most) * 20) / 20


def _trial(sheet: Sheet, *, with_words: bool = True) -> Trial:
    """Measures the sheet with one hand that has each column's longest text; `with_words` includes rows in words."""
    paper, grid = PAPERS[sheet.paper], sheet.grid
    rows = tuple(_longest(grid))
    words = tuple(row for row in grid.rows if is_in_words(row)) if with_words else ()
    least = paper.type_height + (2 * AIR if sheet.blank else PRINTED_AIR)
    letterhead = sheet.letterhead and replace(sheet.letterhead, table=sheet.letterhead.table and "00")
    code = sheet.code and replace(sheet.code, address=sheet.code.address and "code")  # every code has the same size
    trial = replace(
        sheet,
        grid=replace(grid, rows=rows + words, row_height=round(least, 2)),
        letterhead=letterhead,
        code=code,
        fingerprint="",
        score_size=_expected_score_size(sheet.result.score, paper),
    )
    with i18n.speaking(sheet.language):
        return _measured(html_of_hands(trial, trial=True), paper.name, len(grid.columns), len(rows), trial.score_size)


def _expected_score_size(score: str, paper: Paper) -> float:
    """Returns the score's size for the trial: about as large as fits, for a line as high as in print."""
    return min(SCORE, RESULT_SHARE * paper.measure / (NARROW * max(len(score), 1) * paper.type_height))


def _longest(grid: Grid) -> Iterator[Row]:
    """Yields the rows of a made-up hand with the longest text in every cell; empty rows without any hands."""
    hand: dict[int, list[Row]] = {}
    line = 0
    for row in grid.rows or rows_to_write(grid, 1):
        if is_in_words(row):
            continue
        line = 0 if row.opens else line + 1
        hand.setdefault(line, []).append(row)
    for rows in hand.values():
        cells = zip(*(row.cells for row in rows), strict=True)
        yield replace(rows[0], cells=tuple(max(place, key=lambda cell: len(cell.text + cell.marks)) for place in cells))


@lru_cache(maxsize=TRIALS)
def _measured(html: str, paper_name: str, columns: int, lines: int, score_size: float) -> Trial:
    """Returns the measurements of a trial layout, cached by its HTML; there is no room if it has several pages.

    The grid may begin on the second one, as extra rows in words are not parted from their hand.
    """
    paper, pages = PAPERS[paper_name], positions_on_pages(html)
    spots = {name: spot for page in pages for name, spot in page.items()}
    edges = [spots[f"column-{at}"][0] for at in range(columns + 1)]
    scale = paper.measure / (edges[-1] - edges[0])
    widths = tuple(scale * (right - left) for left, right in pairwise(edges))
    row = (spots["below-hand"][1] - spots["hand"][1]) / lines if "below-hand" in spots else paper.depth
    foot = paper.height - paper.bottom - SPARE
    return Trial(
        widths=tuple(round(width, 3) for width in widths),
        room=foot - spots["end"][1] + row * lines if "end" in pages[0] else 0.0,
        row=row,
        score_size=_score_size(spots, paper, score_size),
        total_size=min(_share(spots, at, line, widths[at]) for at in range(columns) for line in range(lines)),
    )


def _score_size(spots: Positions, paper: Paper, trial_size: float) -> float:
    """Returns the size at which the score fits on its line, at most the size used in the trial."""
    if "score" not in spots:
        return trial_size
    room = paper.width - paper.side - spots["score"][0]
    return round(trial_size * min(1, room / max(spots["score-end"][0] - spots["score"][0], 1)), 2)


def _share(spots: Positions, column: int, line: int, width: float) -> float:
    """Returns the factor by which the total in a column can be enlarged; LARGER for a column without a total."""
    name = f"total-{column}-{line}"
    if name not in spots:
        return LARGER
    return (width - CELL_AIR) / max(spots[f"{name}-end"][0] - spots[name][0], 0.1)
