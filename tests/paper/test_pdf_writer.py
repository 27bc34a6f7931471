"""WeasyPrint: the files that it may open, the cache of PDFs, and no memory leak."""

import ctypes
import gc
import io
import logging
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.config import folder
from scorekeeper.paper import pdf, typesetting
from tests.paper.papers import THEM, empty, filled, tresette

STATIC = folder("static")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/logo.png",
        "https://example.org/",
        "ftp://example.org/",
        "data:text/plain,hello",
        "file:///etc/passwd",
        "file://example.org/share/font.ttf",
        "file:relative.css",
        (STATIC / "js" / "match" / "match.js").as_uri(),
        (STATIC / "css").as_uri() + "/../../instance/secret_key",
        (STATIC / "css").as_uri() + "/%2e%2e/%2e%2e/pyproject.toml",
        "nonsense",
        "",
    ],
)
def test_a_foreign_address_is_refused(url: str) -> None:
    with pytest.raises(typesetting.NotAnAsset):
        typesetting.own_asset(url)


def test_fonts_and_styles_of_the_project_may_be_read() -> None:
    for path in (STATIC / "css" / "sheet.css", STATIC / "fonts" / "fonts.css"):
        assert typesetting.own_asset(path.as_uri()) == path.resolve().as_uri()


def test_a_page_that_asks_for_a_secret_file_is_not_set(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">secret</text></svg>')
    with pytest.raises(typesetting.NotAnAsset, match=r"secret\.svg"):
        pdf.write_pdf(f'<img src="{(tmp_path / "secret.svg").as_uri()}"><p>after')


def test_a_sheet_asked_for_again_is_set_again_only_if_it_was_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "write_pdf", lambda html, two_up: html.encode())
    sides = [("Not printed elsewhere", ["Anna", "Bruno"]), THEM]
    first, again, corrected = (
        pdf.pdf_of(filled(tresette({"points": points}, sides=sides))) for points in ([2, 9], [2, 9], [3, 8])
    )
    assert again is first
    assert corrected != first


def test_garbage_collection_is_on_again_even_after_a_failure() -> None:
    with pytest.raises(typesetting.NotAnAsset):
        pdf.write_pdf('<img src="http://example.org/">')
    assert gc.isenabled()


def test_the_japanese_font_is_opened_for_japanese_only() -> None:
    assert not typesetting.needs_japanese("Łódź Ђорђе ● ▲ ⬟ ♠ – Thiong'o")
    assert typesetting.needs_japanese("髙橋")
    assert typesetting.needs_japanese("カード")


def test_weasyprint_has_nothing_to_complain_about(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("weasyprint")
    logger.addHandler(caplog.handler)
    pdf.write_pdf("<p>first</p>")  # the style sheets are read here at the latest
    for sheet in (empty("buraco", "A5"), filled(tresette(*[{"points": [7, 4]}] * 2))):
        pdf.write_pdf(pdf.html_of(sheet))
    logger.removeHandler(caplog.handler)
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_two_pages_are_written_as_one_of_twice_the_width() -> None:
    html = "<style>@page { size: 100px 200px; margin: 0 }</style><p>one<p style='break-before: page'>two"
    (page,) = PdfReader(io.BytesIO(pdf.write_pdf(html, two_up=True))).pages
    assert (page.mediabox.width, page.mediabox.height) == (150, 150)
    assert [word for word in page.extract_text().split() if word.isalpha()] == ["one", "two"]


class Allocated(ctypes.Structure):
    """The result of glibc's `mallinfo2`, in bytes."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "b", "c", "d", "mapped", "f", "g", "used", "i", "j")]


def test_a_page_leaves_no_memory_behind() -> None:
    """WeasyPrint never frees the font features of a text: a style sheet that sets any costs 400 bytes a text."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):
        pytest.skip("only glibc from 2.33 on counts what is allocated")
    libc.mallinfo2.restype = Allocated
    texts = 100
    page = "".join(f"<p>{number} <b>{number}</b>" for number in range(texts))

    def used_after_a_page() -> int:
        pdf.write_pdf(page)
        gc.collect(1)  # the page is no older
        memory = libc.mallinfo2()
        return int(memory.used + memory.mapped)

    first, *_rest, last = (used_after_a_page() for _ in range(4))
    assert last - first < 3 * texts * 100
