"""Standings, the pages of a player and a pair, and the archive."""

from datetime import date
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy import text as sql

from scorekeeper import ledger
from scorekeeper.clubs import results, roster, statistics
from scorekeeper.clubs.results import ratings as club_ratings
from scorekeeper.clubs.standings import Period, ordered_lines, parts_of, period_of_query, standings
from scorekeeper.games import GAMES
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import db
from scorekeeper.web.standings import _threads as rating_threads
from scorekeeper.web.views.clubs.standings import MOST, balances, counts_shown, line_chart
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, begin, play, player
from tests.support.matches import won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")
ALWAYS = Period()


def a_season() -> Club:
    """Anna and Bruno win twice and lose once; Anna loses to Carla, both with guests; Bruno wins Tresette."""
    club = a_club(*FOUR)
    play(club, *FOUR, day="2026-01-10")
    play(club, *FOUR, day="2026-02-10")
    play(club, *FOUR, day="2026-03-10", winner=1)
    play(club, "Anna", "Fay", "Carla", "Gus", day="2026-03-31", winner=1)
    play(club, "Bruno", "Elsa", "Carla", "Dino", day="2025-12-31", game="tresette")
    return club


def one(club: Club, name: str) -> Player:
    player_row = roster.find_player(club, player(club, name))
    assert player_row is not None
    return player_row


def table(club: Club, period: Period = ALWAYS, order: str = "won") -> list[tuple[str, int, int]]:
    db.session.flush()
    return [(line.name, line.won, line.played) for line in standings(club, period, order)]


WHOLE = [("Bruno", 3, 4), ("Anna", 2, 4), ("Carla", 2, 5), ("Dino", 1, 4)]
TRESETTE_ONLY = [("Bruno", 1, 1), ("Carla", 0, 1), ("Dino", 0, 1)]
JANUARY = [("Anna", 1, 1), ("Bruno", 1, 1), ("Carla", 0, 1), ("Dino", 0, 1)]
PERIODS: list[tuple[dict[str, str], list[tuple[str, int, int]]]] = [  # query of the address, and the standings
    ({}, WHOLE),
    ({"game": "tresette"}, TRESETTE_ONLY),
    ({"game": "buraco"}, []),
    ({"from": "2026-03-31"}, [("Carla", 1, 1), ("Anna", 0, 1)]),
    ({"to": "2025-12-31"}, TRESETTE_ONLY),
    ({"from": "2026-01-01", "to": "2026-01-31"}, JANUARY),
    ({"from": "soon", "game": "chess"}, WHOLE),
]


def test_the_standings_count_matches_of_players_on_the_roster_by_day_and_game(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        found = [(asked, table(club, period_of_query(asked))) for asked, _expected in PERIODS]
        assert found == PERIODS


SINCE = (None, *(date(2025, *day) for day in ((1, 1), (12, 2), (12, 31))), date(2026, 1, 1), date(2026, 2, 10))
UNTIL = (None, date(2025, 12, 31), *(date(2026, *day) for day in ((2, 9), (2, 10), (3, 31), (12, 31))))


def test_sums_by_year_and_month_and_single_results_come_to_the_same(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        db.session.flush()
        for game, since, until in product((None, "truco"), SINCE, UNTIL):
            period = Period(game, since, until)
            counted: dict[str, list[int]] = {}
            for row in db.session.scalars(
                select(Result).where(*period.conditions(club.id), Result.player_id.is_not(None))
            ):
                sums = counted.setdefault(row.name, [0] * 4)
                points = (row.points_for, row.points_against) if game else (0, 0)  # of several games they are not added
                for index, value in enumerate((1, row.won, *points)):
                    sums[index] += value
            lines = {
                line.name: [line.played, line.won, line.points_for, line.points_against]
                for line in standings(club, period)
            }
            assert lines == counted, period


@pytest.mark.parametrize("since", [date(2025, 12, 31), date(2025, 12, 1), date(2025, 1, 1)])  # a day, a month, a year
def test_every_period_counts_matches_of_games_that_are_not_installed(any_app: Flask, since: date) -> None:
    with any_app.app_context():
        club, installed = a_season(), GAMES.copy()
        GAMES[:] = [game for game in installed if game.slug != "tresette"]
        counted = table(club, Period(None, since, date(2025, 12, 31)))
        GAMES[:] = installed
        assert counted == TRESETTE_ONLY


def test_results_of_a_month_are_found_by_club_game_and_time(app: Flask) -> None:
    """By club alone, SQLite would read all results of a club."""
    with app.app_context():
        club, day = a_season(), date(2026, 1, 10)
        days = [Period(game, day, day) for game in (None, "truco")]
        for query in (ordered_lines(club.id, period, parts_of(period), "won") for period in days):
            text = query.compile(db.engine, compile_kwargs={"literal_binds": True})
            plan = db.session.execute(sql(f"EXPLAIN QUERY PLAN {text}")).all()
            assert "USING INDEX ix_result_rated (club_id=? AND game=? AND played_at>? AND played_at<?)" in str(plan)


def test_sums_follow_whatever_becomes_of_a_match_and_its_players(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Annina", "Bruno")
        match = play(club, *FOUR, day="2025-12-31")
        assert table(club) == [("Anna", 1, 1), ("Bruno", 1, 1)]
        write(ledger.undo, match)
        assert table(club) == []
        write(ledger.redo, match)
        write(ledger.correct, match, 3, won(1, 9))
        assert table(club) == [("Anna", 0, 1), ("Bruno", 0, 1)]
        play(club, "Annina", "Bruno", "Carla", "Dino", day="2026-01-01")
        roster.merge(one(club, "Anna"), one(club, "Annina"))
        assert table(club) == [("Anna", 1, 2), ("Bruno", 1, 2)]
        roster.unmerge(next(other_name for other_name in roster.other_names(one(club, "Anna"))))
        assert table(club) == [("Annina", 1, 1), ("Bruno", 1, 2), ("Anna", 0, 1)]
        roster.add_player(club, "Dino")
        assert table(club)[-1] == ("Anna", 0, 1)
        assert ("Dino", 1, 2) in table(club)


def test_an_order_is_asked_for(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        assert [line[0] for line in table(club, order="played")] == ["Carla", "Bruno", "Anna", "Dino"]
        by_rating = standings(club, Period("truco"), "rating")
        ratings = [line.rating or 0 for line in by_rating]
        assert ratings == sorted(ratings, reverse=True)


def test_ratings_are_those_at_the_end_of_the_period(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        first = {line.name: line.rating for line in standings(club, Period("truco", until=date(2026, 1, 31)))}
        later = {line.name: line.rating for line in standings(club, Period("truco", until=date(2026, 2, 28)))}
        assert later["Anna"] > first["Anna"] > 1000  # type: ignore[operator]  # both are there


@pytest.mark.parametrize("order", ["won", "rating"])
def test_stored_ratings_are_those_of_the_last_results(any_app: Flask, order: str) -> None:
    with any_app.app_context():
        club = a_season()
        stored = standings(club, Period("truco", since=date(2026, 1, 1), until=date(2026, 12, 31)), order)
        looked_up = standings(club, Period("truco", since=date(2026, 1, 1), until=date(2026, 12, 30)), order)
        assert stored == looked_up
        assert len({line.rating for line in stored}) > 2


def test_standings_of_clubs_are_apart(any_app: Flask) -> None:
    with any_app.app_context():
        a_season()
        assert table(a_club("Anna")) == []


def test_a_players_season_knows_streaks_and_the_biggest_win(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        db.session.flush()
        bruno, zoe = one(club, "Bruno"), roster.add_player(club, "Zoe")
        season = statistics.season_of(bruno, ALWAYS)
        assert (season.outcomes, season.longest_streak) == ("WWWL", 3)
        years = Period(since=date(2025, 1, 1), until=date(2026, 12, 31))
        days = Period(since=date(2025, 1, 2), until=date(2026, 12, 30))
        assert season == statistics.season_of(bruno, years) == statistics.season_of(bruno, days)
        assert season.line in standings(club, ALWAYS)
        biggest = statistics.biggest_win(bruno, ALWAYS)
        assert biggest is not None
        assert (biggest.game, biggest.points_for) == ("tresette", 24)
        nothing = statistics.season_of(zoe, ALWAYS)
        assert (nothing.line.played, nothing.longest_streak) == (0, 0)
        assert statistics.biggest_win(zoe, ALWAYS) is None


def test_the_newest_results_and_chosen_ratings_are_those_of_their_matches(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "A_PAGE", 2)
    with any_app.app_context():
        anna, truco = one(a_season(), "Anna"), Period("truco")
        db.session.flush()
        newest_first = select(Result).where(Result.player_id == anna.id).order_by(Result.played_at.desc())
        rows = db.session.scalars(newest_first).all()
        assert statistics.newest_results(anna, truco) == rows[:2]
        assert statistics.ratings_after(anna, truco, [1, 3, 4]) == [rows[at].rating for at in (3, 1, 0)]


def test_a_player_meets_partners_and_opponents(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_season()
        partners, opponents = statistics.company_of(one(club, "Carla"), ALWAYS)
        assert [(partner.name, partner.played, partner.won) for partner in partners] == [
            ("Dino", 4, 1),
            ("Gus", 1, 1),
        ]
        against = {opponent.name: (opponent.played, opponent.won) for opponent in opponents}
        assert against == {"Anna": (4, 2), "Bruno": (4, 1), "Elsa": (1, 0), "Fay": (1, 1)}


def test_a_pair_is_seen_on_one_side_and_against_each_other(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "MOST_SHARED", 3)
    with any_app.app_context():
        club = a_season()
        anna, carla, bruno = (one(club, name) for name in ("Anna", "Carla", "Bruno"))
        together, against = statistics.pair(anna, carla, ALWAYS)
        assert together == (0, 0, 0, [])
        assert (against.played, against.won, against.lost) == (4, 2, 2)
        assert [row.won for row in against.newest] == [0, 0, 1]
        together = statistics.pair(anna, bruno, ALWAYS).together
        assert (together.played, together.won, [row.won for row in together.newest]) == (3, 2, [0, 1, 1])


def test_the_archive_is_searched_by_players_and_guests(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "A_PAGE", 3)
    with any_app.app_context():
        club = a_season()
        write(ledger.record, begin(club, *FOUR), won(0))  # in progress: not in the archive
        db.session.flush()

        def found(search: str) -> list[str]:
            page = statistics.search_matches(club, ALWAYS, search)
            rest = statistics.search_matches(club, ALWAYS, search, page.more).matches if page.more else []
            return [match.started_at.date().isoformat() for match in (*page.matches, *rest)]

        for few, many in ((0, 0), (0, 100), (5, 100)):  # all searches return the same
            monkeypatch.setattr(statistics, "FEW", few)
            monkeypatch.setattr(statistics, "MANY", many)
            assert found("") == ["2026-03-31", "2026-03-10", "2026-02-10", "2026-01-10", "2025-12-31"]
            assert found("bru") == ["2026-03-10", "2026-02-10", "2026-01-10", "2025-12-31"]
            assert found("ELSA") == ["2025-12-31"]
            assert found("%") == found("nobody") == []


def test_the_archive_goes_on_page_by_page(any_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "A_PAGE", 2)
    with any_app.app_context():
        club = a_season()
        db.session.flush()
        seen, before = [], None
        while True:
            shelf = statistics.search_matches(club, ALWAYS, "", before)
            seen += [match.id for match in shelf.matches]
            before = shelf.more
            if before is None:
                break
        assert len(seen) == len(set(seen)) == 5


def test_a_chart_shows_the_ends_however_many_matches_there_are() -> None:
    assert line_chart([5], 0) is None
    assert counts_shown(0) == []
    assert counts_shown(3) == [1, 2, 3]
    counts = counts_shown(1000)
    assert (len(counts), counts[0], counts[-1]) == (MOST - 1, 8, 1000)
    chart = line_chart([0, *counts], 0)
    assert chart is not None
    assert len(chart.points.split()) == MOST
    assert (chart.low, chart.high) == (0, 1000)
    assert balances("WWLD", [1, 2, 4]) == [1, 2, 1]


@pytest.fixture
def season(app: Flask, club: str) -> str:
    """The fixture's club, with a season."""
    with app.app_context():
        club_row = the_club(club)
        for name in FOUR:
            roster.add_player(club_row, name)
        play(club_row, *FOUR, day="2026-01-10")
        play(club_row, "Anna", "Elsa", "Carla", "Dino", day="2026-02-10", game="tresette")
        db.session.commit()
    return club


@pytest.mark.parametrize(
    "path, says",
    [
        ("/standings", ["Anna", "Games"]),
        ("/standings?game=truco&order=rating", ["Rating", "1,"]),
        ("/standings?from=2026-03-01", ["No finished match"]),
        ("/standings?page=9", ["No finished match"]),
        ("/players/1", ["Anna", "Longest streak", "Elsa", "polyline"]),
        ("/players/1?game=truco", ["Rating after each match", "12 : 3"]),
        ("/players/1/and/3", ["As opponents", "2 : 0"]),
        ("/players/1/and/2?game=truco", ["As partners"]),
        ("/matches", ["Tresette", "Truco"]),
        ("/matches?q=elsa", ["Tresette"]),
        ("/matches?q=nobody", ["No finished match"]),
    ],
)
def test_members_see_the_season(member: FlaskClient, season: str, path: str, says: list[str]) -> None:
    page = member.get(f"/c/{season}{path}")
    assert page.status_code == 200
    for text in says:
        assert text in page.text


@pytest.mark.parametrize(
    "heading, row", [("Newest matches", "<li>"), ("Partners", '<th scope="row">'), ("Opponents", '<th scope="row">')]
)
def test_a_players_page_folds_all_but_five_rows(
    app: Flask, member: FlaskClient, season: str, heading: str, row: str
) -> None:
    with app.app_context():
        club = the_club(season)
        for number in range(4):
            play(club, "Anna", f"Guest {number} Bo", f"Guest {number} Cy", "Dino")
        db.session.commit()
    section = member.get(f"/c/{season}/players/1").text.partition(f"<h2>{heading}</h2>")[2].partition("</section>")[0]
    shown, _summary, folded = section.partition("<details")
    assert (shown.count(row), folded.count(row)) == (5, 1)


@pytest.mark.parametrize("path", ["/players/99", "/players/1/and/1", "/players/1/and/99"])
def test_a_page_of_nobody_is_not_there(member: FlaskClient, season: str, path: str) -> None:
    assert member.get(f"/c/{season}{path}").status_code == 404


def test_a_page_of_ratings_has_those_worked_out_that_are_owed(
    app: Flask, member: FlaskClient, season: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_ratings, "AT_ONCE", 1)
    with app.app_context():
        club = the_club(season)
        for month in range(3, 7):
            play(club, *FOUR, day=f"2026-{month:02}-10")
        play(club, *FOUR, day="2026-01-01", winner=1)
        db.session.commit()
        assert results.has_backlog(db.session, club.id)
        number = club.id
    path = f"/c/{season}/standings?game=truco"
    assert "being recalculated" in member.get(path).text
    for thread in list(rating_threads.values()):
        thread.join()
    assert "being recalculated" not in member.get(path).text
    with app.app_context():
        assert not results.has_backlog(db.session, number)
