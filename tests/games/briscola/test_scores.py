"""Briscola by its numbered rules: card points, games, the end of a match, and the payments of the chiamata."""

from random import Random
from typing import Any

import pytest

from scorekeeper.games import demo, paper
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.play import opened, problems
from scorekeeper.games.engine.setup import begin
from scorekeeper.games.engine.words import how_it_ended, short
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

CARDS = {"A": [3, 1], "3": [2, 2], "K": [1, 3], "Q": [4, 0], "J": [2, 2]}
ALL_CARDS = {rank: [4, 0] for rank in CARDS}
THREE = {"sides": singly(3)}
CHIAMATA = {"variant": "chiamata", "sides": singly(5)}
OPEN = {"options": {"target": None}}
WON, LOST, DRAWN = {"points": [70, 50]}, {"points": [50, 70]}, {"points": [60, 60]}


def called(caller: int, partner: int | None, points: list[int], **details: Any) -> dict[str, Any]:
    """Returns a hand of the chiamata."""
    return {"caller": caller, "partner": partner, "points": points, **details}


@pytest.mark.parametrize("rank, value", [("A", 11), ("3", 10), ("K", 4), ("Q", 3), ("J", 2)])
def test_each_rank_has_its_value(rank: str, value: int) -> None:
    hand = {"cards": ALL_CARDS | {rank: [3, 1]}}
    assert last_hand("briscola", hand)["lines"][1]["text"] == f"Card points: {value}"


def test_cards_are_counted_by_their_values() -> None:
    assert rules_of("briscola", {"cards": CARDS}) == [(0, "BRI-1", 0), (1, "BRI-1", 0), (0, "BRI-3", 1)]
    assert last_hand("briscola", {"cards": CARDS})["lines"][0]["text"] == "Card points: 73"


@pytest.mark.parametrize(
    "head, points, games, rule",
    [
        ({}, [70, 50], [1, 0], "BRI-3"),
        ({}, [61, 59], [1, 0], "BRI-3"),
        ({}, [59, 61], [0, 1], "BRI-3"),
        ({}, [60, 60], [0, 0], "BRI-3"),
        ({}, [120, 0], [1, 0], "BRI-5"),
        ({"options": {"cappotto": 2}}, [120, 0], [2, 0], "BRI-5"),
        ({"options": {"cappotto": 2}}, [118, 2], [1, 0], "BRI-3"),
        ({"sides": singly(2)}, [40, 80], [0, 1], "BRI-3"),
        ({"sides": TRIPLES}, [40, 80], [0, 1], "BRI-3"),
        (THREE, [50, 45, 25], [1, 0, 0], "BRI-4"),
        (THREE, [50, 50, 20], [0, 0, 0], "BRI-4"),
        (THREE, [40, 40, 40], [0, 0, 0], "BRI-4"),
        (THREE, [20, 20, 80], [0, 0, 1], "BRI-4"),
        ({"sides": THREE_PAIRS}, [0, 120, 0], [0, 1, 0], "BRI-5"),
        ({"sides": THREE_PAIRS}, [38, 44, 38], [0, 1, 0], "BRI-4"),
    ],
)
def test_who_wins_a_game(head: Any, points: list[int], games: list[int], rule: str) -> None:
    last = last_hand("briscola", {"points": points}, **{**head, "options": {"target": 5, **head.get("options", {})}})
    assert last["points"] == games
    assert last["lines"][-1]["rule"] == rule


@pytest.mark.parametrize(
    "hand, points, rule",
    [
        (called(0, 3, [74, 46], bid=61), [2, -1, -1, 1, -1], "BRI-12"),
        (called(0, 3, [74, 46]), [2, -1, -1, 1, -1], "BRI-12"),
        (called(0, 3, [74, 46], bid=74), [2, -1, -1, 1, -1], "BRI-12"),
        (called(0, 3, [74, 46], bid=75), [-2, 1, 1, -1, 1], "BRI-12"),
        (called(4, 1, [60, 60]), [1, -1, 1, 1, -2], "BRI-12"),
        (called(2, None, [61, 59]), [-1, -1, 4, -1, -1], "BRI-13"),
        (called(2, None, [40, 80]), [1, 1, -4, 1, 1], "BRI-13"),
        (called(0, 1, [0, 120]), [-4, -2, 2, 2, 2], "BRI-14"),
        (called(0, 1, [120, 0], bid=120), [4, 2, -2, -2, -2], "BRI-14"),
        (called(3, None, [120, 0]), [-2, -2, -2, 8, -2], "BRI-14"),
        ({"caller": 0, "partner": 1, "cards": CARDS}, [2, 1, -1, -1, -1], "BRI-12"),
        ({"caller": 0, "partner": 1, "cards": {rank: [0, 4] for rank in CARDS}}, [-4, -2, 2, 2, 2], "BRI-14"),
    ],
)
def test_what_the_chiamata_pays(hand: Any, points: list[int], rule: str) -> None:
    last = last_hand("briscola", hand, **CHIAMATA)
    assert last["points"] == points
    assert sum(points) == 0
    assert [line["rule"] for line in last["lines"]] == ["BRI-11"] + [rule] * 5


@pytest.mark.parametrize("bid, told", [(74, "has 74 of 74: made"), (75, "has 74 of 75: lost")])
def test_whether_the_bid_was_made_is_told_with_the_points_taken(bid: int, told: str) -> None:
    line = last_hand("briscola", called(0, 3, [74, 46], bid=bid), **CHIAMATA)["lines"][0]
    assert line["text"] == f"The caller’s party {told}"


def test_who_shares_the_most_is_told_and_nobody_else() -> None:
    lines = last_hand("briscola", {"points": [50, 20, 50]}, **THREE)["lines"]
    assert [(line["side"], line["text"]) for line in lines[3:]] == [
        (side, "Shares the most, 50: the game is drawn") for side in (0, 2)
    ]


def test_where_cappotto_counts_once_nothing_is_doubled() -> None:
    assert last_hand("briscola", called(0, 1, [0, 120]), **CHIAMATA, options={"cappotto": 1})["points"] == [
        -2, -1, 1, 1, 1,
    ]  # fmt: skip


REFUSED: list[Any] = [
    ({}, {}, [("points", "BRI-2")]),
    ({}, {"points": [119, 1]}, [("points", "BRI-2")]),
    ({}, {"points": [70, 49]}, [("points", "BRI-2")]),
    (THREE, {"points": [118, 1, 1]}, [("points", "BRI-2")]),
    (THREE, WON, [("points", "BRI-2")]),
    ({}, {"points": [121, -1]}, [("points.1", "BRI-2")]),
    ({}, {"points": [60.0, "60"]}, [("points.0", "BRI-2"), ("points.1", "BRI-2")]),
    ({}, {**WON, "cards": CARDS}, [("points", "BRI-2")]),
    ({}, {"cards": {**CARDS, "Q": [4, 1]}}, [("cards.Q", "BRI-2")]),
    ({}, {"cards": {**CARDS, "A": [5, -1]}}, [("cards.A.1", "BRI-2")]),
    ({}, {"cards": {**CARDS, "7": [2, 2]}}, [("cards.7", None)]),
    ({}, {"cards": {"A": [4, 0]}}, [(f"cards.{rank}", "BRI-2") for rank in ("3", "K", "Q", "J")]),
    ({}, {"cards": None}, [("cards", None)]),
    ({}, called(0, 1, [70, 50]), [("caller", None), ("partner", None)]),
    ({}, {**WON, "bid": 61}, [("bid", None)]),
    ({}, {**WON, "tricks": [6, 4]}, [("tricks", None)]),
    (CHIAMATA, WON, [("caller", "BRI-10"), ("partner", "BRI-10")]),
    (CHIAMATA, {"caller": 0, **WON}, [("partner", "BRI-10")]),
    (CHIAMATA, called(0, 0, [70, 50]), [("partner", "BRI-10")]),
    (CHIAMATA, called(5, 1, [70, 50]), [("caller", "BRI-10")]),
    (CHIAMATA, called(0, 5, [70, 50]), [("partner", "BRI-10")]),
    (CHIAMATA, called(0, 1, [70, 50], bid=60), [("bid", "BRI-9")]),
    (CHIAMATA, called(0, 1, [70, 50], bid=121), [("bid", "BRI-9")]),
    (CHIAMATA, called(0, 1, [70, 50], bid=None), [("bid", "BRI-9")]),
    (CHIAMATA, called(0, 1, [20, 20, 20, 30, 30]), [("points", "BRI-2")]),
    (CHIAMATA, called(0, 1, [119, 1]), [("points", "BRI-2")]),
    ({}, {"stop": True}, [("stop", "BRI-7")]),
    ({"options": {"target": None, "hands": 3}}, {"stop": True}, [("stop", "BRI-7")]),
    (OPEN, {"stop": False}, [("stop", "BRI-7")]),
    (OPEN, {"stop": True, **WON}, [("points", None)]),
]


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("briscola", hand, **head) == expected


@pytest.mark.parametrize(
    "head, hands, totals, winner, won_by",
    [
        ({}, [WON, LOST, WON], [2, 1], 0, "target"),
        ({"variant": "single"}, [DRAWN, LOST], [0, 1], 1, "target"),
        ({"variant": "best-of-five"}, [WON, WON, LOST, WON], [3, 1], 0, "target"),
        ({"variant": "first-to-five"}, [LOST] * 5, [0, 5], 1, "target"),
        ({"options": {"cappotto": 2}}, [{"points": [120, 0]}], [2, 0], 0, "target"),
        ({"options": {"hands": 3}}, [WON, LOST, DRAWN], [1, 1], None, "hands_played"),
        ({"options": {"hands": 3}}, [WON, DRAWN, DRAWN], [1, 0], 0, "hands_played"),
        ({"options": {"hands": 3}}, [WON, WON], [2, 0], 0, "target"),
        ({"options": {"hands": 2}}, [WON, WON], [2, 0], 0, "target"),
        (OPEN, [WON, WON, WON, {"stop": True}], [3, 0], 0, "stopped"),
        (OPEN, [WON, LOST, {"stop": True}], [1, 1], None, "stopped"),
        ({**CHIAMATA, "options": {"target": 4}}, [called(2, None, [61, 59])], [-1, -1, 4, -1, -1], 2, "target"),
        (
            {**CHIAMATA, "options": {"hands": 1}}, [called(0, 1, [70, 50])],
            [2, 1, -1, -1, -1], 0, "hands_played",
        ),
        (
            CHIAMATA, [called(0, 1, [70, 50]), called(1, 0, [70, 50]), {"stop": True}],
            [3, 3, -2, -2, -2], None, "stopped",
        ),
    ],
)  # fmt: skip
def test_how_a_match_ends(head: Any, hands: Any, totals: Any, winner: int | None, won_by: str) -> None:
    result = scored("briscola", *hands, **head)
    assert (result["status"], result["totals"], result["winner"]) == ("finished", totals, winner)
    assert result["won_by"] == won_by
    assert result["games"] == [int(side == winner) for side in range(len(totals))]
    assert result["next_hand"] == {}
    if won_by == "stopped":
        assert set(result["hands"][-1]["points"]) == {0}


def test_a_shared_lead_at_the_target_of_the_chiamata_asks_for_another_hand() -> None:
    head = {**CHIAMATA, "options": {"target": 3}}
    level = [called(0, 1, [70, 50]), called(1, 0, [70, 50])]
    result = scored("briscola", *level, **head)
    assert (result["status"], result["totals"]) == ("in_progress", [3, 3, -2, -2, -2])
    assert ("BRI-15", "The lead is shared at 3: another hand is played") in [
        (line["rule"], line["text"]) for line in result["hands"][-1]["lines"]
    ]
    ended = scored("briscola", *level, called(0, 2, [70, 50]), **head)
    assert (ended["winner"], ended["totals"][0], ended["won_by"]) == (0, 5, "target")


def test_the_deal_passes_on_after_a_draw_too() -> None:
    hands = scored("briscola", DRAWN, WON, DRAWN, LOST, DRAWN, variant="best-of-five")["hands"]
    assert [hand["dealer"] for hand in hands] == ["Anna", "Carla", "Bruno", "Dino", "Anna"]


@pytest.mark.parametrize("hands, text", [
    ([WON, DRAWN, DRAWN], "The agreed hands are played; the highest total wins: 1 – 0"),
    ([DRAWN] * 3, "The agreed hands are played: equal points, a draw"),
])  # fmt: skip
def test_the_end_by_agreed_hands_is_told(hands: Any, text: str) -> None:
    setup, _hands, table = opened(document("briscola", *hands, options={"hands": 3}))
    assert [english(*sentence) for sentence in how_it_ended(setup, table)] == [text]


@pytest.mark.parametrize(
    "head, entry, text",
    [
        ({}, WON, "points 70–50"),
        ({}, {"cards": CARDS}, "Aces 3–1 · Threes 2–2 · Kings 1–3 · Knights 4–0 · Jacks 2–2"),
        (CHIAMATA, called(0, 3, [74, 46]), "● called ◆ · points 74–46"),
        (CHIAMATA, called(2, None, [74, 46], bid=70), "■ called, alone · bid 70 · points 74–46"),
    ],
)
def test_a_hand_is_told_in_a_few_words(head: Any, entry: Any, text: str) -> None:
    setup = opened(document("briscola", **head))[0]
    assert " · ".join(english(*sentence) for sentence in short(setup, entry)) == text


@pytest.mark.parametrize("sides", [singly(2), singly(3), PAIRS, THREE_PAIRS, TRIPLES])
@pytest.mark.parametrize("variant", ["best-of-three", "single", "best-of-five", "first-to-five"])
def test_two_to_six_may_play_but_not_five(sides: Any, variant: str) -> None:
    assert begin(document("briscola", sides=sides, variant=variant))["sides"]
    assert head_refused("briscola", sides=singly(5), variant=variant) == ["sides"]
    assert head_refused("briscola", sides=sides, variant="chiamata") == ["sides"]


def test_four_or_six_singles_do_not_play() -> None:
    assert head_refused("briscola", sides=singly(4)) == ["sides"]
    assert head_refused("briscola", sides=singly(6)) == ["sides"]


@pytest.mark.parametrize("entry, cells", [
    (called(0, 3, [74, 46]), ["●", "◆", "", "74–46"]),
    (called(2, None, [74, 46], bid=70), ["■", "–", "70", "74–46"]),
    ({}, ["", "", "", ""]),
])  # fmt: skip
def test_a_sheet_of_the_chiamata_has_who_called_whom_for_what(entry: Any, cells: list[str]) -> None:
    columns = {column.heading: column for column in paper.form(opened(document("briscola", **CHIAMATA))[0]).columns}
    filled = [columns[heading].fill for heading in ("Caller", "Partner", "Bid", "Card points")]
    assert [fill(entry, [0] * 5, 0) for fill in filled if fill is not None] == cells


def test_in_a_made_up_chiamata_the_better_player_called_with_any_other_or_alone() -> None:
    setup, _hands, table = opened(document("briscola", **CHIAMATA))
    hands = [demo.hand(setup, table, Random(seed), seed % 5) for seed in range(60)]
    assert [problems(setup, table, entry) for entry in hands] == [[]] * 60
    assert [entry["caller"] for entry in hands] == [seed % 5 for seed in range(60)]
    assert {entry["partner"] for entry in hands} == {None, 0, 1, 2, 3, 4}
