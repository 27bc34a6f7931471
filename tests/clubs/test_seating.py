"""Names suggested at a club's table: recent players and guests, and a search in large rosters."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import roster, tables
from scorekeeper.clubs.person_details import Details
from scorekeeper.clubs.results import name_key
from scorekeeper.clubs.tables import FOUND, LAST_NAMES, MOST
from scorekeeper.store.club_models import Club, Player
from scorekeeper.store.models import db
from scorekeeper.web import links
from tests.clubs.evenings import a_club, begin, player
from tests.support.matches import TRESETTE, start
from tests.support.page import Page

FOUR = ("Anna", "Bruno", "Carla", "Dino")
FIRST = ("Anna", "Bruno", "Carla", "Dino", "Elena", "Fabio", "Giulia", "Hugo", "Ilaria", "João")
LAST = tuple(f"{left}{right}" for left in ("Ros", "Bian", "Fer", "Gal") for right in ("si", "chi", "rari", "lo", "ni"))
HUNDREDS = 2000


def crowd(club: Club, count: int = HUNDREDS) -> None:
    """Names for a roster of this size, all different."""
    names = [f"{FIRST[at % 10]} {LAST[at // 10 % 20]} {'abcdefghij'[at // 200]}" for at in range(count)]
    db.session.add_all(
        Player(club_id=club.id, name=name, name_key=name_key(name), number="", active=True) for name in names
    )
    db.session.flush()


def scoring(club: Club) -> str:
    """The scorer's link of a new table of the club."""
    token = links.token(links.make_link(tables.open_table(club), "score"))
    db.session.commit()
    return f"/s/{token}"


def options(page: str) -> list[str]:
    """The names that the browser suggests."""
    listed = page.partition('<datalist id="roster"')[2].partition("</datalist>")[0]
    return re.findall(r'value="([^"]*)"', listed)


def test_who_played_last_stands_first_guests_too_and_the_others_follow_by_name(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR, "Zoe")
        begin(club, "Dino", "Fay", "Carla", "Gus")
        begin(club, "Dino", "Fay", "Zoe", "Gus")
        assert tables.suggested_names(club) == (["Dino", "Zoe", "Fay", "Gus", "Carla", "Anna", "Bruno"], False)


def test_who_is_not_active_and_names_of_before_are_not_offered(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        begin(club, *FOUR)
        one = roster.find_player(club, player(club, "Anna"))
        two = roster.find_player(club, player(club, "Dino"))
        assert one is not None
        assert two is not None
        roster.change_player(one, "Annalisa", Details(), active=True)
        roster.change_player(two, "Dino", Details(), active=False)
        db.session.flush()
        assert tables.suggested_names(club)[0] == ["Carla", "Bruno", "Annalisa"]


def test_seats_without_a_name_are_no_guests(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna")
        begin(club, "Us 1", "Anna", "Them 1", "Player 3")
        assert tables.suggested_names(club)[0] == ["Anna"]


def test_names_of_another_club_are_not_offered(any_app: Flask) -> None:
    with any_app.app_context():
        club, other = a_club("Anna"), a_club("Otto")
        begin(other, "Otto", "Guest", "Rita", "Udo")
        assert tables.suggested_names(club)[0] == ["Anna"]
        assert tables.matching_names(club, "ot") == []


def test_the_page_of_a_small_club_has_them_all_and_asks_for_no_more(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        address = scoring(a_club(*FOUR))
    page = client.get(f"{address}/new").text
    assert options(page) == list(FOUR)
    assert page.count('list="roster"') == 4
    assert "names.js" not in page
    assert "data-names" not in page


def test_a_large_roster_is_offered_in_part_and_found_by_what_is_typed(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        club = a_club()
        crowd(club)
        begin(club, "Zita", "Bruno Rossi b", "Carla", "Dino")
        address = scoring(club)
    page = client.get(f"{address}/new").text
    offered = options(page)
    assert {"Zita", "Bruno Rossi b", "Carla", "Dino"} == set(offered[:4])
    assert len(offered) == MOST
    assert len(page) < 40_000
    assert f'data-names="{address}/names.json"' in page
    found = client.get(f"{address}/names.json?q=JOÃO ga").json
    assert found is not None
    assert len(found["names"]) == FOUND
    assert all(name.startswith("João Gal") for name in found["names"])


def test_a_second_name_is_found_too_and_those_that_begin_so_come_first(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Marta Rossi", "Rossana", "Bruno", "Per%cent", "50 cents")
        assert tables.matching_names(club, "ros") == ["Rossana", "Marta Rossi"]
        assert tables.matching_names(club, "  ROSSI ") == ["Marta Rossi"]
        assert tables.matching_names(club, "r%c") == ["Per%cent"]
        assert tables.matching_names(club, "r") == []  # too short to search for
        assert tables.matching_names(club, "\0\n") == []


@pytest.mark.parametrize("typed", ["", "a", "x" * 500, "%%%", "\\", "́́", "\ud800"])
def test_whatever_is_typed_gets_an_answer(app: Flask, client: FlaskClient, typed: str) -> None:
    with app.app_context():
        address = scoring(a_club(*FOUR))
    answer = client.get(f"{address}/names.json", query_string={"q": typed.encode("utf-8", "replace")})
    assert answer.json == {"names": []}


def test_a_table_of_nobodys_is_offered_whom_this_browser_has_seen_and_nobody_of_a_club(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        a_club("Elsa", "Fabio")
        nobodys = links.token(links.make_link(start(TRESETTE).sitting, "score"))
        db.session.commit()
    assert client.get(f"/s/{nobodys}/names.json?q=elsa").json == {"names": []}
    offered = {each["value"] for each in Page(client.get(f"/s/{nobodys}/new").text).all("option")}
    assert offered == {"Anna", "Bruno", "Carla", "Dino"}


def test_a_seat_that_is_taken_in_mid_match_is_offered_them_too(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        club = a_club(*FOUR, "Zoe")
        match = begin(club, *FOUR)
        token = links.token(links.make_link(match.sitting, "score"))
        db.session.commit()
    page = client.get(f"/s/{token}/m/1/table").text
    assert set(options(page)) == {*FOUR, "Zoe"}
    assert page.count('list="roster"') == 4


def test_many_guests_do_not_crowd_out_the_roster(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Zoe")
        for at in range(0, 100, 4):
            begin(club, *(f"Guest {letter}{at:03}x" for letter in "abcd"))
        names, _more = tables.suggested_names(club)
        assert len(names) == LAST_NAMES + 1
        assert "Zoe" in names
