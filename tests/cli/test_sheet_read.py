"""`scorekeeper read`: a blank sheet is printed, marked and read again."""

import json
import subprocess
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from PIL import Image

from benchmarks.photographs import Paper
from scorekeeper.cli import main
from scorekeeper.slips.finding import slips_in
from scorekeeper.slips.marks import Mark, as_json, block_of_sheet
from tests.slips.drawn import PEN
from tests.support.machine import needs
from tools.install.debian import PICTURES

DPI = 250
SCALE = DPI / 25.4
MARKED = {("points.0", 1): 1, ("points.0", 0): 2, ("points.1", 1): 0, ("points.1", 0): 7, ("won.0", None): None}


def printed(folder: Path, game: str, *options: str) -> Image.Image:
    """The first page of a blank sheet, as a picture."""
    made = CliRunner().invoke(main, ["sheet", "--blank", game, *options, "-o", str(folder / "sheet.pdf")])
    assert made.exit_code == 0
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "-singlefile", "sheet.pdf", "sheet"], cwd=folder, check=True)
    return Image.open(folder / "sheet.pgm")


def is_wanted(mark: Mark) -> bool:
    return (mark.field, mark.place) in MARKED and MARKED[mark.field, mark.place] == mark.value and not mark.sign


def test_a_blank_sheet_is_printed_marked_and_read(tmp_path: Path) -> None:
    needs(PICTURES)
    page = printed(tmp_path, "truco")
    block = block_of_sheet(2)
    (slip,) = slips_in(page)
    x, y = min(slip.codes, key=lambda seen: seen.code.corner).corners[0]
    paper = Paper(page, SCALE)
    for mark in filter(is_wanted, block.marks):
        paper.mark(Random(1), PEN, as_json(mark, x / SCALE - block.codes[0].x, y / SCALE - block.codes[0].y))
    paper.image.save(tmp_path / "photo.png")
    read = CliRunner().invoke(main, ["read", str(tmp_path / "photo.png")])
    assert read.exit_code == 0
    assert json.loads(read.stdout) == {
        "file": str(tmp_path / "photo.png"),
        "game": "truco",
        "table": None,
        "points": [12, 7],
        "winner": 0,
        "sure": True,
        "doubts": [],
    }


@pytest.mark.parametrize(
    "game, options", [("truco", ["--without-marks"]), ("truco", ["--paper", "A5"]), ("scopa", ["--shape", "3x1"])]
)
def test_sheets_without_circles_are_not_read(tmp_path: Path, game: str, options: list[str]) -> None:
    needs(PICTURES)
    printed(tmp_path, game, *options).save(tmp_path / "photo.png")
    assert CliRunner().invoke(main, ["read", str(tmp_path / "photo.png")]).exit_code == 2
