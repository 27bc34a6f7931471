"""The live scanner: a phone's pictures are read one at a time, and what they say is entered as from photographs."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import slip_scans
from scorekeeper.web.frame_reading import reader
from scorekeeper.web.slip_scans import AGAIN, DOUBT, HAD, SURE
from tests.clubs.tournaments.evening import a_tournament, enter, publish_next
from tests.clubs.tournaments.photographed import HALF, RIGHT, Marks, photograph
from tests.support.page import Page
from tests.support.visitors import CLUB


@pytest.fixture
def tournament(app: Flask, club: str) -> Iterator[Tournament]:
    """A tournament of two tables whose first round is published."""
    with app.app_context():
        made = a_tournament(club, 4)
        publish_next(made)
        db.session.commit()
        yield made


def address_of(made: Tournament, page: str = "scanner", number: int = 1) -> str:
    return f"/c/{CLUB}/tournaments/{made.id}/rounds/{number}/{page}"


def frame_of(made: Tournament, *marked: Marks, table: int = 0) -> bytes:
    """A picture of a table's slip alone; 0: of both, one above the other."""
    picture = photograph(made, *marked)
    with Image.open(io.BytesIO(picture)) as page:
        half = page.height // 2
        part = page.crop((0, half * (table - 1), page.width, half * table)) if table else page
        written = io.BytesIO()
        part.save(written, "JPEG", quality=80)
    return written.getvalue()


def look(client: FlaskClient, made: Tournament, frame: bytes) -> dict[str, Any]:
    answer = client.post(address_of(made), data=frame, content_type="image/jpeg")
    assert answer.status_code == 200
    seen: dict[str, Any] = answer.get_json()
    assert seen["part"] in client.get(address_of(made)).text  # a reload shows the same
    return seen


def count(page: str) -> str:
    found = re.search(r"<b class=.num.>(\d+)</b> <span>([^<]+)", page)
    assert found is not None
    return f"{found[1]} {found[2]}"


def test_sure_slips_are_counted_and_entered_with_those_that_were_typed(
    scorer: FlaskClient, tournament: Tournament
) -> None:
    seen = look(scorer, tournament, frame_of(tournament, RIGHT, HALF, table=1))
    assert (seen["state"], seen["pill"]) == ("sure", "Table 1")
    assert "1,850 : 1,210 · 13 : 7 VP, difference +640" in seen["said"]
    again = look(scorer, tournament, frame_of(tournament, RIGHT, HALF, table=1))
    assert (again["state"], again["pill"]) == ("had", "Table 1: had it")
    doubt = look(scorer, tournament, frame_of(tournament, RIGHT, HALF))
    assert (doubt["state"], doubt["pill"]) == ("doubt", "Table 2")
    assert "Table 2, Pair 4: Nothing is marked. Hold still" in doubt["said"]
    assert count(doubt["part"]) == "1 of 2 slips"
    assert "Type the 1 and finish" in doubt["part"]
    (finish,) = Page(doubt["part"]).all("a", class_="button scan-finish")
    typed = Page(scorer.get(str(finish["href"])).text)
    assert [typed.value(f"points-1-{side}") for side in (0, 1)] == ["1850", "1210"]
    assert len(typed.all("img", class_="slip-cut")) == 2
    sent = scorer.post(address_of(tournament, "typed"), data=typed.fields | {"points-2-1": "1300"})
    assert sent.status_code == 303
    db.session.refresh(tournament)
    tables = tournament.document["rounds"][0]["tables"]
    assert [table["points"] for table in tables] == [[1850, 1210], [1850, 1300]]
    assert "Every table has a result." in scorer.get(address_of(tournament)).text


def test_a_slip_beside_another_result_of_its_table_is_in_doubt(scorer: FlaskClient, tournament: Tournament) -> None:
    frames = [frame_of(tournament, RIGHT, RIGHT, table=table) for table in (1, 2)]
    enter(tournament, 1, 1, 1850, 1210)
    enter(tournament, 1, 2, 900, 800)
    db.session.commit()
    same, other = (look(scorer, tournament, frame) for frame in frames)
    assert (same["state"], other["state"]) == ("had", "doubt")
    assert "Another result was entered" in other["said"]


def blank(width: int, height: int) -> bytes:
    written = io.BytesIO()
    Image.new("L", (width, height), 255).save(written, "JPEG")
    return written.getvalue()


@pytest.mark.parametrize("frame", [blank(400, 300), blank(3000, 1500), b"\xff\xd8 broken", b"%PDF-1.4", b""])
def test_pictures_that_show_nothing_say_nothing(scorer: FlaskClient, tournament: Tournament, frame: bytes) -> None:
    seen = look(scorer, tournament, frame)
    assert (seen["state"], seen["pill"], seen["said"]) == ("nothing", "", "")


def test_slips_of_another_tournament_are_not_counted(scorer: FlaskClient, tournament: Tournament) -> None:
    other = a_tournament(CLUB, 4, name="Another cup")
    publish_next(other)
    db.session.commit()
    foreign = look(scorer, tournament, frame_of(other, RIGHT, RIGHT, table=1))
    assert (foreign["state"], foreign["pill"]) == ("doubt", "")
    assert "not of this tournament" in foreign["said"]
    assert count(foreign["part"]) == "0 of 2 slips"


def test_slips_of_a_table_that_was_seated_anew_do_not_count(scorer: FlaskClient, tournament: Tournament) -> None:
    look(scorer, tournament, frame_of(tournament, RIGHT, RIGHT, table=1))
    document = tournament.document
    tables = document["rounds"][0]["tables"]
    tables = [{**tables[0], "sides": tables[1]["sides"]}, {**tables[1], "sides": tables[0]["sides"]}]
    tournament.document = {**document, "rounds": [{**document["rounds"][0], "tables": tables}]}
    db.session.commit()
    assert count(scorer.get(address_of(tournament)).text) == "0 of 2 slips"


def test_one_picture_is_read_at_a_time(scorer: FlaskClient, tournament: Tournament) -> None:
    with reader.lock:
        frame = frame_of(tournament, RIGHT, RIGHT)
        assert scorer.post(address_of(tournament), data=frame, content_type="image/jpeg").status_code == 503


def test_a_reader_that_died_is_started_again(scorer: FlaskClient, tournament: Tournament) -> None:
    frame = frame_of(tournament, RIGHT, RIGHT)
    assert look(scorer, tournament, frame)["pill"] == "Table 1 · Table 2"
    assert reader.child is not None
    reader.child.process.kill()
    reader.child.process.wait()
    assert look(scorer, tournament, frame)["state"] == "had"


def test_only_this_page_may_use_the_camera(scorer: FlaskClient, tournament: Tournament) -> None:
    scanner, photographs = (scorer.get(address_of(tournament, page)).headers for page in ("scanner", "photographs"))
    assert "camera=(self)" in scanner["Permissions-Policy"]
    assert "camera=()" in photographs["Permissions-Policy"]
    assert scanner["Content-Security-Policy"] == photographs["Content-Security-Policy"]


Doubt = tuple[str | None, str, dict[str, Any]]
DECIDED: Doubt = (None, slip_scans.DECIDED, {})
TWO: Doubt = ("points.0", "two", {})
BLURRED: Doubt = (None, "blurred", {})


def line(points: list[int] | None, *doubts: Doubt) -> dict[str, Any]:
    return {"table": 1, "sides": [[1], [2]], "points": points, "legs": None, "absent": None, "doubts": list(doubts)}


GOOD, OTHER, ASKED, UNSEEN = line([5, 6]), line([5, 8]), line(None, TWO), line(None, BLURRED)


@pytest.mark.parametrize(
    "lines, states",
    [
        ([GOOD, GOOD, ASKED], [SURE, HAD, HAD]),
        ([GOOD, OTHER, GOOD, OTHER], [SURE, DOUBT, DOUBT, DOUBT]),
        ([UNSEEN, GOOD], [DOUBT, SURE]),
        ([ASKED, GOOD, GOOD], [DOUBT, AGAIN, SURE]),
        ([ASKED, UNSEEN, GOOD, ASKED, GOOD], [DOUBT, DOUBT, AGAIN, DOUBT, SURE]),
        ([ASKED, GOOD, OTHER, OTHER], [DOUBT, AGAIN, DOUBT, DOUBT]),
        ([ASKED] * slip_scans.MOST_LOOKS + [GOOD, GOOD], [DOUBT] * (slip_scans.MOST_LOOKS + 2)),
        ([line([5, 6], DECIDED), GOOD], [SURE, HAD]),
    ],
)
def test_after_a_doubt_a_slip_has_to_be_read_twice_alike(lines: list[dict[str, Any]], states: list[str]) -> None:
    kept: list[dict[str, Any]] = []
    for reading, state in zip(lines, states, strict=True):
        shown, kept = slip_scans._with(kept, reading, {1: [[1], [2]]})
        assert shown == state
