"""`scorekeeper sheet`: match documents in, PDF files out."""

from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from scorekeeper.cli import main
from tests.cli.commands import GOOD, one_line, tresette


def sheet(*arguments: str, given: bytes = b"") -> Result:
    """Runs the command."""
    return CliRunner().invoke(main, ["sheet", *arguments], input=given)


def words(path: Path) -> str:
    """The words on the first page."""
    return PdfReader(BytesIO(path.read_bytes())).pages[0].extract_text()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The path of a file that does not exist yet."""
    return tmp_path / "out.pdf"


def test_a_document_from_standard_input_or_a_file_is_printed(out: Path, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(GOOD)
    for arguments, given in (([], GOOD), (["-"], GOOD), ([str(tmp_path / "match.json")], b"")):
        assert sheet(*arguments, "-o", str(out), given=given).exit_code == 0
        assert "1 Anna 7 7 4 4" in " ".join(words(out).split())
        out.unlink()


def test_the_pdf_can_go_to_standard_output() -> None:
    assert sheet("-o", "-", given=GOOD).stdout_bytes.startswith(b"%PDF")


def test_an_empty_sheet_is_made_as_wished(out: Path) -> None:
    wishes = ["--blank", "albastini", "--shape", "3x2", "--hands", "5", "--paper", "letter", "--lang", "en"]
    assert sheet(*wishes, "-o", str(out)).exit_code == 0
    assert "■" in words(out)
    assert round(float(PdfReader(out).pages[0].mediabox.width)) == 612


def test_a_refused_document_says_everything_and_writes_nothing(out: Path) -> None:
    bad = one_line(tresette({"aces": [3, 2], "figures": [12, 8], "last_trick": 5}))
    result = sheet("-o", str(out), given=bad)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "hand 1, aces: These add up to 5 instead of 4 (TRE-1)",
        "hand 1, last_trick: This must be one of the sides (TRE-3)",
    ]
    assert not out.exists()


def test_what_is_not_json_is_refused(out: Path) -> None:
    result = sheet("-o", str(out), given=b"{")
    assert result.exit_code == 2
    assert "This is not JSON" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--blank", "bridge"],
        ["--blank", "truco", "--variant", "us"],
        ["--blank", "truco", "--shape", "three"],
        ["--blank", "truco", "--hands", "0"],
        ["--blank", "truco", "--paper", "A9"],
        ["--blank", "truco", "--lang", "xx"],
        ["--blank", "truco", "-"],
        ["--hands", "20"],
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(arguments: list[str], out: Path) -> None:
    assert sheet(*arguments, "-o", str(out)).exit_code == 2
    assert not out.exists()


@pytest.mark.parametrize("given", [b"", GOOD + GOOD])
def test_one_document_is_wanted(given: bytes, out: Path) -> None:
    result = sheet("-o", str(out), given=given)
    assert result.exit_code == 2
    assert "one match document is wanted" in result.stderr
