"""WeasyPrint with the shipped fonts: which letters they have, and how a page is laid out.

Only the public parts of WeasyPrint are used. Where things are on a page is read from `Page.anchors`: the positions
of all elements that have an id.
"""

import atexit
import gc
import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scorekeeper.config import folder
from scorekeeper.games.engine.base import _
from scorekeeper.paper import font_files

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

STAND_IN = "?"
UNSEEN = ("Cc", "Cf", "Mn")  # Unicode categories of characters that show nothing
WESTERN = ("noto-sans/NotoSans_400Regular.ttf", "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf")
JAPANESE = ("noto-sans-jp/NotoSansJP_400Regular.ttf",)


@lru_cache(maxsize=2)
def _letters_of(files: tuple[str, ...]) -> frozenset[str]:
    """The letters that at least one of the fonts has."""
    from fontTools.ttLib import TTFont

    codes: set[int] = {ord(space) for space in "\n\r\t"}
    for file in files:
        with TTFont(folder("static") / "fonts" / file, lazy=True) as font:
            codes.update(font.getBestCmap())
    return frozenset(map(chr, codes))


def needs_japanese(text: str) -> bool:
    """True if the text needs the large Japanese font: the others lack one of its visible letters."""
    return any(category(letter) not in UNSEEN for letter in frozenset(text) - _letters_of(WESTERN))


def is_lacking(text: str) -> bool:
    """True if no font has one of the text's visible letters."""
    return any(category(letter) not in UNSEEN for letter in _missing(text))


def in_print(text: str) -> str:
    """The text with a question mark for each visible letter that no font has; invisible ones are removed."""
    replaced = {ord(letter): "" if category(letter) in UNSEEN else STAND_IN for letter in _missing(text)}
    return text.translate(replaced)


def _missing(text: str) -> frozenset[str]:
    """The letters of a text that no font has. The Japanese font is only read if the text needs it."""
    beyond = frozenset(text) - _letters_of(WESTERN)
    return beyond - _letters_of(JAPANESE) if beyond else beyond


STYLES = ("sheet.css", "sheet-foot.css", "sheet-season.css", "sheet-tournament.css")
ASSETS = ("css", "fonts")  # folders of static/ that a sheet may read
PICTURE = "data:image/png;base64,"  # an inline picture: a club's logo, drawn by `clubs.club_settings`

NO_PANGO = _(
    "This server can’t make PDFs because Pango is missing. Ask its administrator to install the Debian package "
    "libpangoft2-1.0-0."
)


class NotAnAsset(ValueError):
    """Raised if a page refers to a file that is missing or is not a style sheet or font of the project."""


class NoPango(RuntimeError):
    """WeasyPrint cannot be loaded because the machine lacks Pango; the message for users is `NO_PANGO`."""


def load_weasyprint() -> Any:
    """The module `weasyprint`, imported on first use. Raises NoPango."""
    try:
        with redirect_stdout(io.StringIO()):  # it would print advice there, even into a PDF
            import weasyprint
    except OSError as error:
        raise NoPango(str(error)) from error
    return weasyprint


one_at_a_time = threading.Lock()  # held while WeasyPrint works


def laid_out(html: str, *, japanese: bool | None = None) -> Any:
    """The page as WeasyPrint's `Document`; to be called with `one_at_a_time` held.

    `japanese` loads the Japanese font; None finds out from the page. Raises NoPango and NotAnAsset.
    """
    html_class = load_weasyprint().HTML
    from weasyprint.urls import FatalURLFetchingError

    fonts, style = _typesetting(needs_japanese(html) if japanese is None else japanese)
    try:
        with without_garbage_collection():
            return html_class(string=html, url_fetcher=_fetcher()).render(stylesheets=[style], font_config=fonts)
    except FatalURLFetchingError as error:  # a BaseException, which would end the server
        raise NotAnAsset(str(error)) from error


Positions = dict[str, tuple[float, float]]  # by the element's id: its left and top edge, in millimetres
MM_OF_A_PIXEL = 25.4 / 96


def positions(html: str) -> Positions:
    """Returns left and top edge in mm of each element with an id, on the first page.

    Raises NoPango and NotAnAsset.
    """
    return positions_on_pages(html)[0]


def positions_on_pages(html: str) -> list[Positions]:
    """Returns for each page of an HTML page's PDF the places of its elements with an id, in mm as `positions` does."""
    with one_at_a_time:
        pages = laid_out(html).pages
    return [
        {name: (at[0] * MM_OF_A_PIXEL, at[1] * MM_OF_A_PIXEL) for name, at in page.anchors.items()} for page in pages
    ]


def page_count(html: str) -> int:
    """Returns the number of pages. Raises NoPango and NotAnAsset."""
    with one_at_a_time:
        return len(laid_out(html).pages)


@lru_cache(maxsize=2)
def _typesetting(japanese: bool) -> "tuple[FontConfiguration, CSS]":
    """Fonts and styles, loaded once: with the Japanese font, which takes two seconds to load, or without.

    The style sheets are joined, because WeasyPrint matches each element with each sheet: that saves 5 % of a layout.
    Released before Python exits, because WeasyPrint's fonts clean up with modules that are gone by then.
    """
    atexit.register(release_fonts)
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    static = folder("static")
    fonts = FontConfiguration()
    with font_files.in_own_folder():
        for name in ("fonts.css", "fonts-ja.css") if japanese else ("fonts.css",):
            CSS(filename=static / "fonts" / name, font_config=fonts, url_fetcher=_fetcher())
    styles = "\n".join((static / "css" / name).read_text("utf-8") for name in STYLES)
    return fonts, CSS(string=styles, font_config=fonts, url_fetcher=_fetcher())


def release_fonts() -> None:
    """Releases fonts and styles, and deletes the files of the fonts."""
    _typesetting.cache_clear()
    font_files.delete_own()


@lru_cache(maxsize=1)
def _fetcher() -> "URLFetcher":
    """WeasyPrint's URL fetcher: opens files of the asset folders and a page's inline PNG, and nothing else."""
    from weasyprint.urls import URLFetcher

    class OwnAssets(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no type hints
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            return super().fetch(url if url.startswith(PICTURE) else own_asset(url), headers)

    return OwnAssets(allowed_protocols={"file", "data"}, allow_redirects=False, fail_on_errors=True)


def own_asset(url: str) -> str:
    """Returns the normalised URL of a style sheet or font of the project; raises `NotAnAsset` for any other URL."""
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc:
        raise NotAnAsset(url)
    path = Path(url2pathname(parts.path)).resolve()
    if not any(path.is_relative_to((folder("static") / kind).resolve()) for kind in ASSETS):
        raise NotAnAsset(url)
    return path.as_uri()


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """A context without garbage collection, which makes layout with its very many objects a third faster."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
