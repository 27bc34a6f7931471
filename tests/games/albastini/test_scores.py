"""Albastini by its numbered rules: card points, game points, who deals, and when the match ends."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from tests.games.table import (
    PAIRS,
    THREE_PAIRS,
    TRIPLES,
    document,
    head_refused,
    last_hand,
    refused,
    rules_of,
    scored,
    singly,
)

CARDS = {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}
FIVE = {"sides": singly(5)}


def test_cards_are_counted_by_their_values() -> None:
    assert last_hand("albastini", {"cards": CARDS})["points"] == [1, 0]
    lines = last_hand("albastini", {"cards": CARDS})["lines"]
    assert [line["text"] for line in lines[:2]] == [
        "Card points: 3 × 11 + 2 × 10 + 1 × 4 + 4 × 3 + 2 × 2 = 73",
        "Card points: 1 × 11 + 2 × 10 + 3 × 4 + 0 × 3 + 2 × 2 = 47",
    ]
    assert rules_of("albastini", {"cards": CARDS}) == [
        (0, "ALB-1", 0),
        (1, "ALB-1", 0),
        (0, "ALB-3", 0),
        (0, "ALB-4", 1),
    ]


@pytest.mark.parametrize("rank, value", [("A", 11), ("7", 10), ("K", 4), ("J", 3), ("Q", 2)])
def test_each_rank_has_its_value(rank: str, value: int) -> None:
    cards = {each: [4, 0] for each in CARDS} | {rank: [3, 1]}
    assert last_hand("albastini", {"cards": cards})["lines"][1]["text"].endswith(f"= {value}")


@pytest.mark.parametrize(
    "sides, points, expected",
    [
        (singly(2), [111, 9], [2, 0]),
        (singly(2), [110, 10], [1, 0]),
        (singly(6), [50, 20, 20, 10, 10, 10], [1, 0, 0, 0, 0, 0]),
        (singly(6), [51, 20, 20, 10, 10, 9], [2, 0, 0, 0, 0, 0]),
        (singly(4), [30, 30, 30, 30], [0, 0, 0, 0]),
        (singly(4), [9, 9, 51, 51], [0, 0, 0, 0]),
        (PAIRS, [19, 101], [0, 2]),
        (PAIRS, [60, 60], [0, 0]),
        (THREE_PAIRS, [20, 20, 80], [0, 0, 1]),
        (THREE_PAIRS, [0, 60, 60], [0, 0, 0]),
        (TRIPLES, [29, 91], [0, 2]),
        (TRIPLES, [120, 0], [2, 0]),
    ],
)
def test_two_game_points_when_any_other_side_is_below_ten_a_player(sides: Any, points: Any, expected: Any) -> None:
    hand = last_hand("albastini", {"points": points}, sides=sides)
    assert hand["points"] == expected
    last = {0: "ALB-3", 1: "ALB-4", 2: "ALB-5"}[sum(expected)]
    assert hand["lines"][-1]["rule"] == last


def test_who_shares_the_most_is_told_and_nobody_else() -> None:
    lines = last_hand("albastini", {"points": [9, 9, 51, 51]}, sides=singly(4))["lines"]
    assert [(line["side"], line["rule"], line["text"]) for line in lines[4:]] == [
        (side, "ALB-3", "Shares the most, 51: the deal is drawn") for side in (2, 3)
    ]
    assert {line["rule"] for line in lines[:4]} == {"ALB-2"}


def test_of_several_low_sides_the_lowest_is_told() -> None:
    lines = last_hand("albastini", {"points": [84, 9, 20, 7]}, sides=singly(4))["lines"]
    assert lines[-1]["text"] == "Another side took 7, less than 10: two game points"


REFUSED: list[Any] = [
    ({}, {"points": [70, 49]}, [("points", "ALB-2")]),
    ({}, {"points": [121, -1]}, [("points.1", "ALB-2")]),
    ({}, {"points": [40, 40, 40]}, [("points", "ALB-2")]),
    ({}, {"points": [60.0, "60"]}, [("points.0", "ALB-2"), ("points.1", "ALB-2")]),
    ({}, {}, [("points", "ALB-2")]),
    ({}, {"cards": {**CARDS, "A": [3, 2]}}, [("cards.A", "ALB-1")]),
    ({}, {"cards": {**CARDS, "A": [5, -1]}}, [("cards.A.1", "ALB-1")]),
    ({}, {"cards": {"A": [4, 0]}}, [(f"cards.{rank}", "ALB-1") for rank in ("7", "K", "J", "Q")]),
    ({}, {"cards": {**CARDS, "6": [4, 0]}}, [("cards.6", None)]),
    ({}, {"cards": []}, [("cards", None)]),
    ({}, {"cards": CARDS, "points": [70, 50]}, [("points", "ALB-2")]),
    ({}, {"points": [70, 50], "undrawn": "K"}, [("undrawn", "ALB-9")]),
    ({}, {"points": [70, 50], "next_dealer": "Carla"}, [("next_dealer", "ALB-7")]),
    ({}, {"points": [60, 60], "next_dealer": "Anna"}, [("next_dealer", "ALB-7")]),
    ({}, {"points": [70, 50], "next_dealer": "Zoe"}, [("next_dealer", "ALB-7")]),
    ({}, {"points": [70, 50], "stake": 2}, [("stake", None)]),
    (FIVE, {"points": [40, 30, 20, 20, 10]}, [("undrawn", "ALB-9")]),
    (FIVE, {"points": [40, 30, 20, 20, 10], "undrawn": "K"}, [("points", "ALB-9")]),
    (FIVE, {"points": [40, 30, 20, 20, 10], "undrawn": "8"}, [("undrawn", "ALB-9")]),
    (FIVE, {"points": [40, 30, 20, 20, 10], "undrawn": None}, [("undrawn", "ALB-9")]),
    ({}, {"stop": False}, [("stop", "ALB-8")]),
    ({}, {"stop": True, "points": [70, 50]}, [("points", None)]),
    ({"options": {"target": 5}}, {"stop": True}, [("stop", "ALB-8")]),
]


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("albastini", hand, **head) == expected


def test_all_problems_are_told_at_once() -> None:
    hand = {"cards": {"A": [4, 4], "8": 1}, "undrawn": "9", "next_dealer": 7, "at": "yesterday"}
    assert refused("albastini", hand, **FIVE) == [
        ("undrawn", "ALB-9"), ("cards.8", None), ("cards.A", "ALB-1"), ("cards.7", "ALB-1"), ("cards.K", "ALB-1"),
        ("cards.J", "ALB-1"), ("cards.Q", "ALB-1"), ("next_dealer", "ALB-7"), ("at", None),
    ]  # fmt: skip


@pytest.mark.parametrize("undrawn, value", [("A", 11), ("7", 10), ("K", 4), ("J", 3), ("Q", 2), ("6", 0), ("3", 0)])
def test_with_five_the_undrawn_card_is_left_out(undrawn: str, value: int) -> None:
    hand = {"points": [60 - value, 20, 20, 10, 10], "undrawn": undrawn}
    assert last_hand("albastini", hand, **FIVE)["points"] == [1, 0, 0, 0, 0]
    cards = {rank: [3, 1, 0, 0, 0] for rank in CARDS}
    if value:
        cards[undrawn] = [3, 0, 0, 0, 0]
    assert last_hand("albastini", {"cards": cards, "undrawn": undrawn}, **FIVE)["points"] == [2, 0, 0, 0, 0]


def test_a_match_is_stopped_once_and_the_most_points_win() -> None:
    result = scored("albastini", {"points": [70, 50]}, {"stop": True})
    assert (result["hands"][-1]["points"], result["winner"], result["games"]) == ([0, 0], 0, [1, 0])
    assert (result["won_by"], result["next_dealer"]) == ("stopped", None)
    assert refused("albastini", {"stop": True}, {"stop": True}) == [(None, None)]


@pytest.mark.parametrize("hands", [[], [{"points": [60, 60]}], [{"points": [70, 50]}, {"points": [50, 70]}]])
def test_equal_at_the_stop_is_a_draw(hands: Any) -> None:
    result = scored("albastini", *hands, {"stop": True})
    assert (result["status"], result["winner"], result["games"], result["won_by"]) == (
        "finished",
        None,
        [0, 0],
        "stopped",
    )


def test_a_target_ends_the_match() -> None:
    result = scored("albastini", {"points": [70, 50]}, {"points": [110, 10]}, options={"target": 3})
    assert (result["totals"], result["winner"], result["won_by"]) == ([3, 0], 0, "target")


@pytest.mark.parametrize(
    "hands, dealers",
    [
        ([{"points": [50, 70]}] * 4, ["Anna", "Carla", "Dino", "Carla"]),
        ([{"points": [70, 50]}] * 4, ["Anna", "Bruno", "Anna", "Bruno"]),
        ([{"points": [60, 60]}] * 3, ["Anna", "Anna", "Anna"]),
        ([{"points": [70, 50], "next_dealer": "Anna"}, *[{"points": [70, 50]}] * 2], ["Anna", "Anna", "Bruno"]),
        ([*[{"points": [70, 50], "next_dealer": "Bruno"}] * 2, *[{"points": [70, 50]}] * 3],
         ["Anna", "Bruno", "Bruno", "Anna", "Anna"]),
    ],
)  # fmt: skip
def test_the_winner_deals_and_partners_take_turns(hands: Any, dealers: list[str]) -> None:
    assert [hand["dealer"] for hand in scored("albastini", *hands)["hands"]] == dealers


@pytest.mark.parametrize("sides", [*[singly(players) for players in range(2, 7)], PAIRS, THREE_PAIRS, TRIPLES])
def test_two_to_six_may_play(sides: Any) -> None:
    setup = play.begin(document("albastini", sides=sides))
    assert setup["seat_sides"] == list(range(len(sides))) * (len(setup["seats"]) // len(sides))


@pytest.mark.parametrize(
    "sides",
    [
        [],
        singly(1),
        [*singly(6), {"players": ["Zoe"]}],
        [PAIRS[0]],
        [PAIRS[0], {"players": ["Zoe"]}],
        [*THREE_PAIRS, {"name": "More", "players": ["X", "Y"]}],
        [{"name": "Us", "players": list("abcd")}, {"name": "Them"}],
    ],
)
def test_other_numbers_of_sides_and_players_are_refused(sides: Any) -> None:
    assert head_refused("albastini", sides=sides) == ["sides"]
