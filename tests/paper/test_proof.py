"""The code on a printed sheet: scanned, it shows whether the sheet still agrees with the stored match."""

import subprocess
from pathlib import Path

import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorekeeper import ledger
from scorekeeper.ledger.erasing import erase
from scorekeeper.ledger.names import Names
from scorekeeper.paper import proof_codes
from scorekeeper.paper.stored_match_sheet import fingerprint_of
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.web import links
from tests.conftest import MakeApp
from tests.support.fuzzing import shared_out
from tests.support.machine import needs
from tests.support.matches import TRESETTE, keys, points, start, write
from tools.install.debian import PICTURES

AGREES = "This sheet agrees with the record"
WENT_ON = "The match went on after this sheet was printed"
RENAMED = "Only names were changed after this sheet was printed"
CHANGED = "This sheet no longer agrees with the record"


@pytest.fixture
def match(app: Flask) -> int:
    """The number of a match with two hands."""
    with app.app_context():
        made = start(TRESETTE, points(7, 4), points(3, 8))
        db.session.commit()
        return made.id


@pytest.fixture
def sheet(app: Flask, match: int) -> str:
    """Where its sheet is, for who may only watch."""
    with app.app_context():
        token = links.token(links.make_link(db.session.get_one(Match, match).sitting, "watch"))
        db.session.commit()
    return f"/s/{token}/m/1/sheet.pdf"


@pytest.fixture
def code(app: Flask, match: int) -> str:
    """The code on a sheet printed now."""
    with app.app_context():
        found = db.session.get_one(Match, match)
        return proof_codes.code_of(found, fingerprint_of(found))


def do(app: Flask, match: int, *acts: str) -> None:
    """Change the match."""
    with app.app_context():
        found = db.session.get_one(Match, match)
        for act in acts:
            if act == "correct":
                write(ledger.correct, found, 1, points(6, 5))
            elif act == "record":
                write(ledger.record, found, points(5, 6))
            elif act == "note":
                write(ledger.annotate, found, 1, "nothing that scores")
            elif act == "seat":
                write(ledger.seat, found, 0, "Ada")
            elif act == "strike":
                write(ledger.strike, found, 2)
            else:
                write(ledger.undo, found)
        db.session.commit()


@pytest.mark.parametrize("paper", shared_out(["A5", "A4", "Letter"], 0, 2))
def test_a_camera_reads_the_code_and_comes_to_the_check(
    client: FlaskClient, sheet: str, paper: str, public: str, tmp_path: Path
) -> None:
    (tmp_path / "sheet.pdf").write_bytes(client.get(f"{sheet}?paper={paper}").data)
    needs(PICTURES)
    subprocess.run(["pdftoppm", "-r", "110", "-png", "sheet.pdf", "page"], cwd=tmp_path, check=True)
    pictures = [Image.open(file) for file in tmp_path.glob("page*.png")]
    (read,) = [code.text for picture in pictures for code in zxingcpp.read_barcodes(picture)]
    assert read.startswith(f"{public}/p/")
    assert AGREES in client.get(read.removeprefix(public)).text


def test_nobody_needs_an_account_and_nothing_leads_to_the_table(app: Flask, code: str, sheet: str) -> None:
    stranger = app.test_client()
    page = stranger.get(f"/p/{code}")
    assert page.status_code == 200
    assert "/s/" not in page.text
    assert "<form" not in page.text
    with stranger.session_transaction() as visit:
        assert "links" not in visit  # the table does not come into this browser's list
    assert stranger.post(f"/p/{code}").status_code == 405


def test_what_only_adds_to_the_match_is_no_disagreement(app: Flask, client: FlaskClient, code: str, match: int) -> None:
    do(app, match, "record")
    page = client.get(f"/p/{code}").text
    assert WENT_ON in page
    assert "Hand 3 recorded" in page


def test_a_correction_is_told_with_what_it_was_and_who_made_it(
    app: Flask, client: FlaskClient, code: str, match: int
) -> None:
    assert AGREES in client.get(f"/p/{code}").text
    do(app, match, "record", "correct")
    page = client.get(f"/p/{code}").text
    assert CHANGED in page
    assert "Hand 1 corrected" in page
    assert "points 7–4" in page  # what it was
    assert "points 6–5" in page
    with app.app_context():
        found = db.session.get_one(Match, match)
        newer = proof_codes.code_of(found, fingerprint_of(found))
    assert AGREES in client.get(f"/p/{newer}").text


def test_a_struck_hand_is_told(app: Flask, client: FlaskClient, code: str, match: int) -> None:
    do(app, match, "strike")
    assert CHANGED in client.get(f"/p/{code}").text


def test_what_was_taken_back_agrees_again_and_is_still_told(
    app: Flask, client: FlaskClient, code: str, match: int
) -> None:
    do(app, match, "correct", "undo")
    page = client.get(f"/p/{code}").text
    assert AGREES in page
    assert "Hand 1 corrected" in page


def test_other_names_are_told_and_no_disagreement_about_scores(
    app: Flask, client: FlaskClient, code: str, match: int
) -> None:
    do(app, match, "seat")
    page = client.get(f"/p/{code}").text
    assert RENAMED in page
    assert "Ada" in page
    do(app, match, "record")
    assert WENT_ON in client.get(f"/p/{code}").text
    do(app, match, "correct")
    assert CHANGED in client.get(f"/p/{code}").text


def test_a_sheet_printed_before_a_name_was_erased_says_so(
    app: Flask, client: FlaskClient, code: str, match: int
) -> None:
    with app.app_context():
        erase(db.session, [db.session.get_one(Match, match).sitting_id], Names(["Anna"], "N. N. 1"))
        db.session.commit()
    page = client.get(f"/p/{code}").text
    assert RENAMED in page
    assert "A player’s name was erased".replace("'", "&#39;") in page
    assert "Anna" not in page


def test_a_note_is_no_change_and_does_not_stand_on_the_page(
    app: Flask, client: FlaskClient, code: str, match: int
) -> None:
    do(app, match, "note")
    page = client.get(f"/p/{code}").text
    assert AGREES in page
    assert "nothing that scores" not in page
    assert "Since it was printed" not in page


def test_codes_are_ended_by_who_scores_and_new_sheets_have_new_ones(
    app: Flask, client: FlaskClient, code: str, match: int
) -> None:
    with app.app_context():
        found = db.session.get_one(Match, match)
        scoring = links.token(links.make_link(found.sitting, "score"))
        watching = links.token(links.make_link(found.sitting, "watch"))
        db.session.commit()
    assert client.post(f"/s/{watching}/papers/end").status_code == 403
    assert client.get(f"/p/{code}").status_code == 200
    assert client.post(f"/s/{scoring}/papers/end").status_code == 303
    ended = client.get(f"/p/{code}")
    assert ended.status_code == 410
    assert "The codes on these sheets were revoked" in ended.text
    with app.app_context():
        found = db.session.get_one(Match, match)
        newer = proof_codes.code_of(found, fingerprint_of(found))
    assert client.get(f"/p/{newer}").status_code == 200


def test_only_that_table_s_codes_are_ended(app: Flask, client: FlaskClient, code: str) -> None:
    with app.app_context():
        other = start(TRESETTE, points(7, 4)).sitting
        proof_codes.end_codes(other)
        db.session.commit()
        assert db.session.get_one(Sitting, other.id).papers == 1
    assert client.get(f"/p/{code}").status_code == 200


def damaged(code: str) -> list[str]:
    """Codes that were never printed."""
    number, version, papers, letters, signature = code.split("-", 4)
    return [
        f"{int(number) + 1}-{version}-{papers}-{letters}-{signature}",
        f"{number}-{int(version) + 1}-{papers}-{letters}-{signature}",
        f"{number}-{version}-{int(papers) + 1}-{letters}-{signature}",
        f"{number}-{version}-{papers}-{letters[::-1]}-{signature}",
        f"{number}-{version}-{papers}-{letters}-{signature[:-1]}",
        f"{number}-{version}-{papers}-{letters}-{signature[::-1]}",
        f"{number}-{version}-{papers}-{letters.lower()}-{signature}",
        code[:20],
        f"²-{version}-{papers}-{letters}-{signature}",
        "9" * 400,
        "----",
    ]


def test_a_code_that_was_never_printed_is_answered_politely(client: FlaskClient, code: str) -> None:
    for each in damaged(code):
        answer = client.get(f"/p/{each}")
        assert answer.status_code == 404, each
        assert "No sheet has this code" in answer.text


def test_another_secret_key_opens_nothing_and_an_earlier_one_still_does(make_app: MakeApp, code: str) -> None:
    assert make_app(SECRET_KEY="another").test_client().get(f"/p/{code}").status_code == 404
    renewed = make_app(SECRET_KEY="another", SECRET_KEY_FALLBACKS=["a key for tests"])
    assert renewed.test_client().get(f"/p/{code}").status_code == 200


def test_a_code_is_no_key_to_anything_else(client: FlaskClient, code: str) -> None:
    assert client.get(f"/s/{code}").status_code == 404
    assert client.get(f"/s/{code}/m/1").status_code == 404
    assert client.post(f"/s/{code}/m/1/hands", data={"key": next(keys)}).status_code == 404
