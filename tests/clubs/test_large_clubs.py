"""The number of rows read by a club's pages does not grow with its matches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, insert

from scorekeeper.clubs import home_pages, log, roster, statistics
from scorekeeper.clubs.log import LogFilter
from scorekeeper.clubs.places import page_of_standings
from scorekeeper.clubs.standings import Period
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import db
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, Tally
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, play, player
from tests.support.statements import counted_statements, counted_steps

FOUR = ("Anna", "Bruno", "Carla", "Dino")
SUMS = {"played": 3, "won": 1, "lost": 2, "games": 1, "points_for": 20, "points_against": 30}


def add_sums(club: Club, games: list[str], years: list[int]) -> None:
    """Stores the same sums of each player in each of these games and years."""
    for each in roster.players(club):
        keys = {"club_id": club.id, "player_id": each.id}
        rows = [{**keys, **SUMS, "game": game, "year": year} for game in games for year in years]
        db.session.execute(insert(Tally), rows)


@pytest.mark.sqlite
def test_standings_of_all_time_read_one_row_of_each_player_in_the_tenth_year_too(app: Flask) -> None:
    def steps() -> int:
        with counted_steps() as counted:
            page_of_standings(club, Period(), "won", 0, 50)
        return counted[0]

    with app.app_context():
        club = a_club(*FOUR, "Elsa", "Fay")
        add_sums(club, [ALL_GAMES], [ALL_YEARS])
        at_first = steps()
        add_sums(club, [ALL_GAMES, "truco", "tresette"], list(range(2017, 2027)))
        assert abs(steps() - at_first) <= 2


def two_pairs_of_equals(club: Club) -> None:
    """Plays a match, after which two players have won and two have lost, on each of two days."""
    play(club, *FOUR, day="2026-01-10")
    play(club, *FOUR, day="2026-01-11")
    db.session.flush()


def test_one_statement_finds_the_matches_between_all_equals_of_a_page(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*FOUR)
        two_pairs_of_equals(club)
        with counted_statements() as statements:
            page = page_of_standings(club, Period(), "won", 0, 50)
        assert [place for place, _line in page.lines] == [1, 1, 3, 3]
        assert len(statements) == 2


def test_the_leaders_of_a_club_take_as_many_statements_however_many_are_equal(any_app: Flask) -> None:
    counts = []
    with any_app.app_context():
        for more in ((), ("Elsa", "Fay", "Gina", "Hugo")):
            club = a_club(*FOUR, *more)
            two_pairs_of_equals(club)
            if more:
                play(club, *more, day="2026-01-10")
                play(club, *more[:2], *FOUR[2:], day="2026-01-11")
                db.session.flush()
            with counted_statements() as statements:
                leaders, players = home_pages.leaders(club, Period())
            assert (players, leaders[0].place) == (4 + len(more), 1)
            counts.append(len(statements))
    assert counts[0] == counts[1] <= 9


@contextmanager
def loaded_results() -> Iterator[list[Result]]:
    """Collects the results that are loaded as objects inside the block."""
    loaded: list[Result] = []

    def note(result: Result, _context: object) -> None:
        loaded.append(result)

    event.listen(Result, "load", note)
    yield loaded
    event.remove(Result, "load", note)


@pytest.mark.parametrize("query", ["", "?game=truco"])
def test_a_players_page_loads_the_results_that_it_shows(
    app: Flask, club: str, member: FlaskClient, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.setattr(statistics, "A_PAGE", 2)
    with app.app_context():
        here = the_club(club)
        for name in FOUR:
            roster.add_player(here, name)
        for day in range(1, 7):
            play(here, *FOUR, day=f"2026-03-{day:02}")
        db.session.commit()
        anna = player(here, "Anna")
    with loaded_results() as loaded:
        page = member.get(f"/c/{club}/players/{anna}{query}")
    assert "of 6" in page.text
    assert len(loaded) == 2 + 1  # the newest, and the biggest win


@pytest.mark.sqlite
def test_a_search_of_the_log_looks_at_the_newest_changes_only(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "STRETCHES", (10, None))
    counts = []
    with app.app_context():
        club = a_club(*FOUR)
        for more in (4, 24):
            for _match in range(more):
                play(club, *FOUR)
            db.session.flush()
            with counted_steps() as counted:
                lines, _more = log.page(club, LogFilter(who="anna"), size=4)
            assert len(lines) == 4
            counts.append(counted[0])
    assert counts[1] < 1.3 * counts[0], counts


def partners(club: Club) -> object:
    anna = roster.find_by_name(club, "Anna")
    assert anna is not None
    return statistics.company_of(anna, Period()).partners


def first_page(club: Club) -> object:
    return statistics.search_matches(club, Period(), "anna").matches


@pytest.mark.sqlite
@pytest.mark.parametrize("read", [partners, roster.guests, first_page])
def test_partners_guests_and_a_search_take_as_many_steps_with_more_matches(
    app: Flask, monkeypatch: pytest.MonkeyPatch, read: Callable[[Club], object]
) -> None:
    monkeypatch.setattr(statistics, "A_PAGE", 2)
    monkeypatch.setattr(statistics, "STRETCH", 4)
    monkeypatch.setattr(statistics, "FEW", 0)
    counts = []
    with app.app_context():
        club = a_club("Anna", "Bruno", "Anna B.")
        for month, days in ((1, 8), (2, 28)):
            for day in range(days):
                play(club, *FOUR, day=f"2026-{month:02}-{day + 1:02}")
            db.session.flush()
            with counted_steps() as counted:
                assert read(club)
            counts.append(counted[0])
    assert counts[1] <= counts[0] + 3, counts
