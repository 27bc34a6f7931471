"""How the engine ends a match at a target, after so many hands, or by agreement: who gets which line."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import Outcome, end_after_hands, end_at_target, outcome, stopped

SETUP: dict[str, Any] = {"sides": [{}, {}, {}], "seats": ["Anna", "Bruno", "Carla"]}
LEAD = "The lead is shared at {total}: another hand is played"
REACHES = "Reaches {target} with {total}, the highest total"
WINS, DRAWN = (
    "The agreed {hands} hands are played: wins with {total}",
    "The agreed {hands} hands are played, drawn with {total}",
)
STOPPED, EQUAL = "Stopped by agreement with {total}", "Stopped by agreement, drawn with {total}"


def table(*totals: int, hands: int = 3) -> dict[str, Any]:
    return {"totals": list(totals), "hands": hands, "dealer": 0}


def hand() -> Outcome:
    """Returns the outcome of a hand in which nobody scores."""
    return outcome(SETUP, table(0, 0, 0), [])


def ending(result: Outcome) -> tuple[Any, ...]:
    """Returns winner, reason and worth of the end, and its lines as (side, rule, text, total)."""
    lines = [(line["side"], line["rule"], line["message"], line["params"]["total"]) for line in result["lines"]]
    return result["winner"], result["won_by"], result["games"], lines


@pytest.mark.parametrize(
    "totals, target, ends",
    [
        ((20, 9, 12), None, (None, None, 0, [])),
        ((20, 9, 12), 21, (None, None, 0, [])),
        ((21, 9, 12), 21, (0, "target", 1, [(0, "END-1", REACHES, 21)])),
        ((21, 9, 30), 21, (2, "target", 1, [(2, "END-1", REACHES, 30)])),
        ((30, 9, 30), 21, (None, None, 0, [(0, "END-2", LEAD, 30), (2, "END-2", LEAD, 30)])),
    ],
)
def test_the_highest_total_wins_at_the_target_unless_it_is_shared(
    totals: tuple[int, ...], target: int | None, ends: tuple[Any, ...]
) -> None:
    result = hand()
    end_at_target(result, table(*totals), target, "END-1", "END-2")
    assert ending(result) == ends


@pytest.mark.parametrize(
    "totals, before, ends",
    [
        ((5, 9, 7), 6, (None, None, 0, [])),
        ((5, 9, 7), 7, (1, "hands_played", 1, [(1, "END-1", WINS, 9)])),
        ((5, 9, 7), 8, (1, "hands_played", 1, [(1, "END-1", WINS, 9)])),
        (
            (9, 9, 7),
            7,
            (None, "hands_played", 1, [(side, "END-1", DRAWN, total) for side, total in enumerate((9, 9, 7))]),
        ),
    ],
)
def test_after_the_agreed_hands_the_highest_total_wins_or_it_is_a_draw(
    totals: tuple[int, ...], before: int, ends: tuple[Any, ...]
) -> None:
    result = hand()
    end_after_hands(result, table(*totals, hands=before), 8, "END-1")
    assert ending(result) == ends
    others = hand()
    end_after_hands(others, table(*totals, hands=99), 8, "END-1", played=before)
    assert ending(others) == ends


def test_a_match_that_has_ended_does_not_end_again_after_its_hands() -> None:
    result = hand() | {"won_by": "target", "winner": 2}
    end_after_hands(result, table(9, 5, 7, hands=7), 8, "END-1")
    assert (result["winner"], result["lines"]) == (2, [])


@pytest.mark.parametrize(
    "totals, lowest, winner, text",
    [((5, 9, 7), False, 1, STOPPED), ((5, 9, 7), True, 0, STOPPED), ((9, 9, 7), False, None, EQUAL)],
)
def test_players_who_stop_have_the_totals_that_they_have(
    totals: tuple[int, ...], lowest: bool, winner: int | None, text: str
) -> None:
    lines = [(side, "END-1", text, total) for side, total in enumerate(totals)]
    assert ending(stopped(SETUP, table(*totals), "END-1", lowest)) == (winner, "stopped", 1, lines)
