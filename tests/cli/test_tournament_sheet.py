"""`scorekeeper tournament sheet`: a tournament document in, a PDF out."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from scorekeeper.cli import main
from tests.cli.commands import one_line
from tests.tournaments.made import play_on, tournament

pytestmark = pytest.mark.usefixtures("in_the_usual_size")

CUP = one_line(play_on(tournament(4, system={"kind": "knockout", "first": "entry"}), 1))


def sheet(*arguments: str, given: bytes = CUP) -> Result:
    """Runs the command."""
    return CliRunner().invoke(main, ["tournament", "sheet", *arguments], input=given)


def text_of(pdf: bytes) -> str:
    """The text on all pages."""
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages)


def test_a_file_or_standard_input_is_printed_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    file, out = tmp_path / "cup.json", tmp_path / "out.pdf"
    file.write_bytes(CUP)
    assert sheet("draw", str(file), "-o", str(out), given=b"").exit_code == 0
    text = text_of(out.read_bytes())
    assert "Seating: Final" in text
    assert "Pair 1" in text
    assert text_of(sheet("draw", "-", "-o", "-").stdout_bytes) == text


def test_what_the_document_does_not_hold_is_given_as_options() -> None:
    options = ["--club", "Circolo di Lecce", "--place", "Sala grande", "--day", "22 novembre 2026", "--lang", "it"]
    text = text_of(sheet("prize list", *options, "-o", "-").stdout_bytes)
    for each in ("Elenco dei premi", "Circolo di Lecce", "Sala grande", "22 novembre 2026"):
        assert each in text


def test_the_places_of_a_slip_s_marks_are_written_beside_the_pdf(tmp_path: Path) -> None:
    out, geometry = tmp_path / "slips.pdf", tmp_path / "slips.json"
    assert sheet("slips", "-o", str(out), "--geometry", str(geometry)).exit_code == 0
    assert "did not play" in text_of(out.read_bytes())
    (page,) = json.loads(geometry.read_text())["pages"]
    assert (page["page"], page["width_mm"], page["height_mm"]) == (1, 210, 297)
    (slip,) = page["slips"]
    assert (slip["round"], slip["table"]) == (2, 1)
    assert {"field": "points.0", "sign": "-"}.items() <= next(each for each in slip["marks"] if "sign" in each).items()


def test_slips_can_be_printed_without_marks() -> None:
    assert "did not play" not in text_of(sheet("slips", "--without-marks", "-o", "-").stdout_bytes)


@pytest.mark.parametrize(
    "arguments, given, field, rule",
    [
        (["draw", "--round", "7"], CUP, "round", None),
        (["standings"], one_line({**json.loads(CUP), "seed": "x"}), "seed", "TOU-9"),
        (["bracket"], one_line(tournament(4)), "system.kind", "TOU-17"),
        (["slips", "--per-page", "4", "--paper", "A5"], CUP, "per_page", None),
        (["slips", "--geometry", "-", "--paper", "A5"], one_line(tournament(4)), "marks", None),
        (["draw"], b"{broken\n", None, None),
    ],
)
def test_a_refusal_is_a_line_of_json_and_nothing_is_written(
    arguments: list[str], given: bytes, field: str | None, rule: str | None, tmp_path: Path
) -> None:
    out = tmp_path / "out.pdf"
    result = sheet(*arguments, "-o", str(out), given=given)
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert (error["field"], error["rule"]) == (field, rule)
    assert not out.exists()


@pytest.mark.parametrize(
    "arguments, given",
    [
        (["slips", "--paper", "A3"], CUP),
        (["draw", "--club", "x" * 101], CUP),
        (["leaflet"], CUP),
        (["draw"], CUP + CUP),
        (["draw", "--geometry", "-"], CUP),
        (["slips", "--without-marks", "--geometry", "-"], CUP),
    ],
)
def test_what_cannot_be_wished_for_is_said(arguments: list[str], given: bytes) -> None:
    result = sheet(*arguments, "-o", "-", given=given)
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: ")
