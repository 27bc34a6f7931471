"""A member's own page: the account's player, next tables, tournaments and places."""

from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import accounts, erasing, home_pages, nights, roster, roster_import, series
from scorekeeper.clubs.person_details import Details, Entry, read_details
from scorekeeper.clubs.tournaments.keeping import make
from scorekeeper.store.club_models import Club, Membership, Player
from scorekeeper.store.models import db, now
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club
from tests.clubs.evenings import player as number_of
from tests.support.page import Page
from tests.tournaments.made import entrant, play_on, tournament

PAIRS = [entrant(1, players=["Anna", "Bruno"]), entrant(2, players=["Carla", "Dino"])]
SYSTEM = {"kind": "danese", "rounds": 2, "first": "entry"}


def member_of(club: Club, name: str = "") -> Membership:
    account = accounts.create_account("anna", "Anna", "four aces of coins")
    member = Membership(club=club, account=account, role="member")
    db.session.add(member)
    db.session.flush()
    home_pages.set_player(member, name)
    return member


def own(member: Membership) -> Player | None:
    db.session.expire_all()
    return home_pages.player_of(member.club, member.account)


@pytest.fixture
def linked(app: Flask, club: str, owner: FlaskClient, member: FlaskClient) -> str:
    """The club's member is Anna, whose pair has won a tournament and plays the second round of another one."""
    today = now().date()
    with app.app_context():
        row = the_club(club)
        roster.add_player(row, "Anna", details=read_details({"number": "0145", "fee_until": "2020-12-31"}))
        short = tournament(PAIRS, system={**SYSTEM, "rounds": 1}, name="Befana")
        befana = make(row, play_on(short), day="2026-01-06", desk={}, actor="")
        long = play_on(tournament(PAIRS, system=SYSTEM, name="Natale"), 1)
        make(row, long, day=today.isoformat(), desk={}, actor="")
        others = [entrant(1, players=["Eva", "Fabio"]), PAIRS[1]]
        later = (today + timedelta(days=1)).isoformat()
        make(row, tournament(others, system=SYSTEM, name="Others"), day=later, desk={}, actor="")
        gone = tournament(PAIRS, system=SYSTEM, name="Long ago")
        make(row, gone, day=(today - timedelta(days=3)).isoformat(), desk={}, actor="")
        night = nights.plan_night(row, "Friday", "", today.isoformat())
        nights.add_tables(row, night, 2)
        series.set_parts(series.make(row, "Annual", series.Scheme()), [befana.id], [night.id])
        nights.set_seating(night, {2: ["Anna", "Bruno", "Carla", "Dino"]})
        account = next(each.account_id for each in accounts.members(row) if each.role == "member")
        db.session.commit()
    address = f"/c/{club}/people/{account}/player"
    assert owner.post(address, data={"player": "anna"}).location == f"/c/{club}/people"
    return address


def test_a_member_sees_the_own_tables_tournaments_and_places(member: FlaskClient, club: str, linked: str) -> None:
    page = Page(member.get(f"/c/{club}/me").text)
    text = page.texts_in("main")
    assert "Natale Round 1 · Table 1" in text
    assert "110 : 0 against Pair 2" in text
    assert "Table 2 Friday" in text
    assert "1 Befana" in text
    assert "Member number 0145 Fee paid until Dec 31, 2020 fee due" in text
    assert "Championships 1 Annual of 4" in text
    assert "1 Befana" in Page(member.get(f"/c/{club}/players/1").text).texts_in("main")
    assert "Others" in text.split("Coming up")[1]
    assert "Others" not in text.split("Coming up")[0]
    assert "Natale" not in text.split("Coming up")[1]
    assert "Long ago" not in text


def test_without_a_link_nothing_of_anybody_is_shown(
    owner: FlaskClient, member: FlaskClient, club: str, linked: str
) -> None:
    assert "Anna" in Page(owner.get(f"/c/{club}/people").text).html
    owner.post(linked, data={"player": ""})
    page = member.get(f"/c/{club}/me").text
    assert "not linked to a player" in page
    assert "Natale" not in page.split("Coming up")[0]


def test_another_name_is_refused_and_the_link_stays(app: Flask, owner: FlaskClient, club: str, linked: str) -> None:
    assert "No player has this name" in owner.post(linked, data={"player": "Zeno"}, follow_redirects=True).text
    with app.app_context():
        row = the_club(club)
        assert list(home_pages.players_of_members(row).values()) == ["Anna"]


def test_the_link_follows_a_merge_and_a_new_name_and_ends_with_the_player(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Annina")
        member = member_of(club, "Annina")
        anna, annina = (db.session.get_one(Player, number_of(club, name)) for name in ("Anna", "Annina"))
        roster.merge(anna, annina)
        assert own(member) is anna
        roster.change_player(anna, "Annina", Details(), active=True)  # the entry of that earlier name is deleted
        assert own(member) is anna
        roster.delete_player(anna)
        assert own(member) is None


def test_a_list_that_is_taken_back_takes_the_link_along(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        plan = roster_import.plan(club, [Entry(1, "Anna", {}, True)], {})
        roster_import.write(club, plan, "Olga")
        member = member_of(club, "Anna")
        roster_import.take_back(club, roster_import.lists(club)[0])
        assert own(member) is None


def test_an_erased_person_s_account_is_linked_to_nobody(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Zoe", "Anna")
        member = member_of(club, "Zoe")
        erasing.erase_person(club, erasing.find_person(club, "Zoe"))
        assert own(member) is None
