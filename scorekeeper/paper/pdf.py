"""Sheets as PDF: the only module that imports WeasyPrint, on first use.

WeasyPrint gets HTML made by this package and may open the project's own style sheets and fonts, nothing else. One
PDF is made at a time, as threads would only slow each other down, and the last ones are cached. The same HTML always
gives the same bytes.
"""

import atexit
import gc
import hashlib
import io
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scorekeeper.config import folder
from scorekeeper.games.engine.base import _
from scorekeeper.paper.letters import needs_japanese
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.page import html_of
from scorekeeper.paper.two_up import spreads

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

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
