"""The page “What if”: it tries out changes beside the rounds as agreed, and writes nothing."""

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.tournaments.evening import a_tournament, play_round, publish_next
from tests.support.page import Page
from tests.support.statements import counted_statements

SYSTEM = {"kind": "danese", "rounds": 3, "first": "entry"}


def test_a_late_pair_a_withdrawal_and_another_system_are_tried_and_nothing_is_written(
    app: Flask, club: str, owner: FlaskClient
) -> None:
    with app.app_context():
        made = a_tournament(club, 8, system=SYSTEM, desk={"minutes": 40})
        play_round(made)
        publish_next(made)
        db.session.commit()
        address, before = f"/c/{club}/tournaments/{made.id}/what-if", (made.version, made.desk_version, made.document)
        number = made.id
    owner.get(address)
    with app.app_context(), counted_statements() as statements:
        page = Page(owner.get(address, query_string={"new": "1", "begin": "20:30", "pause": "5"}).text)
    assert {statement.split()[0] for statement in statements} <= {"SELECT", "BEGIN"}
    text = page.text_in("main")
    assert "9 entrants · 3 rounds · ends at about 9:10" in text.replace("\u202f", " ")
    assert "1 bye" in text
    assert "8 entrants · 3 rounds" in text  # as agreed, below
    assert "no bye" in text
    page = Page(owner.get(address, query_string={"out": "1, 2", "system": "draw", "rounds": "5"}).text)
    assert "6 entrants · 5 rounds" in page.text_in("main")
    with app.app_context():
        made = db.session.get_one(Tournament, number)
        assert (made.version, made.desk_version, made.document) == before


def test_what_cannot_be_tried_is_said_at_its_field(app: Flask, club: str, owner: FlaskClient) -> None:
    with app.app_context():
        made = a_tournament(club, 4, system={"kind": "knockout"})
        publish_next(made)
        db.session.commit()
        address = f"/c/{club}/tournaments/{made.id}/what-if"
    for query, said in (
        ({"out": "9"}, "There is no entrant 9"),
        ({"new": "99"}, "Enter 0 to 20"),
        ({"new": "1"}, "takes no more entries"),
        ({"rounds": "7"}, "follows from the entrants"),
        ({"begin": "late"}, "Enter a time like 20:30"),
        ({"minutes": "9999"}, "Enter 0 to 240"),
        ({"system": "round_robin"}, ""),
    ):
        answer = owner.get(address, query_string=query)
        assert answer.status_code == 200
        assert said in answer.text


def test_before_enough_are_entered_the_page_says_so(app: Flask, club: str, owner: FlaskClient) -> None:
    with app.app_context():
        made = a_tournament(club, [], system=SYSTEM)
        db.session.commit()
        address = f"/c/{club}/tournaments/{made.id}/what-if"
    assert "Too few are entered" in owner.get(address).text
    assert "5 entrants" in owner.get(address, query_string={"new": "5"}).text
