"""Columns of a grid: how wide they have to be, and how they share the width of the paper."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorekeeper.games.paper import Column
from scorekeeper.paper.measure import is_wide, lines, widest_word
from scorekeeper.paper.papers import Paper

FIGURE = 1.9  # mm: the width of a bold figure in the grid's type on A4
FIXED = ("number", "sign")  # kinds of columns with the same width on every paper
AIR = 3.0  # mm: what a column needs beside its text
PADDING = 1.5  # mm: beside a heading
ROUNDING = 0.01  # mm


def fitted(columns: Sequence[Column], paper: Paper) -> tuple[Column, ...]:
    """The columns widened or narrowed, each in proportion, to fill the paper, and their headings in lines.

    Some stay as they are; none gets so narrow that a word of its heading breaks, as long as there is room for all.
    """
    needs = [
        max(*(widest_word(text, paper.heading_type) + PADDING for text in _printed(column)), column.least)
        for column in columns
    ]
    least = [
        max(need, column.width if column.kind in FIXED else 0) for need, column in zip(needs, columns, strict=True)
    ]
    preferred = [0 if column.kind in FIXED else column.width for column in columns]
    widths = _shared(paper.measure, least, preferred)
    return tuple(_headed(column, width, paper) for column, width in zip(columns, widths, strict=True))


def _shared(measure: float, least: Sequence[float], preferred: Sequence[float]) -> list[float]:
    """Widths in proportion to the preferred ones, but none below its least."""
    if sum(least) >= measure:
        return [width * measure / sum(least) for width in least]
    narrow: set[int] = {place for place, width in enumerate(preferred) if not width}
    while True:
        left = measure - sum(least[place] for place in narrow)
        share = left / sum(width for place, width in enumerate(preferred) if place not in narrow)
        more = {place for place, width in enumerate(preferred) if place not in narrow and width * share < least[place]}
        if not more:
            return [least[place] if place in narrow else width * share for place, width in enumerate(preferred)]
        narrow |= more


def _headed(column: Column, width: float, paper: Paper) -> Column:
    """A column of a width, with the lines of its heading and hint."""
    room = width - PADDING + ROUNDING
    heading, hint = (lines(text, room, paper.heading_type, whole=True) for text in _printed(column))
    return replace(column, width=round(width, 2), heading_lines=heading, hint_lines=hint)


def _printed(column: Column) -> tuple[str, str]:
    return column.heading, column.hint


def room(texts: Iterable[str], least: float, most: float) -> float:
    """The width in millimetres that the longest of some texts needs, within bounds."""
    longest = max((letters(text) for text in texts), default=0)
    return min(max(longest * FIGURE + AIR, least), most)


def letters(text: str) -> int:
    """The length of a text in letters of Latin width; a Japanese one counts for two."""
    return sum(2 if is_wide(letter) else 1 for letter in text)
