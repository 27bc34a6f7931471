"""Prizes by category: as the organiser marks them, on prize list and ranking; guests are known from the roster."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, roster
from scorekeeper.clubs.tournaments.categories import categories_of
from scorekeeper.clubs.tournaments.entries import remove
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from tests.clubs.conftest import the_club
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, publish_next
from tests.clubs.tournaments.test_papers import pages_of
from tests.clubs.tournaments.test_travelling import exported, taken_in
from tests.support.page import Page


@pytest.fixture
def place(app: Flask, club: str) -> str:
    """The URL of a tournament of four pairs, of which the first has a member."""
    with app.app_context():
        own = the_club(club)
        roster.add_player(own, "Anna 1")
        tournament = a_tournament(club, 4)
        db.session.commit()
        return f"/c/{club}/tournaments/{tournament.id}"


def test_the_best_of_each_category_are_on_prize_list_ranking_and_screen(
    app: Flask, scorer: FlaskClient, place: str
) -> None:
    saved = scorer.post(f"{place}/cash/categories", data={"ladies": "2, 4", "seniors": "3", "guests": "1"})
    assert saved.status_code == 303
    assert Page(scorer.get(f"{place}/cash").text).value("ladies") == "2, 4"
    with app.app_context():
        tournament = db.session.query(Tournament).one()
        publish_next(tournament)
        for table in tournament.document["rounds"][0]["tables"]:
            enter(tournament, 1, table["table"], *(1000 * (5 - side) for side in table["sides"]))
        db.session.commit()
    for text in (
        " ".join(pages_of(scorer, f"{place}/papers/prize-list.pdf")),
        " ".join(pages_of(scorer, f"{place}/papers/standings.pdf")),
        Page(scorer.get(f"{place}/standings").text).text,
    ):
        best = " ".join(text.split()).partition("By category")[2]
        ladies, _guests = best.partition("Best guests")[::2]
        assert "Pair 2 Best ladies" in ladies
        assert "Pair 3 Best over 65" in ladies
        assert "juniors" not in best


def test_an_unknown_number_is_refused_and_nothing_is_lost(scorer: FlaskClient, place: str) -> None:
    refused = scorer.post(f"{place}/cash/categories", data={"ladies": "2, 9", "juniors": "1"})
    page = Page(refused.text)
    assert (refused.status_code, page.value("ladies"), page.value("juniors")) == (422, "2, 9", "1")
    assert "There is no entrant 9" in page.text


def test_marks_travel_and_leave_with_the_entrant(app: Flask, scorer: FlaskClient, club: str, place: str) -> None:
    scorer.post(f"{place}/cash/categories", data={"juniors": "2 3", "guests": "1"})
    with app.app_context():
        own, there = accounts.find_club(club), accounts.create_club("There")
        assert own is not None
        tournament = db.session.query(Tournament).one()
        assert categories_of(tournament) == {"juniors": [2, 3], "guests": [2, 3, 4]}
        remove(tournament, [3], ACTOR)
        assert categories_of(taken_in(there, exported(own))) == {"juniors": [2], "guests": [1, 2, 4]}
