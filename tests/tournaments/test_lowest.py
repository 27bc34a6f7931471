"""Which total wins a table: TOU-27."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments import api
from scorekeeper.tournaments.document import read
from tests.tournaments.made import MATCH, VP, play_on, played, refused, row, standings, table, tournament

LEAST = {**VP, "wins": "least"}


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "scala40"},
        {"game": "scala40", "scoring": LEAST},
        {"game": "tresette", "variant": "perdere"},
        {"scoring": LEAST},
        {"game": "own", "scoring": LEAST},
    ],
)
def test_fewer_points_win_and_the_differences_count_the_other_way_round(fields: Any) -> None:
    document = tournament(2, played(table(1, 1, 2, 90, 200)), **fields)
    assert [(row(document, each)["vp"], row(document, each)["mp"]) for each in (1, 2)] == [(11, 110), (9, -110)]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"game": "own"},
        {"game": "tresette"},
        {"game": "buraco", "scoring": {**VP, "wins": "most"}},
        {"scoring": {**VP, "wins": "most"}},
    ],
)
def test_more_points_win_everywhere_else(fields: Any) -> None:
    document = tournament(2, played(table(1, 1, 2, 90, 200)), **fields)
    assert row(document, 2)["mp"] == 110


def test_games_won_are_told_by_fewer_points_but_legs_by_more_legs() -> None:
    scoring = {**MATCH, "best_of": 3, "wins": "least"}
    document = tournament(
        6, played(table(1, 1, 2, 90, 200), table(2, 3, 4, 90, 200, legs=[1, 2]), table(3, 5, 6, 7, 7)), scoring=scoring
    )
    assert [row(document, each)["tp"] for each in range(1, 7)] == [3, 0, 0, 3, 1, 1]
    assert [row(document, each)["legs"] for each in range(1, 5)] == [0, 0, -1, 1]
    assert [row(document, each)["points"] for each in range(1, 5)] == [110, -110, 110, -110]


def test_nothing_else_is_turned_round() -> None:
    def sums(scoring: Any) -> Any:
        tables = (
            table(1, 1, 2, forfeit=1), table(2, 3, 4, late=3), table(3, 5, 6, vp=[3, 17], mp=[-9, 12]),
        )  # fmt: skip
        rows = api.standings_of(tournament(7, played(*tables, bye=7), scoring=scoring))["standings"]
        return [(each["entrant"], each["vp"], each["mp"]) for each in rows]

    assert sums(LEAST) == sums(VP)


def test_a_knock_out_goes_on_with_whoever_has_fewer_points() -> None:
    document = tournament(4, played(table(1, 1, 4, 5, 9), table(2, 2, 3, 9, 5)), game="scala40")
    document["system"] = {"kind": "knockout", "first": "entry"}
    assert [each["sides"] for each in api.pair(document)["tables"]] == [[1, 3]]
    assert standings(play_on(document, 1))[0] == (1, 3)


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"game": "scala40", "scoring": {**VP, "wins": "most"}}, "In this game the lowest total wins"),
        ({"game": "buraco", "scoring": {**MATCH, "wins": "least"}}, "In this game the highest total wins"),
        ({"scoring": {**VP, "wins": "fewest"}}, "one of: most, least"),
        ({"game": "scala40", "scoring": {**VP, "wins": ["least"]}}, "one of: most, least"),
    ],
)
def test_what_the_game_does_not_say_is_refused(fields: Any, said: str) -> None:
    assert refused(tournament(2, **fields)) == [("scoring.wins", "TOU-27")]
    with pytest.raises(Refusal, match=said):
        read(tournament(2, **fields))
