"""The widths of a list's columns, and the largest type size at which its names fit.

Widths are in em, estimated from the texts: layout only shows how high a list is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.paper.club_sheets import Cell, Heading
from scorekeeper.paper.model import BRACKET_PAPERS
from scorekeeper.paper.typesetting import BOLD, width_of

NAMES = "who"  # the kind of columns with names, which share the room that others leave
AT_EDGE = ("place", "number")  # kinds of columns that never get room to spare
SMALL, HEADING = 0.82, 0.8  # sizes of small type and of headings, times the usual one
PADDING = 0.8
SPARE = 2.2  # most room to spare of a column
TO_WRITE = {"prize": 11.0, "result": 6.5}  # of columns to write in, by kind
USUAL_TO_WRITE = 5.0
LONGEST, WHOLE = 12.5, 36.0  # most room that names need at least, and that they use
SMALLEST = 0.75  # of the usual size
DASH = " – "


class Column(NamedTuple):
    """A column: its kind, its minimum width, and the width at which none of its texts wraps."""

    kind: str
    least: float
    whole: float


def whole_parts(name: str) -> list[tuple[str, bool]]:
    """Returns the players of a pair, the first with a dash, each with True if it is short enough for one line."""
    parts = name.split(DASH)
    named = [*(f"{part} –" for part in parts[:-1]), parts[-1]]
    return [(part, len(parts) > 1 and BOLD * width_of(part) <= LONGEST) for part in named]


def room_of(paper: str, *, wide: bool) -> float:
    """Returns the width between a paper's margins, in em of its usual type; `wide`: of the paper on its side."""
    size = BRACKET_PAPERS[paper]
    return ((size.height if wide else size.width) - 2 * size.side) / size.type_height


def largest_type(columns: Sequence[Column], room: float) -> float:
    """Returns the largest size of the type at which all columns have the least room, times the usual one."""
    return max(room / sum(column.least for column in columns), SMALLEST)


def shares(columns: Sequence[Column], room: float) -> list[float]:
    """Returns the columns' widths in percent of `room`, which is in em of the type that is used."""
    widths = [column.whole if NAMES in column.kind.split() else column.least for column in columns]
    spare = room - sum(widths)
    if spare < 0:
        return _narrowed(columns, room)
    others = [at for at, column in enumerate(columns) if not set(column.kind.split()) & {NAMES, *AT_EDGE}]
    for at in others:
        widths[at] += min(spare / len(columns), SPARE)
    names = [at for at, column in enumerate(columns) if NAMES in column.kind]
    for at in names:
        widths[at] += (room - sum(widths)) / (len(names) - names.index(at))
    return [round(100 * width / sum(widths), 2) for width in widths]


def _narrowed(columns: Sequence[Column], room: float) -> list[float]:
    """Returns the shares if names have to wrap: their columns share the room that the others leave."""
    left = room - sum(column.least for column in columns if NAMES not in column.kind)
    wanted = sum(column.whole for column in columns if NAMES in column.kind)
    widths = [
        max(column.least, left * column.whole / wanted) if NAMES in column.kind else column.least for column in columns
    ]
    return [round(100 * width / sum(widths), 2) for width in widths]


def columns_of(headings: Sequence[Heading], rows: Sequence[Sequence[Cell]]) -> list[Column]:
    """Returns the columns of a list with the room that they need."""
    return [_column(heading, [row[at] for row in rows]) for at, heading in enumerate(headings)]


def _column(heading: Heading, cells: Iterable[Cell]) -> Column:
    kinds = heading.kind.split()
    headed = HEADING * BOLD * max(map(width_of, heading.text.split(" ")))
    if NAMES in kinds:
        texts = list(cells)
        least = max((width for cell in texts for width in _least_of_name(cell)), default=0)
        whole = max((_in_one_line(cell) for cell in texts), default=0)
        return Column(heading.kind, max(headed, least) + PADDING, max(headed, min(whole, WHOLE), least) + PADDING)
    least = max((_width(cell, kinds) for cell in cells), default=0)
    return Column(heading.kind, max(headed, least) + PADDING, max(headed, least) + PADDING)


def _least_of_name(cell: Cell) -> Iterator[float]:
    """Yields the widths of the parts that should not wrap: each player of a pair, at most LONGEST, and each word."""
    if cell.kind == "write":
        yield USUAL_TO_WRITE
    yield from (min(BOLD * width_of(f"{part} –"), LONGEST) for part in cell.text.split(DASH))
    yield from (BOLD * width_of(word) for word in cell.text.split(" "))


def _in_one_line(cell: Cell) -> float:
    return BOLD * width_of(cell.text) + SMALL * width_of(f" {cell.small}")


def _width(cell: Cell, kinds: Sequence[str]) -> float:
    """Returns the width of a cell that must not wrap, except between the words of a table's name."""
    if cell.kind == "write":
        return TO_WRITE.get(kinds[0], USUAL_TO_WRITE)
    text, small = BOLD * width_of(cell.text), SMALL * width_of(cell.small)
    if not small or "stacked" in kinds or "table" in kinds:
        return max(text, small)
    return text + small + width_of(" ")
