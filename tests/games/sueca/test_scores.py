"""Sueca by its numbered rules: card points, games, bandeiras, draws, revokes, and when the match ends."""

from typing import Any

import pytest

from scorekeeper.games.engine.base import LARGEST, english
from scorekeeper.games.engine.play import opened
from scorekeeper.games.engine.words import before_the_hand, how_it_ended, short
from tests.games.table import document, head_refused, last_hand, messages, refused, rules_of, scored, singly

CARDS = {"A": [3, 1], "7": [2, 2], "K": [1, 3], "J": [4, 0], "Q": [2, 2]}
ALL_CARDS = {rank: [4, 0] for rank in CARDS}
BRAZIL = {"variant": "brazil"}
DOUBLING = {"variant": "doubling"}
OPEN = {"options": {"target": None}}
DRAWN = {"points": [60, 60]}


@pytest.mark.parametrize("rank, value", [("A", 11), ("7", 10), ("K", 4), ("J", 3), ("Q", 2)])
def test_each_rank_has_its_value(rank: str, value: int) -> None:
    hand = {"cards": ALL_CARDS | {rank: [3, 1]}}
    assert last_hand("sueca", hand)["lines"][1]["text"] == f"Card points: {value}"


def test_cards_are_counted_by_their_values() -> None:
    assert rules_of("sueca", {"cards": CARDS, "tricks": [6, 4]}) == [(0, "SUE-1", 0), (1, "SUE-1", 0), (0, "SUE-4", 1)]
    assert last_hand("sueca", {"cards": CARDS})["lines"][0]["text"] == "Card points: 73"


@pytest.mark.parametrize(
    "head, hand, points, rule",
    [
        ({}, {"points": [61, 59]}, [1, 0], "SUE-4"),
        ({}, {"points": [90, 30]}, [1, 0], "SUE-4"),
        ({}, {"points": [91, 29]}, [2, 0], "SUE-4"),
        ({}, {"points": [29, 91]}, [0, 2], "SUE-4"),
        ({}, {"points": [2, 118]}, [0, 2], "SUE-4"),
        ({}, {"points": [120, 0], "tricks": [9, 1]}, [2, 0], "SUE-4"),
        ({}, {"points": [120, 0], "tricks": [10, 0]}, [4, 0], "SUE-5"),
        ({}, {"cards": ALL_CARDS, "tricks": [10, 0]}, [4, 0], "SUE-5"),
        (BRAZIL, {"points": [120, 0], "tricks": [9, 1]}, [4, 0], "SUE-5"),
        (BRAZIL, {"points": [0, 120]}, [0, 4], "SUE-5"),
        (BRAZIL, {"cards": ALL_CARDS}, [4, 0], "SUE-5"),
        (BRAZIL, {"cards": {rank: [0, 4] for rank in CARDS}}, [0, 4], "SUE-5"),
        ({"options": {"bandeira": "points"}}, {"points": [0, 120]}, [0, 4], "SUE-5"),
        ({}, DRAWN, [0, 0], "SUE-6"),
        ({}, {"revoke": 0}, [0, 4], "SUE-8"),
        ({}, {"revoke": 1}, [4, 0], "SUE-8"),
    ],
)
def test_what_a_deal_is_worth(head: Any, hand: Any, points: list[int], rule: str) -> None:
    last = last_hand("sueca", hand, **{**head, "options": {"target": 9, **head.get("options", {})}})
    assert last["points"] == points
    assert last["lines"][-1]["rule"] == rule


@pytest.mark.parametrize(
    "head, hands, points, totals",
    [
        ({}, [DRAWN, {"points": [70, 50]}], [1, 0], [1, 0]),
        (DOUBLING, [DRAWN, {"points": [70, 50]}], [2, 0], [2, 0]),
        (DOUBLING, [DRAWN, DRAWN, {"points": [91, 29]}], [8, 0], [8, 0]),
        (DOUBLING, [DRAWN, DRAWN, {"points": [50, 70]}, {"points": [50, 70]}], [0, 1], [0, 5]),
        (DOUBLING, [DRAWN, {"points": [120, 0], "tricks": [10, 0]}], [8, 0], [8, 0]),
        (DOUBLING, [DRAWN, {"revoke": 0}], [0, 4], [0, 4]),
        (DOUBLING, [DRAWN, {"revoke": 0}, {"points": [70, 50]}], [1, 0], [1, 4]),
        (BRAZIL, [DRAWN, {"points": [91, 29]}], [3, 0], [3, 0]),
        (BRAZIL, [DRAWN, DRAWN, {"points": [50, 70]}], [0, 3], [0, 3]),
        (BRAZIL, [DRAWN, DRAWN, {"points": [120, 0]}], [6, 0], [6, 0]),
        (BRAZIL, [DRAWN, DRAWN, {"revoke": 1}], [4, 0], [4, 0]),
    ],
)
def test_draws_raise_the_next_deal_that_is_not_drawn(head: Any, hands: Any, points: Any, totals: Any) -> None:
    result = scored("sueca", *hands, **head, options={"target": 9})
    assert (result["hands"][-1]["points"], result["totals"]) == (points, totals)


def test_a_draw_is_told_to_both_sides_and_what_it_adds_to_the_winner() -> None:
    drawn = rules_of("sueca", DRAWN, **DOUBLING)
    assert drawn == [(0, "SUE-1", 0), (1, "SUE-1", 0), (0, "SUE-6", 0), (1, "SUE-6", 0)]
    assert rules_of("sueca", DRAWN, {"points": [70, 50]}, **DOUBLING)[2:] == [(0, "SUE-4", 1), (0, "SUE-6", 1)]


def test_ever_so_many_draws_double_to_a_number_that_can_be_scored() -> None:
    hands = [DRAWN] * 200 + [{"points": [120, 0], "tricks": [10, 0]}]
    most = 4 * 2**27
    assert scored("sueca", *hands, **DOUBLING)["totals"][0] == most <= LARGEST < 2 * most


@pytest.mark.parametrize(
    "head, hands, worth",
    [
        ({}, [], [1, 2, 4]),
        ({}, [DRAWN], [1, 2, 4]),
        (DOUBLING, [DRAWN], [2, 4, 8]),
        (DOUBLING, [DRAWN, DRAWN], [4, 8, 16]),
        (DOUBLING, [DRAWN, {"revoke": 0}], [1, 2, 4]),
        (BRAZIL, [DRAWN], [2, 3, 5]),
        (BRAZIL, [DRAWN, DRAWN, {"points": [50, 70]}], [1, 2, 4]),
    ],
)
def test_what_the_next_deal_gives_is_known_and_announced_where_it_is_raised(head: Any, hands: Any, worth: Any) -> None:
    played = document("sueca", *hands, **head, options={"target": 9})
    assert scored("sueca", *hands, **head, options={"target": 9})["next_hand"] == {"worth": worth}
    setup, _hands, table = opened(played)
    texts = [english(*sentence) for sentence in before_the_hand(setup, table)]
    low, high, bandeira = worth
    raised = f"After 60–60: worth {low}, from 91 on {high}, a bandeira {bandeira}"
    assert texts == ([] if worth == [1, 2, 4] else [raised])


REFUSED: list[Any] = [
    ({}, {}, [("points", "SUE-2")]),
    ({}, {"tricks": [6, 4]}, [("points", "SUE-2")]),
    ({}, {"points": [78, 43]}, [("points", "SUE-2")]),
    ({}, {"points": [1, 119]}, [("points", "SUE-2")]),
    ({}, {"points": [119, 1]}, [("points", "SUE-2")]),
    ({}, {"points": [121, -1]}, [("points.1", "SUE-2")]),
    ({}, {"points": [40, 40, 40]}, [("points", "SUE-2")]),
    ({}, {"points": [60.0, "60"]}, [("points.0", "SUE-2"), ("points.1", "SUE-2")]),
    ({}, {"points": [70, 50], "cards": CARDS}, [("points", "SUE-2")]),
    ({}, {"cards": {**CARDS, "Q": [2, 1]}}, [("cards.Q", "SUE-2")]),
    ({}, {"cards": {**CARDS, "A": [5, -1]}}, [("cards.A.1", "SUE-2")]),
    ({}, {"cards": {**CARDS, "6": [2, 2]}}, [("cards.6", None)]),
    ({}, {"cards": {"A": [4, 0]}}, [(f"cards.{rank}", "SUE-2") for rank in ("7", "K", "J", "Q")]),
    ({}, {"cards": []}, [("cards", None)]),
    ({}, {"points": [70, 50], "tricks": [6, 5]}, [("tricks", "SUE-3")]),
    ({}, {"points": [70, 50], "tricks": [6]}, [("tricks", "SUE-3")]),
    ({}, {"points": [70, 50], "tricks": None}, [("tricks", "SUE-3")]),
    ({}, {"points": [120, 0]}, [("tricks", "SUE-5")]),
    ({}, {"cards": ALL_CARDS}, [("tricks", "SUE-5")]),
    ({}, {"revoke": 2}, [("revoke", "SUE-8")]),
    ({}, {"revoke": None}, [("revoke", "SUE-8")]),
    ({}, {"revoke": True}, [("revoke", "SUE-8")]),
    ({}, {"revoke": 0, "points": [70, 50]}, [("points", None)]),
    ({}, {"revoke": 0, "tricks": [6, 4]}, [("tricks", None)]),
    ({}, {"points": [70, 50], "next_dealer": "Anna"}, [("next_dealer", None)]),
    (OPEN, {"stop": False}, [("stop", "SUE-7")]),
    (OPEN, {"stop": True, "points": [70, 50]}, [("points", None)]),
    ({}, {"stop": True}, [("stop", "SUE-7")]),
]


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("sueca", hand, **head) == expected


@pytest.mark.parametrize("tricks, most", [(0, 0), (1, 44), (2, 84), (3, 100), (4, 112), (5, 120)])
@pytest.mark.parametrize("side", [0, 1])
def test_tricks_hold_four_cards_each(tricks: int, most: int, side: int) -> None:
    def hand(points: int) -> dict[str, Any]:
        shares, won = [points, 120 - points], [tricks, 10 - tricks]
        return {"points": shares[:: 1 - 2 * side], "tricks": won[:: 1 - 2 * side]}

    if most <= 112:
        assert refused("sueca", hand(most + 2)) == [("tricks", "SUE-3")]
        assert f"they hold {most} at most" in messages("sueca", hand(most + 2))
    assert scored("sueca", hand(most))["hands"]


@pytest.mark.parametrize(
    "cards, tricks",
    [
        ({**CARDS, "A": [4, 0]}, [3, 7]),
        ({"A": [0, 4], "7": [0, 4], "K": [0, 4], "J": [1, 3], "Q": [4, 0]}, [1, 9]),
        ({"A": [0, 4], "7": [0, 4], "K": [0, 4], "J": [0, 4], "Q": [1, 3]}, [0, 10]),
    ],
)
def test_no_more_cards_count_than_four_a_trick(cards: Any, tricks: list[int]) -> None:
    assert refused("sueca", {"cards": cards, "tricks": tricks}) == [("tricks", "SUE-3")]


def test_without_target_the_players_stop_and_the_most_games_win() -> None:
    played = [{"points": [91, 29]}, {"points": [50, 70]}]
    result = scored("sueca", *played, {"stop": True}, **OPEN)
    assert (result["totals"], result["winner"], result["won_by"], result["games"]) == ([2, 1], 0, "stopped", [1, 0])
    assert result["hands"][-1]["points"] == [0, 0]
    level = scored("sueca", *played, {"points": [50, 70]}, {"stop": True}, **OPEN)
    assert (level["status"], level["winner"], level["games"]) == ("finished", None, [0, 0])


@pytest.mark.parametrize(
    "hands, totals, winner, won_by",
    [
        ([{"points": [91, 29]}, {"points": [91, 29]}], [4, 0], 0, "target"),
        ([{"points": [70, 50]}, {"points": [120, 0], "tricks": [10, 0]}], [5, 0], 0, "target"),
        (
            [{"points": [100, 20]}, {"points": [20, 100]}, {"points": [70, 50]}, {"revoke": 0}],
            [3, 6], 1, "revoke",
        ),
    ],
)  # fmt: skip
def test_four_games_win_and_a_total_may_pass_them(hands: Any, totals: list[int], winner: int, won_by: str) -> None:
    result = scored("sueca", *hands)
    assert (result["totals"], result["winner"], result["won_by"]) == (totals, winner, won_by)
    assert result["games"] == [int(side == winner) for side in (0, 1)]
    assert result["next_hand"] == {}


def test_a_revoke_that_does_not_reach_the_target_leaves_the_match_open() -> None:
    result = scored("sueca", {"revoke": 0}, options={"target": 10})
    assert (result["status"], result["totals"], result["won_by"]) == ("in_progress", [0, 4], None)


def test_the_end_by_a_revoke_is_told() -> None:
    setup, _hands, table = opened(document("sueca", {"revoke": 1}))
    assert [english(*sentence) for sentence in how_it_ended(setup, table)] == ["The other side revoked"]


def test_the_deal_passes_on_after_a_draw_and_a_revoke_too() -> None:
    hands = [DRAWN, {"revoke": 0}, {"points": [70, 50]}, DRAWN, DRAWN]
    dealers = [hand["dealer"] for hand in scored("sueca", *hands, options={"target": 9})["hands"]]
    assert dealers == ["Anna", "Carla", "Bruno", "Dino", "Anna"]


@pytest.mark.parametrize(
    "head, entry, text",
    [
        ({}, {"points": [78, 42]}, "points 78–42"),
        ({}, {"points": [78, 42], "tricks": [7, 3]}, "points 78–42 · tricks 7–3"),
        ({}, {"points": [0, 120], "tricks": [0, 10]}, "bandeira ▲ · points 0–120 · tricks 0–10"),
        (BRAZIL, {"points": [120, 0]}, "bandeira ● · points 120–0"),
        ({}, {"points": [120, 0], "tricks": [9, 1]}, "points 120–0 · tricks 9–1"),
        ({}, {"cards": CARDS}, "Aces 3–1 · Sevens 2–2 · Kings 1–3 · Jacks 4–0 · Queens 2–2"),
        ({}, {"revoke": 1}, "revoke ▲"),
    ],
)
def test_a_deal_is_told_in_a_few_words(head: Any, entry: Any, text: str) -> None:
    setup = opened(document("sueca", **head))[0]
    assert " · ".join(english(*sentence) for sentence in short(setup, entry)) == text


def test_only_two_pairs_may_play() -> None:
    for sides in (singly(2), singly(4), []):
        assert head_refused("sueca", sides=sides) == ["sides"]
