"""Players' results are updated when their matches change."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import nights
from scorekeeper.clubs import results as club_results
from scorekeeper.clubs.results import ratings as club_ratings
from scorekeeper.clubs.results.ratings import START, rated
from scorekeeper.games import GAMES
from scorekeeper.store.club_models import Night, Result
from scorekeeper.store.models import Match, db
from scorekeeper.store.sum_models import SpanTally
from tests.clubs.evenings import a_club, begin, play, player, results
from tests.support.matches import TRUCO, start, won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")


def test_a_finished_match_has_a_result_for_every_seat(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Anna", "Bruno", "Carla")
        rows = results(play(club, *FOUR))
        assert [(row.name, row.won, row.lost, row.points_for, row.points_against) for row in rows] == [
            ("Anna", 1, 0, 12, 3),
            ("Carla", 0, 1, 3, 12),
            ("Bruno", 1, 0, 12, 3),
            ("Dino", 0, 1, 3, 12),
        ]
        assert [row.player_id for row in rows] == [
            player(club, "Anna"),
            player(club, "Carla"),
            player(club, "Bruno"),
            None,
        ]


def test_tresettes_multiples_count_as_games(any_app: Flask) -> None:
    with any_app.app_context():
        match = begin(a_club(), *FOUR, game="tresette")
        write(ledger.record, match, {"points": [11, 0], "tricks": [10, 0]})  # a cappotto is worth two games
        assert [row.games for row in results(match)] == [match.table["games"][seat % 2] for seat in range(4)]
        assert results(match)[0].games > 1


def test_a_match_that_goes_on_was_stopped_or_is_of_no_club_has_no_results(any_app: Flask) -> None:
    with any_app.app_context():
        going_on = begin(a_club(), *FOUR)
        write(ledger.record, going_on, won(0, 3))
        assert results(going_on) == []
        write(ledger.finish, going_on)
        assert results(going_on) == []
        assert results(start(TRUCO, won(0, 12))) == []


def test_undo_takes_the_results_away_and_redo_brings_them_back(any_app: Flask) -> None:
    with any_app.app_context():
        match = play(a_club("Anna"), *FOUR)
        write(ledger.undo, match)
        assert results(match) == []
        write(ledger.redo, match)
        assert [row.won for row in results(match)] == [1, 0, 1, 0]


def test_a_correction_turns_the_results_round(any_app: Flask) -> None:
    with any_app.app_context():
        match = play(a_club("Anna"), *FOUR)
        write(ledger.correct, match, 3, won(1, 9))
        assert [row.won for row in results(match)] == [0, 1, 0, 1]


def test_names_are_recognised_however_they_are_written(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("José  Ängel")
        rows = results(play(club, "JOSÉ ÄNGEL", "Bruno", "Carla", "Dino"))
        assert rows[0].player_id == player(club, "José Ängel")


def test_a_rating_grows_with_a_win_and_falls_with_a_defeat(any_app: Flask) -> None:
    with any_app.app_context():
        rows = results(play(a_club(*FOUR), *FOUR))
        assert rows[0].mu > START.mu > rows[1].mu
        assert rows[0].sigma < START.sigma
        assert rows[0].rating > START.shown == 1000


def test_a_surprise_moves_ratings_more_than_what_was_expected() -> None:
    strong, weak = START._replace(mu=35.0, sigma=3.0), START._replace(mu=20.0, sigma=3.0)
    expected = rated([strong, weak], [0, 1], [1, 0])
    surprise = rated([strong, weak], [0, 1], [0, 1])
    assert surprise[1].mu - weak.mu > expected[0].mu - strong.mu


@pytest.mark.parametrize("sides", [[0, 1], [0, 1, 0, 1], [0, 1, 2], [0, 1, 2, 0, 1, 2]])
def test_every_shape_of_table_is_rated_seat_by_seat(sides: list[int]) -> None:
    won_by_second = [int(side == 1) for side in sides]
    after = rated([START] * len(sides), sides, won_by_second)
    assert [rating.mu > START.mu for rating in after] == [side == 1 for side in sides]


def test_a_corrected_match_changes_the_ratings_of_all_that_came_after(any_app: Flask) -> None:
    with any_app.app_context():
        club, other = a_club(*FOUR), a_club(*FOUR)
        early = play(club, *FOUR, day="2026-01-01")
        late = play(club, *FOUR, day="2026-02-01")
        write(ledger.correct, early, 3, won(1, 9))
        play(other, *FOUR, winner=1, day="2026-01-01")
        as_if = play(other, *FOUR, day="2026-02-01")
        db.session.expire_all()
        assert [row.mu for row in results(late)] == pytest.approx([row.mu for row in results(as_if)])


def test_what_is_too_much_for_one_request_stays_owed_and_is_worked_off(
    any_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with any_app.app_context():
        club, other = a_club(*FOUR), a_club(*FOUR)
        days = [f"2026-01-{day:02}" for day in range(1, 10)]
        early = play(club, *FOUR, day=days[0])
        later = [play(club, *FOUR, day=day, winner=number % 2) for number, day in enumerate(days[1:])]
        play(other, *FOUR, day=days[0], winner=1)
        as_if = [play(other, *FOUR, day=day, winner=number % 2) for number, day in enumerate(days[1:])]
        monkeypatch.setattr(club_ratings, "AT_ONCE", 2)
        monkeypatch.setattr(club_ratings, "MOST_SEATS", len(FOUR))  # every match is as large as one can be
        write(ledger.correct, early, 3, won(1, 9))
        db.session.expire_all()
        assert ratings_of(later[0]) == ratings_of(as_if[0])
        assert ratings_of(later[-1]) != ratings_of(as_if[-1])
        assert club_results.has_backlog(db.session, club.id)
        play(club, *FOUR, day="2026-02-01")  # it is rated with the backlog
        play(other, *FOUR, day="2026-02-01")
        steps = 1
        while club_results.rate_backlog(db.session, club.id):
            steps += 1
        db.session.expire_all()
        assert steps == 4
        assert [ratings_of(match) for match in later] == [ratings_of(match) for match in as_if]
        assert not club_results.has_backlog(db.session, club.id)


def test_no_game_seats_more_than_ratings_expect() -> None:
    seats = [
        sides * players for game in GAMES for preset in game.presets for sides, players in game.shapes(preset["slug"])
    ]
    assert max(seats) == club_ratings.MOST_SEATS


def ratings_of(match: Match) -> list[float]:
    return [row.mu for row in results(match)]


def test_a_match_entered_late_is_rated_where_it_was_played(any_app: Flask) -> None:
    with any_app.app_context():
        club, other = a_club(*FOUR), a_club(*FOUR)
        play(club, *FOUR, day="2026-02-01")
        play(club, *FOUR, winner=1, day="2026-01-01")
        play(other, *FOUR, winner=1, day="2026-01-01")
        play(other, *FOUR, day="2026-02-01")
        db.session.expire_all()

        def ratings(of: int) -> list[int]:
            query = select(Result.rating).where(Result.club_id == of).order_by(Result.played_at, Result.seat)
            return list(db.session.scalars(query))

        assert ratings(club.id) == ratings(other.id)


def a_match_of_a_night(day: str) -> tuple[Night, Match]:
    """A match won by Anna and Bruno, played in March at a table of a night of this day."""
    club = a_club("Anna")
    night = nights.plan_night(club, "", "", day)
    (sitting,) = nights.add_tables(club, night, 1)
    match = play(club, *FOUR)
    match.sitting_id = sitting.id
    write(ledger.correct, match, 3, won(0, 9))
    return night, match


def days(match: Match) -> set[date]:
    """The days on which a match counts, in UTC and on the server."""
    moments = [row.played_at for row in results(match)]
    return {moment.date() for moment in moments} | {moment.astimezone().date() for moment in moments}


def test_a_match_counts_on_the_day_of_its_night(any_app: Flask) -> None:
    with any_app.app_context():
        night, match = a_match_of_a_night("2025-11-13")
        assert days(match) == {date(2025, 11, 13)}
        nights.describe_night(night, "", "", "2025-12-24")
        assert days(match) == {date(2025, 12, 24)}
        sums = select(SpanTally.span).where(SpanTally.club_id == night.club_id)
        assert sorted(db.session.scalars(sums)) == [20254, 202512, 2025122]
        nights.delete_night(night)
        assert days(match) == {match.started_at.date()}
