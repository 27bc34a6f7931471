"""The reasons of verdicts for readers: for or against the claim, the decisive one first."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import Line, Refusal, english, line
from scorekeeper.games.engine.claims import judge, judge_for_reader, weighed
from scorekeeper.games.engine.play import opened
from tests.games.table import document
from tests.games.test_claims_of_all_games import CLAIMS, GOING_ON

PRIMIERA = {"type": "primiera", "side": 0, "cards": [["6D", "6H", "6S", "6C"], ["7D", "7H", "7S", "7C"]]}


def told(match: dict[str, Any], claim: Any) -> dict[str, Any]:
    setup, _hands, table = opened(match)
    return judge_for_reader(setup, table, claim, english)


def _is_judged(game: str, claim: dict[str, Any]) -> bool:
    try:
        told(GOING_ON[game][0], claim)
    except Refusal:
        return False
    return True


JUDGED: list[tuple[str, dict[str, Any]]] = [
    (game, asked)
    for game, claim in CLAIMS
    for asked in ([{**claim, "side": side} for side in (0, 1)] if "side" in claim else [claim])
    if _is_judged(game, asked)
]


def test_a_claim_of_every_game_is_judged_here() -> None:
    assert {game for game, _claim in JUDGED} == {game for game, _claim in CLAIMS}


def marked(match: dict[str, Any], claim: Any) -> list[str]:
    return [f"{'✓' if reason['holds'] else '✗'} {reason['text']}" for reason in told(match, claim)["reasons"]]


@pytest.mark.parametrize("game, claim", JUDGED)
def test_what_is_upheld_has_reasons_for_it_only_and_what_is_not_begins_with_one_against(
    game: str, claim: dict[str, Any]
) -> None:
    verdict = told(GOING_ON[game][0], claim)
    marks = [reason["holds"] for reason in verdict["reasons"]]
    assert marks == sorted(marks, reverse=verdict["upheld"])
    assert marks[0] == verdict["upheld"]
    assert all(marks) == verdict["upheld"]


@pytest.mark.parametrize("game, claim", JUDGED)
def test_the_documented_verdict_has_the_same_reasons_and_nothing_more(game: str, claim: dict[str, Any]) -> None:
    setup, _hands, table = opened(GOING_ON[game][0])
    reasons = judge(setup, table, claim)["reasons"]
    assert all(set(reason) == {"rule", "text"} for reason in reasons)
    read = [(reason["rule"], reason["text"]) for reason in told(GOING_ON[game][0], claim)["reasons"]]
    assert sorted(read) == sorted((reason["rule"], reason["text"]) for reason in reasons)


@pytest.mark.parametrize(
    "game, claim, reasons",
    [
        (
            "buraco",
            {"type": "go_out", "side": 0, "pot": "played", "hand": 0},
            [
                "✗ No clean run yet",
                "✓ The pot has been taken and played from",
                "✓ The player’s hand is empty",
            ],
        ),
        (
            "buraco",
            {"type": "meld", "side": 1, "cards": ["3S", "4S"]},
            ["✗ A meld has three cards or more", "✓ The cards are worth 5 + 5 = 10"],
        ),
        (
            "albastini",
            {"type": "double", "side": 0, "points": [70, 50]},
            [
                "✗ Wins the deal: one game point",
                "✗ Card points: 50",
                "✓ Card points: 70",
                "✓ Has the most card points: 70",
            ],
        ),
        (
            "albastini",
            {"type": "deal", "side": 0, "points": [60, 60]},
            [
                "✗ Shares the most, 60: the deal is drawn",
                "✗ Card points: 60",
                "✗ Shares the most, 60: the deal is drawn",
                "✓ Card points: 60",
            ],
        ),
        (
            "truco",
            {"type": "trick", "side": 1, "cards": [["4C", 0], ["3H", 1], ["3S", 0], ["back", 1]]},
            ["✗ 4C is the strongest card", "✓ The manilhas are 4♣ 7♥ A♠ 7♦"],
        ),
        (
            "scopa",
            PRIMIERA,
            ["✗ The highest primiera", "✗ Them: primiera of 84", "✓ Us: primiera of 72"],
        ),
    ],
)
def test_each_reason_says_what_it_speaks_for(game: str, claim: dict[str, Any], reasons: list[str]) -> None:
    assert marked(document(game), claim) == reasons


def reason(text: str, side: int = 0, points: int = 0, **more: bool) -> Line:
    return line(side, "R-1", text, points, **more)


FIRST, SECOND = reason("first", holds=True), reason("second", holds=True)
FAILS, FAILS_TOO = reason("fails", holds=False), reason("fails too", holds=False)
COUNTED, OTHERS, NOTHING, A_POINT = (
    reason("counted"),
    reason("others", 1),
    reason("nothing", 1),
    reason("a point", 1, 1),
)
WON = {"winner": 1}


@pytest.mark.parametrize(
    "upheld, effect, reasons, read",
    [
        (True, {}, [COUNTED, OTHERS], "✓ others, ✓ counted"),
        (True, {}, [FIRST, SECOND, COUNTED], "✓ second, ✓ first, ✓ counted"),
        (False, WON, [FAILS, FIRST, FAILS_TOO], "✗ fails, ✗ fails too, ✓ first"),
        (False, WON, [NOTHING, A_POINT, OTHERS, COUNTED], "✗ a point, ✗ nothing, ✗ others, ✓ counted"),
        (False, {"winner": None}, [COUNTED, FIRST], "✗ counted, ✓ first"),
        (False, {"winner": 0}, [FIRST, COUNTED], "✗ counted, ✓ first"),
    ],
)
def test_the_last_condition_settles_what_is_upheld_and_the_first_that_fails_or_scores_what_is_not(
    upheld: bool, effect: dict[str, Any], reasons: list[Line], read: str
) -> None:
    verdict: Any = {"upheld": upheld, "reasons": reasons, "effect": effect}
    assert ", ".join(f"{'✓' if holds else '✗'} {each['message']}" for each, holds in weighed(verdict, 0)) == read
