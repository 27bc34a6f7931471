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

from scorekeeper.games.engine.base import N_, Refusal, refuse

LARGEST = 40_000_000  # bytes of a file
MOST_PIXELS = 50_000_000
ENOUGH_PIXELS = 16_000_000  # larger pictures are read at half their size
# Bytes of a decoded picture; together with its grey copies a worker may hold three times that.
MOST_DECODED = 100_000_000
MOST_PAGES = 100
MOST_OF_A_PAGE = 4  # pictures of a PDF's page
MOST_OF_A_FILE = 120  # pictures of a PDF
MOST_SCANS = 64  # of a progressive JPEG, which usually has ten; each passes over the whole picture again
SCAN = b"\xff\xda"
PDF = b"%PDF-"
FORMATS = ("JPEG", "PNG", "WEBP")
UNREADABLE = N_("This picture can’t be read; save it as JPEG or PNG and try again")
TOO_LARGE = N_(
    "This picture is too large: at most {mb} MB, and {jpeg} megapixels as JPEG, {png} as PNG, {others} in other formats"
)
TOO_MANY = N_("This PDF has too many pictures: at most {most} on a page and {in_all} in all")


def pictures_of(data: bytes) -> Iterator[Image.Image]:
    """Yields the grey pictures of a file: one, or a PDF's pages. Raises Refusal if it cannot be read."""
    if len(data) > LARGEST:
        raise _too_large()
    if data.startswith(PDF):
        yield from _of_pdf(data)
    else:
        yield _opened(data)


def _too_large() -> Refusal:
    png = MOST_DECODED // 4_000_000
    bounds = {"jpeg": MOST_PIXELS // 1_000_000, "png": png, "others": png // 2}
    return refuse(None, None, TOO_LARGE, mb=LARGEST // 1_000_000, **bounds)


def _opened(data: bytes, *, turned: bool = True) -> Image.Image:
    """Returns a picture in grey, its size checked before it is decoded; `turned`: by its EXIF orientation."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint sets it, for the whole process
    try:
        with Image.open(BytesIO(data), formats=_formats()) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise _too_large()
            if picture.info.get("progressive"):
                if data.count(SCAN) > MOST_SCANS:
                    raise refuse(None, None, UNREADABLE)
                if _decoded(picture) > MOST_DECODED:
                    raise _too_large()  # its coefficients, of two bytes, stay in memory until the last pass
            half = picture.width * picture.height > ENOUGH_PIXELS
            picture.draft("L", (picture.width // 2, picture.height // 2) if half else picture.size)
            if _decoded(picture) > MOST_DECODED:
                raise _too_large()
            grey = _grey(picture)
            return ImageOps.exif_transpose(grey) if turned else grey
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


BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "LA": 4}  # of a pixel in memory, four in all other modes
LEAN = ("JPEG", "PNG")  # formats that are decoded in pieces; of others their libraries hold a copy or two


def _decoded(picture: Image.Image) -> int:
    """Returns how many bytes the picture takes while it is decoded."""
    size = picture.width * picture.height * BYTES.get(picture.mode, 4)
    return size if picture.format in LEAN else 2 * size


def _grey(picture: Image.Image) -> Image.Image:
    """Returns the picture in grey, on white if it is transparent, at half its size if it has over ENOUGH_PIXELS."""
    grey = picture.convert("L")
    if picture.has_transparency_data:
        shown = (picture if "A" in picture.getbands() else picture.convert("RGBA")).getchannel("A")
        grey = Image.composite(grey, Image.new("L", picture.size, 255), shown)
    return grey.reduce(2) if grey.width * grey.height > ENOUGH_PIXELS else grey


def _of_pdf(data: bytes) -> Iterator[Image.Image]:
    """Yields the pictures embedded in the pages of a PDF, as scanners write them; ignores texts and drawings."""
    from pypdf import PdfReader

    try:
        pages = list(PdfReader(BytesIO(data)).pages)
    except Exception as failure:  # as above
        raise refuse(None, None, UNREADABLE) from failure
    if len(pages) > MOST_PAGES:
        raise refuse(None, None, N_("This PDF has too many pages: at most {most}"), most=MOST_PAGES)
    read = set[Any]()
    for page in pages:
        yield from _of_page(page, read)


def _of_page(page: Any, read: set[Any]) -> Iterator[Image.Image]:
    """Yields the pictures of a page that are not in `read`, and adds them: pages may show the same one."""
    try:
        named: Any = page["/Resources"]["/XObject"].get_object() if "/XObject" in page["/Resources"] else {}
        raw = [(name, named.raw_get(name)) for name in named]
        pictures = {name: reference for name, reference in raw if reference.get_object()["/Subtype"] == "/Image"}
        new = {getattr(reference, "idnum", name): name for name, reference in pictures.items()}
        new = {number: name for number, name in new.items() if number not in read}
        read.update(new)
        if len(new) > MOST_OF_A_PAGE or len(read) > MOST_OF_A_FILE:
            raise refuse(None, None, TOO_MANY, most=MOST_OF_A_PAGE, in_all=MOST_OF_A_FILE)
        for name in new.values():
            yield _drawn(page, name, pictures[name].get_object())
    except Refusal:
        raise
    except Exception as failure:  # as above
        raise refuse(None, None, UNREADABLE) from failure


CHANNELS = {"/DeviceGray": 1, "/CalGray": 1, "/Indexed": 1, "/DeviceRGB": 3, "/CalRGB": 3}  # other colours: up to four


def _drawn(page: Any, name: str, drawn: Any) -> Image.Image:
    """Returns a picture of a page, its size checked before it is decoded."""
    if drawn.get("/Filter") in ("/DCTDecode", ["/DCTDecode"]):
        return _opened(drawn.get_data(), turned=False)  # a JPEG as it is
    space = drawn.get("/ColorSpace", "/DeviceGray")  # a mask has none
    channels = CHANNELS.get(space[0] if isinstance(space, list) else space, 4)
    pixels = drawn["/Width"] * drawn["/Height"]
    if pixels > MOST_PIXELS or pixels * channels > MOST_DECODED:
        raise _too_large()
    return _grey(page.images[name].image)
