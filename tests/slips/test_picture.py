"""Photographs and scans: formats that are opened, rotation, and refusals."""

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfWriter

from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.slips import picture
from scorekeeper.slips.picture import pictures_of

DARK_TOP = Image.new("L", (40, 20), 255)
DARK_TOP.paste(0, (0, 0, 40, 10))


def file_of(image: Image.Image, kind: str, **how: Any) -> bytes:
    output = BytesIO()
    image.save(output, kind, **how)
    return output.getvalue()


def why(data: bytes) -> str:
    with pytest.raises(Refusal) as refusal:
        list(pictures_of(data))
    (problem,) = refusal.value.problems
    return english(problem["message"], problem["params"])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_opened_in_grey(kind: str) -> None:
    (opened,) = pictures_of(file_of(DARK_TOP.convert("RGB"), kind))
    assert (opened.mode, opened.size) == ("L", (40, 20))
    assert opened.getpixel((20, 3)) < 20 < 235 < opened.getpixel((20, 17))


def test_a_photograph_is_turned_as_the_camera_was_held() -> None:
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    (opened,) = pictures_of(file_of(DARK_TOP, "JPEG", exif=exif))
    assert opened.getpixel((20, 17)) < 20


def test_what_is_transparent_is_white() -> None:
    (opened,) = pictures_of(file_of(Image.new("RGBA", (8, 8), (0, 0, 0, 0)), "PNG"))
    assert opened.getextrema() == (255, 255)


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_very_large_picture_is_read_at_half_its_size(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "ENOUGH_PIXELS", 700)
    (opened,) = pictures_of(file_of(DARK_TOP, kind))
    assert opened.size == (20, 10)


def scan(*pages: Image.Image) -> bytes:
    return file_of(pages[0], "PDF", save_all=True, append_images=pages[1:])


def test_the_pictures_of_a_scanners_pages_are_read() -> None:
    first, second = pictures_of(scan(DARK_TOP, DARK_TOP.rotate(180)))
    assert first.getpixel((20, 3)) < 20 < 235 < second.getpixel((20, 3))


def test_a_pdf_without_pictures_shows_none() -> None:
    writer, output = PdfWriter(), BytesIO()
    writer.add_blank_page(100, 100)
    writer.write(output)
    assert list(pictures_of(output.getvalue())) == []


UNREADABLE = "This picture can’t be read; save it as JPEG or PNG and try again"
TOO_LARGE = "This picture is too large: at most 40 MB, and 50 megapixels as JPEG, 25 as PNG, 12 in other formats"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"\xff\xd8\xff\xe0 is no photograph",
        file_of(DARK_TOP, "GIF"),
        file_of(DARK_TOP, "JPEG")[:400],
        b"%PDF-1.7 is no document",
        scan(DARK_TOP).replace(b"/DCTDecode", b"/NoDecode__"),
    ],
)
def test_a_broken_file_or_another_kind_is_refused(data: bytes) -> None:
    assert why(data) == UNREADABLE


def bomb(wide: int, high: int) -> bytes:
    """Returns a PNG of some hundred bytes whose header claims this size."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind, how", [("PNG", {}), ("WEBP", {}), ("JPEG", {"progressive": True})])
def test_what_is_decoded_as_a_whole_is_bounded_by_its_bytes(
    kind: str, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    coloured = file_of(DARK_TOP.convert("RGB"), kind, **how)  # 800 pixels
    list(pictures_of(coloured))
    monkeypatch.setattr(picture, "MOST_DECODED", 2_000)
    assert why(coloured).startswith("This picture is too large")
    list(pictures_of(file_of(DARK_TOP.convert("RGB"), "JPEG")))  # which is decoded in grey


@pytest.mark.parametrize("size", [(8000, 7000), (12000, 12000), (60000, 60000)])
def test_a_picture_of_too_many_pixels_is_refused_before_it_is_decoded(size: tuple[int, int]) -> None:
    assert why(bomb(*size)) == TOO_LARGE


def test_a_page_with_a_picture_of_too_many_pixels_is_refused() -> None:
    assert why(scan(DARK_TOP.convert("1")).replace(b"/Width 40", b"/Width 9000000")) == TOO_LARGE


def test_a_file_of_too_many_bytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = file_of(DARK_TOP, "PNG")
    monkeypatch.setattr(picture, "LARGEST", len(data) - 1)
    assert why(data) == TOO_LARGE.replace("40 MB", "0 MB")


def test_a_pdf_of_too_many_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "MOST_PAGES", 1)
    assert why(scan(DARK_TOP, DARK_TOP)) == "This PDF has too many pages: at most 1"


def test_a_picture_on_many_pages_is_read_once() -> None:
    writer, output = PdfWriter(BytesIO(scan(DARK_TOP))), BytesIO()
    for _page in range(3):
        writer.add_page(writer.pages[0])
    writer.write(output)
    assert len(list(pictures_of(output.getvalue()))) == 1


def test_a_pdf_of_too_many_pictures_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = scan(*[DARK_TOP.rotate(turn) for turn in range(3)])
    monkeypatch.setattr(picture, "MOST_OF_A_FILE", 2)
    assert why(pages) == "This PDF has too many pictures: at most 4 on a page and 2 in all"
    monkeypatch.setattr(picture, "MOST_OF_A_PAGE", 0)
    assert why(pages) == "This PDF has too many pictures: at most 0 on a page and 2 in all"


def test_a_photograph_that_is_decoded_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "MOST_SCANS", 3)
    assert why(file_of(DARK_TOP, "JPEG", progressive=True)) == UNREADABLE
