"""Claims of King: a match won whatever comes, a hand that is over, the rest of the tricks."""

from typing import Any

import pytest

from scorekeeper.games import find_game
from scorekeeper.games.engine import play
from tests.games.king.hands import FESTAS, PAIRS, SIX
from tests.games.table import claim_refused, document, judged, reasons

EARLY = document("king", SIX[0])
QUICK = document("king", variant="quick")
HEARTS = document("king", PAIRS[0], variant="quick")
FREE = document("king", variant="free")
LAST = [*SIX, {"festa": [13, 0, 0, 0]}, {"festa": [13, 0, 0, 0]}, {"festa": [13, 0, 0, 0]}]  # Bruno's is left
TOTALS = [515, -210, -400, -230]


def last_festa(variant: str) -> dict[str, Any]:
    return document("king", *LAST, variant=variant)


@pytest.mark.parametrize("variant, most, sold", [("plain", 325, 0), ("brazil", 325, 300), ("portugal", 975, 300)])
def test_a_lead_is_safe_if_it_is_larger_than_what_can_change(variant: str, most: int, sold: int) -> None:
    margins = [None, *(515 - total - most for total in TOTALS[1:])]
    margins[1] -= sold  # type: ignore[operator]
    upheld = min(margin for margin in margins if margin is not None) > 0
    effect = {"winner": 0 if upheld else None, "margins": margins}
    assert judged(last_festa(variant), {"type": "safe_win", "side": 0}) == (upheld, effect)
    assert f"Lead over Bruno: 725, {most + sold} can still change" in reasons(
        last_festa(variant), {"type": "safe_win", "side": 0}
    )


def test_a_margin_of_nought_is_not_enough_and_own_sales_are_not_reckoned() -> None:
    played = document("king", *SIX, *FESTAS[:3], variant="brazil")
    totals = play.score(played)["totals"]
    for side in range(4):
        _upheld, effect = judged(played, {"type": "safe_win", "side": side})
        assert effect["margins"] == [
            None if other == side else totals[side] - totals[other] - 325 - (300 if other == 1 else 0)
            for other in range(4)
        ]


@pytest.mark.parametrize(
    "played, hand, change, points",
    [
        (EARLY, {"hearts": [5, 3, 0, 0]}, 5 * 20 + 200 + 240 + 160 + 180, [-100, -60, 0, 0]),
        (HEARTS, {"hearts": [1, 0, 0, 2], "king": None}, 10 * 20 + 160 + 440, [-20, 0, 0, -40]),
        (HEARTS, {"hearts": [1, 0, 0, 2], "king": 3}, 10 * 20 + 440, [-20, 0, 0, -200]),
    ],
)
def test_of_the_hand_being_played_only_what_is_out_can_change(played: Any, hand: Any, change: int, points: Any) -> None:
    totals = [total + more for total, more in zip(play.score(played)["totals"], points, strict=True)]
    festas = 4 * 975 + 300
    margins = [None, *(totals[0] - total - change - festas for total in totals[1:])]
    assert judged(played, {"type": "safe_win", "side": 0, "hand": hand})[1]["margins"] == margins


@pytest.mark.parametrize(
    "hand, points, change",
    [
        ({"festa": [5, 4, 0, 1]}, [125, 100, 0, 25], 3 * 25),
        ({"festa": [5, 4, 0, 1], "nulos": True}, [-50, 25, 325, 250], 3 * 75),
        ({"festa": [0, 0, 0, 0], "sale": {"buyer": 2, "bid": 6}}, [0, 150, -150, 0], 13 * 25),
        ({"festa": [13, 0, 0, 0], "owner": 1}, [325, 0, 0, 0], 0),
    ],
)
def test_the_last_festa_while_it_is_played(hand: Any, points: list[int], change: int) -> None:
    totals = [total + more for total, more in zip(TOTALS, points, strict=True)]
    margins = [None, *(totals[0] - total - change for total in totals[1:])]
    claim = {"type": "safe_win", "side": 0, "hand": hand}
    assert judged(last_festa("portugal"), claim) == (True, {"winner": 0, "margins": margins})


@pytest.mark.parametrize(
    "played, hand, left, points",
    [
        (EARLY, {"hearts": [3, 5, 0, 3]}, 2, [-60, -100, 0, -60]),
        (EARLY, {"hearts": [13, 0, 0, 0]}, 0, [-260, 0, 0, 0]),
        (document("king", *SIX[:4]), {"king": None}, 1, [0, 0, 0, 0]),
        (document("king", *SIX[:4]), {"king": 1}, 0, [0, -160, 0, 0]),
        (QUICK, {"tricks": [4, 4, 2, 1], "last_two": [0, 0, 0, 0]}, 4, [-80, -80, -40, -20]),
        (QUICK, {"tricks": [4, 4, 2, 2], "last_two": [0, 0, 0, 1]}, 2, [-80, -80, -40, -130]),
        (QUICK, PAIRS[0], 0, [-80, -170, -40, -150]),
        (HEARTS, {"hearts": [6, 0, 3, 4], "king": 3}, 0, [-120, 0, -60, -240]),
        (HEARTS, {"hearts": [6, 0, 3, 3], "king": None}, 2, [-120, 0, -60, -60]),
        (document("king", *SIX), {"festa": [1, 0, 0, 0], "nulos": True}, 12, [250, 325, 325, 325]),
        (document("king", *SIX), {"festa": [4, 3, 3, 3], "sale": {"buyer": 0, "bid": 4}}, 0, [0, 75, 175, 75]),
        (FREE, {"last_two": [0, 0, 0, 0]}, 2, [0, 0, 0, 0]),
    ],
)
def test_a_hand_is_over_when_nothing_that_counts_is_out(played: Any, hand: Any, left: int, points: list[int]) -> None:
    claim = {"type": "over", "side": 0, "hand": hand}
    assert judged(played, claim) == (left == 0, {"left": left, "points": points})


@pytest.mark.parametrize(
    "cards, others, trump, upheld",
    [
        (["AS", "KS"], ["QS", "JS", "10S", "2H", "3H", "4D"], "none", True),
        (["AS", "QS"], ["KS", "2H", "3H", "4D", "5D", "6C"], "none", True),
        (["AS", "QS"], ["KS", "2S", "3H", "4D", "5D", "6C"], "none", False),
        (["2C", "3C"], ["AS", "2H", "3H", "4D", "5D", "6S"], "none", True),
        (["AS", "KD"], ["QS", "2H", "3H", "4D", "5D", "AD"], "none", False),
        (["AS", "KS"], ["QS", "JS", "10S", "2H", "3H", "4D"], "H", False),
        (["AS", "AH"], ["QS", "JS", "10S", "2H", "5C", "4D"], "H", True),
        (["AS", "AH"], ["QS", "JS", "10S", "2H", "3H", "4D"], "H", False),
        (["AH", "KH"], ["QS", "JS", "10S", "2H", "3H", "4H"], "H", True),
        (["AS"], ["QS", "JS", "10S"], "H", True),
    ],
)
def test_the_rest_is_sure_however_the_other_cards_lie(cards: Any, others: Any, trump: str, upheld: bool) -> None:
    claim = {"type": "rest", "side": 3, "cards": cards, "others": others}
    assert judged(EARLY, {**claim, "trump": trump}) == (upheld, {"tricks": len(cards)})
    if trump == "none":
        assert judged(EARLY, claim) == (upheld, {"tricks": len(cards)})


REST = {"type": "rest", "side": 0, "cards": ["AS"], "others": ["KS", "QS", "2H"]}
OVER = {"type": "over", "side": 0}
SAFE = {"type": "safe_win", "side": 0}


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (EARLY, {"type": "safe_win"}, [("side", "KIN-11")]),
        (EARLY, SAFE | {"hand": None}, [("hand", "KIN-11")]),
        (EARLY, SAFE | {"hand": {}}, [("hand.hearts", "KIN-5")]),
        (EARLY, SAFE | {"note": "x"}, [("note", None)]),
        (EARLY, OVER, [("hand", "KIN-1")]),
        (EARLY, OVER | {"hand": {"tricks": [1, 0, 0, 0]}}, [("hand.tricks", "KIN-5")]),
        (EARLY, OVER | {"hand": {"hearts": [13, 1, 0, 0]}}, [("hand.hearts", "KIN-1")]),
        (EARLY, OVER | {"hand": {"hearts": [14, 0, 0, 0]}}, [("hand.hearts.0", "KIN-1")]),
        (EARLY, OVER | {"hand": {"hearts": [1, 0, 0, None]}}, [("hand.hearts.3", "KIN-1")]),
        (EARLY, OVER | {"hand": {"hearts": [1, 0, 0, 0], "at": "2026-11-21"}}, [("hand.at", None)]),
        (EARLY, OVER | {"hand": {"hearts": [1, 0, 0, 0], "nulos": False}}, [("hand.nulos", None)]),
        (EARLY, OVER | {"hand": {"hearts": [1, 0, 0, 0], "king": None}}, [("hand.hearts", "KIN-5")]),
        (EARLY, OVER | {"hand": {"stop": True}}, [("hand.stop", None)]),
        (QUICK, OVER | {"hand": {"tricks": [4, 4, 2, 1], "last_two": [0, 0, 0, 1]}}, [("hand.last_two", "KIN-9")]),
        (QUICK, OVER | {"hand": {"tricks": [4, 4, 2, 3], "last_two": [0, 0, 0, 1]}}, [("hand.last_two", "KIN-9")]),
        (QUICK, OVER | {"hand": {"tricks": [4, 4, 0, 4], "last_two": [0, 0, 1, 0]}}, [("hand.last_two", "KIN-9")]),
        (HEARTS, OVER | {"hand": {"hearts": [0, 0, 0, 0], "king": 1}}, [("hand.king", "KIN-9")]),
        (HEARTS, OVER | {"hand": {"hearts": [13, 0, 0, 0], "king": None}}, [("hand.king", "KIN-9")]),
        (document("king", *SIX), OVER | {"hand": {"festa": [9, 9, 0, 0]}}, [("hand.festa", "KIN-2")]),
        (document("king", *SIX), OVER | {"hand": {"festa": [0] * 4, "owner": 9}}, [("hand.owner", "KIN-6")]),
        (EARLY, REST | {"cards": []}, [("cards", "KIN-12"), ("others", "KIN-12")]),
        (EARLY, REST | {"cards": "AS"}, [("cards", "KIN-12")]),
        (EARLY, REST | {"cards": ["JOKER"]}, [("cards", "KIN-12")]),
        (EARLY, REST | {"cards": ["KS"]}, [("others", "KIN-12")]),
        (EARLY, REST | {"others": ["KS", "QS"]}, [("others", "KIN-12")]),
        (EARLY, REST | {"others": ["KS", "QS", 2]}, [("others", "KIN-12")]),
        (EARLY, REST | {"trump": "X"}, [("trump", "KIN-12")]),
        (EARLY, REST | {"hand": {"hearts": [0, 0, 0, 0]}}, [("hand", None)]),
    ],
)
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


def test_a_hand_that_is_over_can_be_recorded() -> None:
    game = find_game("king")
    assert game
    claim = {"type": "over", "side": 0, "hand": {"hearts": [13, 0, 0, 0]}}
    setup = play.begin(EARLY)
    (follow_up,) = game.follow_ups(setup, "over", claim, play.claim(EARLY, claim))
    fields = {"way": "hearts", "hearts.0": "13", "hearts.1": "0", "hearts.2": "0", "hearts.3": "0"}
    assert (follow_up["fields"], follow_up["record"]) == (fields, True)
    claim["hand"] = {"hearts": [12, 0, 0, 0]}
    assert game.follow_ups(setup, "over", claim, play.claim(EARLY, claim)) == []
