"""Opens photographs and scans, as upright grey pictures of bounded size.

JPEG, PNG and WebP; HEIC if the package pillow-heif is installed; the pictures in a scanner's PDF.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from PIL import Image, ImageFile, ImageOps

from scorekeeper.games.engine.base import Refusal, _, refuse

LARGEST = 40_000_000  # bytes of a file
MOST_PIXELS = 50_000_000
ENOUGH_PIXELS = 16_000_000  # larger pictures are read at half their size
MOST_PAGES = 100
MOST_SCANS = 64  # of a progressive JPEG, which usually has ten; each passes over the whole picture again
SCAN = b"\xff\xda"
PDF = b"%PDF-"
FORMATS = ("JPEG", "PNG", "WEBP")
UNREADABLE = _("This picture can’t be read; save it as JPEG or PNG and try again")
TOO_LARGE = _("This picture is too large: at most {mb} MB and {megapixels} megapixels")


def pictures_of(data: bytes) -> Iterator[Image.Image]:
    """Yields the grey pictures of a file: one, or those of a PDF. Raises Refusal if it cannot be read."""
    if len(data) > LARGEST:
        raise _too_large()
    if data.startswith(PDF):
        yield from _of_pdf(data)
    else:
        yield _opened(data)


def _too_large() -> Refusal:
    return refuse(None, None, TOO_LARGE, mb=LARGEST // 1_000_000, megapixels=MOST_PIXELS // 1_000_000)


def _opened(data: bytes) -> Image.Image:
    """Returns a picture, its size checked before it is decoded."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint sets it, for the whole process
    try:
        with Image.open(BytesIO(data), formats=_formats()) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise _too_large()
            if picture.info.get("progressive") and data.count(SCAN) > MOST_SCANS:
                raise refuse(None, None, UNREADABLE)
            half = picture.width * picture.height > ENOUGH_PIXELS
            picture.draft("L", (picture.width // 2, picture.height // 2) if half else picture.size)
            return _grey(ImageOps.exif_transpose(picture))
    except Refusal:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as failure:
        raise _too_large() from failure
    except Exception as failure:  # decoders fail in many ways on broken files
        raise refuse(None, None, UNREADABLE) from failure


@cache
def _formats() -> tuple[str, ...]:
    """Returns the formats that can be opened here."""
    if find_spec("pillow_heif") is None:
        return FORMATS
    heif: Any = import_module("pillow_heif")
    heif.register_heif_opener()
    return (*FORMATS, "HEIF")


def _grey(picture: Image.Image) -> Image.Image:
    """Returns the picture in grey, on white if it is transparent, at half its size if it has over ENOUGH_PIXELS."""
    if picture.has_transparency_data:
        white = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(white, picture.convert("RGBA"))
    grey = picture.convert("L")
    return grey.reduce(2) if grey.width * grey.height > ENOUGH_PIXELS else grey


def _of_pdf(data: bytes) -> Iterator[Image.Image]:
    """Yields the pictures embedded in the pages of a PDF, as scanners write them; ignores texts and drawings."""
    from pypdf import PdfReader

    try:
        pages = list(PdfReader(BytesIO(data)).pages)
    except Exception as failure:  # as above
        raise refuse(None, None, UNREADABLE) from failure
    if len(pages) > MOST_PAGES:
        raise refuse(None, None, _("This PDF has too many pages: at most {most}"), most=MOST_PAGES)
    for page in pages:
        yield from _of_page(page)


def _of_page(page: Any) -> Iterator[Image.Image]:
    try:
        named = page["/Resources"]["/XObject"].get_object() if "/XObject" in page["/Resources"] else {}
        for name, reference in named.items():
            drawn = reference.get_object()
            if drawn["/Subtype"] != "/Image":
                continue
            if drawn["/Width"] * drawn["/Height"] > MOST_PIXELS:
                raise _too_large()
            yield _grey(page.images[name].image)
    except Refusal:
        raise
    except Exception as failure:  # as above
        raise refuse(None, None, UNREADABLE) from failure
