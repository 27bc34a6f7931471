"""Going out at a limit and coming back: what is said of it, and the options for it."""

from typing import Any

import pytest

from scorekeeper.games.engine import elimination, play
from scorekeeper.games.engine.base import Checks, Table, english, line
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.setup import is_good_option
from tests.games.table import document, singly

SETUP = play.begin(document("scala40", sides=singly(4), options={"reentries": 1}))  # out from 101 on
ANNA, BRUNO = 0, 1


def table(*totals: int, may_reenter: "tuple[int, ...]" = ()) -> Table:
    """Returns the table at these totals, where these sides may come back."""
    return {**play.first_table(SETUP), "totals": list(totals), "private": {"may_reenter": list(may_reenter)}}


@pytest.mark.parametrize(
    "before, said",
    [
        (table(100, 99, 98, 97), []),
        (table(120, 88, 101, 60), ["Anna is out", "Carla is out"]),
        (table(120, 88, 101, 60, may_reenter=(2,)), ["Anna is out", "Carla is out, may come back at 88"]),
    ],
)
def test_it_is_said_who_is_out_and_at_which_total_they_may_come_back(before: Table, said: "list[str]") -> None:
    game = game_of(SETUP)
    words = game.announced(SETUP, before, game.next_hand(SETUP, before))
    assert [english(*sentence) for sentence in words] == said


@pytest.mark.parametrize(
    "points, last",
    [
        ([0, 6], (ANNA, "The last player in wins with 90")),
        ([20, 6], (BRUNO, "All are out: the lowest wins with 101")),
    ],
)
def test_the_line_of_the_winner_says_whether_anybody_was_left_in(points: "list[int]", last: "tuple[int, str]") -> None:
    lines = [line(side, "R-1", "", gained) for side, gained in enumerate(points)]
    elimination.scored(SETUP, table(90, 95, 130, 140), {}, lines, ("R-2", "R-3"))
    assert (lines[-1]["side"], english(lines[-1]["message"], lines[-1]["params"])) == last


@pytest.mark.parametrize(
    "total, reason", [(101, "Is out: 101, the limit is 101"), (100, "Is in with 100, the limit is 101")]
)
def test_a_verdict_on_being_out_names_the_total_and_the_limit(total: int, reason: str) -> None:
    (said,) = elimination.judged_out(SETUP, BRUNO, total, "R-1")["reasons"]
    assert english(said["message"], said["params"]) == reason


def test_what_one_player_holds_is_not_refused_as_held_together() -> None:
    checks = Checks({})
    elimination.check_together(checks, [9], [5], "R-1")
    assert checks.problems == []


@pytest.mark.parametrize(
    "option, least, most",
    [(elimination.limit_option, 1, 999), (elimination.reentries_option, 0, 9)],
)
def test_the_limit_and_the_number_of_reentries_have_bounds(option: Any, least: int, most: int) -> None:
    values = [least - 1, least, most, most + 1]
    assert [is_good_option(option("R-1"), value) for value in values] == [False, True, True, False]
