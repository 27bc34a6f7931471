"""Truco by its numbered rules: settling hands, calls and stakes, match point, and impossible hands."""

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
    scored,
    singly,
)

# Totals before the hand, as quick entries with the usual stakes.
NINE_NIL = {"winner": 0, "stake": 9}
US_ELEVEN = [NINE_NIL, {"winner": 0, "stake": 1}, {"winner": 0, "stake": 1}]
FOLD = {"options": {"match_point_fold": True}}
SCOPE_HAND = {"options": {"truco_scope": "hand"}}


def call(trick: int = 1, side: int = 0, proposals: int = 1, answer: str = "accept", **details: Any) -> dict[str, Any]:
    return {"trick": trick, "side": side, "proposals": proposals, "answer": answer, **details}


def to_iron_hand() -> list[dict[str, Any]]:
    """Returns hands up to 11–11; the last point of Us is for Them giving up (FOLD)."""
    return [
        {"winner": 1, "stake": 9},
        {"winner": 0, "stake": 9},
        {"winner": 0, "stake": 1},
        {"winner": 1, "stake": 1},
        {"winner": 1, "stake": 1},
        {"winner": 0, "stake": 1},
    ]


@pytest.mark.parametrize("winner, points", [(0, [1, 0]), (1, [0, 1])])
def test_a_hand_without_calls_is_worth_one(winner: int, points: list[int]) -> None:
    assert last_hand("truco", {"tricks": [winner, winner]})["points"] == points
    assert last_hand("truco", {"winner": winner, "stake": 1})["points"] == points


def test_a_drawn_hand_scores_nothing_and_the_deal_passes() -> None:
    result = scored("truco", {"winner": None})
    assert (result["totals"], result["next_dealer"]) == ([0, 0], "Carla")
    assert [line["rule"] for line in result["hands"][0]["lines"]] == ["TRU-5", "TRU-5"]


@pytest.mark.parametrize("variant", ["brazilian", "paulista", "mineiro"])
@pytest.mark.parametrize("proposals", [1, 2, 3, 4])
@pytest.mark.parametrize("caller", [0, 1])
def test_running_pays_the_value_before_the_last_proposal(variant: str, proposals: int, caller: int) -> None:
    stakes = [2, 4, 6, 10, 12] if variant == "mineiro" else [1, 3, 6, 9, 12]
    hand = {"tricks": [1 - caller], "truco": call(2, caller, proposals, "run")}
    proposer = caller if proposals in (1, 3) else 1 - caller
    points = [0, 0]
    points[proposer] = stakes[proposals - 1]
    assert last_hand("truco", hand, variant=variant)["points"] == points


@pytest.mark.parametrize("variant", ["brazilian", "paulista", "mineiro"])
@pytest.mark.parametrize("proposals", [1, 2, 3, 4])
def test_an_accepted_proposal_is_worth_its_stake(variant: str, proposals: int) -> None:
    stakes = [2, 4, 6, 10, 12] if variant == "mineiro" else [1, 3, 6, 9, 12]
    tricks = [1] if variant == "brazilian" else [1, 1]
    hand = {"tricks": tricks, "truco": call(1, 0, proposals)}
    assert last_hand("truco", hand, variant=variant)["points"] == [0, stakes[proposals]]


@pytest.mark.parametrize(
    "tricks, truco, points, rule",
    [
        ([0], call(1), [3, 0], "TRU-10"),
        ([1, 0], call(2), [3, 0], "TRU-10"),
        ([1, 0, 1], call(3), [0, 3], "TRU-10"),
        ([None, 1], call(2, 1), [0, 3], "TRU-10"),
        ([None], call(1, 0, tied_card_before_call=True), [0, 3], "TRU-11"),
        ([None], call(1, 1, tied_card_before_call=True), [3, 0], "TRU-11"),
        ([0, 1, None], call(3, 1, tied_card_before_call=True), [3, 0], "TRU-11"),
        ([None, 1], call(1, 0), [0, 3], "TRU-11"),
        ([None, None], call(1, 0), [0, 0], "TRU-11"),
        ([1, None, 0], call(2, 0), [3, 0], "TRU-11"),
        ([0, None, None], call(2, 0), [0, 0], "TRU-11"),
        ([None, None, None], call(3, 0), [0, 0], "TRU-11"),
        ([0, None], call(2, 1, 4, tied_card_before_call=True), [12, 0], "TRU-11"),
    ],
)
def test_the_trick_of_the_call_decides_the_hand(tricks: Any, truco: Any, points: list[int], rule: str) -> None:
    hand = last_hand("truco", {"tricks": tricks, "truco": truco})
    assert hand["points"] == points
    assert hand["lines"][0]["rule"] == rule


@pytest.mark.parametrize(
    "tricks, truco, points, rule",
    [
        ([1, 0, 1], call(2), [0, 3], "TRU-2"),
        ([0, 1, None], call(3), [3, 0], "TRU-4"),
        ([None, 1], call(1), [0, 3], "TRU-3"),
        ([0, None], call(2, 1, tied_card_before_call=True), [3, 0], "TRU-4"),
        ([None, None, None], call(1), [0, 0], "TRU-5"),
    ],
)
def test_where_the_hand_decides_a_call_changes_the_stake_only(tricks: Any, truco: Any, points: Any, rule: str) -> None:
    hand = last_hand("truco", {"tricks": tricks, "truco": truco}, **SCOPE_HAND)
    assert hand["points"] == points
    assert hand["lines"][0]["rule"] == rule
    assert (hand["lines"][-1]["rule"] == "TRU-12") is (sum(points) > 0)


REFUSED: list[Any] = [
    ({}, {"tricks": [0, 0, 1]}, [("tricks", "TRU-2")]),
    ({}, {"tricks": [0]}, [("tricks", "TRU-2")]),
    ({}, {"tricks": [0, 1, 0, 1]}, [("tricks", "TRU-2")]),
    ({}, {"tricks": [0, 2, True]}, [("tricks.1", "TRU-2"), ("tricks.2", "TRU-2")]),
    ({}, {"tricks": 0}, [("tricks", "TRU-2")]),
    ({}, {"tricks": [0, 0], "truco": call(3)}, [("truco.trick", "TRU-6")]),
    ({}, {"tricks": [0, 0], "truco": call(3, answer="run")}, [("truco.trick", "TRU-6")]),
    ({}, {"tricks": [None, 0], "truco": call(3)}, [("truco.trick", "TRU-6")]),
    ({}, {"tricks": [], "truco": call(2, answer="run")}, [("tricks", "TRU-6")]),
    ({}, {"tricks": [0], "truco": call(1, answer="run")}, [("tricks", "TRU-8")]),
    ({}, {"tricks": [0], "truco": call(2)}, [("tricks", "TRU-7")]),
    ({}, {"tricks": [0, 1], "truco": call(1)}, [("tricks", "TRU-10")]),
    ({}, {"tricks": [0, None], "truco": call(2)}, [("tricks", "TRU-11")]),
    ({}, {"tricks": [0, None, 1], "truco": call(2, tied_card_before_call=True)}, [("tricks", "TRU-11")]),
    (SCOPE_HAND, {"tricks": [0], "truco": call(1)}, [("tricks", "TRU-2")]),
    (SCOPE_HAND, {"tricks": [0, 0, 0], "truco": call(1)}, [("tricks", "TRU-2")]),
    ({}, {"tricks": [], "truco": call(1, proposals=5, answer="run")}, [("truco.proposals", "TRU-7")]),
    ({}, {"tricks": [], "truco": call(1, proposals=0, answer="run")}, [("truco.proposals", "TRU-7")]),
    ({"options": {"stakes": [1, 3]}}, {"tricks": [0], "truco": call(proposals=2)}, [("truco.proposals", "TRU-7")]),
    ({}, {"tricks": [0], "truco": call(answer="raise")}, [("truco.answer", "TRU-7")]),
    ({}, {"tricks": [0], "truco": call(4)}, [("truco.trick", "TRU-6")]),
    ({}, {"tricks": [0], "truco": call(side=2)}, [("truco.side", "TRU-6")]),
    ({}, {"tricks": [0], "truco": call(tied_card_before_call=1)}, [("truco.tied_card_before_call", "TRU-11")]),
    ({}, {"tricks": [0], "truco": True}, [("truco", "TRU-6")]),
    ({}, {"winner": 0, "stake": 4}, [("stake", "TRU-6")]),
    ({}, {"winner": 0, "stake": 0}, [("stake", "TRU-6")]),
    ({}, {"winner": 0}, [("stake", "TRU-6")]),
    ({}, {"stake": 1}, [("winner", "TRU-2")]),
    ({}, {"winner": None, "stake": 1}, [("stake", "TRU-5")]),
    ({}, {"winner": True, "stake": 2.0}, [("winner", "TRU-2"), ("stake", "TRU-6")]),
    ({"variant": "mineiro"}, {"winner": 0, "stake": 3}, [("stake", "TRU-6")]),
    ({}, {"fold": True}, [("fold", "TRU-14")]),
    (FOLD, {"fold": True}, [("fold", "TRU-14")]),
    (FOLD, {"fold": False, "winner": 0}, [("winner", None)]),
    (FOLD, {"fold": False}, [("fold", "TRU-14"), ("fold", "TRU-14")]),
    ({}, {}, [("winner", "TRU-2")]),
    ({}, {"truco": call()}, [("truco", None), ("winner", "TRU-2")]),
]  # fmt: skip


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("truco", hand, **head) == expected


def test_all_problems_of_a_call_are_told_at_once() -> None:
    assert refused("truco", {"tricks": [5], "truco": {"trick": 0, "when": 1}, "stake": 3}) == [
        ("stake", None), ("tricks.0", "TRU-2"), ("truco.when", None), ("truco.trick", "TRU-6"), ("truco.side", "TRU-6"),
        ("truco.proposals", "TRU-7"), ("truco.answer", "TRU-7"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "stake, head, expected",
    [
        (3, {}, None),
        (1, {}, "TRU-14"),
        (6, {}, "TRU-13"),
        (12, FOLD, "TRU-13"),
        (1, FOLD, None),
    ],
)
def test_at_match_point_only_its_own_values_are_scored(stake: int, head: Any, expected: str | None) -> None:
    hand = {"winner": 1, "stake": stake}
    if expected:
        assert refused("truco", *US_ELEVEN, hand, **head) == [("stake", expected)]
    else:
        assert scored("truco", *US_ELEVEN, hand, **head)["totals"] == [11, stake]


def test_the_side_at_match_point_never_scores_for_its_own_giving_up() -> None:
    assert refused("truco", *US_ELEVEN, {"winner": 0, "stake": 1}, **FOLD) == [("stake", "TRU-14")]


def test_a_side_at_eleven_cannot_call_truco() -> None:
    for side in (0, 1):
        hand = {"tricks": [0], "truco": call(side=side)}
        assert refused("truco", *US_ELEVEN, hand) == [("truco", "TRU-13")]
        assert refused("truco", *to_iron_hand(), hand, **FOLD) == [("truco", "TRU-15")]


def test_tricks_at_eleven_are_worth_three() -> None:
    result = scored("truco", *US_ELEVEN, {"tricks": [0, 0]})
    assert (result["totals"], result["winner"], result["won_by"]) == ([14, 0], 0, "target")
    assert [line["rule"] for line in result["hands"][-1]["lines"]] == ["TRU-2", "TRU-13", "TRU-16"]


def test_a_side_at_match_point_that_plays_may_lose_the_stake_of_that_hand() -> None:
    hand = last_hand("truco", *US_ELEVEN, {"winner": 1, "stake": 3}, **FOLD)
    assert (hand["points"], hand["lines"][0]["rule"]) == ([0, 3], "TRU-13")


def test_a_drawn_hand_is_told_to_both_sides() -> None:
    for hand in ({"winner": None}, {"tricks": [None, None, None]}):
        lines = last_hand("truco", hand)["lines"]
        assert [(line["side"], line["rule"]) for line in lines] == [(0, "TRU-5"), (1, "TRU-5")]


def test_giving_up_both_ways_means_the_same() -> None:
    quick = scored("truco", *US_ELEVEN, {"winner": 1, "stake": 1}, **FOLD)
    assert scored("truco", *US_ELEVEN, {"fold": True}, **FOLD) == quick
    assert quick["hands"][-1]["lines"] == [
        {"side": 1, "rule": "TRU-14", "text": quick["hands"][-1]["lines"][0]["text"], "points": 1}
    ]


def test_the_iron_hand_is_worth_one_and_the_match() -> None:
    for hand in ({"winner": 1, "stake": 1}, {"tricks": [1, 1]}):
        result = scored("truco", *to_iron_hand(), hand, **FOLD)
        assert (result["totals"], result["winner"], result["won_by"]) == ([11, 12], 1, "iron_hand")
        assert result["games"] == [0, 1]
        assert result["hands"][-1]["lines"][-1]["text"] == "Wins the iron hand and the match"
    assert refused("truco", *to_iron_hand(), {"winner": 1, "stake": 3}, **FOLD) == [("stake", "TRU-15")]
    assert refused("truco", *to_iron_hand(), {"fold": True}, **FOLD) == [("fold", "TRU-15")]


def test_a_drawn_iron_hand_is_played_again() -> None:
    result = scored("truco", *to_iron_hand(), {"winner": None}, **FOLD)
    assert (result["status"], result["next_hand"]["special"]) == ("in_progress", "iron_hand")


def test_the_iron_hand_wins_even_where_its_point_does_not_reach_the_target() -> None:
    options = {"target": 30, "match_point": 1, "match_point_stake": 1}
    result = scored(
        "truco", {"winner": 0, "stake": 1}, {"winner": 1, "stake": 1}, {"winner": 0, "stake": 1}, options=options
    )
    assert (result["totals"], result["won_by"]) == ([2, 1], "iron_hand")


@pytest.mark.parametrize(
    "hands, head, expected",
    [
        ([], {}, {"stakes": [1, 3, 6, 9, 12], "special": None, "may_fold": None}),
        ([], {"variant": "mineiro"}, {"stakes": [2, 4, 6, 10, 12], "special": None, "may_fold": None}),
        (US_ELEVEN, {}, {"stakes": [3], "special": "eleven", "may_fold": None}),
        (US_ELEVEN, FOLD, {"stakes": [3], "special": "eleven", "may_fold": 0}),
        ([{"winner": 1, "stake": 10}], {"variant": "mineiro"}, {"stakes": [4], "special": "eleven", "may_fold": 1}),
        (to_iron_hand(), FOLD, {"stakes": [1], "special": "iron_hand", "may_fold": None}),
        ([{"winner": 0, "stake": 12}], {}, {}),
    ],
)
def test_what_the_table_must_know_before_the_next_hand(hands: Any, head: Any, expected: dict[str, Any]) -> None:
    assert scored("truco", *hands, **head)["next_hand"] == expected


def test_a_total_may_pass_twelve() -> None:
    result = scored("truco", NINE_NIL, {"winner": 0, "stake": 6})
    assert (result["totals"], result["winner"], result["games"]) == ([15, 0], 0, [1, 0])


@pytest.mark.parametrize(
    "variant, expected",
    [
        ("brazilian", ([1, 3, 6, 9, 12], 11, 3, False, "trick", "fixed")),
        ("paulista", ([1, 3, 6, 9, 12], 11, 3, True, "hand", "vira")),
        ("mineiro", ([2, 4, 6, 10, 12], 10, 4, True, "hand", "fixed")),
    ],
)
def test_presets(variant: str, expected: Any) -> None:
    options = play.begin(document("truco", variant=variant))["options"]
    names = ("stakes", "match_point", "match_point_stake", "match_point_fold", "truco_scope", "manilhas")
    assert tuple(options[name] for name in names) == expected
    assert options["target"] == 12


def test_options_change_the_match() -> None:
    options = {"stakes": [1, 2, 3, 4], "target": 5, "match_point": 4, "match_point_stake": 2}
    result = scored("truco", {"winner": 0, "stake": 4}, {"winner": 1, "stake": 2}, options=options)
    assert (result["totals"], result["next_hand"]["stakes"]) == ([4, 2], [2])


@pytest.mark.parametrize("sides", [singly(2), TRIPLES], ids=["one against one", "three against three"])
def test_two_and_six_play_by_the_same_rules(sides: Any) -> None:
    result = scored("truco", {"winner": 0, "stake": 9}, {"tricks": [1, 0], "truco": call(2)}, sides=sides)
    assert result["totals"] == [12, 0]
    assert (result["winner"], result["won_by"]) == (0, "target")


def test_the_deal_goes_round_two_and_six_players() -> None:
    drawn = {"winner": None}
    for sides, dealers in ((singly(2), "Anna Bruno Anna"), (TRIPLES, "Anna Carla Bruno Dino Elena Fabio Anna")):
        hands = scored("truco", *[drawn] * len(dealers.split()), sides=sides)["hands"]
        assert " ".join(hand["dealer"] for hand in hands) == dealers


@pytest.mark.parametrize("sides", [singly(3), singly(4), singly(6), THREE_PAIRS, PAIRS[:1]])
def test_more_than_two_sides_do_not_play_truco(sides: Any) -> None:
    assert head_refused("truco", sides=sides) == ["sides"]


def test_players_who_are_not_named_are_four() -> None:
    assert len(play.begin(document("truco", sides=[{"name": "Us"}, {"name": "Them"}]))["seats"]) == 4


@pytest.mark.parametrize("stakes, good", [([5], True), (list(range(1, 13)), True), (list(range(1, 14)), False)])
def test_there_are_one_to_twelve_stakes(stakes: list[int], good: bool) -> None:
    if good:
        assert scored("truco", options={"stakes": stakes})["next_hand"]["stakes"] == stakes
    else:
        assert head_refused("truco", options={"stakes": stakes}) == ["options.stakes"]


def test_with_a_single_stake_nobody_can_call() -> None:
    hand = {"tricks": [], "truco": call(1, answer="run")}
    assert refused("truco", hand, options={"stakes": [1]}) == [("truco.proposals", "TRU-7")]
