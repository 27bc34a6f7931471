"""Storing tournaments: no change is lost, and no unseen change is overwritten."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.tournaments import keeping, table_results
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import Stale
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament, TournamentChange
from scorekeeper.tournaments.changes import results
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, publish_next

pytestmark = pytest.mark.each_engine


@pytest.fixture
def number(app: Flask, club: str) -> int:
    """The id of a tournament whose first round is published."""
    with app.app_context():
        tournament = a_tournament(club)
        publish_next(tournament)
        db.session.commit()
        return tournament.id


def points_of(document: dict[str, Any]) -> list[list[int] | None]:
    """The points of each table in the first round."""
    return [table.get("points") for table in document["rounds"][0]["tables"]]


def meanwhile(app: Flask, number: int, table: int) -> None:
    """Enters a result in another session."""
    with app.app_context():
        enter(db.session.get_one(Tournament, number), 1, table, 700, 100)
        db.session.commit()


@pytest.mark.each_engine
def test_two_results_at_once_are_both_kept(app: Flask, number: int) -> None:
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        meanwhile(app, number, 2)
        enter(mine, 1, 1, 900, 300)  # the loaded document is stale
        db.session.commit()
    with app.app_context():
        tournament = db.session.get_one(Tournament, number)
        assert points_of(tournament.document) == [[900, 300], [700, 100], None, None]
        assert tournament.version == 3


def test_a_change_of_somebody_who_has_not_seen_the_newest_is_refused_with_what_happened(
    app: Flask, number: int
) -> None:
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        seen = mine.version
        meanwhile(app, number, 2)
        with pytest.raises(Stale) as stale:
            enter(mine, 1, 1, 900, 300, seen=seen)
        db.session.rollback()
        assert [(line.kind, line.detail["table"]) for line in stale.value.changes] == [("result", 2)]
    with app.app_context():
        assert points_of(db.session.get_one(Tournament, number).document) == [None, [700, 100], None, None]


@pytest.mark.each_engine
def test_a_result_from_an_old_page_is_checked_before_the_lock_where_its_table_is_as_it_was(
    app: Flask, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(app, number, 2)
    monkeypatch.setattr(keeping, "lock", lambda tournament: pytest.fail("others have to wait"))
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        table_results.enter(mine, 1, 1, {1: {"points": [900, 300]}}, actor=ACTOR)
        assert points_of(mine.document) == [[900, 300], [700, 100], None, None]


@pytest.mark.each_engine
def test_a_result_that_comes_while_another_one_of_its_table_is_checked_is_seen_first(
    app: Flask, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(app, number, 2)
    check = results.enter_results

    def checked(*about: Any) -> Any:
        monkeypatch.setattr(results, "enter_results", check)
        meanwhile(app, number, 1)
        return check(*about)

    monkeypatch.setattr(results, "enter_results", checked)
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        with pytest.raises(Stale) as stale:
            table_results.enter(mine, 1, 1, {1: {"points": [900, 300]}}, actor=ACTOR)
        db.session.rollback()
        assert [line.detail["table"] for line in stale.value.changes] == [2, 1]


def test_a_refusal_counts_only_for_what_stands_there_now(app: Flask, number: int) -> None:
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        clear = {"actor": ACTOR, "kind": "unrule", "detail": {"round": 1, "who": ""}}
        ruling = {"round": 1, "entrant": 1, "vp": -1, "reason": "late"}
        with app.app_context():
            other = db.session.get_one(Tournament, number)
            keeping.change(
                other, None, lambda document: results.add_ruling(document, ruling), **(clear | {"kind": "rule"})
            )
            db.session.commit()
        keeping.change(mine, None, lambda document: results.remove_ruling(document, ruling), **clear)
        assert mine.document["rulings"] == []


def test_every_change_is_one_line_of_the_log(app: Flask, number: int) -> None:
    meanwhile(app, number, 1)
    meanwhile(app, number, 3)
    with app.app_context():
        lines = db.session.scalars(select(TournamentChange).order_by(TournamentChange.id)).all()
        assert [(line.kind, line.version) for line in lines] == [
            ("made", 0),
            ("publish", 1),
            ("result", 2),
            ("result", 3),
        ]


def test_what_cannot_be_is_refused_and_leaves_no_line(app: Flask, number: int) -> None:
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        for round_, table in ((1, 9), (2, 1)):
            with pytest.raises(Refusal):
                enter(mine, round_, table, 900, 300)
        db.session.rollback()
        assert db.session.get_one(Tournament, number).version == 1


def test_a_closed_tournament_takes_nothing(app: Flask, number: int) -> None:
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        with app.app_context():
            db.session.get_one(Tournament, number).closed_at = now()
            db.session.commit()
        with pytest.raises(Refusal, match="closed"):
            enter(mine, 1, 1, 900, 300)
        with pytest.raises(Refusal, match="closed"):
            keeping.change_desk(mine, lambda desk: {**desk, "present": [1]})


def test_ticks_at_the_door_make_no_page_of_the_arbiter_old(app: Flask, number: int) -> None:
    with app.app_context():
        mine = db.session.get_one(Tournament, number)
        with app.app_context():
            door = db.session.get_one(Tournament, number)
            keeping.change_desk(door, lambda desk: {**desk, "present": [*desk["present"], 1]})
            db.session.commit()
        keeping.change_desk(mine, lambda desk: {**desk, "present": [*desk["present"], 2]})
        enter(mine, 1, 1, 900, 300, seen=1)
        db.session.commit()
        assert desk_of(mine)["present"] == [1, 2]


def test_a_tournament_larger_than_any_can_be_is_refused(app: Flask, club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "LARGEST", 500)
    with app.app_context(), pytest.raises(Refusal, match="larger"):
        a_tournament(club)


@pytest.mark.parametrize("day", ["", "today", "2026-13-01"])
def test_a_tournament_has_a_day(app: Flask, club: str, day: str) -> None:
    with app.app_context():
        tournament = a_tournament(club)
        with pytest.raises(Refusal) as refusal:
            keeping.make(
                db.session.get_one(type(tournament), tournament.id), tournament.document, day=day, desk={}, actor=""
            )  # type: ignore[arg-type]
        assert refusal.value.problems[0]["field"] == "day"
