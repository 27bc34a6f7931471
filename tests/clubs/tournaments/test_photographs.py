"""Photographs of slips: a job reads them, the arbiter checks and enters the results, and they are deleted."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper import jobs
from scorekeeper.store.models import Job, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.slip_readings import DoubtSeen, SlipSeen, _both
from tests.clubs.tournaments.evening import a_tournament, enter, publish_next
from tests.clubs.tournaments.photographed import ABSENT, HALF, RIGHT, photograph
from tests.support.job_worker import work_off
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


def address_of(made: Tournament, page: str, number: int = 1) -> str:
    return f"/c/{CLUB}/tournaments/{made.id}/rounds/{number}/{page}"


def send(client: FlaskClient, made: Tournament, *pictures: bytes) -> TestResponse:
    """Sends pictures, runs the job, and returns the page with the results read from them."""
    files = [(io.BytesIO(picture), f"{number}.jpg") for number, picture in enumerate(pictures)]
    answer = client.post(address_of(made, "photographs"), data={"pictures": files})
    assert answer.status_code == 303
    work_off(client.application)
    return client.get(str(answer.location), follow_redirects=True)


def outcomes(made: Tournament) -> list[dict[str, Any]]:
    db.session.refresh(made)
    names = ("table", "sides")
    return [
        {name: value for name, value in table.items() if name not in names}
        for table in made.document["rounds"][0]["tables"]
    ]


def test_sure_results_are_entered_at_once_and_the_others_typed_beside_their_slips(
    scorer: FlaskClient, tournament: Tournament
) -> None:
    page = Page(send(scorer, tournament, photograph(tournament, RIGHT, HALF)).text)
    assert "1 slip was read without a doubt." in page.text
    assert [page.value(f"points-1-{side}") for side in (0, 1)] == ["1850", "1210"]
    assert [page.value(f"points-2-{side}") for side in (0, 1)] == ["1850", ""]
    assert "4 Pair 4: Nothing is marked" in page.text
    assert [cut["alt"] for cut in page.all("img", class_="slip-cut")] == [
        f"The circles on the slip of table {table}" for table in (2, 1)
    ]
    wrong = scorer.post(address_of(tournament, "typed"), data=page.fields)
    assert (wrong.status_code, len(Page(wrong.text).all("img", class_="slip-cut"))) == (422, 1)  # still beside it
    typed = page.fields | {"points-2-1": "1300"}
    assert scorer.post(address_of(tournament, "typed"), data=typed).status_code == 303
    assert outcomes(tournament) == [{"points": [1850, 1210]}, {"points": [1850, 1300]}]


def test_a_side_that_did_not_play_is_entered_as_such(scorer: FlaskClient, tournament: Tournament) -> None:
    page = Page(send(scorer, tournament, photograph(tournament, ABSENT, {})).text)
    (_first, absent) = tournament.document["rounds"][0]["tables"][0]["sides"]
    assert page.value("forfeit-1") == str(absent)
    assert scorer.post(address_of(tournament, "typed"), data=page.fields).status_code == 303
    assert outcomes(tournament) == [{"forfeit": absent}, {}]


def test_another_result_of_the_table_is_shown_beside_the_slip_s(scorer: FlaskClient, tournament: Tournament) -> None:
    enter(tournament, 1, 1, 1000, 500)
    db.session.commit()
    page = Page(send(scorer, tournament, photograph(tournament, RIGHT, {})).text)
    assert "Two different results: which one is right?" in page.text
    assert scorer.post(address_of(tournament, "typed"), data=page.fields | {"choose-1": "mine"}).status_code == 303
    assert outcomes(tournament)[0] == {"points": [1850, 1210]}


def test_a_picture_without_slips_is_named(scorer: FlaskClient, tournament: Tournament) -> None:
    empty, broken = io.BytesIO(), b"no picture"
    Image.new("L", (400, 300), 255).save(empty, "PNG")
    page = Page(send(scorer, tournament, empty.getvalue(), broken).text)
    assert "Picture 1: No slip of a tournament was found in this picture" in page.text
    assert "Picture 2: This picture can’t be read" in page.text


def test_pictures_are_deleted_when_read_and_what_they_say_when_the_next_round_is_published(
    scorer: FlaskClient, tournament: Tournament
) -> None:
    page = Page(send(scorer, tournament, photograph(tournament, RIGHT, RIGHT)).text)
    (job,) = db.session.scalars(select(Job.number)).all()
    assert jobs.content(job, sent=True) == b""
    assert scorer.post(address_of(tournament, "typed"), data=page.fields).status_code == 303
    db.session.refresh(tournament)
    tournaments = f"/c/{CLUB}/tournaments/{tournament.id}"
    proposal = Page(scorer.get(f"{tournaments}/pair").text).fields
    assert scorer.post(f"{tournaments}/publish", data=proposal).status_code == 303
    db.session.refresh(tournament)
    assert len(tournament.document["rounds"]) == 2
    assert db.session.scalars(select(Job.number)).all() == []
    later = scorer.get(f"{address_of(tournament, 'typed')}?photographs={job}").text
    assert "These photographs were deleted." in later


def test_another_tournament_does_not_show_them(scorer: FlaskClient, tournament: Tournament, club: str) -> None:
    send(scorer, tournament, photograph(tournament, RIGHT, {}))
    (job,) = db.session.scalars(select(Job.number)).all()
    other = a_tournament(club, 4)
    publish_next(other)
    db.session.commit()
    assert not Page(scorer.get(f"{address_of(other, 'typed')}?photographs={job}").text).all("img", class_="slip-cut")


@pytest.mark.parametrize("many, said", [(0, "Choose a picture first."), (21, "At most 20 pictures at once.")])
def test_none_and_too_many_pictures_are_refused_in_words(
    scorer: FlaskClient, tournament: Tournament, many: int, said: str
) -> None:
    files = [(io.BytesIO(b"x"), "x.jpg")] * many
    answer = scorer.post(address_of(tournament, "photographs"), data={"pictures": files}, follow_redirects=True)
    assert said in answer.text
    assert db.session.scalars(select(Job.number)).all() == []


SURE, OTHER = SlipSeen({"points-1-0": "5"}, [], ["a"]), SlipSeen({"points-1-0": "6"}, [], ["b"])
DOUBTFUL = SlipSeen({}, [DoubtSeen(0, "too faint")], ["b"])


@pytest.mark.parametrize(
    "other, fields, doubts",
    [(SURE, SURE.fields, []), (DOUBTFUL, SURE.fields, []), (OTHER, {}, [DoubtSeen(None, "they differ")])],
)
def test_two_photographs_of_a_slip_agree_or_are_in_doubt(
    other: SlipSeen, fields: dict[str, str], doubts: list[DoubtSeen]
) -> None:
    for one, two in ((SURE, other), (other, SURE)):
        both = _both(one, two, "they differ")
        assert (both.fields, both.doubts, len(both.cuts)) == (fields, doubts, 2)
