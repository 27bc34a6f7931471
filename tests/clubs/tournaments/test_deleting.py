"""Deleting a tournament: document, log and page are deleted, the matches stay with the club."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from scorekeeper import ledger
from scorekeeper.clubs import accounts, exporting, importing
from scorekeeper.clubs import series as series_keeping
from scorekeeper.clubs.series import Scheme
from scorekeeper.clubs.standings import Period
from scorekeeper.clubs.tournaments import keeping, presence
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.keeping import delete_tournament
from scorekeeper.clubs.tournaments.snapshots import load_summary, snapshot
from scorekeeper.store.club_models import SeriesPart
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament, TournamentChange, TournamentTable
from scorekeeper.web import links
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.at_tables import confirm, play
from tests.clubs.tournaments.evening import ACTOR, a_tournament, play_round, publish_next
from tests.support.page import Page
from tests.tournaments.made import tournament


@pytest.fixture
def evening(app: Flask, club: str) -> int:
    """The id of a tournament in a championship, with one complete round and one in progress."""
    with app.app_context():
        made = a_tournament(club, 4)
        play_round(made)
        publish_next(made)
        club_row = the_club(club)
        championship = series_keeping.make(club_row, "Autumn", Scheme())
        series_keeping.set_parts(championship, [made.id], [])
        db.session.commit()
        return made.id


def rows(app: Flask) -> list[int]:
    """The numbers of tournaments, their log lines, tables and parts of series, and of matches."""
    with app.app_context():
        models = (Tournament, TournamentChange, TournamentTable, SeriesPart, Match)
        return [db.session.scalar(select(func.count()).select_from(model)) or 0 for model in models]


def test_an_owner_is_told_what_goes_and_stays_and_deletes_it(
    app: Flask, owner: FlaskClient, club: str, evening: int
) -> None:
    address = f"/c/{club}/tournaments/{evening}"
    assert Page(owner.get(address).text).all("a", href=f"{address}/delete")
    page = Page(owner.get(f"{address}/delete").text).text
    assert "Its 4 matches stay in the club" in page
    assert "These championships will no longer count it: Autumn" in page
    assert rows(app)[0] == 1  # the confirmation page deletes nothing
    done = owner.post(f"{address}/delete", follow_redirects=True)
    assert "Tournament deleted." in Page(done.text).text
    assert rows(app) == [0, 0, 0, 0, 4]
    assert owner.get(address).status_code == owner.post(f"{address}/delete").status_code == 404
    assert "Tournament deleted: Autumn cup, November 27, 2026" in Page(owner.get(f"/c/{club}/log").text).text
    assert owner.get(f"/c/{club}/series/1").status_code == 200


def test_only_an_owner_deletes(app: Flask, scorer: FlaskClient, club: str, evening: int) -> None:
    address = f"/c/{club}/tournaments/{evening}"
    assert not Page(scorer.get(address).text).all("a", href=f"{address}/delete")
    assert [scorer.get(f"{address}/delete").status_code, scorer.post(f"{address}/delete").status_code] == [403, 403]
    assert rows(app)[0] == 1


def test_a_match_of_a_deleted_tournament_goes_on_at_its_address(
    app: Flask, owner: FlaskClient, club: str, evening: int
) -> None:
    with app.test_request_context():
        made = db.session.get_one(Tournament, evening)
        query = select(TournamentTable.sitting_id).where(TournamentTable.tournament_id == made.id)
        sitting = db.session.scalars(query.order_by(TournamentTable.sitting_id.desc())).first() or 0
        match = db.session.scalars(select(Match).where(Match.sitting_id == sitting)).one()
        address = f"/s/{links.token(links.make_link(match.sitting, 'score'))}/m/1"
        db.session.commit()
    owner.post(f"/c/{club}/tournaments/{evening}/delete")
    assert app.test_client().get(address).status_code == 200
    with app.app_context():
        match = db.session.scalars(select(Match).where(Match.sitting_id == sitting)).one()
        play(match)
        confirm(match, 0, 1)
        db.session.commit()
        assert [match.hand_count, match.status] == [4, "finished"]
    assert owner.get(f"/c/{club}").status_code == owner.get(f"/c/{club}/matches.jsonl").status_code == 200


def test_the_page_for_everybody_says_that_there_is_nothing_to_follow(
    app: Flask, owner: FlaskClient, club: str, evening: int
) -> None:
    address = f"/c/{club}/tournaments/{evening}"
    owner.post(f"{address}/public", data={"public": "1"})
    (path,) = re.findall(r'value="http://localhost(/t/[^"]+)"', owner.get(address).text)
    visitor = app.test_client()
    assert visitor.get(path).status_code == 200
    owner.post(f"{address}/delete")
    for page in (path, f"{path}/tables", f"{path}/ranking"):
        response = visitor.get(page)
        assert response.status_code == 404
        assert "This page is off" in Page(response.text).text


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_form_that_is_sent_just_after_the_deletion_finds_nothing(
    owner: FlaskClient, club: str, evening: int, monkeypatch: pytest.MonkeyPatch, accept: str
) -> None:
    def tick(*_about: object, **_more: object) -> None:
        raise keeping.Deleted

    monkeypatch.setattr(presence, "tick", tick)
    ticked = {"entrant": "1", "what": "paid", "on": "1"}
    door = f"/c/{club}/tournaments/{evening}/door"
    answer = owner.post(door, data=ticked, headers={"Accept": accept})
    assert answer.status_code == 404
    assert "The address is incomplete" in answer.text


@pytest.mark.each_engine
def test_a_change_that_comes_just_after_the_deletion_writes_nothing(any_app: Flask) -> None:
    with any_app.app_context():
        made = a_tournament(accounts.create_club("Bar"), 4)
        sitting = publish_next(made)[0]
        match = sitting.matches[0]
        db.session.commit()
        loaded = db.session.get_one(Tournament, made.id)
        assert desk_of(loaded)["present"] == []
        with any_app.app_context():
            delete_tournament(db.session.get_one(Tournament, loaded.id))
            db.session.commit()
        with pytest.raises(keeping.Deleted):
            keeping.change_desk(loaded, lambda desk: {**desk, "present": [1]})
        db.session.rollback()
        play(match)
        confirm(match, 0, 1)
        db.session.commit()
        assert match.status == "finished"
        assert ledger.hands(match)


def test_one_that_is_taken_in_again_is_not_taken_for_the_deleted_one(app: Flask, club: str) -> None:
    with app.app_context():
        club_row = the_club(club)
        made = a_tournament(club_row, 4)
        db.session.commit()
        lines = [line.encode() for line in exporting.lines(club_row, Period())]
        keeping.change(made, None, lambda _old: tournament(6), actor=ACTOR, kind="agreed", detail={})
        db.session.commit()
        seen = load_summary(made.id)
        assert seen is not None
        assert len(snapshot(seen).tournament.entrants) == 6
        delete_tournament(made)
        db.session.commit()
        importing.import_matches(club_row, lines, actor="Olga")
        came = db.session.scalars(select(Tournament)).one()
        keeping.change(came, None, lambda _old: tournament(8), actor=ACTOR, kind="agreed", detail={})
        db.session.commit()
        seen = load_summary(came.id)
        assert seen is not None
        assert len(snapshot(seen).tournament.entrants) == 8
