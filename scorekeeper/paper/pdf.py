"""Sheets as PDF files: one page, several sheets in one file, long sheets in pieces, two pages of A5 on one of A4."""

import gc
import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from scorekeeper.paper.layout import fitted, html_of
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.typesetting import laid_out, needs_japanese, one_at_a_time, without_garbage_collection

CACHED = 32  # PDFs, of 20 to 200 KB each

Pages = Sequence[tuple[str, int]]  # pages as HTML, each with its number of copies


def pdf_of(sheet: Sheet) -> bytes:
    """Returns a sheet as a PDF file. Raises NoPango, like all functions here that lay out a page."""
    return pdf_of_page(html_of(sheet))


@lru_cache(maxsize=CACHED)
def pdf_of_page(html: str, two_up: bool = False) -> bytes:
    """Returns a sheet's page as a PDF file, cached; `two_up`: two pages of A5 on one of A4."""
    with one_at_a_time:
        return write_pdf(html, two_up)


def pdf_of_pages(pages: Pages, on_progress: Callable[[int], None] = lambda count: None) -> bytes:
    """Returns several sheets as one PDF file, each with its own page numbers and its copies. Not cached.

    Calls `on_progress` with the number of sheets laid out so far, copies included.
    """
    japanese = any(needs_japanese(html) for html, _copies in pages)
    with one_at_a_time, without_garbage_collection():
        bound = []
        count = 0
        for html, copies in pages:
            document = laid_out(html, japanese=japanese)
            bound += document.pages * copies
            count += copies
            on_progress(count)
        written = document.copy(bound).write_pdf()
    assert isinstance(written, bytes)  # noqa: S101 (for mypy: WeasyPrint ships no type hints)
    return written


def digest(html: str, two_up: bool = False) -> str:
    """Returns a key of a page's PDF: the SHA-256 of its HTML, with “-2” appended if `two_up`."""
    return hashlib.sha256(html.encode()).hexdigest() + ("-2" if two_up else "")


def write_pdf(html: str, two_up: bool = False) -> bytes:
    """Returns a page as a PDF file, not cached; to be called with `one_at_a_time` held.

    Raises `NotAnAsset` if the page refers to any file but our style sheets and fonts, which no template does.
    """
    with without_garbage_collection():
        written = laid_out(html).write_pdf()
    assert isinstance(written, bytes)  # noqa: S101 (for mypy: WeasyPrint ships no type hints)
    return side_by_side(written) if two_up else written


def side_by_side(file: bytes) -> bytes:
    """Returns the PDF with two of its pages side by side on each page; a single page is doubled."""
    from pypdf import PageObject, PdfReader, PdfWriter

    pages = list(PdfReader(io.BytesIO(file)).pages)
    pages = pages * 2 if len(pages) == 1 else pages
    writer = PdfWriter()
    for left in range(0, len(pages), 2):
        width, height = pages[left].mediabox.width, pages[left].mediabox.height
        spread = PageObject.create_blank_page(width=2 * width, height=height)
        for at, page in enumerate(pages[left : left + 2]):
            spread.merge_translated_page(page, at * width, 0)
        writer.add_page(spread)
    joined = io.BytesIO()
    writer.write(joined)
    return joined.getvalue()


A_PIECE = 480  # lines of hands; a piece ends with a whole hand

Group = list[Sheet]  # laid out together: sheets of few hands, or a piece of a long one


def pdf_of_sheets(
    sheets: Iterable[Sheet], report: Callable[[int], None] = lambda done: None, *, before: Pages = ()
) -> bytes:
    """Returns the sheets as one PDF file, after the pages `before`. Calls `report` with the number of lines so far."""
    from pypdf import PdfReader, PdfWriter

    writer, page, done, written = PdfWriter(), 1, 0, b""
    if before:
        writer.append(PdfReader(io.BytesIO(pdf_of_pages(before))))
    for group in groups(sheets):
        page = 1 if group[0].opens else page
        written = pdf_of_pages([(html_of(replace(sheet, first_page=page)), 1) for sheet in group])
        gc.collect()  # a layout is full of reference cycles
        read = PdfReader(io.BytesIO(written))
        writer.append(read)
        page += len(read.pages)
        done += sum(len(sheet.grid.rows) for sheet in group)
        report(done)
    joined = io.BytesIO()
    writer.write(joined)
    return joined.getvalue()


def groups(sheets: Iterable[Sheet]) -> Iterator[Group]:
    """Yields the sheets in groups of at most A_PIECE grid rows; pieces of longer sheets are groups of one."""
    group: Group = []
    row_count = 0
    for sheet in sheets:
        rows = len(sheet.grid.rows)
        if group and row_count + rows > A_PIECE:
            yield group
            group, row_count = [], 0
        if rows > A_PIECE:
            yield from ([piece] for piece in pieces(sheet))
        else:
            group.append(sheet)
            row_count += rows
    if group:
        yield group


def pieces(sheet: Sheet) -> Iterator[Sheet]:
    """Yields a long sheet in pieces, all with the same columns: the first has the head, the last the result."""
    sheet = fitted(sheet)
    rows, first = sheet.grid.rows, 0
    while first < len(rows):
        last = first + A_PIECE
        while last < len(rows) and not rows[last].opens:
            last += 1
        grid = replace(sheet.grid, rows=rows[first:last])
        yield replace(sheet, grid=grid, whole=False, opens=first == 0, closes=last >= len(rows))
        first = last
