"""Claims of Albastini: a deal, a deal for two game points, and a win beyond reach."""

from typing import Any

import pytest

from tests.games.table import THREE_PAIRS, claim_refused, document, judged, reasons, singly

PAIRS = document("albastini")
FIVE = document("albastini", sides=singly(5))
CARDS = {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}
ALL = {"A": [4, 0], "7": [4, 0], "K": [4, 0], "J": [4, 0], "Q": [0, 4]}


@pytest.mark.parametrize(
    "played, counted, winner, game_points",
    [
        (PAIRS, {"cards": CARDS}, 0, 1),
        (PAIRS, {"cards": ALL}, 0, 2),
        (PAIRS, {"points": [70, 50]}, 0, 1),
        (PAIRS, {"points": [19, 101]}, 1, 2),
        (PAIRS, {"points": [60, 60]}, None, 0),
        (document("albastini", sides=THREE_PAIRS), {"points": [80, 21, 19]}, 0, 2),
        (FIVE, {"points": [40, 30, 20, 16, 10], "undrawn": "K"}, 0, 1),
    ],
)
def test_deals_and_doubles(played: Any, counted: Any, winner: int | None, game_points: int) -> None:
    expected = {"winner": winner, "game_points": game_points}
    for side in (0, 1):
        assert judged(played, {"type": "deal", "side": side, **counted}) == (winner == side, expected)
        upheld = winner == side and game_points == 2
        assert judged(played, {"type": "double", "side": side, **counted}) == (upheld, expected)


@pytest.mark.parametrize(
    "played, cards, undrawn, points, still_out, upheld",
    [
        (PAIRS, {"A": 3, "7": 2, "K": 1, "J": 2, "Q": 0}, None, 63, 57, True),
        (PAIRS, {"A": 3, "7": 2, "K": 1, "J": 0, "Q": 0}, None, 57, 63, False),
        (PAIRS, {"A": 2, "7": 2, "K": 3, "J": 2, "Q": 0}, None, 60, 60, False),
        (PAIRS, {"A": 4, "7": 2}, None, 64, 56, True),
        (PAIRS, {}, None, 0, 120, False),
        (FIVE, {"A": 3, "7": 2, "K": 1, "J": 0, "Q": 0}, "A", 57, 52, True),
        (FIVE, {"A": 3, "7": 2, "K": 1, "J": 0, "Q": 0}, "6", 57, 63, False),
    ],
)
def test_a_safe_win_leaves_less_than_half(
    played: Any, cards: Any, undrawn: str | None, points: int, still_out: int, upheld: bool
) -> None:
    claim = {"type": "safe_win", "side": 0, "cards": cards} | ({"undrawn": undrawn} if undrawn else {})
    assert judged(played, claim) == (upheld, {"points": points, "still_out": still_out})
    assert f"= {points}" in reasons(played, claim)


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (PAIRS, {"type": "deal", "side": 0, "points": [70, 49]}, [("points", "ALB-2")]),
        (PAIRS, {"type": "deal", "side": 2, "points": [70, 50]}, [("side", "ALB-3")]),
        (PAIRS, {"type": "deal", "side": 0}, [("points", "ALB-2")]),
        (PAIRS, {"type": "deal", "side": 0, "cards": {**CARDS, "A": [4, 4]}}, [("cards.A", "ALB-1")]),
        (PAIRS, {"type": "double", "side": 0, "stop": True}, [("stop", None), ("points", "ALB-2")]),
        (PAIRS, {"type": "double", "side": 0, "points": [70, 50], "next_dealer": "Anna"}, [("next_dealer", None)]),
        (PAIRS, {"type": "safe_win", "side": 0, "cards": {"A": 5}}, [("cards.A", "ALB-1")]),
        (PAIRS, {"type": "safe_win", "side": 0, "cards": {"6": 1}}, [("cards.6", None)]),
        (PAIRS, {"type": "safe_win", "side": 0, "cards": {"A": [1, 2]}}, [("cards.A", "ALB-1")]),
        (PAIRS, {"type": "safe_win", "side": 0}, [("cards", "ALB-1")]),
        (PAIRS, {"type": "safe_win", "side": 0, "cards": {}, "undrawn": "A"}, [("undrawn", "ALB-9")]),
        (FIVE, {"type": "safe_win", "side": 0, "cards": {}}, [("undrawn", "ALB-9")]),
        (FIVE, {"type": "safe_win", "side": 0, "cards": {"A": 4}, "undrawn": "A"}, [("cards.A", "ALB-1")]),
    ],
)
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected
