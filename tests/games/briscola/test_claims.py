"""Claims of Briscola: a hand won, a win that is safe, and the follow-ups of the verdict."""

from typing import Any

import pytest

from scorekeeper.games import find_game
from scorekeeper.games.engine import play
from scorekeeper.pages.claim_pages import claim_form
from tests.games.table import claim_refused, document, judged, reasons, singly

PAIRS = document("briscola")
THREE = document("briscola", sides=singly(3))
FIVE = document("briscola", variant="chiamata", sides=singly(5))
CARDS = {"A": [3, 1], "3": [2, 2], "K": [1, 3], "Q": [4, 0], "J": [2, 2]}
TAKEN = {"A": 3, "3": 2, "K": 1, "Q": 2, "J": 0}


@pytest.mark.parametrize(
    "played, counted, winner, games",
    [
        (PAIRS, {"points": [70, 50]}, 0, 1),
        (PAIRS, {"points": [59, 61]}, 1, 1),
        (PAIRS, {"points": [60, 60]}, None, 0),
        (PAIRS, {"cards": CARDS}, 0, 1),
        (document("briscola", options={"cappotto": 2}), {"points": [0, 120]}, 1, 2),
        (THREE, {"points": [30, 30, 60]}, 2, 1),
    ],
)
def test_a_hand_is_won_by_who_gets_games_for_it(played: Any, counted: Any, winner: int | None, games: int) -> None:
    sides = range(len(played["sides"]))
    expected = {"winner": winner, "points": [games if side == winner else 0 for side in sides]}
    for side in sides:
        assert judged(played, {"type": "deal", "side": side, **counted}) == (side == winner, expected)


@pytest.mark.parametrize(
    "hand, bid_made, points",
    [
        ({"caller": 0, "partner": 3, "bid": 61, "points": [74, 46]}, True, [2, -1, -1, 1, -1]),
        ({"caller": 0, "partner": 3, "bid": 75, "points": [74, 46]}, False, [-2, 1, 1, -1, 1]),
        ({"caller": 2, "partner": None, "points": [40, 80]}, False, [1, 1, -4, 1, 1]),
    ],
)
def test_a_hand_of_the_chiamata_is_won_by_whom_it_pays(hand: Any, bid_made: bool, points: list[int]) -> None:
    for side in range(5):
        claim = {"type": "deal", "side": side, **hand}
        assert judged(FIVE, claim) == (points[side] > 0, {"made": bid_made, "points": points})


@pytest.mark.parametrize(
    "played, claim, needed, upheld",
    [
        (PAIRS, {"side": 0}, 61, True),
        (THREE, {"side": 2}, 61, True),
        (FIVE, {"side": 0, "caller": 0, "partner": 3}, 61, True),
        (FIVE, {"side": 0, "caller": 0, "partner": 3, "bid": 63}, 63, True),
        (FIVE, {"side": 3, "caller": 0, "partner": 3, "bid": 64}, 64, False),
        (FIVE, {"side": 1, "caller": 0, "partner": 3, "bid": 64}, 57, True),
        (FIVE, {"side": 4, "caller": 0, "partner": None, "bid": 61}, 60, True),
    ],
)
def test_who_has_what_is_needed_is_safe(played: Any, claim: Any, needed: int, upheld: bool) -> None:
    safe_claim = {"type": "safe_win", "cards": TAKEN, **claim}
    assert judged(played, safe_claim) == (upheld, {"points": 63, "needed": needed, "still_out": 57})
    assert f"Has 63, it takes {needed}" in reasons(played, safe_claim)


def test_sixty_are_not_enough_but_for_those_against_the_caller() -> None:
    sixty = {"A": 2, "3": 2, "K": 3, "Q": 2}
    assert not judged(PAIRS, {"type": "safe_win", "side": 0, "cards": sixty})[0]
    assert judged(FIVE, {"type": "safe_win", "side": 1, "caller": 0, "partner": 2, "cards": sixty})[0]


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (PAIRS, {"type": "deal", "side": 0}, [("points", "BRI-2")]),
        (PAIRS, {"type": "deal", "side": 2, "points": [70, 50]}, [("side", "BRI-3")]),
        (PAIRS, {"type": "deal", "side": 0, "points": [119, 1]}, [("points", "BRI-2")]),
        (PAIRS, {"type": "deal", "side": 0, "points": [70, 50], "bid": 61}, [("bid", None)]),
        (PAIRS, {"type": "deal", "side": 0, "stop": True}, [("stop", None), ("points", "BRI-2")]),
        (FIVE, {"type": "deal", "side": 0, "points": [70, 50]}, [("caller", "BRI-10"), ("partner", "BRI-10")]),
        (PAIRS, {"type": "safe_win", "side": 0, "cards": {"A": 5}}, [("cards.A", "BRI-1")]),
        (PAIRS, {"type": "safe_win", "side": 0, "cards": {"7": 1}}, [("cards.7", None)]),
        (PAIRS, {"type": "safe_win", "side": 0}, [("cards", "BRI-1")]),
        (PAIRS, {"type": "safe_win", "side": 0, "cards": {}, "caller": 0}, [("caller", None)]),
        (FIVE, {"type": "safe_win", "side": 0, "cards": {}, "caller": 1, "partner": 1}, [("partner", "BRI-10")]),
        (FIVE, {"type": "safe_win", "side": 0, "cards": {}, "caller": 1, "partner": None, "bid": 60},
         [("bid", "BRI-9")]),
    ],
)  # fmt: skip
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


def test_a_hand_that_was_claimed_can_be_recorded() -> None:
    game = find_game("briscola")
    assert game
    claim = {"type": "deal", "side": 0, "caller": 2, "partner": None, "points": [74, 46]}
    verdict = play.claim(FIVE, claim)
    (follow_up,) = game.follow_ups(play.begin(FIVE), "deal", claim, verdict)
    assert follow_up["record"]
    assert follow_up["fields"] == {
        "way": "points",
        "caller": "2",
        "partner": "null",
        "points.0": "74",
        "points.1": "46",
    }
    assert game.follow_ups(play.begin(FIVE), "safe_win", claim, verdict) == []


@pytest.mark.parametrize("played, fields", [(PAIRS, set()), (FIVE, {"caller", "partner", "bid"})])
@pytest.mark.parametrize("claim, counted", [("deal", {"side", "points", "cards"}), ("safe_win", {"side", "cards"})])
def test_only_the_chiamata_asks_who_called(played: Any, fields: set[str], claim: str, counted: set[str]) -> None:
    form = claim_form(play.begin(played), claim, [])
    assert form
    assert set(form.way.fields) == fields | counted
