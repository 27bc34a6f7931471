"""Publishing a round is atomic: tables, sittings and matches."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper import ledger
from scorekeeper.clubs.tournaments import rounds
from scorekeeper.clubs.tournaments.keeping import Stale
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger import MatchRows, sittings
from scorekeeper.store.club_models import ClubSitting
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments import api
from tests.clubs.tournaments.evening import ACTOR, a_tournament, play_round, publish_next
from tests.support.matches import won, write
from tests.tournaments.made import entrant

pytestmark = pytest.mark.each_engine


def count(*kinds: Any) -> list[int]:
    """The number of rows of each table."""
    return [db.session.scalar(select(func.count()).select_from(kind)) or 0 for kind in kinds]


def test_each_table_gets_its_match_with_everything_filled_in(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, desk={"confirm": "hands"})
        publish_next(tournament)
        table, sitting = rounds.tables_of(tournament, 1)[2]
        (match,) = sitting.matches
        assert (table.number, sitting.name, sitting.place) == (2, "▦1/2", "Bar")
        assert [side["name"] for side in match.setup["sides"]] == ["Pair 3", "Pair 4"]
        assert match.setup["seats"] == ["Anna 3", "Anna 4", "Bruno 3", "Bruno 4"]
        assert (match.setup["variant"], match.setup["options"]["hands"]) == ("burraco", 4)
        assert match.setup["about"] == {
            "tournament": "Autumn cup", "round": "1", "table": "2", "place": "Bar", "confirm": "hands"
        }  # fmt: skip
        assert count(ClubSitting) == [4]  # they belong to the club


TWO_ANNAS = [entrant(1, players=["Anna", "Bruno"]), entrant(2, players=["Anna", "Dino"])]
TEAMS = [entrant(1, players=["A", "B", "C"]), entrant(2, players=["D", "E", "F"])]
LONG = [entrant(1, name="A" * 90, players=["A", "B"]), entrant(2)]


@pytest.mark.parametrize(
    "entrants, sides",
    [
        (TWO_ANNAS, [["Anna (1)", "Bruno"], ["Anna (2)", "Dino"]]),
        (TEAMS, [["Pair 1 1", "Pair 1 2"], ["Pair 2 1", "Pair 2 2"]]),
        (LONG, [["A", "B"], ["Anna 2", "Bruno 2"]]),
    ],
    ids=["the same name", "three of a side", "a long name"],
)
def test_what_a_match_cannot_hold_is_made_to_fit(
    app: Flask, club: str, entrants: list[dict[str, Any]], sides: list[list[str]]
) -> None:
    with app.app_context():
        (sitting,) = publish_next(a_tournament(club, entrants))
        assert [side["players"] for side in sitting.matches[0].setup["sides"]] == sides


def test_a_pair_that_has_no_name_of_its_own_is_called_by_its_players(app: Flask, club: str) -> None:
    unnamed = entrant(1, name="Anna – Bruno", players=["Anna", "Bruno"])
    with app.app_context():
        (sitting,) = publish_next(a_tournament(club, [unnamed, entrant(2)]))
        assert [side["name"] for side in sitting.matches[0].setup["sides"]] == ["Anna & Bruno", "Pair 2"]


def test_a_round_whose_tables_can_have_no_match_is_published_without(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, game=None, variant=None)
        assert publish_next(tournament) == []
        db.session.commit()
        assert len(tournament.document["rounds"][0]["tables"]) == 4
        assert count(Sitting, TournamentTable) == [0, 0]


def test_legs_are_played_at_one_table(app: Flask, club: str) -> None:
    with app.app_context():
        scoring = {"kind": "match", "best_of": 3}
        tournament = a_tournament(club, game="truco", variant=None, scoring=scoring)
        assert {sitting.best_of for sitting in publish_next(tournament)} == {3}


@pytest.mark.each_engine
def test_a_round_sent_again_is_published_once(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club)
        proposal, seen = api.pair(tournament.document), tournament.version
        assert len(rounds.publish(tournament, seen, proposal, actor=ACTOR)) == 4
        db.session.commit()
        assert rounds.publish(tournament, seen, proposal, actor=ACTOR) == []
        db.session.commit()
        assert count(Sitting, Match, TournamentTable) == [4, 4, 4]
        assert len(tournament.document["rounds"]) == 1


def test_another_round_than_the_one_that_was_published_meanwhile_is_not(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club)
        proposal, seen = api.pair(tournament.document), tournament.version
        publish_next(tournament)
        db.session.commit()
        tables = proposal["tables"]
        tables[0]["sides"][0], tables[1]["sides"][0] = tables[1]["sides"][0], tables[0]["sides"][0]
        with pytest.raises(Stale):
            rounds.publish(tournament, seen, proposal, actor=ACTOR)
        db.session.rollback()
        assert count(Sitting) == [4]


def test_who_is_killed_before_the_last_table_has_published_nothing(
    app: Flask, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        number = a_tournament(club).id
        db.session.commit()

    def dying(session: Session, rows: list[MatchRows]) -> None:
        ledger.insert_matches(session, rows[:3])
        raise RuntimeError("killed")

    monkeypatch.setattr(sittings, "insert_matches", dying)
    with app.app_context(), pytest.raises(RuntimeError):
        publish_next(db.session.get_one(Tournament, number))
    monkeypatch.undo()
    with app.app_context():
        tournament = db.session.get_one(Tournament, number)
        assert (tournament.version, tournament.document["rounds"]) == (0, [])
        assert count(Sitting, Match, TournamentTable, ClubSitting) == [0, 0, 0, 0]
        publish_next(tournament)
        db.session.commit()
        assert count(Sitting, Match, TournamentTable, ClubSitting) == [4, 4, 4, 4]


def test_no_round_is_published_while_one_is_open(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club)
        proposal = api.pair(tournament.document)
        publish_next(tournament)
        with pytest.raises(Refusal, match="not complete"):
            rounds.publish(tournament, tournament.version, proposal, actor=ACTOR)


def test_one_round_back_and_paired_again_is_the_same_round(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club)
        play_round(tournament)
        publish_next(tournament)
        second = tournament.document["rounds"][1]
        rounds.undo(tournament, tournament.version, actor=ACTOR, reason="wrong points")
        assert (len(tournament.document["rounds"]), rounds.tables_of(tournament, 2)) == (1, {})
        publish_next(tournament)
        assert tournament.document["rounds"][1] == second
        assert sorted(rounds.tables_of(tournament, 2)) == [1, 2, 3, 4]


def test_a_match_of_a_round_that_was_taken_back_still_takes_hands(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, game="truco", variant=None, scoring={"kind": "match"})
        sitting = publish_next(tournament)[0]
        rounds.undo(tournament, tournament.version, actor=ACTOR)
        db.session.commit()
        found = rounds.table_of(sitting)
        assert found is not None
        assert found[1].ended_at is not None
        write(ledger.record, sitting.matches[0], won(0, 3))
        db.session.commit()
        assert sitting.matches[0].table["totals"] == [3, 0]


def test_only_tables_that_change_are_opened_anew(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club)
        publish_next(tournament)
        before = {number: sitting.id for number, (_table, sitting) in rounds.tables_of(tournament, 1).items()}
        (one, two, *others) = tournament.document["rounds"][0]["tables"]
        swapped = [{"table": 1, "sides": [one["sides"][0], two["sides"][0]]}]
        swapped += [{"table": 2, "sides": [one["sides"][1], two["sides"][1]]}, *others]
        new = rounds.reseat(tournament, tournament.version, {"tables": swapped, "bye": None}, actor=ACTOR)
        after = {number: sitting.id for number, (_table, sitting) in rounds.tables_of(tournament, 1).items()}
        assert [after[1], after[2]] == [sitting.id for sitting in new]
        assert (after[3], after[4]) == (before[3], before[4])
