"""`scorekeeper read`: a blank sheet is printed, marked and read again."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from scorekeeper.cli import main
from tests.slips.printed_sheets import marked, picture_of


def printed(folder: Path, game: str, *options: str) -> Image.Image:
    """The first page of a blank sheet, as a picture."""
    made = CliRunner().invoke(main, ["sheet", "--blank", game, *options, "-o", str(folder / "sheet.pdf")])
    assert made.exit_code == 0
    return picture_of((folder / "sheet.pdf").read_bytes(), folder)


@pytest.mark.parametrize(
    "game, options, points",
    [
        ("truco", [], [12, 7]),
        ("truco", ["--paper", "A5"], [12, 7]),
        ("scopa", ["--shape", "3x1", "--paper", "A5"], [12, 7, 5]),
    ],
)
def test_a_blank_sheet_is_printed_marked_and_read(
    tmp_path: Path, game: str, options: list[str], points: list[int]
) -> None:
    marked(printed(tmp_path, game, *options), len(points)).save(tmp_path / "photo.png")
    read = CliRunner().invoke(main, ["read", str(tmp_path / "photo.png")])
    assert read.exit_code == 0
    assert json.loads(read.stdout) == {
        "file": str(tmp_path / "photo.png"),
        "game": game,
        "table": None,
        "points": points,
        "winner": 0,
        "sure": True,
        "doubts": [],
    }


@pytest.mark.parametrize("game, options", [("truco", ["--without-marks"]), ("own", ["--shape", "7x1"])])
def test_sheets_without_circles_are_not_read(tmp_path: Path, game: str, options: list[str]) -> None:
    printed(tmp_path, game, *options).save(tmp_path / "photo.png")
    assert CliRunner().invoke(main, ["read", str(tmp_path / "photo.png")]).exit_code == 2
