"""How many empty rows fit on one page beside everything else on it. Lengths in millimetres.

The estimate errs on the side of one row less; tests compare it with the rendered pages.
"""

from collections.abc import Iterable, Sequence
from math import ceil, floor

from scorekeeper.games.paper import Column, CribLine
from scorekeeper.paper.columns import letters
from scorekeeper.paper.measure import lines, width
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.papers import PAPERS, Paper

AIR = 2.0  # above and below a figure written by hand
POINT = 0.3528
TALLEST = 1.2  # so many times the least height, no higher
TITLE = 14.6  # at 9 points
TITLE_LINE = 8.4
TITLE_TYPE = 2.4  # times the type; `sheet.css` sets the same
TITLE_SHARE = 0.46  # of the measure
VARIANT = 3.2
FACT = 4.9  # a line to write on
SEATING = 29.5  # the table with its seats, the least height of the head
BANDS = 8.7  # a line for the names of the sides
HEADING_AIR = 1.6
HEADING_LINE = 2.8
SPARE = 0.7
SPARE_IN_JAPANESE = 2.5  # its letters stand higher than those they are measured by
WINNER = 11.8
SIGNATURES = 8.6  # a row of them
SIGNATURES_IN_A_ROW = 3
CRIB = 8.6  # its heading, and the air around
CRIB_LINE = 3.1
CRIB_RULE = 11.0  # the column of the rules' numbers
CRIB_TYPE = 0.76  # times the type
CRIB_GAP = 5.0
FACT_LABEL = 22.0
LETTERHEAD = 14.0  # whose paper it is
LETTERHEAD_AIR = 4.2
CLUB_TYPE = 1.2  # times the type
CLUB_LINE = 4.5
LOGO, TABLE = 34.0, 40.0  # the widths of what stands beside the club's name
CODE = 22.0  # the width of a code beside the rules
CODE_DEPTH = 36.0  # with its caption, and the air around
NEARLY = 0.985  # of the width, for lines that just fit


def rows_to_write(sheet: Sheet, together: int) -> tuple[int, float]:
    """How many rows fit on a blank sheet's page, and how high they can be to fill it.

    `together` rows make a hand and stay on one page; there is always room for one hand.
    """
    least = row_height(PAPERS[sheet.paper])
    space = room_for_rows(sheet)
    rows = max(int(space / least) // together, 1) * together
    return rows, max(least, floor(min(space / rows, TALLEST * least) * 20) / 20)


def room_for_rows(sheet: Sheet) -> float:
    """The height that is left beside a blank sheet's head, names, signatures and rules."""
    paper = PAPERS[sheet.paper]
    scale = paper.type / 9
    rules = sum(ceil(letters(rule) / 50) for rule in sheet.house_rules)
    facts = FACT * (fact_lines(sheet, paper) + rules)
    head = title_height(sheet.title, paper) + facts + (VARIANT if sheet.variant else 0)
    spare = SPARE_IN_JAPANESE if sheet.language == "ja" else SPARE
    signatures = ceil(len(sheet.result.standings) / SIGNATURES_IN_A_ROW)
    to_write = (BANDS if sheet.grid.bands else 0) + WINNER + SIGNATURES * signatures
    foot = CRIB + crib_height(sheet.crib, paper, beside=CODE if sheet.code else 0.0)
    in_print = scale * headings_height(sheet.grid.columns) + max(scale * foot, CODE_DEPTH if sheet.code else 0.0)
    return paper.depth - letterhead_height(sheet, paper) - max(scale * head, SEATING) - to_write - in_print - spare


def fact_lines(sheet: Sheet, paper: Paper) -> int:
    """How many lines the facts take; what is in print may be longer than one."""
    measure = (TITLE_SHARE * paper.measure - FACT_LABEL) * NEARLY
    return sum(max(len(lines(fact.text, measure, paper.type)), 1) for fact in sheet.facts)


def letterhead_height(sheet: Sheet, paper: Paper) -> float:
    """The height of the club's head, with nothing where there is none."""
    if sheet.letterhead is None:
        return 0.0
    beside = LOGO + (TABLE if sheet.letterhead.table else 0.0)
    broken = lines(sheet.letterhead.club, (paper.measure - beside) * NEARLY, CLUB_TYPE * paper.type, bold=True)
    return max(LETTERHEAD, LETTERHEAD_AIR + CLUB_LINE * len(broken))


def row_height(paper: Paper) -> float:
    """The least height of a row to write on."""
    return round(paper.type * POINT + 2 * AIR, 1)


def title_height(title: str, paper: Paper) -> float:
    """The height of the title at 9 points; a long one takes two lines of small paper."""
    broken = lines(title, TITLE_SHARE * paper.measure, TITLE_TYPE * paper.type, bold=True)
    return TITLE + TITLE_LINE * (len(broken) - 1)


def headings_height(columns: Iterable[Column]) -> float:
    """The height of the columns' headings at 9 points."""
    return HEADING_AIR + HEADING_LINE * max(len(column.heading_lines) + len(column.hint_lines) for column in columns)


def crib_height(crib: Sequence[Sequence[CribLine]], paper: Paper, beside: float = 0.0) -> float:
    """The height of the rules in short, at 9 points; the last of their columns has no gap beside it, unless a code
    stands `beside` it.
    """
    column = (paper.measure - beside) / paper.crib_columns - CRIB_RULE
    measures = [column - CRIB_GAP] * (len(crib) - 1) + [column - CRIB_GAP if beside else column]
    return CRIB_LINE * max(
        sum(crib_lines(line, measure * NEARLY, paper) for line in column)
        for column, measure in zip(crib, measures, strict=True)
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
