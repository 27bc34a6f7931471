"""Photographs of a night's blank sheets: a job reads them, and their results are entered from a list."""

import io
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper import jobs
from scorekeeper.clubs import nights
from scorekeeper.jobs import orders, working
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Job, db
from scorekeeper.web.sheet_readings import NIGHT_SHEETS
from tests.clubs.test_night_papers import PLAN, night_of, play
from tests.slips.printed_sheets import marked, picture_of
from tests.support.job_worker import work_off
from tests.support.page import Page
from tests.support.statements import counted_statements


def jpeg(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=70)
    return written.getvalue()


def send(client: FlaskClient, night: str, *pictures: bytes) -> TestResponse:
    """Sends pictures, runs the job, and returns the page with the results read from them."""
    files = [(io.BytesIO(picture), f"{number}.jpg") for number, picture in enumerate(pictures)]
    answer = client.post(f"{night}/photographs", data={"pictures": files})
    assert answer.status_code == 303
    work_off(client.application)
    return client.get(str(answer.location), follow_redirects=True)


def test_the_results_on_a_night_s_sheets_are_listed_with_their_tables(
    scorer: FlaskClient, member: FlaskClient, club: str, tmp_path: Path
) -> None:
    night = night_of(scorer, club, 1)
    page = picture_of(scorer.get(f"{night}/blank/truco.pdf?marks=0&marks=1&paper=A4").data, tmp_path)
    elsewhere = scorer.get(f"{night_of(scorer, club, 1)}/blank/truco.pdf?marks=1&paper=A4").data
    answer = send(scorer, night, jpeg(marked(page)), jpeg(page), jpeg(picture_of(elsewhere, tmp_path)))
    listed = Page(answer.text)
    assert "1 sheet was read without a doubt" in listed.text
    assert "Table 1 · Brazilian Truco Side 1: Nothing is marked" in listed.text.replace("Us", "Side 1")
    assert listed.fields["points-0-0"] == "12"
    assert listed.fields["points-0-1"] == "7"
    assert listed.fields["points-1-0"] == ""
    assert "Picture 3: This sheet is of another night" in listed.text
    assert len(listed.all("img", class_="slip-cut")) == 2
    assert member.get(answer.request.path).status_code == 403
    other = answer.request.path.replace(night, night_of(scorer, club, 1))
    assert "These photographs were deleted." in scorer.get(other, follow_redirects=True).text


def as_read(app: Flask, night: str, *sheets: tuple[int, list[int | None]], game: str = "truco") -> str:
    """Returns the address of the page with these readings of a game's sheets: table and points of each."""
    lines = [
        {"picture": 1, "game": game, "table": table, "points": points, "doubts": [], "cut": ""}
        for table, points in sheets
    ]
    number = int(night.rpartition("/")[2])
    with app.app_context():
        club = db.session.get_one(Night, number).club_id
        order = orders.Order(
            kind=NIGHT_SHEETS, name="", visitor="", club=club, role="scorer", asked={"night": number},
            title="", back="/", total=1, language="en", root="http://localhost/",
        )  # fmt: skip
        job = jobs.submit(order, [b"{}"], {"sheets": lines}).number
        db.session.commit()
    return f"{night}/photographs/{job}"


def filled(client: FlaskClient, address: str, **more: str) -> dict[str, str]:
    """The fields of the form, and more."""
    return Page(client.get(address).text).fields | {name.replace("_", "-"): text for name, text in more.items()}


def matches(app: Flask, night: str) -> list[tuple[int, str, list[int]]]:
    """The number, status and totals of the night's matches."""
    with app.app_context():
        stored = nights.matches_of(db.session.get_one(Night, int(night.rpartition("/")[2])))
        return [(match.number, match.status, match.table["totals"]) for match in stored]


def test_results_read_from_sheets_are_entered_all_at_once(app: Flask, scorer: FlaskClient, club: str) -> None:
    night = night_of(scorer, club, 4)
    scorer.post(f"{night}/edit", data=PLAN | {"names-1": "Anna, Bruno", "names-2": "Carla, Dino"})
    page = as_read(app, night, (1, [12, 7]), (2, [3, 12]), (3, [12, None]), (0, [5, 12]))
    sent = filled(scorer, page)
    assert "Anna" in scorer.get(page).text
    refused = scorer.post(page, data=sent)
    assert refused.status_code == 422
    assert "Fill this in" in refused.text
    assert matches(app, night) == []
    with app.app_context(), counted_statements() as executed:
        answer = scorer.post(page, data=sent | {"points-2-0": "", "points-3-0": "", "points-3-1": ""})
    assert answer.location.endswith(night)
    assert len([each for each in executed if "night_table" in each and "DESC" in each]) == 1
    entered = [(1, "finished", [12, 7]), (1, "finished", [3, 12])]
    assert matches(app, night) == entered
    shown = Page(scorer.get(night).text).text
    assert "Players Position Who Won Played Games" in shown
    assert "2 results entered." in shown
    assert Page(scorer.get(page).text).text.count("This result is entered already.") == 2
    scorer.post(page, data=sent | {"points-2-0": "", "table-3": "4"})
    assert matches(app, night) == [*entered, (1, "finished", [5, 12])]


def test_a_sheet_of_three_sides_needs_a_table_without_players_or_with_as_many(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    night = night_of(scorer, club, 2)
    scorer.post(f"{night}/edit", data=PLAN | {"names-2": "Anna, Bruno, Carla, Dino"})
    page = as_read(app, night, (1, [8, 7, 11]), (2, [8, 7, 11]), game="scopa")
    sent = filled(scorer, page)
    assert "The sheet and this table have different numbers of sides" in scorer.post(page, data=sent).text
    scorer.post(page, data=sent | {f"points-1-{side}": "" for side in range(3)})
    assert matches(app, night) == [(1, "finished", [8, 7, 11])]


def test_the_sheet_of_a_card_is_read_as_the_card_that_the_night_plays(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    night = night_of(scorer, club, 1)
    scorer.post(f"{night}/edit", data=PLAN | {"preset": "card/wizard"})
    page = as_read(app, night, (1, [90, 120, 70]), game="card")
    assert "Table 1 · Wizard" in Page(scorer.get(page).text).text
    scorer.post(page, data=filled(scorer, page))
    assert matches(app, night) == [(1, "finished", [90, 120, 70])]


def test_a_result_never_goes_into_a_match_with_hands_unasked(app: Flask, scorer: FlaskClient, club: str) -> None:
    night = night_of(scorer, club, 1)
    play(app, 1)
    page = as_read(app, night, (1, [12, 7]), (1, [2, 12]))
    sent = filled(scorer, page)
    assert "Replace this score by the sheet’s" in scorer.get(page).text
    scorer.post(page, data=sent)
    assert matches(app, night) == [(1, "in_progress", [3, 0])]
    answer = scorer.post(page, data=sent | {"again-0": "1", "was-0": "1/1.1"})
    assert "The match at this table is not as shown" in answer.text
    scorer.post(page, data=sent | {"again-0": "1"})
    assert matches(app, night) == [(1, "finished", [12, 7])]
    assert "The sheet is of another match at this table" in scorer.get(page).text
    scorer.post(page, data=filled(scorer, page, again_1="1"))
    assert matches(app, night) == [(1, "finished", [12, 7]), (2, "finished", [2, 12])]


def test_pictures_without_circles_are_named(scorer: FlaskClient, club: str, tmp_path: Path) -> None:
    night = night_of(scorer, club, 1)
    bare = picture_of(scorer.get(f"{night}/blank/truco.pdf?marks=0&paper=A4").data, tmp_path)
    assert (
        "Picture 1: No sheet with circles was found in this picture" in Page(send(scorer, night, jpeg(bare)).text).text
    )
    assert "Choose a picture first." in send(scorer, night).text


@pytest.mark.parametrize("why, words", [(working.TIME, "took too long"), (working.ROOM, "too large to be read")])
def test_a_reading_that_was_stopped_says_why_and_what_to_do(
    app: Flask, scorer: FlaskClient, club: str, why: str, words: str
) -> None:
    files = [(io.BytesIO(jpeg(Image.new("L", (9, 9)))), "1.jpg")]
    answer = scorer.post(f"{night_of(scorer, club, 1)}/photographs", data={"pictures": files})
    with app.app_context():
        job = db.session.scalars(select(Job)).one().number
        assert working.take(job)
        working.end(app, job, "failed", why)
        assert jobs.content(job, sent=True) == b""
    page = Page(scorer.get(str(answer.location), follow_redirects=True).text).text
    assert words in page
    assert "send fewer" in page
