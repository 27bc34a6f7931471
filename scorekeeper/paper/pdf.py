"""Two pages of A5 beside each other on one of A4 across, to be cut or folded: a sheet of one page comes twice."""

import atexit
import gc
import hashlib
import io
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scorekeeper.config import folder
from scorekeeper.games.engine.base import _
from scorekeeper.paper.measure import needs_japanese
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.page import html_of

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher


class Spread:
    """Two of WeasyPrint's pages as one, by what its PDF writer asks of a page; `right` may be missing."""

    def __init__(self, left: Any, right: Any) -> None:
        self.left, self.right = left, right
        self.width, self.height, self.bleed = 2 * left.width, left.height, left.bleed
        self.bookmarks: list[Any] = []
        self.links: list[Any] = []
        self.anchors: dict[str, Any] = {}
        self.forms: dict[Any, list[Any]] = {None: []}

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw both pages, the right one moved by the width of the left."""
        self.left.paint(stream, scale)
        if self.right is not None:
            with stream.stacked():
                stream.transform(e=scale * self.left.width)
                self.right.paint(stream, scale)


def spreads(pages: Sequence[Any]) -> list[Spread]:
    """The pages two by two; a single one twice."""
    if len(pages) == 1:
        return [Spread(pages[0], pages[0])]
    ends = [*pages, None]
    return [Spread(ends[at], ends[at + 1]) for at in range(0, len(pages), 2)]


CACHED = 32  # PDFs, of 20 to 200 KB each
STYLES = ("sheet.css", "sheet-foot.css", "sheet-season.css", "sheet-tournament.css")
ASSETS = ("css", "fonts")  # folders of static/ that a sheet may read
PICTURE = "data:image/png;base64,"  # a picture that stands in the page itself: a club's logo, drawn by `clubs.logos`

NO_PANGO = _(
    "This server can’t make PDFs because Pango is missing. Ask its administrator to install the Debian package "
    "libpangoft2-1.0-0."
)

Pages = Sequence[tuple[str, int]]  # pages as HTML, each with its number of copies

_one_at_a_time = threading.Lock()


class NotAnAsset(ValueError):
    """A page asked for something that is not one of the project's own style sheets and fonts, or is not there."""


class NoPango(RuntimeError):
    """This machine lacks what WeasyPrint sets pages with; `NO_PANGO` says so to people."""


def load_weasyprint() -> Any:
    """WeasyPrint, loaded when the first sheet is asked for. Raises NoPango."""
    try:
        with redirect_stdout(io.StringIO()):  # it would print advice there, even into a PDF
            import weasyprint
    except OSError as error:
        raise NoPango(str(error)) from error
    return weasyprint


def pdf_of(sheet: Sheet) -> bytes:
    """A sheet as a PDF file."""
    return pdf_of_page(html_of(sheet))


@lru_cache(maxsize=CACHED)
def pdf_of_page(html: str, two_up: bool = False) -> bytes:
    """A sheet's page as a PDF file, cached; `two_up`: two pages of A5 on one of A4."""
    with _one_at_a_time:
        return write_pdf(html, two_up)


def pdf_of_pages(pages: Pages, on_progress: Callable[[int], None] = lambda count: None) -> bytes:
    """Several sheets' pages, each in so many copies, as one PDF file; each sheet counts its own pages. Not cached.

    `on_progress` is called with the number of sheets that are set. Raises NoPango, as all here that writes.
    """
    with _one_at_a_time, _without_garbage_collection():
        html_class = load_weasyprint().HTML
        fonts, styles = _typesetting(any(needs_japanese(html) for html, _copies in pages))
        bound: list[Any] = []
        count = 0
        for html, copies in pages:
            document = html_class(string=html, url_fetcher=_fetcher()).render(stylesheets=styles, font_config=fonts)
            bound += document.pages * copies
            count += copies
            on_progress(count)
        written = document.copy(bound).write_pdf()
    assert isinstance(written, bytes)  # noqa: S101 (for mypy: WeasyPrint ships no type hints)
    return written


def digest(html: str, two_up: bool = False) -> str:
    """The SHA-256 of a sheet's page: the same page, the same PDF."""
    return hashlib.sha256(html.encode()).hexdigest() + ("-2" if two_up else "")


def write_pdf(html: str, two_up: bool = False) -> bytes:
    """A page of this package as a PDF file, not cached; only one thread at a time may call this.

    Raises `NotAnAsset` where the page asks for anything else, which none of the templates does.
    """
    html_class = load_weasyprint().HTML
    from weasyprint.urls import FatalURLFetchingError

    try:
        fonts, styles = _typesetting(needs_japanese(html))
        with _without_garbage_collection():
            document = html_class(string=html, url_fetcher=_fetcher()).render(stylesheets=styles, font_config=fonts)
            written = (document.copy(spreads(document.pages)) if two_up else document).write_pdf()
    except FatalURLFetchingError as error:  # a BaseException, which would end the server
        raise NotAnAsset(str(error)) from error
    assert isinstance(written, bytes)  # noqa: S101 (for mypy: WeasyPrint ships no type hints)
    return written


@lru_cache(maxsize=2)
def _typesetting(japanese: bool) -> "tuple[FontConfiguration, list[CSS]]":
    """Fonts and style sheets, loaded once: with the Japanese font, which takes two seconds to load, or without.

    WeasyPrint's fonts clean up with modules that are gone when Python exits, so they are dropped before that.
    """
    atexit.register(_typesetting.cache_clear)
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    static = folder("static")
    fonts = FontConfiguration()
    for name in ("fonts.css", "fonts-ja.css") if japanese else ("fonts.css",):
        CSS(filename=static / "fonts" / name, font_config=fonts, url_fetcher=_fetcher())
    return fonts, [CSS(filename=static / "css" / name, font_config=fonts, url_fetcher=_fetcher()) for name in STYLES]


@lru_cache(maxsize=1)
def _fetcher() -> "URLFetcher":
    """WeasyPrint's URL fetcher: opens files of the asset folders and a page's inline PNG, and nothing else."""
    from weasyprint.urls import URLFetcher

    class OwnAssets(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no type hints
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            return super().fetch(url if url.startswith(PICTURE) else own_asset(url), headers)

    return OwnAssets(allowed_protocols={"file", "data"}, allow_redirects=False, fail_on_errors=True)


def own_asset(url: str) -> str:
    """The normalised URL of one of the project's own assets; raises `NotAnAsset` for every other."""
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc:
        raise NotAnAsset(url)
    path = Path(url2pathname(parts.path)).resolve()
    if not any(path.is_relative_to((folder("static") / kind).resolve()) for kind in ASSETS):
        raise NotAnAsset(url)
    return path.as_uri()


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Layout makes very many objects that live until it is done: collecting garbage meanwhile costs a third more."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
