"""Calls during a hand: the side that may raise the stake, the side that replies, and the worth of the hand."""

from typing import Any

import pytest

from scorekeeper.games.engine import calls
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from tests.support.matches import ALBASTINI, TRUCO

US, THEM = 0, 1
ARGENTINE = {**TRUCO, "game": "truco-argentino"}


def after(*acts: tuple[str, int], head: dict[str, Any] = TRUCO, totals: list[int] | None = None) -> Any:
    """Returns the calls as shown on pages, after these calls in the first hand."""
    setup = rules.begin(head)
    table = {**rules.first_table(setup), "totals": totals or [0, 0]}
    call = None
    for act, side in acts:
        call = calls.called(setup, table, 1, call, act, side)
    return calls.shown(setup, table, 1, call)


@pytest.mark.parametrize(
    "calls, stake, proposed, turn, following",
    [
        ([], 1, None, None, 3),
        ([("propose", US)], 1, 3, THEM, 6),
        ([("propose", US), ("accept", THEM)], 3, None, THEM, 6),
        ([("propose", US), ("propose", THEM)], 3, 6, US, 9),
        ([("propose", US), ("accept", THEM), ("propose", THEM), ("accept", US)], 6, None, US, 9),
        ([("propose", US), ("propose", THEM), ("propose", US), ("propose", THEM), ("accept", US)], 12, None, US, None),
        ([("propose", US), ("clear", THEM)], 1, None, None, 3),
    ],
)
def test_the_stake_climbs_with_each_answer(
    calls: list[tuple[str, int]], stake: int, proposed: int | None, turn: int | None, following: int | None
) -> None:
    state = after(*calls)
    assert (state["stake"], state["asked"], state["turn"], state["next"]) == (stake, proposed, turn, following)
    assert state["winner"] is None


def test_a_call_beyond_the_stakes_of_a_changed_match_counts_no_more() -> None:
    setup = rules.begin(TRUCO)
    table = rules.first_table(setup)
    steps = calls.ladder(setup, table)
    call = {"hand": 1, "step": len(steps), "side": US, "answer": ""}
    assert calls.shown(setup, table, 1, call) == calls.shown(setup, table, 1, None)


def test_who_runs_leaves_the_stake_before_the_proposal_to_the_other_side() -> None:
    state = after(("propose", US), ("propose", THEM), ("run", US))
    assert (state["winner"], state["stake"], state["next"]) == (THEM, 3, None)


@pytest.mark.parametrize(
    "calls",
    [
        [("accept", US)],
        [("propose", US), ("accept", US)],
        [("propose", US), ("propose", US)],
        [("propose", US), ("accept", THEM), ("propose", US)],
        [("propose", US), ("run", THEM), ("propose", THEM)],
        [("propose", 2)],
        [("shout", US)],
        [*[("propose", US), ("propose", THEM)] * 2, ("accept", US), ("propose", US)],  # beyond the highest stake
    ],
)
def test_nobody_speaks_out_of_turn(calls: list[tuple[str, int]]) -> None:
    with pytest.raises(Refusal):
        after(*calls)


def test_at_match_point_nobody_calls() -> None:
    assert after(totals=[11, 4]) is None


def test_only_between_two_sides_and_before_the_end_can_anything_be_called() -> None:
    setup = rules.begin(TRUCO)
    table = rules.first_table(setup)
    assert calls.ladder(setup, table) != []
    assert calls.ladder(setup, {**table, "status": "finished"}) == []


def test_a_game_without_a_ladder_has_no_calls() -> None:
    setup = rules.begin(ALBASTINI)
    assert calls.ladder(setup, rules.first_table(setup)) == []
    assert after(head=ALBASTINI) is None


def test_the_argentine_ladder_ends_at_vale_cuatro() -> None:
    state = after(("propose", US), ("propose", THEM), ("propose", US), head=ARGENTINE)
    assert (state["asked"], state["next"]) == (4, None)


def test_a_call_ends_with_its_hand() -> None:
    setup = rules.begin(TRUCO)
    table = rules.first_table(setup)
    call = calls.called(setup, table, 1, None, "propose", US)
    assert calls.shown(setup, table, 2, call) == calls.shown(setup, table, 2, None)
