"""The roster: players of seats, and merging entries."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs import roster
from scorekeeper.clubs.person_details import Details
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Player, Result
from scorekeeper.store.models import db
from scorekeeper.web.views.clubs import players
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, play, player, results
from tests.support.page import Page

NAME = re.compile(r'<bdi class="name">([^<]*)</bdi>')
FOUR = ("Anna", "Bruno", "Carla", "Dino")


def whose(rows: list[Result]) -> list[int | None]:
    for row in rows:
        db.session.refresh(row)
    return [row.player_id for row in rows]


def test_what_a_guest_played_counts_once_they_are_on_the_roster(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Bruno")
        rows = results(play(club, *FOUR))
        assert roster.guests(club) == [("Anna", 1), ("Carla", 1), ("Dino", 1)]
        play(club, "Bruno", "Carla", "DINO", "Elsa", day="2026-04-01")
        assert roster.guests(club)[:2] == [("Carla", 2), ("DINO", 2)]
        anna = roster.add_player(club, "anna")
        assert whose(rows)[0] == anna.id
        assert "Anna" not in dict(roster.guests(club))


def test_two_entries_become_one_person_with_all_their_history(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Annina")
        first, second = play(club, *FOUR), play(club, "Annina", "Bruno", "Carla", "Dino", day="2026-04-01")
        anna = player(club, "Anna")
        kept, other = roster.find_player(club, anna), roster.find_player(club, player(club, "Annina"))
        assert kept is not None
        assert other is not None
        roster.merge(kept, other)
        assert whose(results(first))[0] == whose(results(second))[0] == anna
        assert results(second)[0].rating > results(first)[0].rating > 1000  # the second win is added
        later = play(club, "Annina", "Bruno", "Carla", "Dino", day="2026-05-01")
        assert results(later)[0].player_id == anna
        assert [each.name for each in roster.players(club, "ann")] == ["Anna"]


def test_who_may_be_the_same_person_is_offered_first_and_never_all_of_a_large_club(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Rossi Maria", "Aldo Bianchi", "Mario Rossi", "Zeno Rossini", "M. Verdi")
        maria = roster.find_player(club, player(club, "Rossi Maria"))
        assert maria is not None
        names = [name for name, _number in roster.other_entries(maria)]
        assert names == ["Mario Rossi", "Zeno Rossini", "Aldo Bianchi", "M. Verdi"]
        roster.add_compared(club, [Player(name=f"Anna {each}") for each in range(roster.MOST_OFFERED)])
        offered = [name for name, _number in roster.other_entries(maria)]
        assert (len(offered), offered[:2]) == (roster.MOST_OFFERED, names[:2])


def test_a_merge_can_be_undone(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Annina")
        match = play(club, "Annina", "Bruno", "Carla", "Dino")
        kept, other = (roster.find_player(club, player(club, name)) for name in ("Anna", "Annina"))
        assert kept is not None
        assert other is not None
        roster.merge(kept, other)
        roster.unmerge(other)
        assert whose(results(match))[0] == other.id


def test_players_who_met_at_the_table_are_not_one_person(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Carla")
        play(club, *FOUR)
        kept, other = (roster.find_player(club, player(club, name)) for name in ("Anna", "Carla"))
        assert kept is not None
        assert other is not None
        with pytest.raises(Refusal, match="same match"):
            roster.merge(kept, other)


def test_a_player_is_still_recognised_by_an_earlier_name(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna")
        anna = roster.find_player(club, player(club, "Anna"))
        assert anna is not None
        roster.change_player(anna, "Anna Rossi", Details("17"), active=True)
        assert results(play(club, *FOUR))[0].player_id == anna.id
        roster.change_player(anna, "Anna", Details("17"), active=True)  # and back again
        assert [other_name.name for other_name in roster.other_names(anna)] == ["Anna Rossi"]
        assert [each.name for each in roster.players(club, "17")] == ["Anna"]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "ANNA", "Ａｎｎａ"])
def test_a_name_is_there_once_and_fits_a_seat(any_app: Flask, name: str) -> None:
    with any_app.app_context():
        club = a_club("Anna")
        with pytest.raises(Refusal):
            roster.add_player(club, name)


def test_the_seats_of_a_clubs_table_are_filled_from_its_roster(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        club_row = the_club(club)
        roster.add_player(club_row, "Anna")
        gone = roster.add_player(club_row, "Bruno")
        gone.active = False
        db.session.commit()
    opened = scorer.post(f"/c/{club}/tables", data={"name": "Table 3"})
    page = scorer.get(opened.location).text
    assert 'list="roster"' in page
    assert '<option value="Anna">' in page
    assert '<option value="Bruno">' not in page
    assert 'list="roster"' not in scorer.get("/new").text
    assert "Table 3" in scorer.get(f"/c/{club}").text


def test_members_watch_the_tables_that_scorers_score(scorer: FlaskClient, member: FlaskClient, club: str) -> None:
    scoring = scorer.post(f"/c/{club}/tables").location.removesuffix("/new")
    assert f'href="{scoring}"' in scorer.get(f"/c/{club}").text
    seen = member.get(f"/c/{club}").text
    assert f'href="{scoring}"' not in seen
    assert 'href="/s/' in seen


def test_the_roster_is_kept_by_scorers_and_seen_by_members(scorer: FlaskClient, member: FlaskClient, club: str) -> None:
    assert member.post(f"/c/{club}/players", data={"name": "Anna"}).status_code == 403
    assert scorer.post(f"/c/{club}/players", data={"name": "Anna", "number": "17"}).status_code == 303
    refused = scorer.post(f"/c/{club}/players", data={"name": "anna"})
    assert refused.status_code == 422
    assert "already has this name" in refused.text
    page = member.get(f"/c/{club}/players").text
    assert "Anna" in page
    assert "17" not in Page(page).text
    assert "Add a player" not in page
    found = {client: "Anna" in client.get(f"/c/{club}/players?q=17").text for client in (scorer, member)}
    assert found == {scorer: True, member: False}


def test_a_player_is_changed_and_merged_on_their_page(app: Flask, owner: FlaskClient, club: str) -> None:
    with app.app_context():
        club_row = the_club(club)
        number = roster.add_player(club_row, "Anna").id
        roster.add_player(club_row, "Annina")
        db.session.commit()
    place = f"/c/{club}/players/{number}"
    assert 'value="Annina"' in owner.get(f"{place}/edit").text
    assert owner.post(f"{place}/merge", data={"other": "nobody"}).status_code == 422
    owner.post(f"{place}/merge", data={"other": "Annina"})
    assert "Also known as" in owner.get(f"{place}/edit").text
    assert owner.post(f"{place}/edit", data={"name": "Anna Rossi", "active": ""}).status_code == 303
    assert "Anna Rossi" not in owner.get(f"/c/{club}/players").text
    assert "Anna Rossi" in owner.get(f"/c/{club}/players?all=1").text


@pytest.mark.parametrize(
    "query, size, names",
    [
        ("all=1", "A_PAGE", ["Anna", "Bruno", "Carla", "Dino", "Ángel &amp; Co"]),
        ("q=n", "FOUND", ["Anna", "Bruno", "Dino", "Ángel &amp; Co"]),
    ],
)
def test_a_long_roster_goes_on_page_by_page(
    app: Flask, owner: FlaskClient, club: str, monkeypatch: pytest.MonkeyPatch, query: str, size: str, names: list[str]
) -> None:
    monkeypatch.setattr(players, size, 2)
    with app.app_context():
        club_row = the_club(club)
        for name in ("Anna", "Ángel & Co", "Bruno", "Carla", "Dino"):
            roster.add_player(club_row, name)
        db.session.commit()
    seen: list[str] = []
    path: str | None = f"/c/{club}/players?{query}"
    while path:
        page = Page(owner.get(path).text)
        seen += [name for name in NAME.findall(page.html) if name != "Bocce e Carte"]
        further = [str(each["href"]) for each in page.all("a", class_="button") if "after=" in str(each["href"])]
        path = f"/c/{club}/players{further[0]}" if further else None
    assert sorted(seen) == names
