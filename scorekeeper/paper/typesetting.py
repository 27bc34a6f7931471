"""WeasyPrint with the shipped fonts: which letters they have, how a page is laid out, the size at which a sheet fits.

Only the public parts of WeasyPrint are used. Where things are on a page is read from `Page.anchors`: the positions
of all elements that have an id. WeasyPrint copies fonts to a temporary folder, on which a process holds a lock while it
runs. An unlocked folder is left from a process that was killed, and the next process deletes it.
"""

import atexit
import fcntl
import gc
import io
import os
import shutil
import tempfile
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache, lru_cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scorekeeper.config import folder
from scorekeeper.games.engine.base import N_

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
    """Returns the letters that at least one of the fonts has."""
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
    """Returns the text with a question mark for each visible letter that no font has; invisible ones are removed."""
    replaced = {ord(letter): "" if category(letter) in UNSEEN else STAND_IN for letter in _missing(text)}
    return text.translate(replaced)


def _missing(text: str) -> frozenset[str]:
    """Returns the letters of a text that no font has. The Japanese font is only read if the text needs it."""
    beyond = frozenset(text) - _letters_of(WESTERN)
    return beyond - _letters_of(JAPANESE) if beyond else beyond


STYLES = ("sheet.css", "sheet-foot.css", "sheet-season.css", "sheet-tournament.css")
ASSETS = ("css", "fonts")  # folders of static/ that a sheet may read
PICTURE = "data:image/png;base64,"  # an inline picture: a club's logo, drawn by `clubs.club_settings`

NO_PANGO = N_(
    "This server can’t make PDFs because Pango is missing. Ask its administrator to install the Debian package "
    "libpangoft2-1.0-0."
)


class NotAnAsset(ValueError):
    """Raised if a page refers to a file that is missing or is not a style sheet or font of the project."""


class NoPango(RuntimeError):
    """Raised if WeasyPrint cannot be loaded because the machine lacks Pango; the text for users is `NO_PANGO`."""


def load_weasyprint() -> Any:
    """Returns the module `weasyprint`, imported on first use. Raises NoPango."""
    try:
        with redirect_stdout(io.StringIO()):  # it would print advice there, even into a PDF
            import weasyprint
    except OSError as error:
        raise NoPango(str(error)) from error
    return weasyprint


one_at_a_time = threading.Lock()  # held while WeasyPrint works


def laid_out(html: str, *, japanese: bool | None = None) -> Any:
    """Returns the page as WeasyPrint's `Document`; to be called with `one_at_a_time` held.

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
    with in_own_folder():
        for name in ("fonts.css", "fonts-ja.css") if japanese else ("fonts.css",):
            CSS(filename=static / "fonts" / name, font_config=fonts, url_fetcher=_fetcher())
    styles = "\n".join((static / "css" / name).read_text("utf-8") for name in STYLES)
    return fonts, CSS(string=styles, font_config=fonts, url_fetcher=_fetcher())


def release_fonts() -> None:
    """Releases fonts and styles, and deletes the files of the fonts."""
    _typesetting.cache_clear()
    delete_own()


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
    """Context manager: no garbage collection inside, which makes layout, with its very many objects, a third faster."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


FOLDER_PREFIX = "scorekeeper-fonts-"


@contextmanager
def in_own_folder() -> Iterator[None]:
    """Context manager: temporary folders made inside are made in this process's own one. Not for several threads."""
    own, _lock = _own_folder()
    usual, tempfile.tempdir = tempfile.tempdir, str(own)
    try:
        yield
    finally:
        tempfile.tempdir = usual


@cache
def _own_folder() -> tuple[Path, int]:
    """Creates the folder of this process; returns its path and the file descriptor that holds the lock."""
    delete_abandoned_folders()
    while True:
        folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX))
        lock = lock_folder(folder)
        if lock is not None and folder.exists():  # else another process deletes it, as it was not locked yet
            return folder, lock


def delete_own() -> None:
    """Deletes the folder of this process, if there is one."""
    if _own_folder.cache_info().currsize:
        own, lock = _own_folder()
        _own_folder.cache_clear()
        shutil.rmtree(own, ignore_errors=True)
        os.close(lock)


def delete_abandoned_folders(prefix: str = FOLDER_PREFIX) -> None:
    """Deletes the temporary folders of this prefix that no process has locked, because theirs were killed."""
    for abandoned in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        lock = lock_folder(abandoned)
        if lock is not None:
            shutil.rmtree(abandoned, ignore_errors=True)  # another user's stays
            os.close(lock)


def lock_folder(folder: Path) -> int | None:
    """Locks a folder until the process ends; None if it is locked, is gone, or may not be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
        else:
            return descriptor
    return None


SIZES = (1.4, 1.2, 1.0, 0.85)  # of a list's type, times the usual one
POSTED, USUAL = 2.0, 1.0  # the largest size of a list for a wall; the size of a long list
LONG = 150  # rows; a longer list is not laid out before it is printed, because that takes a second
ROUNDING = 0.2  # mm


def sizes_for(rows: int, *, posted: bool = False) -> tuple[float, ...]:
    """Returns the sizes to try for a list of so many rows; none for a long one."""
    if rows > LONG:
        return ()
    return (POSTED, *SIZES) if posted else SIZES


def best_size(sizes: Sequence[float], pages_at: Callable[[float], float]) -> float | None:
    """Returns the first of the sizes, from large to small, with the fewest pages; None if none of them fits."""

    def has_fewest(size: float) -> bool:
        return pages_at(size) == 1 or pages_at(size) <= pages_at(sizes[-1])

    chosen = sizes[bisect_left(sizes, True, key=has_fewest)] if sizes else None
    return chosen if chosen and pages_at(chosen) < inf else None


def pages_needed(html: str) -> float:
    """Returns the number of a list's pages; infinite if one of its tables is wider than the id `margin` allows.

    Raises NoPango and NotAnAsset.
    """
    pages = positions_on_pages(html)
    widest = max(at[0] for page in pages for at in page.values())
    return len(pages) if widest <= pages[0]["margin"][0] + ROUNDING else inf
