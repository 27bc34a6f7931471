"""A result that an arbiter typed for a tournament's table counts in the club like one from a phone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import erasing, exporting, importing, results, roster
from scorekeeper.clubs.occasions import Occasion
from scorekeeper.clubs.standings import Period, standings
from scorekeeper.clubs.statistics import UNCONFIRMED, notes_of
from scorekeeper.clubs.tournaments import keeping, rounds, table_results
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import Match, db
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, player
from tests.clubs.tournaments.at_tables import PLAYED, confirm, match_at, play
from tests.clubs.tournaments.evening import ACTOR, a_tournament, publish_next

PAPER = {"points": [2250, 1315]}
Seats = list[tuple[int, int, int, bool, bool]]


@pytest.fixture
def tournament(any_app: Flask) -> Iterator[Tournament]:
    """A tournament of eight pairs whose first round is published."""
    with any_app.app_context():
        made = a_tournament(a_club())
        publish_next(made)
        yield made


def type_in(made: Tournament, table: int = 1, outcome: dict[str, Any] = PAPER, number: int = 1) -> None:
    table_results.enter(made, made.version, number, {table: outcome}, actor=ACTOR)


def rows(match: Match) -> Seats:
    """Returns a match's results of each side's first player: won, points, points against, is typed, is confirmed."""
    db.session.flush()
    query = select(Result).where(Result.match_id == match.id, Result.seat < 2).order_by(Result.side)
    return [
        (row.won, row.points_for, row.points_against, row.typed, row.confirmed) for row in db.session.scalars(query)
    ]


def test_a_result_from_paper_counts_on_the_tournaments_day(tournament: Tournament) -> None:
    type_in(tournament)
    match = match_at(tournament, 1)
    assert rows(match) == [(1, 2250, 1315, True, True), (0, 1315, 2250, True, True)]
    note = notes_of([match.id])[match.id]
    assert (note.at.date(), note.tournament, note.round, note.table) == (tournament.day, tournament.id, 1, 1)
    club = db.session.get_one(Club, tournament.club_id)
    name = match.setup["seats"][0]
    roster.add_player(club, name)
    (line,) = standings(club, Period(match.game, tournament.day, tournament.day, approved=True))
    assert (line.name, line.played, line.won, line.points_for) == (name, 1, 1, 2250)


def test_what_was_typed_replaces_what_phones_said_until_it_is_cleared(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    play(match)
    phones = rows(match)
    assert [row[1:] for row in phones] == [(2400, -240, False, False), (-240, 2400, False, False)]
    type_in(tournament)
    assert rows(match)[0] == (1, 2250, 1315, True, True)
    type_in(tournament, outcome={})
    assert rows(match) == phones


def test_a_hand_that_a_phone_sends_later_does_not_change_what_was_typed(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    type_in(tournament)
    play(match)
    confirm(match, 0, 1)
    assert rows(match)[0] == (1, 2250, 1315, True, True)


def test_the_same_result_as_the_phones_is_theirs_and_confirmed(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    play(match)
    type_in(tournament, outcome=PLAYED)
    assert rows(match)[0] == (1, 2400, -240, False, True)


def test_unconfirmed_results_are_marked_and_can_be_left_out(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    play(match)
    club = db.session.get_one(Club, tournament.club_id)
    roster.add_player(club, match.setup["seats"][0])
    assert notes_of([match.id])[match.id].mark == UNCONFIRMED
    assert [len(standings(club, Period(confirmed=only))) for only in (False, True)] == [1, 0]
    confirm(match, 0, 1)
    assert notes_of([match.id])[match.id].mark == ""
    assert len(standings(club, Period(confirmed=True))) == 1


def test_a_side_that_did_not_come_has_played_nothing(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    play(match)
    absent = tournament.document["rounds"][0]["tables"][0]["sides"][0]
    type_in(tournament, outcome={"forfeit": absent})
    assert rows(match) == []


def test_a_typed_series_counts_once_with_its_legs_as_games(app: Flask) -> None:
    with app.app_context():
        scoring = {"kind": "match", "best_of": 3}
        made = a_tournament(a_club(), game="truco", variant=None, scoring=scoring, system={"kind": "knockout"})
        publish_next(made)
        type_in(made, outcome={"legs": [2, 1]})
        match = match_at(made, 1)
        seats = db.session.scalars(select(Result).where(Result.match_id == match.id, Result.seat < 2)).all()
        assert [(row.won, row.games, row.games_against) for row in seats] == [(1, 2, 1), (0, 1, 2)]
        assert notes_of([match.id])[match.id].scores == [2, 1]


@pytest.mark.parametrize("leave", ["undo", "delete"])
def test_a_round_that_is_undone_gives_the_matches_back_to_the_phones(tournament: Tournament, leave: str) -> None:
    played, paper = match_at(tournament, 1), match_at(tournament, 2)
    play(played)
    type_in(tournament)
    type_in(tournament, 2)
    if leave == "undo":
        rounds.undo(tournament, tournament.version, actor=ACTOR)
    else:
        keeping.delete_tournament(tournament)
    assert (rows(played)[0][:4], rows(paper)) == ((1, 2400, -240, False), [])


def test_another_day_of_the_tournament_moves_its_results(tournament: Tournament) -> None:
    type_in(tournament)
    keeping.change_settings(tournament, tournament.version, {}, {}, Occasion("2025-02-03"), actor=ACTOR)
    match = match_at(tournament, 1)
    assert notes_of([match.id])[match.id].at.date() == date(2025, 2, 3)


def test_typed_results_travel_to_another_club(tournament: Tournament) -> None:
    play(match_at(tournament, 2))
    type_in(tournament)
    type_in(tournament, 2)
    exported = [line.encode() for line in exporting.lines(db.session.get_one(Club, tournament.club_id), Period())]
    other = a_club()
    importing.import_matches(other, exported, actor=ACTOR)
    query = select(Result.won, Result.points_for, Result.typed).where(Result.club_id == other.id, Result.seat < 2)
    assert sorted(db.session.execute(query).all()) == [(0, 1315, True)] * 2 + [(1, 2250, True)] * 2


def test_an_erased_player_keeps_the_typed_result_without_a_name(tournament: Tournament) -> None:
    type_in(tournament)
    club, match = db.session.get_one(Club, tournament.club_id), match_at(tournament, 1)
    name = match.setup["seats"][0]
    erased = erasing.erase_person(club, erasing.find_person(club, name))
    type_in(tournament, outcome={"points": [3000, 0]})
    seats = db.session.scalars(select(Result.name).where(Result.match_id == match.id)).all()
    assert erased.instead in seats
    assert name not in seats


def test_results_of_an_earlier_version_are_counted_again(tournament: Tournament) -> None:
    club = tournament.club_id
    type_in(tournament)
    match = match_at(tournament, 1)
    for row in db.session.scalars(select(Result)):
        db.session.delete(row)
    db.session.get_one(Club, club).recount_from = 0
    db.session.flush()
    assert results.has_backlog(db.session, club)
    results.lock_results(db.session, club)
    while results.recount(db.session, club):
        pass
    assert rows(match)[0] == (1, 2250, 1315, True, True)
    db.session.expire_all()
    assert not results.has_backlog(db.session, club)


def test_pages_name_the_tournament_and_mark_what_was_typed(club: str, scorer: FlaskClient, app: Flask) -> None:
    with app.app_context():
        made = a_tournament(club, name="Coppa d’Inverno")
        publish_next(made)
        type_in(made)
        found = the_club(club)
        name = match_at(made, 1).setup["seats"][0]
        roster.add_player(found, name)
        number, there = player(found, name), f"/c/{club}/tournaments/{made.id}/rounds/1"
        db.session.commit()
    for page in (f"/c/{club}/players/{number}", f"/c/{club}/matches"):
        text = scorer.get(page).text
        assert "Coppa d’Inverno" in text
        assert "entered by the arbiter" in text
        assert there in text
    assert '"Coppa d’Inverno","1","entered by the arbiter"' in scorer.get(f"/c/{club}/results.csv").text


def test_a_match_that_was_recorded_later_counts_on_the_tournaments_day(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    match.started_at = datetime(2026, 11, 29, 1, tzinfo=UTC)
    play(match)
    at = notes_of([match.id])[match.id].at
    assert (at.date(), at.astimezone().date()) == (tournament.day, tournament.day)


def test_typing_a_result_ends_the_call_of_its_table(tournament: Tournament) -> None:
    table = db.session.scalars(select(TournamentTable).order_by(TournamentTable.number)).first()
    assert table is not None
    table.called_at = datetime.now(UTC)
    type_in(tournament)
    db.session.refresh(table)
    assert table.called_at is None
