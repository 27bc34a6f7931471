"""A tournament's table with an offline phone: a result confirmed there is entered once it is sent."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.table_states import late_changes, orphaned_matches, table_states
from tests.clubs.tournaments.at_tables import confirm, entered, match_at, play
from tests.clubs.tournaments.evening import enter, publish_next
from tests.clubs.tournaments.test_at_the_table import Hall, hall, inside
from tests.offline.test_phone import engine, started
from tests.support.matches import won
from tests.support.offline_phone import LonePhone, problem_of, statuses

__all__ = ["engine", "started"]  # each of these tests starts the engine in a browser

TRUCO: dict[str, Any] = {"game": "truco", "variant": None, "scoring": {"kind": "match"}}
WON = {"points": [12, 0]}


@pytest.fixture
def evening(app: Flask, club: str) -> Hall:
    """A tournament whose tables play single matches of Truco."""
    return hall(app, club, **TRUCO)


@pytest.fixture
def alone(client: FlaskClient, evening: Hall) -> LonePhone:
    """The phone of table 1, offline."""
    return LonePhone(client, evening.first)


def played_and_confirmed(phone: LonePhone) -> None:
    """Plays and confirms on the only phone at the table, for both sides in turn."""
    phone.record(0, 12)
    phone.do("side", side="0")
    for side in ("0", "1"):
        assert "problems" not in phone.do("confirm", side=side)


def test_a_result_that_both_sides_confirmed_goes_into_the_round(app: Flask, evening: Hall, alone: LonePhone) -> None:
    played_and_confirmed(alone)
    with inside(app, evening) as tournament:
        assert entered(tournament, 1) == {}
    assert statuses(alone.send() + alone.send()) == [200] * 8
    with inside(app, evening) as tournament:
        assert entered(tournament, 1) == WON
        assert table_states(tournament, 1)[1].state == "same"


@pytest.mark.parametrize("best_of", [1, 3])
def test_only_where_legs_are_played_another_match_follows(app: Flask, club: str, best_of: int) -> None:
    where = hall(app, club, **{**TRUCO, "scoring": {"kind": "match", "best_of": best_of}})
    phone = LonePhone(app.test_client(), where.first)
    phone.record(0, 12)
    assert ("/rematch" in phone.page()) == (best_of > 1)


def test_what_comes_for_a_round_that_is_closed_waits_for_the_arbiter(
    app: Flask, evening: Hall, alone: LonePhone
) -> None:
    played_and_confirmed(alone)
    with inside(app, evening) as tournament:
        for table in (1, 2, 3, 4):
            enter(tournament, 1, table, 0, 12)
        publish_next(tournament)
    alone.send()
    with inside(app, evening) as tournament:
        assert entered(tournament, 1) == {"points": [0, 12]}
        (news,) = late_changes(tournament)
        assert (news.outcome, news.missing) == (WON, ())


def test_what_comes_for_a_round_that_was_taken_back_is_kept(app: Flask, evening: Hall, alone: LonePhone) -> None:
    played_and_confirmed(alone)
    with inside(app, evening) as tournament:
        rounds.undo(tournament, tournament.version, actor="")
    assert statuses(alone.send()) == [200] * 4
    with inside(app, evening) as tournament:
        ((_table, match),) = orphaned_matches(tournament)
        assert match.table["totals"] == WON["points"]


def test_another_phone_s_result_is_nobody_s_that_confirmed_this_one(
    app: Flask, evening: Hall, alone: LonePhone
) -> None:
    """Another phone has recorded different hands, so the confirmations of this one do not count."""
    played_and_confirmed(alone)
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1), 1, won(1, 12))
    record, side, *confirmed = alone.send()
    assert (record.status_code, side.status_code) == (409, 200)
    assert {problem_of(each.get_json()).split(" since ")[0] for each in confirmed} == {"The result has changed"}
    with inside(app, evening) as tournament:
        assert table_states(tournament, 1)[1].missing == (0, 1)


def test_a_phone_that_is_alone_and_one_that_is_not_confirm_one_result(app: Flask, evening: Hall) -> None:
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1), 1, won(0, 12))
    phone = LonePhone(app.test_client(), evening.first)
    phone.do("side", side="0")
    phone.do("confirm", side="0")
    with inside(app, evening) as tournament:
        confirm(match_at(tournament, 1), 1)
        assert entered(tournament, 1) == {}
    phone.send()
    with inside(app, evening) as tournament:
        assert entered(tournament, 1) == WON


def told(client: FlaskClient, page: str, etag: str = "") -> Any:
    return client.get(f"{page}/state.json?lang=en", headers={"If-None-Match": etag} if etag else {})


def test_open_pages_of_the_round_hear_that_time_is_called(
    app: Flask, client: FlaskClient, scorer: FlaskClient, evening: Hall
) -> None:
    before = told(client, evening.first)
    assert "data-time-called hidden>" in client.get(evening.first).text
    assert told(client, evening.first, before.headers["ETag"]).status_code == 304
    scorer.post(f"{evening.page}/time", data={"round": "1"})
    after = told(client, evening.first, before.headers["ETag"])
    assert (after.status_code, after.json["time_called"], "time_called" in before.json) == (200, True, False)
    assert after.json["called"] == before.json.get("called", 0) + 1
    assert after.json["version"] == before.json["version"]  # so that no hand being entered becomes stale
    assert told(client, evening.first, after.headers["ETag"]).status_code == 304
    assert "data-time-called>" in client.get(evening.first).text


def test_nobody_else_hears_of_it(app: Flask, client: FlaskClient, scorer: FlaskClient, evening: Hall) -> None:
    """Neither the previous round nor another table's match is notified."""
    with inside(app, evening) as tournament:
        for table in (1, 2, 3, 4):
            enter(tournament, 1, table, 12, 0)
        publish_next(tournament)
    before = told(client, evening.first)
    scorer.post(f"{evening.page}/time", data={"round": "2"})
    assert told(client, evening.first, before.headers["ETag"]).status_code == 304
    client.post(f"{evening.first}/call", data={"act": "propose", "side": "0", "number": "0"})
    assert told(client, evening.first).json["time_called"] is False


def test_a_round_that_is_not_played_calls_nobody(client: FlaskClient, scorer: FlaskClient, evening: Hall) -> None:
    before = told(client, evening.first)
    scorer.post(f"{evening.page}/time", data={"round": "2"})
    assert told(client, evening.first, before.headers["ETag"]).status_code == 304


def test_hands_of_a_phone_that_did_not_hear_of_it_are_taken(
    app: Flask, scorer: FlaskClient, evening: Hall, alone: LonePhone
) -> None:
    alone.record(0, 1)
    alone.record(0, 3)
    scorer.post(f"{evening.page}/time", data={"round": "1"})
    assert statuses(alone.send()) == [200, 200]
    alone.take()
    alone.unsent = []
    alone.do("finish")
    alone.do("side", side="0")
    for side in ("0", "1"):
        alone.do("confirm", side=side)
    assert statuses(alone.send()) == [200] * 4
    with inside(app, evening) as tournament:
        assert entered(tournament, 1) == {"points": [4, 0]}


def test_a_match_that_the_arbiter_ended_takes_no_confirmation_of_another_score(
    app: Flask, scorer: FlaskClient, evening: Hall, alone: LonePhone
) -> None:
    with inside(app, evening) as tournament:
        play(match_at(tournament, 1), 1, won(0, 3))
    played_and_confirmed(alone)
    for path in ("time", "time/end"):
        scorer.post(f"{evening.page}/{path}", data={"round": "1"})
    record, _side, *confirmed = alone.send()
    assert record.status_code == 409
    assert statuses(confirmed) == [422, 422]
    with inside(app, evening) as tournament:
        assert entered(tournament, 1) == {}
        match = match_at(tournament, 1)
        assert (match.status, match.table["totals"]) == ("stopped", [3, 0])
