"""Claims of Terziglio: a hand won, and a win that is already certain."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.game import find_game
from tests.games.table import claim_refused, document, judged, reasons

STAKES = document("terziglio")
DIFFERENCE = document("terziglio", variant="difference")


@pytest.mark.parametrize(
    "played, claim, upheld, effect",
    [
        (STAKES, {"side": 1, "soloist": 0, "bid": "solo", "points": [5, 6]}, True, (False, [-4, 2, 2])),
        (STAKES, {"side": 0, "soloist": 0, "bid": "solo", "points": [5, 6]}, False, (False, [-4, 2, 2])),
        (STAKES, {"side": 2, "soloist": 2, "made": True}, True, (True, [-1, -1, 2])),
        (DIFFERENCE, {"side": 0, "soloist": 0, "thirds": [17, 18]}, False, (False, [-2, 1, 1])),
    ],
)
def test_whoever_gets_something_has_won_the_hand(played: Any, claim: Any, upheld: bool, effect: Any) -> None:
    assert judged(played, {"type": "deal", **claim}) == (upheld, {"made": effect[0], "points": effect[1]})


@pytest.mark.parametrize(
    "side, taken, thirds",
    [
        (0, {}, 0),
        (0, {"aces": 3, "figures": 8, "last_trick": False}, 17),
        (0, {"aces": 3, "figures": 6, "last_trick": True}, 18),
        (2, {"figures": 18}, 18),
    ],
)
def test_eighteen_thirds_cannot_be_taken_away(side: int, taken: Any, thirds: int) -> None:
    claim = {"type": "safe_win", "side": side, "soloist": 0, **taken}
    assert judged(STAKES, claim) == (thirds >= 18, {"thirds": thirds, "needed": 18, "still_out": 35 - thirds})
    assert "TER-4" in reasons(STAKES, claim)


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (STAKES, {"type": "deal", "side": 0, "soloist": 0, "passed": True}, [("passed", None)]),
        (STAKES, {"type": "deal", "side": 0, "points": [6, 5]}, [("soloist", "TER-2")]),
        (STAKES, {"type": "deal", "side": 0, "soloist": 0},
         [("aces", "TER-1"), ("figures", "TER-1"), ("last_trick", "TER-1")]),
        (STAKES, {"type": "deal", "side": 0, "soloist": 0, "made": True, "points": [6, 5]}, [("made", "TER-4")]),
        (DIFFERENCE, {"type": "deal", "side": 0, "soloist": 0, "made": True}, [("made", "TER-7")]),
        (STAKES, {"type": "safe_win", "side": 0}, [("soloist", "TER-2")]),
        (STAKES, {"type": "safe_win", "side": 3, "soloist": 0}, [("side", "TER-4")]),
        (STAKES, {"type": "safe_win", "side": 0, "soloist": 0, "aces": 5}, [("aces", "TER-1")]),
        (STAKES, {"type": "safe_win", "side": 0, "soloist": 0, "figures": 21}, [("figures", "TER-1")]),
    ],
)  # fmt: skip
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


@pytest.mark.parametrize(
    "counted, way",
    [({"made": False}, "made"), ({"points": [6, 5]}, "points"), ({"thirds": [18, 17]}, "thirds"),
     ({"aces": [2, 2], "figures": [9, 11], "last_trick": 1}, "cards")],
)  # fmt: skip
def test_a_claimed_hand_can_be_recorded_as_it_was_counted(counted: Any, way: str) -> None:
    game, setup = find_game("terziglio"), play.begin(STAKES)
    assert game is not None
    (link,) = game.follow_ups(setup, "deal", {"type": "deal", "side": 0, "soloist": 1, **counted}, None)
    assert (link["record"], link["fields"]["way"], link["fields"]["soloist"]) == (True, way, "1")
    assert game.follow_ups(setup, "safe_win", {"side": 0, "soloist": 0}, None) == []
