"""A corrected name and a merge reach seats, results and tournaments, and can be undone."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import renaming, results
from scorekeeper.clubs.person_details import Details
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Club, Player
from scorekeeper.store.models import Match, db
from scorekeeper.store.sum_models import GuestTally
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, play, player
from tests.clubs.evenings import results as results_of
from tests.clubs.tournaments.evening import a_tournament
from tests.tournaments.made import entrant


def of(club: Club, name: str) -> Player:
    return db.session.get_one(Player, player(club, name))


def seat(match: Match, number: int = 0) -> tuple[str, str, int | None]:
    """The seat's name in the match and in its result, and whose result it is."""
    db.session.expire_all()
    row = results_of(match)[number]
    return match.setup["seats"][number], row.name, row.player_id


def sums_are_right(club: Club) -> bool:
    return not list(results.differences(db.session, club))


def test_a_corrected_name_reaches_matches_and_open_tournaments(any_app: Flask) -> None:
    with any_app.test_request_context():
        club = a_club("Vito Mara")
        match = play(club, "Vito Mara", "Bruno", "Carla", "Dino")
        tournaments = [a_tournament(club, [entrant(1, name="Vito Mara – Bruno", players=["Vito Mara", "Bruno"]),
                                           entrant(2, name="Carla – Dino", players=["Carla", "Dino"])])
                       for _each in range(2)]  # fmt: skip
        tournaments[1].closed_at = match.started_at
        vito = of(club, "Vito Mara")
        renaming.change_player(vito, "Vito Marra", Details(number="0145"), active=True, actor="Olga")
        assert seat(match) == ("Vito Marra", "Vito Marra", vito.id)
        names = [made.document["entrants"][0]["name"] for made in tournaments]
        assert names == ["Vito Marra – Bruno", "Vito Mara – Bruno"]
        assert sums_are_right(club)


def test_a_merge_renames_the_seats_and_its_undoing_gives_them_back(any_app: Flask) -> None:
    with any_app.test_request_context():
        club = a_club("Anna", "Annina")
        matches = [play(club, name, "Bruno", "Carla", "Dino") for name in ("Anna", "Annina")]
        anna, annina = of(club, "Anna"), of(club, "Annina")
        renaming.merge(anna, "annina", "Olga")
        assert seat(matches[1]) == ("Anna", "Anna", anna.id)
        assert sums_are_right(club)
        renaming.separate(annina, "Olga")
        assert [seat(match) for match in matches] == [("Anna", "Anna", anna.id), ("Annina", "Annina", annina.id)]
        assert sums_are_right(club)


def test_a_guest_is_merged_into_a_member_and_into_another_guest(any_app: Flask) -> None:
    with any_app.test_request_context():
        club = a_club("Vito Marra")
        matches = [play(club, name, "Bruno", "Carla", "Dino") for name in ("Marra V", "Vituzzo", "Vito Marra")]
        assert renaming.merge_guests(club, "marra v", "Vituzzo", "Olga") == "Marra V"
        assert seat(matches[1]) == ("Marra V", "Marra V", None)
        counted = db.session.get_one(GuestTally, (club.id, "marra v"))
        assert counted.played == 2
        renaming.merge(of(club, "Vito Marra"), "Marra V", "Olga")
        assert {seat(match) for match in matches} == {("Vito Marra", "Vito Marra", player(club, "Vito Marra"))}
        assert sums_are_right(club)
        for merge in (lambda: renaming.merge_guests(club, "Bruno", "Carla", "Olga"),
                      lambda: renaming.merge_guests(club, "Bruno", "Nobody", "Olga"),
                      lambda: renaming.merge(of(club, "Vito Marra"), "Bruno", "Olga")):  # fmt: skip
            with pytest.raises(Refusal):
                merge()


def test_an_owner_merges_guests_on_the_roster_page(app: Flask, owner: FlaskClient, club: str) -> None:
    with app.app_context():
        here = the_club(club)
        match = play(here, "Marra V", "Bruno", "Carla", "Dino")
        play(here, "Vituzzo", "Bruno", "Carla", "Dino")
        db.session.commit()
        number = match.id
    assert "One guest under two names" in owner.get(f"/c/{club}/players").text
    same = {"other": "Marra V", "guest": "Marra V"}
    assert owner.post(f"/c/{club}/players/guests", data=same).status_code == 422
    assert owner.post(f"/c/{club}/players/guests", data={**same, "guest": "Vituzzo"}).status_code == 303
    with app.app_context():
        assert db.session.get_one(Match, number).setup["seats"][0] == "Vituzzo"
