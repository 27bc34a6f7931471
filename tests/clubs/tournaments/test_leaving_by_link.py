"""Withdrawals by the private link while the tournament is played (before: test_from_home.py)."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.tournaments.keeping import lines
from scorekeeper.store.models import db
from scorekeeper.tournaments import api
from tests.clubs.tournaments.evening import play_round, publish_next
from tests.clubs.tournaments.test_from_home import Home
from tests.tournaments.made import Document, byes


@pytest.fixture
def home(app: Flask, club: str) -> Home:
    return Home(app, club, entrants=4, fields={"system": {"kind": "danese", "rounds": 2, "first": "entry"}})


@pytest.fixture
def link(home: Home, scorer: FlaskClient) -> str:
    """The private link of the fifth pair, which is accepted."""
    address = home.send("Rita", "Tino")
    assert home.decide(scorer, "accept", "Rita – Tino") == 303
    return address


def document(home: Home) -> Document:
    with home.app.app_context():
        return home.tournament().document


def play(home: Home, *, to_the_end: bool) -> None:
    with home.app.app_context():
        (play_round if to_the_end else publish_next)(home.tournament())
        db.session.commit()


def withdraw(home: Home, link: str) -> int:
    return home.browser.post(f"{link}/withdraw").status_code


def test_between_rounds_a_pair_leaves_with_two_taps_and_an_organiser_can_undo_it(
    home: Home, link: str, scorer: FlaskClient
) -> None:
    play(home, to_the_end=True)
    assert "Withdraw from round 2" in home.browser.get(link).text
    assert [withdraw(home, link), withdraw(home, link)] == [303, 303]  # twice, as on a slow network
    assert document(home)["entrants"][4]["out"] == 2
    assert 5 not in [side for table in api.pair(document(home))["tables"] for side in table["sides"]]
    assert "Withdrawn from round 2" in home.state(link)
    desk = f"/c/{home.club}/tournaments/{home.number}"
    assert "Withdrawn by private link, from round 2 on" in scorer.get(desk).text
    with home.app.app_context():
        newest = lines(home.tournament(), 1)[0]
        assert (newest.kind, newest.actor, newest.detail) == ("home_withdraw", "", {"who": "Rita – Tino", "round": 2})
    assert scorer.post(f"{desk}/entries/5/return").status_code == 303
    assert "by private link" not in scorer.get(desk).text
    assert "Accepted" in home.state(link)
    assert len(api.pair(document(home))["tables"]) == 2
    assert len(byes(api.pair(document(home)))) == 1


def test_a_round_that_is_drawn_is_played_out(home: Home, link: str) -> None:
    play(home, to_the_end=False)
    before = document(home)["rounds"]
    assert withdraw(home, link) == 303
    assert (document(home)["rounds"], document(home)["entrants"][4]["out"]) == (before, 2)
    assert "Round 1 is the last one that you play." in home.browser.get(link).text


def test_in_the_last_round_and_in_a_closed_tournament_nothing_is_left_to_withdraw_from(
    home: Home, link: str, scorer: FlaskClient
) -> None:
    play(home, to_the_end=True)
    scorer.post(f"/c/{home.club}/tournaments/{home.number}/closed", data={"closed": "1"})
    assert withdraw(home, link) == 422
    scorer.post(f"/c/{home.club}/tournaments/{home.number}/closed", data={"closed": "0"})
    play(home, to_the_end=False)
    assert withdraw(home, link) == 422
    assert "No round is left" in home.browser.get(link).text
    assert "out" not in document(home)["entrants"][4]


def test_one_of_two_whom_the_organiser_paired_withdraws_both(home: Home, scorer: FlaskClient) -> None:
    links = [home.send(name, alone="1") for name in ("Rita", "Tino")]
    assert home.decide(scorer, "pair", "Rita", "Tino") == 303
    play(home, to_the_end=True)
    assert withdraw(home, links[0]) == 303
    assert "Withdrawn from round 2" in home.state(links[1])
    assert withdraw(home, links[1]) == 303
