"""Sheets of very many hands, or very many sheets, as one PDF: set in pieces that are joined.

The time and the memory that WeasyPrint takes grow faster than what it sets, so nothing larger than A_PIECE is set at
once. A piece of a long sheet begins on a new page; its pages are counted on, without a total, which nobody knows yet.
"""

import gc
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from scorekeeper.paper.model import Sheet
from scorekeeper.paper.page import html_of
from scorekeeper.paper.pdf import Pages, pdf_of_pages

A_PIECE = 480  # lines of hands; a piece ends with a whole hand

Group = list[Sheet]  # what is set at once: sheets of few hands, or a piece of a long one


def pdf_of_sheets(
    sheets: Iterable[Sheet], report: Callable[[int], None] = lambda done: None, *, before: Pages = ()
) -> bytes:
    """The sheets as one PDF file, behind the pages `before`. `report` is told how many lines of hands are set."""
    from pypdf import PdfReader, PdfWriter

    writer, page, done, written = PdfWriter(), 1, 0, b""
    if before:
        writer.append(PdfReader(io.BytesIO(pdf_of_pages(before))))
    for group in groups(sheets):
        page = 1 if group[0].opens else page
        written = pdf_of_pages([(html_of(replace(sheet, first_page=page)), 1) for sheet in group])
        gc.collect()  # what was laid out is full of circles, and stays until then
        read = PdfReader(io.BytesIO(written))
        writer.append(read)
        page += len(read.pages)
        done += sum(len(sheet.grid.rows) for sheet in group)
        report(done)
    joined = io.BytesIO()
    writer.write(joined)
    return joined.getvalue()


def groups(sheets: Iterable[Sheet]) -> Iterator[Group]:
    """The sheets in groups of at most A_PIECE hands; longer ones in pieces, each a group of its own."""
    group: Group = []
    held = 0
    for sheet in sheets:
        rows = len(sheet.grid.rows)
        if group and held + rows > A_PIECE:
            yield group
            group, held = [], 0
        if rows > A_PIECE:
            yield from ([piece] for piece in pieces(sheet))
        else:
            group.append(sheet)
            held += rows
    if group:
        yield group


def pieces(sheet: Sheet) -> Iterator[Sheet]:
    """A long sheet in pieces: the first has its head, the last how it came out."""
    rows, first = sheet.grid.rows, 0
    while first < len(rows):
        last = first + A_PIECE
        while last < len(rows) and not rows[last].opens:
            last += 1
        grid = replace(sheet.grid, rows=rows[first:last])
        yield replace(sheet, grid=grid, whole=False, opens=first == 0, closes=last >= len(rows))
        first = last
