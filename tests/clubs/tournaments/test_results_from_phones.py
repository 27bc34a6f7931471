"""Results are entered automatically once both sides confirm, but never replace an arbiter's entry."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select

from scorekeeper import ledger
from scorekeeper.clubs import results
from scorekeeper.clubs.tournaments import keeping, rounds, table_results
from scorekeeper.clubs.tournaments import table_states as tables
from scorekeeper.clubs.tournaments.table_states import late_changes, orphaned_matches, table_states
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import Match, db, now
from scorekeeper.store.sum_models import MatchHighlight
from scorekeeper.store.tournament_models import Tournament, TournamentChange
from scorekeeper.tournaments.api import standings_of
from scorekeeper.tournaments.changes import results as changes
from tests.clubs.tournaments.at_tables import HAND, PLAYED, confirm, do, entered, match_at, play, sitting_at
from tests.clubs.tournaments.evening import ACTOR, a_tournament, enter, publish_next
from tests.support.matches import won

LEGS: dict[str, Any] = {"game": "truco", "variant": None, "scoring": {"kind": "match", "best_of": 3}}
ONE_MATCH: dict[str, Any] = {**LEGS, "scoring": {"kind": "match"}}


@pytest.fixture
def tournament(app: Flask, club: str) -> Iterator[Tournament]:
    """A tournament with its first round published."""
    with app.app_context():
        tournament = a_tournament(club)
        publish_next(tournament)
        yield tournament


def states(tournament: Tournament, number: int = 1) -> dict[int, str]:
    return {table: each.state for table, each in table_states(tournament, number).items()}


def from_phones(tournament: Tournament) -> list[TournamentChange]:
    query = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament.id, TournamentChange.kind == "phone"
    )
    return list(db.session.scalars(query.order_by(TournamentChange.id)))


def test_a_result_goes_in_when_the_second_side_confirms(tournament: Tournament) -> None:
    match = match_at(tournament, 2)
    assert states(tournament)[2] == "waiting"
    play(match, 3)
    assert states(tournament)[2] == "playing"
    play(match, 1)
    assert entered(tournament, 2) == {}
    assert table_states(tournament, 2 - 1)[2].missing == (0, 1)
    confirm(match, 0)
    assert (entered(tournament, 2), table_states(tournament, 1)[2].missing) == ({}, (1,))
    confirm(match, 1)
    assert entered(tournament, 2) == PLAYED
    assert states(tournament) == {1: "waiting", 2: "same", 3: "waiting", 4: "waiting"}
    (line,) = from_phones(tournament)
    assert (line.actor, line.detail["round"], line.detail["table"]) == ("", 1, 2)


def test_a_result_goes_in_when_an_arbiter_approves_the_match(
    tournament: Tournament, club: str, owner: FlaskClient
) -> None:
    matches = [match_at(tournament, table) for table in (1, 2, 3)]
    for match in matches:
        play(match)
    owner.post(f"/c/{club}/approvals", data={"approving": "1"})
    one, *others = [(match.id, match.version) for match in matches]
    db.session.commit()
    owner.post(f"/c/{club}/approvals/{one[0]}/approve", data={"seen": one[1], "key": "one"})
    owner.post(f"/c/{club}/approvals/all", data={"match": [f"{number}.{version}" for number, version in others]})
    db.session.refresh(tournament)
    assert [entered(tournament, table) for table in (1, 2, 3, 4)] == [PLAYED, PLAYED, PLAYED, {}]


def test_a_round_of_hands_is_not_cut_short_by_a_target(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    play(match, 3, HAND | {"sides": [HAND["sides"][0] | {"melds": 900}, HAND["sides"][1]]})
    assert max(match.table["totals"]) > 2005
    assert match.status == "in_progress"


def test_where_hands_are_confirmed_the_result_is_enough(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, desk={"confirm": "hands"})
        publish_next(tournament)
        play(match_at(tournament, 1))
        confirm(match_at(tournament, 1), 0, 1)
        assert entered(tournament, 1) == PLAYED


def test_a_contested_hand_keeps_a_result_out_and_the_arbiter_sees_both_versions(
    app: Flask, scorer: FlaskClient, club: str
) -> None:
    with app.app_context():
        tournament = a_tournament(club, desk={"confirm": "hands"})
        publish_next(tournament)
        match, page = match_at(tournament, 1), f"/c/{club}/tournaments/{tournament.id}"
        for side in (0, 1):
            do(ledger.sit, match, side, phone=f"phone {side}")
        for _hand in range(4):
            do(ledger.record, match, HAND, phone="phone 0")
        more = HAND | {"sides": [HAND["sides"][0] | {"melds": 400}, HAND["sides"][1]]}
        do(ledger.contest, match, 1, 2, more, phone="phone 1")
        db.session.commit()
        (row,) = re.findall(r'<tr id="table-1".*?</tr>', scorer.get(page).text, re.DOTALL)
        assert re.findall(r"<b>(.*?)</b>", row) == ["600 · −60", "700 · −60"]
        assert "Hand 2 is contested" in scorer.get(f"{page}/rounds/1/tables/1").text
        for hand in range(1, 5):
            do(ledger.confirm, match, 1, hand, phone="phone 1")
        assert entered(tournament, 1) == PLAYED


def test_where_nobody_confirms_a_result_goes_in_with_the_last_hand(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, desk={"confirm": ""})
        publish_next(tournament)
        play(match_at(tournament, 1))
        assert entered(tournament, 1) == PLAYED


def test_a_table_cannot_do_without_the_other_side_by_asking_for_no_confirmation(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    do(ledger.set_confirming, match, "")
    play(match)
    assert entered(tournament, 1) == {}
    assert states(tournament)[1] == "unconfirmed"


def test_what_an_arbiter_typed_stays_and_the_table_disagrees(tournament: Tournament) -> None:
    enter(tournament, 1, 1, 900, 100)
    play(match_at(tournament, 1))
    confirm(match_at(tournament, 1), 0, 1)
    assert entered(tournament, 1) == {"points": [900, 100]}
    assert states(tournament)[1] == "differs"
    enter(tournament, 1, 1, *table_states(tournament, 1)[1].outcome["points"])
    assert states(tournament)[1] == "same"


def test_a_correction_counts_once_both_confirm_again_unless_an_arbiter_has_typed_since(tournament: Tournament) -> None:
    match = match_at(tournament, 1)
    play(match)
    confirm(match, 0, 1)
    do(ledger.correct, match, 4, HAND | {"went_out": None})
    assert states(tournament)[1] == "differs"
    assert entered(tournament, 1) == PLAYED
    confirm(match, 0, 1)
    assert entered(tournament, 1) == {"points": match.table["totals"]} != PLAYED
    enter(tournament, 1, 1, 5, 0)
    do(ledger.correct, match, 4, HAND)
    confirm(match, 0, 1)
    assert entered(tournament, 1) == {"points": [5, 0]}


def test_a_result_that_was_cleared_comes_again_with_the_next_confirmation(tournament: Tournament) -> None:
    play(match_at(tournament, 1))
    confirm(match_at(tournament, 1), 0, 1)
    about = {"actor": ACTOR, "kind": "clear", "detail": {"round": 1, "table": 1}}
    keeping.change(tournament, None, lambda document: changes.enter_results(document, 1, {1: {}}), **about)
    assert states(tournament)[1] == "ready"
    confirm(match_at(tournament, 1), 0)
    assert entered(tournament, 1) == PLAYED


def test_a_match_that_was_stopped_counts_only_after_time_was_called(tournament: Tournament) -> None:
    early, late, paper = match_at(tournament, 1), match_at(tournament, 2), match_at(tournament, 3)
    for match in (early, late):
        play(match, 2)
    do(ledger.finish, early)
    confirm(early, 0, 1)
    assert (entered(tournament, 1), states(tournament)[1]) == ({}, "early")
    tables.call_time(tournament, 1, actor=ACTOR)
    assert tables.ready_matches(tournament, 1) == [early.id]
    tables.enter_ready_result(early.id)
    assert entered(tournament, 1) == {"points": [1200, -120]}
    play(late, 1)  # all hands of the round are played
    assert tables.unfinished_matches(tournament, 1) == [late.id]
    tables.end_match(tournament, 1, late.id, actor=ACTOR)
    tables.end_match(tournament, 1, late.id, actor=ACTOR)  # a second arbiter, or a repeated request
    assert (late.status, late.table["totals"]) == ("finished", [1800, -180])
    assert states(tournament)[2] == "unconfirmed"
    confirm(late, 0, 1)
    assert entered(tournament, 2) == {"points": [1800, -180]}
    assert paper.status == "in_progress"


def test_time_has_not_been_called_for_a_round_that_is_published_again(tournament: Tournament) -> None:
    tables.call_time(tournament, 1, actor=ACTOR)
    rounds.undo(tournament, tournament.version, actor=ACTOR)
    publish_next(tournament)
    match = match_at(tournament, 1)
    play(match, 2)
    do(ledger.finish, match)
    confirm(match, 0, 1)
    assert (entered(tournament, 1), states(tournament)[1]) == ({}, "early")


def test_time_is_called_for_the_round_that_is_played(tournament: Tournament) -> None:
    with pytest.raises(Refusal):
        tables.call_time(tournament, 2, actor=ACTOR)


def legs_at(tournament: Tournament, *winners: int) -> list[Match]:
    """Plays legs at table 1, each confirmed by both sides."""
    sitting = sitting_at(tournament, 1)
    for at, winner in enumerate(winners):
        match = sitting.matches[-1] if at == 0 else ledger.rematch(sitting.matches[-1], actor="", key=f"leg {at}")
        db.session.refresh(sitting, ["matches"])
        do(ledger.record, match, won(winner, 12))
        confirm(match, 0, 1)
    return list(sitting.matches)


def figures_of(tournament: Tournament) -> list[tuple[Any, ...]]:
    """The club's results as match, games and points of the first side, whether typed, whether confirmed."""
    columns = (Result.match_id, Result.games, Result.games_against, Result.points_for, Result.points_against)
    query = select(*columns, Result.typed, Result.confirmed).where(Result.club_id == tournament.club_id)
    return [tuple(row) for row in db.session.execute(query.where(Result.seat == 0).order_by(Result.match_id))]


@pytest.mark.parametrize(
    "winners, outcome",
    [
        ([0], {}),
        ([0, 1], {}),
        ([0, 0], {"legs": [2, 0], "points": [24, 0]}),
        ([1, 0, 1], {"legs": [1, 2], "points": [12, 24]}),
        ([0, 0, 1], {"legs": [2, 0], "points": [24, 0]}),  # after the deciding leg
    ],
)
def test_the_matches_of_a_sitting_are_its_legs(
    app: Flask, club: str, winners: list[int], outcome: dict[str, Any]
) -> None:
    with app.app_context():
        tournament = a_tournament(club, **LEGS)
        publish_next(tournament)
        matches = legs_at(tournament, *winners)
        assert entered(tournament, 1) == outcome
        legs, points = outcome.get("legs"), outcome.get("points")
        counted = [(matches[0].id, *legs, *points, False, True)] if legs and points else []
        assert figures_of(tournament) == counted
        own = db.session.get_one(Club, tournament.club_id)
        assert list(results.differences(db.session, own)) == []
        highlighted = set(db.session.scalars(select(MatchHighlight.match_id)))
        assert highlighted == ({match.id for match in matches} if counted else set())
        own.recount_from, own.highlights_from = 0, 0
        db.session.execute(delete(MatchHighlight))
        while results.recount(db.session, own.id) or results.add_missing_highlights(db.session, own.id):
            pass
        assert figures_of(tournament) == counted
        assert list(results.differences(db.session, own)) == []


def test_legs_on_paper_count_as_those_on_phones(app: Flask, club: str) -> None:
    """The same legs entered again keep the phones' points; others replace them."""
    with app.app_context():
        tournament = a_tournament(club, **LEGS)
        publish_next(tournament)
        first, *_others = legs_at(tournament, 1, 0, 1)
        for legs, points in (([1, 2], (12, 24)), ([2, 1], (0, 0))):
            table_results.enter(tournament, tournament.version, 1, {1: {"legs": legs}}, actor=ACTOR)
            assert figures_of(tournament) == [(first.id, *legs, *points, legs == [2, 1], True)]


def test_one_match_is_told_by_points_and_what_is_played_after_it_counts_for_nothing(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, **ONE_MATCH)
        publish_next(tournament)
        legs_at(tournament, 1, 0)
        assert entered(tournament, 1) == {"points": [0, 12]}


def test_where_the_lowest_total_wins_totals_are_entered_as_they_are(app: Flask, club: str) -> None:
    with app.app_context():
        singles = [{"id": each, "name": f"P {each}", "players": [f"P {each}"]} for each in (1, 2)]
        tournament = a_tournament(club, singles, game="scala40", variant=None, scoring={"kind": "match"})
        (sitting,) = publish_next(tournament)
        (match,) = sitting.matches
        do(ledger.record, match, {"closed": 0, "counts": [0, 24]})
        do(ledger.finish, match, stands=False)
        tables.call_time(tournament, 1, actor=ACTOR)
        confirm(match, 0, 1)
        assert entered(tournament, 1) == {"points": [0, 24]}
        assert [(row["entrant"], row["tp"]) for row in standings_of(tournament.document)["standings"]] == [
            (1, 3),
            (2, 0),
        ]


def test_where_the_lowest_total_wins_it_has_the_victory_points_too(app: Flask, club: str) -> None:
    with app.app_context():
        singles = [{"id": each, "name": f"P {each}", "players": [f"P {each}"]} for each in (1, 2)]
        tournament = a_tournament(club, singles, game="scala40", variant=None)
        (sitting,) = publish_next(tournament)
        (match,) = sitting.matches
        do(ledger.record, match, {"closed": 1, "counts": [24, 0]})
        do(ledger.finish, match, stands=False)
        tables.call_time(tournament, 1, actor=ACTOR)
        confirm(match, 0, 1)
        assert entered(tournament, 1) == {"points": [24, 0]}
        assert [(row["entrant"], row["vp"]) for row in standings_of(tournament.document)["standings"]] == [
            (2, 10),
            (1, 10),
        ]


def test_a_draw_in_a_knock_out_waits_for_the_arbiter(app: Flask, club: str) -> None:
    with app.app_context():
        tournament = a_tournament(club, 4, system={"kind": "knockout"}, scoring={"kind": "match"})
        publish_next(tournament)
        match = match_at(tournament, 1)
        do(ledger.finish, match)
        tables.call_time(tournament, 1, actor=ACTOR)
        confirm(match, 0, 1)
        assert entered(tournament, 1) == {}
        assert states(tournament)[1] == "ready"
        assert len(from_phones(tournament)) == 0


def close_round(tournament: Tournament, *but: int) -> None:
    """Enters a result at every table except these, and publishes the next round."""
    for table in tournament.document["rounds"][-1]["tables"]:
        if table["table"] not in but:
            enter(tournament, len(tournament.document["rounds"]), table["table"], 700, 500)
    publish_next(tournament)
    db.session.commit()


def test_hands_that_come_after_the_round_was_closed_are_kept_and_shown_and_change_nothing(
    tournament: Tournament,
) -> None:
    match = match_at(tournament, 3)
    play(match, 2)
    close_round(tournament)
    assert late_changes(tournament) == []
    before = tournament.document
    play(match, 2)
    confirm(match, 0, 1)
    assert match.hand_count == 4
    assert tournament.document == before
    (news,) = late_changes(tournament)
    assert (news.round, news.number, news.state, news.outcome) == (1, 3, "differs", PLAYED)
    enter(tournament, 1, 3, *PLAYED["points"])
    assert late_changes(tournament) == []


def test_hands_that_come_after_the_round_was_taken_back_are_shown_too(tournament: Tournament) -> None:
    match = match_at(tournament, 3)
    play(match, 2)
    rounds.undo(tournament, tournament.version, actor=ACTOR)
    publish_next(tournament)
    assert orphaned_matches(tournament) == []
    play(match, 2)
    confirm(match, 0, 1)
    assert entered(tournament, 3) == {}
    ((where, found),) = orphaned_matches(tournament)
    assert (where.round, where.number, found.id) == (1, 3, match.id)


def test_nothing_goes_into_a_tournament_that_is_closed(tournament: Tournament) -> None:
    play(match_at(tournament, 1))
    tournament.closed_at = now()
    confirm(match_at(tournament, 1), 0, 1)
    assert entered(tournament, 1) == {}
