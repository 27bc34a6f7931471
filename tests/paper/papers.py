"""Matches to print, and the contents of their PDFs' pages."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from scorekeeper import i18n
from scorekeeper.paper.blank import blank_sheet
from scorekeeper.paper.fill import sheet_of_document
from scorekeeper.paper.layout import html_of
from scorekeeper.paper.model import PAPERS, Sheet
from scorekeeper.paper.pdf import pdf_of
from scorekeeper.paper.typesetting import MM_OF_A_PIXEL, laid_out, one_at_a_time
from tests.support.machine import needs
from tools.install.debian import PICTURES

POINTS_IN_A_MM = 72 / 25.4
DOTS = 3  # in a millimetre, of pages as pictures
PAPER_WHITE = 250


def match(game: str, sides: list[tuple[str, list[str]]], hands: list[dict[str, Any]], **head: Any) -> dict[str, Any]:
    """A match document between sides, each a name and its players."""
    named = [{"name": name, "players": players} for name, players in sides]
    return {"format": "scorekeeper/1", "game": game, "sides": named, "hands": hands, **head}


US = ("Us", ["Anna", "Bruno"])
THEM = ("Them", ["Carla", "Dino"])


def tresette(*hands: dict[str, Any], sides: list[tuple[str, list[str]]] | None = None, **head: Any) -> dict[str, Any]:
    """A match of Tresette."""
    return match("tresette", sides or [US, THEM], list(hands), **head)


def albastini(sides: int, players: int, *hands: list[int]) -> dict[str, Any]:
    """A match of Albastini; a hand is the sides' card points."""
    named = [(f"Side {side}", [f"{side}.{player}" for player in range(1, players + 1)]) for side in range(1, sides + 1)]
    return match("albastini", named, [{"points": points} for points in hands])


def buraco(variant: str, sides: list[tuple[str, list[str]]], hands: int) -> dict[str, Any]:
    """An undecided match of Buraco in which every hand was alike."""
    ahead = {"melds": 345, "clean": 1, "dirty": 1, "hand": 45, "pot": "played", "failed_melds": 1}
    behind = {"melds": 60, "hand": 120, "pot": "unplayed", "pot_cards": 85}
    hand = {"sides": [ahead, *[behind] * (len(sides) - 1)], "went_out": 0}
    return match("buraco", sides, [hand] * hands, variant=variant, options={"target": 99999})


def filled(document: dict[str, Any], paper: str = "A4", language: str = "en") -> Sheet:
    """The sheet of a match."""
    with i18n.speaking(language):
        return sheet_of_document(document, paper=paper, language=language)


def empty(game: str, paper: str = "A4", language: str = "en", **wishes: Any) -> Sheet:
    """An empty sheet."""
    with i18n.speaking(language):
        return blank_sheet(game, paper=paper, language=language, **wishes)


def read(sheet: Sheet) -> PdfReader:
    """The sheet's PDF."""
    return PdfReader(BytesIO(pdf_of(sheet)))


def texts(sheet: Sheet) -> list[str]:
    """Returns the text of each page, with single spaces."""
    return [" ".join(page.extract_text().split()) for page in read(sheet).pages]


def fonts(sheet: Sheet) -> set[str]:
    """The families of the fonts in the PDF, which all are inside it."""
    found = set()
    for page in read(sheet).pages:
        for font in page["/Resources"]["/Font"].values():
            name = str(font["/BaseFont"]).removeprefix("/")
            found.add(name.partition("+")[2].rstrip(","))
    return found


def white_margins(sheet: Sheet, folder: Path) -> list[tuple[float, ...]]:
    """For each page of a sheet how many millimetres are white at its left, top, right and bottom edge."""
    return white_margins_of(pdf_of(sheet), folder)


def white_margins_of(pdf: bytes, folder: Path) -> list[tuple[float, ...]]:
    """The same of any PDF."""
    return [_white(*page) for page in pictures_of(pdf, folder)]


Picture = tuple[int, int, bytes]  # width, height, and the grey value of each dot


def pictures_of(pdf: bytes, folder: Path) -> list[Picture]:
    """The pages of a PDF as grey pictures of DOTS to a millimetre."""
    (folder / "sheet.pdf").write_bytes(pdf)
    needs(PICTURES)
    command = ["pdftoppm", "-gray", "-r", str(25.4 * DOTS), folder / "sheet.pdf", folder / "page"]
    subprocess.run(command, check=True)
    pages = []
    for page in sorted(folder.glob("page-*.pgm")):
        _magic, size, _most, dots = page.read_bytes().split(b"\n", 3)
        width, height = (int(side) for side in size.split())
        pages.append((width, height, dots))
    return pages


def is_white(picture: Picture, left: float, top: float, right: float, bottom: float) -> bool:
    """True if nothing is printed in a rectangle; in millimetres from the left and top edge."""
    width, _height, dots = picture
    rows = range(round(top * DOTS), round(bottom * DOTS))
    first, last = round(left * DOTS), round(right * DOTS)
    return all(min(dots[y * width + first : y * width + last]) >= PAPER_WHITE for y in rows)


WHITES = bytes(range(PAPER_WHITE, 256))


def _white(width: int, height: int, dots: bytes) -> tuple[float, ...]:
    """The white margins of a grey picture."""
    rows = [dots[y * width : (y + 1) * width] for y in range(height)]
    printed = [y for y, row in enumerate(rows) if row.strip(WHITES)]
    left = min(width - len(rows[y].lstrip(WHITES)) for y in printed)
    right = min(width - len(rows[y].rstrip(WHITES)) for y in printed)
    edges = (left, printed[0], right, height - 1 - printed[-1])
    return tuple(edge / DOTS for edge in edges)


def size_in_mm(sheet: Sheet) -> tuple[float, float]:
    """The size of the first page."""
    box = read(sheet).pages[0].mediabox
    return round(float(box.width) / POINTS_IN_A_MM, 1), round(float(box.height) / POINTS_IN_A_MM, 1)


@dataclass
class Box:
    """A box on the page: its classes, its size in millimetres, its underline, its text, the width of each line."""

    kind: set[str]
    tag: str
    width: float
    height: float
    bottom: float
    underlined: bool
    text: str
    lines: list[float]

    @property
    def overflow(self) -> float:
        """By how many millimetres the widest line is wider than the box."""
        return max(self.lines, default=0.0) - self.width


def boxes_of(sheet: Sheet) -> list[list[Box]]:
    """The boxes of each page of a sheet."""
    return boxes_of_html(html_of(sheet))


@lru_cache(maxsize=32)
def boxes_of_html(html: str) -> list[list[Box]]:
    """The boxes of each page, as WeasyPrint places them; cached, because several tests measure the same page."""
    with one_at_a_time:
        return _boxes_of_pages(laid_out(html))


def boxes_and_pdf(html: str) -> tuple[list[list[Box]], bytes]:
    """The same, and the PDF, of one layout."""
    with one_at_a_time:
        document = laid_out(html)
        return _boxes_of_pages(document), document.write_pdf()


def _boxes_of_pages(document: Any) -> list[list[Box]]:
    return [[_measured(box) for box in _boxes(page._page_box)] for page in document.pages]


def _boxes(box: Any) -> Iterator[Any]:
    if type(box).__name__ in {"TableRowBox", "TableCellBox", "BlockBox"} and box.element is not None:
        yield box
    for child in getattr(box, "children", ()):
        yield from _boxes(child)


def _measured(box: Any) -> Box:
    return Box(
        kind=set((box.element.get("class") or "").split()),
        tag=box.element_tag,
        width=box.border_width() * MM_OF_A_PIXEL,
        height=box.height * MM_OF_A_PIXEL,
        bottom=(box.position_y + box.margin_height()) * MM_OF_A_PIXEL,
        underlined="underline" in box.style["text_decoration_line"],
        text=" ".join(box.element.itertext()).strip(),
        lines=[_width_of_line(line) * MM_OF_A_PIXEL for line in _lines(box)],
    )


def _lines(box: Any) -> Iterator[Any]:
    """The lines of a box and of the boxes in it."""
    for child in getattr(box, "children", ()):
        if type(child).__name__ == "LineBox":
            yield child
        else:
            yield from _lines(child)


def _width_of_line(line: Any) -> float:
    return max((child.position_x + child.margin_width() for child in line.children), default=0.0) - min(
        (child.position_x for child in line.children), default=0.0
    )


ALL_PAPERS = list(PAPERS)
