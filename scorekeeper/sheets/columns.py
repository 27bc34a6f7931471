"""Columns of a grid: how wide they have to be, and how they share the width of the paper."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from unicodedata import east_asian_width

from scorekeeper.sheets.model import Column

FIGURE = 1.85  # mm: the width of a bold figure in the grid's type on A4
KEPT = ("number", "sign")  # kinds of columns that are as wide on every paper
AIR = 3.0  # mm: what a column needs beside its text


def fitted(columns: Sequence[Column], measure: float) -> tuple[Column, ...]:
    """The columns widened or narrowed, each in proportion, to fill a measure in millimetres; some stay as they are."""
    kept = sum(column.width for column in columns if column.kind in KEPT)
    share = (measure - kept) / (sum(column.width for column in columns) - kept)
    return tuple(
        column if column.kind in KEPT else replace(column, width=round(column.width * share, 2)) for column in columns
    )


def room(texts: Iterable[str], least: float, most: float) -> float:
    """The width in millimetres that the longest of some texts needs, within bounds."""
    longest = max((letters(text) for text in texts), default=0)
    return min(max(longest * FIGURE + AIR, least), most)


def letters(text: str) -> int:
    """The length of a text in letters of Latin width; a Japanese one counts for two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
