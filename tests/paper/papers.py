"""Matches to print, and what the pages of a PDF show."""

import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from scorekeeper import i18n
from scorekeeper.paper.blank import blank_sheet
from scorekeeper.paper.fill import sheet_of_document
from scorekeeper.paper.model import PAPERS
from scorekeeper.paper.model import Sheet
from scorekeeper.paper.pdf import pdf_of
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
    """What stands on each page, lines and spaces evened out."""
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
    (folder / "sheet.pdf").write_bytes(pdf)
    needs(PICTURES)
    command = ["pdftoppm", "-gray", "-r", str(25.4 * DOTS), folder / "sheet.pdf", folder / "page"]
    subprocess.run(command, check=True)
    return [_white(page.read_bytes()) for page in sorted(folder.glob("page-*.pgm"))]


def _white(picture: bytes) -> tuple[float, ...]:
    """The white margins of a grey picture."""
    _magic, size, _most, dots = picture.split(b"\n", 3)
    width, height = (int(each) for each in size.split())
    rows = [y for y in range(height) if min(dots[y * width : (y + 1) * width]) < PAPER_WHITE]
    columns = [x for x in range(width) if min(dots[x::width]) < PAPER_WHITE]
    edges = (columns[0], rows[0], width - 1 - columns[-1], height - 1 - rows[-1])
    return tuple(edge / DOTS for edge in edges)


def size_in_mm(sheet: Sheet) -> tuple[float, float]:
    """The size of the first page."""
    box = read(sheet).pages[0].mediabox
    return round(float(box.width) / POINTS_IN_A_MM, 1), round(float(box.height) / POINTS_IN_A_MM, 1)


ALL_PAPERS = list(PAPERS)
