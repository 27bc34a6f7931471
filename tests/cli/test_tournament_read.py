"""`scorekeeper tournament read`: a line of JSON for each slip in photographs."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from scorekeeper.cli import main
from scorekeeper.tournaments.document import read
from tests.slips.drawn import filled_in, marks_of
from tests.tournaments.made import played, table, tournament

DOCUMENT = tournament(4, played(table(1, 1, 2), table(2, 3, 4)))
RESULT = {"points": [500, 330], "vp": [12, 8]}


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photograph of the slip of table 2."""
    cup = read(DOCUMENT)
    filled_in(cup, cup.rounds[0].tables[1], marks_of(cup, RESULT)).save(tmp_path / "a.jpg")
    return tmp_path / "a.jpg"


def lines(document: Any, *photos: Path) -> tuple[int, list[Any]]:
    """Exit status and printed lines."""
    words = ["tournament", "read", "-", *map(str, photos)]
    result = CliRunner().invoke(main, words, input=json.dumps(document).encode())
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_a_slip_is_a_line_of_json(photo: Path) -> None:
    status, (line,) = lines(DOCUMENT, photo)
    assert status == 0
    assert line == {
        "file": str(photo),
        "round": 1,
        "table": 2,
        "sides": [3, 4],
        "points": [500, 330],
        "vp": [12, 8],
        "legs": None,
        "absent": None,
        "sure": True,
        "doubts": [],
    }


def test_a_file_without_a_slip_is_a_line_too_and_the_others_are_read(photo: Path) -> None:
    empty = photo.with_name("b.png")
    Image.new("L", (400, 300), 255).save(empty)
    status, (first, second) = lines(DOCUMENT, empty, photo)
    assert status == 2
    why = "No slip of a tournament was found in this picture"
    assert (first["file"], first["table"], first["sure"]) == (str(empty), None, False)
    assert first["doubts"] == [{"field": None, "why": why}]
    assert second["sure"]


def test_a_document_that_is_refused_reads_no_slips(photo: Path) -> None:
    status, (line,) = lines({**DOCUMENT, "scoring": {"kind": "darts"}}, photo)
    assert status == 2
    assert line["error"]["field"] == "scoring.kind"


def test_a_photograph_that_is_not_there_is_a_mistake_of_the_command(photo: Path) -> None:
    status, printed = lines(DOCUMENT, photo.with_name("none.jpg"))
    assert (status, printed) == (2, [])
