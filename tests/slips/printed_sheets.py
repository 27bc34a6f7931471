"""Printed blank sheets for totals of two digits, empty and with 12 to 7 to 5 marked on them."""

import subprocess
from pathlib import Path
from random import Random

from PIL import Image

from benchmarks.photographs import Paper
from scorekeeper.slips.finding import slips_in
from scorekeeper.slips.marks import Mark, as_json, block_of_sheet
from tests.slips.drawn import PEN
from tests.support.machine import needs
from tools.install.debian import PICTURES

DPI = 200
SCALE = DPI / 25.4
MARKED = {
    ("points.0", 1): 1, ("points.0", 0): 2, ("points.1", 1): 0, ("points.1", 0): 7, ("points.2", 1): 0,
    ("points.2", 0): 5, ("won.0", None): None,
}  # fmt: skip


def picture_of(pdf: bytes, folder: Path) -> Image.Image:
    """The lower part of the first page of a PDF."""
    needs(PICTURES)
    (folder / "sheet.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "-singlefile", "sheet.pdf", "sheet"], cwd=folder, check=True)
    with Image.open(folder / "sheet.pgm") as page:
        return page.crop((0, page.height * 6 // 10, page.width, page.height))


def marked(page: Image.Image, sides: int = 2) -> Image.Image:
    """The page with the result of two or three sides marked by hand."""
    block = block_of_sheet(2, sides)
    (slip,) = slips_in(page)
    x, y = min(slip.codes, key=lambda seen: seen.code.corner).corners[0]
    paper = Paper(page, SCALE)
    for mark in filter(_is_wanted, block.marks):
        paper.mark(Random(1), PEN, as_json(mark, x / SCALE - block.codes[0].x, y / SCALE - block.codes[0].y))
    return paper.image


def _is_wanted(mark: Mark) -> bool:
    return (mark.field, mark.place) in MARKED and MARKED[mark.field, mark.place] == mark.value and not mark.sign
