"""Forms of a tournament that are late, repeated, or forged."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import importing
from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.table_links import make_links_of
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import a_tournament, enter, publish_next
from tests.support.page import Page
from tests.support.statements import counted_statements
from tests.tournaments.made import entrant

FAR = [entrant(-7), entrant(2**63 - 1), entrant(3), entrant(4)]


def held(app: Flask, club: str, entrants: int | list[dict[str, object]] = 4, *, begun: bool = False) -> str:
    """The URL of a tournament."""
    with app.app_context():
        tournament = a_tournament(club, entrants)
        if begun:
            publish_next(tournament)
        db.session.commit()
        return f"/c/{club}/tournaments/{tournament.id}"


def document(app: Flask) -> dict[str, object]:
    with app.app_context():
        return db.session.query(Tournament).one().document


def test_a_round_that_was_taken_back_is_not_seated_anew(app: Flask, scorer: FlaskClient, club: str) -> None:
    place = held(app, club, begun=True)
    form = Page(scorer.get(f"{place}/seat").text).fields
    with app.app_context():
        tournament = db.session.query(Tournament).one()
        rounds.undo(tournament, None, actor="Ada")
        db.session.commit()
        newest = str(tournament.version)
    late = scorer.post(f"{place}/publish", data=form)
    assert late.status_code == 409
    assert "Round 1 undone" in late.text
    assert scorer.post(f"{place}/publish", data=form | {"seen": newest}).status_code == 422
    assert document(app)["rounds"] == []


def test_a_round_is_seated_in_no_document_that_never_had_one(app: Flask, scorer: FlaskClient, club: str) -> None:
    place = held(app, club)
    with app.app_context():
        tournament = db.session.query(Tournament).one()
        tournament.document = {**tournament.document, "rounds": None}
        db.session.commit()
    assert scorer.get(f"{place}/seat").status_code == 200
    assert {scorer.get(f"{place}{page}").status_code for page in ("", "/pair", "/back", "/edit", "/papers")} == {200}


@pytest.mark.parametrize("ruling", [{"entrant": [1]}, {"entrant": {}}, {}, {"round": 1, "entrant": 1, "vp": 1}])
def test_a_ruling_that_never_was_is_not_taken_away(
    app: Flask, scorer: FlaskClient, club: str, ruling: dict[str, object]
) -> None:
    place = held(app, club)
    sent = {"seen": "0", "ruling": json.dumps(ruling)}
    assert scorer.post(f"{place}/rulings/drop", data=sent).status_code == 422


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 30, "-1", "²"])
def test_a_number_that_nobody_can_have_ticks_nobody(app: Flask, scorer: FlaskClient, club: str, number: str) -> None:
    place = held(app, club)
    assert scorer.post(f"{place}/entries/roster", data={"player": number, "how": "alone"}).status_code == 422
    assert scorer.post(f"{place}/entries/absent", data={"entrant": number}).status_code == 303
    assert scorer.post(f"{place}/door", data={"entrant": number, "what": "paid", "on": "1"}).status_code in (400, 409)
    assert len(document(app)["entrants"]) == 4  # type: ignore[arg-type]  # a list


@pytest.mark.parametrize("number", [-7, 2**63 - 1])
def test_an_entrant_of_a_document_made_elsewhere_can_be_reached(
    app: Flask, scorer: FlaskClient, club: str, number: int
) -> None:
    place = held(app, club, FAR, begun=True)
    assert scorer.get(f"{place}/entries/{number}").status_code == 200
    scorer.post(f"{place}/door", data={"entrant": str(number), "what": "paid", "on": "1"})
    with app.app_context():
        assert desk_of(db.session.query(Tournament).one())["paid"] == [number]
    scorer.post(f"{place}/public", data={"public": "1"})
    with app.app_context():
        nonce = db.session.query(Tournament).one().public
    assert nonce
    (address,) = {each for each in scorer.get(place).text.split('"') if "/t/" in each and "localhost" in each}
    path = address.removeprefix("http://localhost")
    scorer.get(f"{path}/me/{number}")
    assert f"Pair {number}" in Page(scorer.get(path).text).text


def test_a_second_arbiter_does_not_end_the_codes_on_the_wall(app: Flask, scorer: FlaskClient, club: str) -> None:
    place = held(app, club)
    nonces = set()
    for _arbiter in range(2):
        scorer.post(f"{place}/public", data={"public": "1"})
        with app.app_context():
            nonces.add(db.session.query(Tournament).one().public)
    assert len(nonces) == 1


def test_a_table_more_in_a_round_is_two_statements_more(app: Flask, club: str) -> None:
    sent = []
    with app.app_context():
        for entrants in (4, 80):
            tournament = a_tournament(club, entrants)
            with counted_statements() as statements:
                make_links_of(publish_next(tournament))
                db.session.commit()
            sent.append(len(statements))
        assert db.session.query(Match).count() == 42
    assert sent[1] - sent[0] == 2 * 38  # one each for the sitting and the match: SQLite returns ids one by one


def test_a_document_that_stands_twice_in_a_file_is_taken_in_once(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club)
        line = json.dumps({**tournament.document, "name": "Twice"}).encode()
        club_row = the_club(club)
        assert importing.preview(club_row, [line, line, json.dumps(tournament.document).encode()]).known == 2
        importing.import_matches(club_row, [line, line], actor="Ada")
        assert db.session.query(Tournament).count() == 2


def test_standings_are_worked_out_again_only_after_a_change(app: Flask, scorer: FlaskClient, club: str) -> None:
    place = held(app, club, begun=True)
    page = f"{place}/standings?live=1"
    headers = {"If-None-Match": scorer.get(page).headers["ETag"]}
    assert scorer.get(page, headers=headers).status_code == 304
    with app.app_context():
        enter(db.session.query(Tournament).one(), 1, 1, 900, -120)
        db.session.commit()
    assert scorer.get(page, headers=headers).status_code == 200
    assert "900 : −120" in Page(scorer.get(place).text).text
