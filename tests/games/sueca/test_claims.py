"""Claims of Sueca: a deal, a bandeira, a deal that is safe, and the follow-ups of the verdict."""

from typing import Any

import pytest

from scorekeeper.games import find_game
from scorekeeper.games.engine import play
from tests.games.table import claim_refused, document, judged, reasons

PAIRS = document("sueca")
DRAWN = {"points": [60, 60]}
DOUBLED = document("sueca", DRAWN, variant="doubling")
BRAZIL = document("sueca", variant="brazil")
CARDS = {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}


@pytest.mark.parametrize(
    "played, counted, winner, games, is_bandeira",
    [
        (PAIRS, {"points": [78, 42]}, 0, 1, False),
        (PAIRS, {"points": [29, 91]}, 1, 2, False),
        (PAIRS, {"cards": CARDS, "tricks": [6, 4]}, 0, 1, False),
        (PAIRS, {"points": [120, 0], "tricks": [10, 0]}, 0, 4, True),
        (PAIRS, {"points": [120, 0], "tricks": [9, 1]}, 0, 2, False),
        (BRAZIL, {"points": [0, 120]}, 1, 4, True),
        (PAIRS, DRAWN, None, 0, False),
        (DOUBLED, {"points": [78, 42]}, 0, 2, False),
        (DOUBLED, {"points": [0, 120], "tricks": [0, 10]}, 1, 8, True),
    ],
)
def test_deals_and_bandeiras(played: Any, counted: Any, winner: int | None, games: int, is_bandeira: bool) -> None:
    expected = {"winner": winner, "points": [games if side == winner else 0 for side in (0, 1)]}
    for side in (0, 1):
        assert judged(played, {"type": "deal", "side": side, **counted}) == (winner == side, expected)
        upheld = winner == side and is_bandeira
        assert judged(played, {"type": "bandeira", "side": side, **counted}) == (upheld, expected)


@pytest.mark.parametrize(
    "cards, points, upheld",
    [
        ({"A": 3, "7": 2, "K": 1, "J": 2, "Q": 0}, 63, True),
        ({"A": 4, "7": 1, "K": 1, "J": 1, "Q": 0}, 61, True),
        ({"A": 2, "7": 2, "K": 3, "J": 2, "Q": 0}, 60, False),
        ({"A": 4, "7": 2}, 64, True),
        ({}, 0, False),
    ],
)
def test_more_than_half_is_safe(cards: Any, points: int, upheld: bool) -> None:
    claim = {"type": "safe_win", "side": 1, "cards": cards}
    assert judged(PAIRS, claim) == (upheld, {"points": points, "needed": 61, "still_out": 120 - points})
    assert f"SUE-4 Has {points}, it takes 61" in reasons(PAIRS, claim)


@pytest.mark.parametrize(
    "claim, expected",
    [
        ({"type": "deal", "side": 0}, [("points", "SUE-2")]),
        ({"type": "deal", "side": 0, "points": [70, 49]}, [("points", "SUE-2")]),
        ({"type": "deal", "side": 0, "points": [120, 0]}, [("tricks", "SUE-5")]),
        ({"type": "deal", "side": 2, "points": [70, 50]}, [("side", "SUE-4")]),
        ({"type": "deal", "side": 0, "revoke": 1}, [("revoke", None), ("points", "SUE-2")]),
        ({"type": "bandeira", "side": 0, "points": [60, 60], "tricks": [9, 1]}, [("tricks", "SUE-3")]),
        ({"type": "safe_win", "side": 0, "cards": {"A": 5}}, [("cards.A", "SUE-1")]),
        ({"type": "safe_win", "side": 0, "cards": {"6": 1}}, [("cards.6", None)]),
        ({"type": "safe_win", "side": 0, "cards": {"A": [3, 1]}}, [("cards.A", "SUE-1")]),
        ({"type": "safe_win", "side": 0}, [("cards", "SUE-1")]),
        ({"type": "safe_win", "side": 0, "cards": {}, "points": [70, 50]}, [("points", None)]),
    ],
)
def test_impossible_claims_are_refused(claim: Any, expected: Any) -> None:
    assert claim_refused(PAIRS, claim) == expected


@pytest.mark.parametrize(
    "claim, fields",
    [
        ({"type": "deal", "points": [78, 42]}, {"way": "points", "points.0": "78", "points.1": "42"}),
        ({"type": "bandeira", "points": [0, 120], "tricks": [0, 10]},
         {"way": "points", "points.0": "0", "points.1": "120", "tricks.0": "0", "tricks.1": "10"}),
        ({"type": "safe_win", "cards": {"A": 4}}, None),
    ],
)  # fmt: skip
def test_a_deal_that_was_claimed_can_be_recorded(claim: Any, fields: Any) -> None:
    game = find_game("sueca")
    assert game
    verdict = play.claim(PAIRS, {**claim, "side": 0})
    follow_ups = game.follow_ups(play.begin(PAIRS), claim["type"], {**claim, "side": 0}, verdict)
    assert [(follow_up["fields"], follow_up["record"]) for follow_up in follow_ups] == (
        [(fields, True)] if fields else []
    )
