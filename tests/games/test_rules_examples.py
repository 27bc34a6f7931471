"""The worked examples of the rules, one by one; Buraco's table of melds is tested with its claims."""

from typing import Any

import pytest

from tests.games.table import PAIRS, THREE_PAIRS, TRIPLES, document, judged, last_hand, refused, scored, singly

A_19 = {"points": [10, 1]}, {"points": [9, 2]}  # 19–3 at Tresette
CALL = {"side": 0, "proposals": 1, "answer": "accept"}
BEFORE = {"tied_card_before_call": True}
ELEVEN = {"winner": 0, "stake": 9}, {"winner": 0, "stake": 1}, {"winner": 0, "stake": 1}  # 11–0 at Truco
PLAYED = {"melds": 0, "hand": 0, "pot": "played"}


@pytest.mark.parametrize(
    "hand, points",
    [
        ({"aces": [3, 1], "figures": [12, 8], "last_trick": 0}, [8, 3]),
        ({"aces": [2, 2], "figures": [11, 9], "last_trick": 1}, [5, 6]),
        ({"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1]}, [10, 1]),
    ],
)
def test_tresette_counts_thirds(hand: dict[str, Any], points: list[int]) -> None:
    assert last_hand("tresette", hand)["points"] == points


def test_the_third_example_of_tresette_is_a_stramazzo() -> None:
    result = scored("tresette", {"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1]})
    assert (result["won_by"], result["winner"], result["games"]) == ("stramazzo", 0, [3, 0])


@pytest.mark.parametrize("aces, figures, total, winner", [(1, 4, 21, 0), (0, 5, 20, 1)])
def test_tresette_claims_at_nineteen(aces: int, figures: int, total: int, winner: int) -> None:
    counted = {"side": 0, "aces": aces, "figures": figures, "last_trick": False}
    result = scored("tresette", *A_19, {"claim": counted})
    assert (result["totals"], result["winner"]) == ([total, 3], winner)
    assert result["won_by"] == ("claim" if winner == 0 else "claim_failed")
    upheld, effect = judged(document("tresette", *A_19), {"type": "target", **counted})
    assert (upheld, effect) == (winner == 0, {"total": total, "winner": winner, "games": 1})


def test_nineteen_points_of_honours() -> None:
    three = {"player": "Anna", "kind": "three", "missing": "coins"}
    suits = [{"player": "Anna", "kind": "napoletana", "suit": suit} for suit in ("cups", "swords", "batons")]
    honours = [{"player": "Anna", "kind": "four", "rank": "3"}, {**three, "rank": "2"}, {**three, "rank": "A"}, *suits]
    assert last_hand("tresette", {"points": [5, 6], "honours": honours}, variant="mcleod")["points"] == [24, 6]


@pytest.mark.parametrize(
    "tricks, winner, rule",
    [
        ([0, 0], 0, "TRU-2"),
        ([0, None], 0, "TRU-4"),
        ([0, 1, 0], 0, "TRU-2"),
        ([0, 1, None], 0, "TRU-4"),
        ([0, 1, 1], 1, "TRU-2"),
        ([None, 0], 0, "TRU-3"),
        ([None, None, 0], 0, "TRU-3"),
        ([None, None, None], None, "TRU-5"),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_truco_table_of_tricks(tricks: list[int | None], winner: int | None, rule: str, swapped: bool) -> None:
    if swapped:
        tricks = [None if side is None else 1 - side for side in tricks]
        winner = None if winner is None else 1 - winner
    hand = last_hand("truco", {"tricks": tricks})
    assert hand["points"] == [int(winner == 0), int(winner == 1)]
    assert hand["lines"][0]["rule"] == rule
    for shorter in range(len(tricks)):
        assert refused("truco", {"tricks": tricks[:shorter]}) == [("tricks", "TRU-2")]
    for surplus in (0, 1, None):
        assert ("tricks", "TRU-2") in refused("truco", {"tricks": [*tricks, surplus]})


@pytest.mark.parametrize(
    "hand, points, rule",
    [
        ({"tricks": [0, 1, None]}, [1, 0], "TRU-4"),
        ({"tricks": [1, 0], "truco": {**CALL, "trick": 2}}, [3, 0], "TRU-10"),
        ({"tricks": [0, None], "truco": {**CALL, "trick": 2, "side": 1, **BEFORE}}, [3, 0], "TRU-11"),
        ({"tricks": [0, None, 1], "truco": {**CALL, "trick": 2, "proposals": 2}}, [0, 6], "TRU-11"),
        ({"tricks": [0, 1, None], "truco": {**CALL, "trick": 3}}, [0, 0], "TRU-11"),
        ({"tricks": [0], "truco": {"trick": 2, "side": 1, "proposals": 3, "answer": "run"}}, [0, 6], "TRU-8"),
    ],
)  # fmt: skip
def test_truco_worked_examples(hand: dict[str, Any], points: list[int], rule: str) -> None:
    last = last_hand("truco", hand)
    assert last["points"] == points
    assert last["lines"][0]["rule"] == rule


def test_at_eleven_three_is_normal_and_one_means_giving_up() -> None:
    assert scored("truco", *ELEVEN, {"winner": 1, "stake": 3})["totals"] == [11, 3]
    assert refused("truco", *ELEVEN, {"winner": 1, "stake": 1}) == [("stake", "TRU-14")]
    folding = {"match_point_fold": True}
    assert scored("truco", *ELEVEN, {"winner": 1, "stake": 1}, options=folding)["totals"] == [11, 1]


@pytest.mark.parametrize(
    "sides, card_points, game_points",
    [
        (PAIRS, [70, 50], [1, 0]),
        (PAIRS, [101, 19], [2, 0]),
        (PAIRS, [100, 20], [1, 0]),
        (singly(3), [60, 51, 9], [2, 0, 0]),
        (singly(3), [55, 55, 10], [0, 0, 0]),
        (THREE_PAIRS, [80, 21, 19], [2, 0, 0]),
        (TRIPLES, [91, 29], [2, 0]),
        (TRIPLES, [90, 30], [1, 0]),
    ],
)
def test_albastini_worked_examples(sides: Any, card_points: list[int], game_points: list[int]) -> None:
    assert last_hand("albastini", {"points": card_points}, sides=sides)["points"] == game_points


BURACO_HAND = {
    "sides": [
        {"melds": 345, "clean": 1, "semi_clean": 0, "dirty": 1, "hand": 45, "pot": "played", "failed_melds": 0,
         "cut_bonus": False},
        {"melds": {"3-7": 10, "8-K": 6, "A": 2, "2": 1, "joker": 0}, "clean": 0, "dirty": 1, "hand": 30,
         "pot": "unplayed", "pot_cards": 85},
    ],
    "went_out": 0,
}  # fmt: skip


def test_buraco_first_and_second_example() -> None:
    assert last_hand("buraco", BURACO_HAND)["points"] == [700, 145]


def test_buraco_third_example() -> None:
    hand = {"sides": [PLAYED, {"melds": 60, "hand": 120, "pot": "none"}]}
    assert last_hand("buraco", hand)["points"] == [0, -160]


@pytest.mark.parametrize("total, failed, required", [(1495, 0, 50), (1500, 0, 75), (1500, 2, 105)])
def test_buraco_fourth_example(total: int, failed: int, required: int) -> None:
    before = [{"sides": [{**PLAYED, "melds": melds}, PLAYED]} for melds in (1000, total - 1000)]
    played = document("buraco", *before)
    claim = {"type": "first_meld", "side": 0, "melds": [["AS", "AH", "AD"]], "failed_melds": failed}
    assert judged(played, claim)[1] == {"points": 45, "required": required}


def test_buraco_fifth_example() -> None:
    hands: list[dict[str, Any]] = [
        {"sides": [{**PLAYED, "melds": 510}, {**PLAYED, "melds": melds}]} for melds in (500, 500, 500)
    ]
    hands.append({"sides": [{**PLAYED, "melds": 510}, {**PLAYED, "melds": 410, "clean": 1}]})
    result = scored("buraco", *hands)
    assert (result["totals"], result["winner"], result["won_by"]) == ([2040, 2110], 1, "target")
