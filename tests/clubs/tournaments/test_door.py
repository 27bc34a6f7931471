"""The door without scripts: all present in one tap, who has played is here, entering a pair at the door."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import roster
from scorekeeper.clubs.person_details import read_details
from scorekeeper.clubs.tournaments import presence
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import a_tournament, enter, play_round, publish_next
from tests.support.page import Page


@pytest.fixture
def place(app: Flask, club: str) -> str:
    """The URL of a tournament of four pairs before its first round."""
    with app.app_context():
        tournament = a_tournament(club, 4)
        db.session.commit()
        return f"/c/{club}/tournaments/{tournament.id}"


def kept() -> Tournament:
    """The only tournament."""
    return db.session.query(Tournament).one()


def test_all_are_present_in_one_tap_and_undo_removes_these_ticks_only(
    app: Flask, scorer: FlaskClient, place: str
) -> None:
    scorer.post(f"{place}/door", data={"entrant": "2", "what": "present", "on": "1"})
    done = scorer.post(f"{place}/door/all", data={"on": "1"})
    with app.app_context():
        assert desk_of(kept())["present"] == [1, 2, 3, 4]
    page = Page(scorer.get(done.location).text)
    assert "3 entries marked present." in page.text
    undone = {"on": "0", "entrant": [each["value"] for each in page.all("input", name="entrant")][:3]}
    assert undone["entrant"] == ["1", "3", "4"]
    assert scorer.post(f"{place}/door/all", data=undone).status_code == 303
    with app.app_context():
        assert desk_of(kept())["present"] == [2]


def test_who_has_a_result_is_here_without_a_tick_and_who_did_not_come_is_not(
    app: Flask, scorer: FlaskClient, place: str
) -> None:
    with app.app_context():
        tournament = kept()
        publish_next(tournament)
        enter(tournament, 1, 1, 1000, 500)
        unplayed = tournament.document["rounds"][0]["tables"][1]
        unplayed["forfeit"] = unplayed["sides"][0]
        assert [row.id for row in presence.absent_entrants(tournament)] == unplayed["sides"][:1]
        db.session.rollback()
    with app.app_context():
        play_round(kept())
    assert scorer.get(f"{place}/door", headers={"Accept": "application/json"}).json == {
        "present": [1, 2, 3, 4],
        "paid": [],
    }
    page = Page(scorer.get(f"{place}/door").text)
    assert "All present" not in page.text
    assert len([each for each in page.all("button") if "disabled" in each]) == 4


def test_the_proposal_names_who_is_not_here(app: Flask, scorer: FlaskClient, place: str) -> None:
    for entrant in ("1", "3"):
        scorer.post(f"{place}/door", data={"entrant": entrant, "what": "present", "on": "1"})
    assert "2 entrants are not marked present. 2 Pair 2, 4 Pair 4" in Page(scorer.get(f"{place}/pair").text).text


def test_a_pair_is_entered_at_the_door_present_and_paid(app: Flask, scorer: FlaskClient, place: str) -> None:
    done = scorer.post(f"{place}/door/enter", data={"player-0": "Elsa", "player-1": "Fabio", "paid": "1"})
    assert done.location == f"{place}/door#e5"
    with app.app_context():
        assert [(row.name, row.present, row.paid) for row in presence.entrant_rows(kept())][-1] == (
            "Elsa – Fabio",
            True,
            True,
        )
    scorer.post(f"{place}/door/enter", data={"player-0": "Gino", "player-1": "Ida"})
    with app.app_context():
        assert (desk_of(kept())["present"], desk_of(kept())["paid"]) == ([5, 6], [5])


def test_a_pair_that_cannot_be_entered_at_the_door_keeps_what_was_typed(scorer: FlaskClient, place: str) -> None:
    refused = scorer.post(f"{place}/door/enter", data={"player-0": "Elsa", "player-1": "Elsa", "paid": "1"})
    page = Page(refused.text)
    assert refused.status_code == 422
    assert "A player is listed twice here" in page.text
    assert page.value("player-1") == "Elsa"


def test_a_closed_tournament_ticks_nobody_together(app: Flask, scorer: FlaskClient, place: str) -> None:
    with app.app_context():
        kept().closed_at = kept().made_at
        db.session.commit()
    assert scorer.post(f"{place}/door/all", data={"on": "1"}).status_code == 409
    assert "All present" not in scorer.get(f"{place}/door").text


def test_a_fee_that_is_due_on_the_day_is_marked_for_scorers_only(
    app: Flask, scorer: FlaskClient, member: FlaskClient, club: str, place: str
) -> None:
    """The tournament is on 27 November 2026; only what ends before that day is due."""
    with app.app_context():
        own = the_club(club)
        for name, day in (("Anna 1", "2026-11-26"), ("Bruno 2", "2026-11-27"), ("Stranger", "2020-01-01")):
            roster.add_player(own, name, details=read_details({"fee_until": day}))
        db.session.commit()
    for page in ("door", "entries"):
        (tag,) = re.findall(r'class="tag bad">(.*?)</span>', scorer.get(f"{place}/{page}").text)
        assert tag == "fee due: <bdi>Anna 1</bdi> (11/26/26)"
    assert "fee due" not in member.get(f"{place}/entries").text
