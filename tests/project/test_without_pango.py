"""On a machine without Pango everything except printing works, and a message names the missing library."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from markupsafe import escape

from scorekeeper.cli import main
from scorekeeper.paper.pdf import pdf_of_page
from scorekeeper.paper.typesetting import NO_PANGO

SHEET = "/blank/tresette.pdf"


@pytest.fixture(autouse=True)
def _nothing_is_kept(no_pango: None) -> None:
    pdf_of_page.cache_clear()


def test_the_page_for_a_sheet_says_which_package_brings_it(client: FlaskClient) -> None:
    assert client.get("/blank").status_code == 200
    answer = client.get(SHEET)
    assert (answer.status_code, answer.mimetype) == (503, "text/html")
    assert str(escape(NO_PANGO)) in answer.text
    assert "libpangoft2-1.0-0" in NO_PANGO


def test_a_script_is_told_too(client: FlaskClient) -> None:
    answer = client.get(SHEET, headers={"Accept": "application/json"})
    assert answer.status_code == 503
    assert answer.json["error"]["message"] == NO_PANGO


def test_the_command_says_it_and_writes_no_file(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    done = CliRunner().invoke(main, ["sheet", "--blank", "tresette", "-o", str(sheet)])
    assert done.exit_code == 1
    assert NO_PANGO in done.output
    assert not sheet.exists()
