"""The clock of a round: its buttons, also when a form is sent twice."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.tournaments import desk as desks
from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.tournaments.evening import a_tournament, publish_next
from tests.support.page import Page

NOW = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
RUNNING = desks.start_clock({}, 2, 45, NOW)


def kept(desk: Desk) -> tuple[Any, ...]:
    """The clock's round, its end in minutes from NOW, and the seconds left."""
    clock = desks.clock_of(desk)
    assert clock is not None
    return clock.round, clock.ends_at and (clock.ends_at - NOW) / MINUTE, clock.left


def mark(desk: Desk) -> str:
    clock = desks.clock_of(desk)
    assert clock is not None
    return clock.mark


def test_a_clock_ends_after_its_minutes() -> None:
    assert kept(RUNNING) == (2, 45, None)


def test_a_stopped_clock_goes_on_with_what_was_left() -> None:
    stopped = desks.pause_clock(RUNNING, NOW + 10 * MINUTE)
    assert kept(stopped) == (2, None, 35 * 60)
    assert kept(desks.resume_clock(stopped, NOW + 20 * MINUTE)) == (2, 55, None)


def test_minutes_are_added_to_a_running_a_stopped_and_an_ended_clock() -> None:
    stopped = desks.pause_clock(RUNNING, NOW)
    assert kept(desks.extend_clock(RUNNING, 5, NOW, mark(RUNNING))) == (2, 50, None)
    assert kept(desks.extend_clock(stopped, 5, NOW, mark(stopped))) == (2, None, 50 * 60)
    assert kept(desks.extend_clock(RUNNING, 5, NOW + 60 * MINUTE, mark(RUNNING))) == (2, 65, None)


def test_a_form_that_is_sent_twice_adds_its_minutes_once() -> None:
    once = desks.extend_clock(RUNNING, 5, NOW, mark(RUNNING))
    assert desks.extend_clock(once, 5, NOW, mark(RUNNING)) == once


def test_time_called_ends_the_clock_now_and_only_once() -> None:
    ended = desks.stop_clock(RUNNING, NOW + 3 * MINUTE)
    assert kept(ended) == (2, 3, None)
    assert desks.stop_clock(ended, NOW + 9 * MINUTE) == ended


@pytest.mark.parametrize("act", [desks.pause_clock, desks.resume_clock, desks.stop_clock])
def test_without_a_clock_its_keys_do_nothing(act: Any) -> None:
    assert act({"fee": "5 €"}, NOW) == {"fee": "5 €"}


@pytest.mark.parametrize("minutes", [0, -5, 241])
def test_no_round_has_such_minutes(minutes: int) -> None:
    with pytest.raises(Refusal):
        desks.start_clock({}, 1, minutes, NOW)


@pytest.mark.parametrize("again", [5000])
def test_a_clock_never_runs_longer_than_the_longest(again: int) -> None:
    assert kept(desks.extend_clock(RUNNING, 240, NOW, mark(RUNNING))) == (2, 240, None)
    assert desks.extend_clock(RUNNING, again, NOW, mark(RUNNING)) == RUNNING


@pytest.fixture
def number(app: Flask, club: str) -> int:
    """A tournament whose first round is published."""
    with app.app_context():
        tournament = a_tournament(club, 4)
        publish_next(tournament)
        db.session.commit()
        return tournament.id


def clock_kept(number: int) -> desks.Clock:
    clock = desks.clock_of(db.session.get_one(Tournament, number).desk)
    assert clock is not None
    return clock


def test_the_arbiter_starts_and_stops_the_clock(app: Flask, scorer: FlaskClient, club: str, number: int) -> None:
    page = f"/c/{club}/tournaments/{number}/clock"
    started = scorer.post(page, data={"do": "start", "minutes": "45"})
    assert started.location == f"/c/{club}/tournaments/{number}#clock"
    with app.app_context():
        found = clock_kept(number)
        assert (found.round, found.ends_at is not None) == (1, True)
        told = found.mark
    scorer.post(page, data={"do": "add", "minutes": "5", "clock": told})
    scorer.post(page, data={"do": "pause"})
    with app.app_context():
        assert 49 * 60 < (clock_kept(number).left or 0) <= 50 * 60


def test_minutes_that_cannot_be_are_refused_in_words(scorer: FlaskClient, club: str, number: int) -> None:
    page = f"/c/{club}/tournaments/{number}"
    scorer.post(f"{page}/clock", data={"do": "start", "minutes": "999"})
    assert "Enter 1 to 240 minutes" in scorer.get(page).text


def test_time_called_ends_the_clock_on_boards_and_phones(
    scorer: FlaskClient, member: FlaskClient, club: str, number: int
) -> None:
    page = f"/c/{club}/tournaments/{number}"
    scorer.post(f"{page}/clock", data={"do": "start", "minutes": "45"})
    (running,) = Page(member.get(f"{page}/wall").text).all("div", class_="clock")
    scorer.post(f"{page}/time", data={"round": "1"})
    wall = Page(member.get(f"{page}/wall").text)
    (over,) = wall.all("div", class_="clock warns")
    assert "Time is up" in wall.text
    assert str(over["data-clock"]) < str(running["data-clock"])
