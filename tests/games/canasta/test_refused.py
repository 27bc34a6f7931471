"""Impossible hands of Canasta, with the field and the rule that refuses them."""

from typing import Any

import pytest

from tests.games.canasta.test_scores import NOTHING, OTHER, OUT, SAMBA, hand, numbers
from tests.games.table import last_hand, messages, refused, singly

WILD: dict[str, Any] = {"options": {"wild_canasta": 1000}}
OPEN: dict[str, Any] = {"options": {"target": None}}
THREE_PACKS: dict[str, Any] = {"options": {"packs": 3}}
AT_1500 = numbers((1500, 0), (0, 0))
BELOW = numbers((0, -5), (0, 0))


def side(**details: Any) -> dict[str, Any]:
    return {**NOTHING, **details}


PARTS: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str | None, str | None]]]] = [
    ({}, hand(side(melds=53)), [("sides.0.melds", "CAN-1")]),
    ({}, hand(side(hand=3)), [("sides.0.hand", "CAN-1")]),
    ({}, hand(side(melds=-5)), [("sides.0.melds", "CAN-2")]),
    ({}, hand(side(hand=-5)), [("sides.0.hand", "CAN-11")]),
    ({}, hand(side(hand="5")), [("sides.0.hand", "CAN-11")]),
    ({}, hand(side(natural=-1)), [("sides.0.natural", "CAN-3")]),
    ({}, hand(side(mixed=True)), [("sides.0.mixed", "CAN-4")]),
    ({}, hand(side(samba=1)), [("sides.0.samba", "CAN-5")]),
    ({}, hand(side(samba=0)), [("sides.0.samba", "CAN-5")]),
    ({}, hand(side(wild=1)), [("sides.0.wild", "CAN-6")]),
    (SAMBA, hand(side(samba=-1)), [("sides.0.samba", "CAN-5")]),
    ({}, hand(side(melds=60, red_threes=5)), [("sides.0.red_threes", "CAN-7")]),
    ({}, hand(side(melds=60, red_threes=3), side(red_threes=2)), [("sides", "CAN-7")]),
    ({}, hand(side(melds=1185)), [("sides", "CAN-1")]),
    ({}, hand(side(melds=1000), side(hand=185)), [("sides", "CAN-1")]),
    (THREE_PACKS, hand(side(melds=1775)), [("sides", "CAN-1")]),
    ({}, hand(side(hand={"joker": 5})), [("sides.0.hand.joker", "CAN-1")]),
    ({}, hand(side(hand={"K": 1})), [("sides.0.hand.K", None)]),
    ({}, hand(side(hand={"A": 5}), side(hand={"A": 4})), [("sides", "CAN-1")]),
    (
        {},
        hand(side(hand={"8-K": 30, "4-7": 20, "3": 3}), side(hand={"8-K": 19, "4-7": 13, "3": 2})),
        [("sides", "CAN-1")] * 3,
    ),
    ({}, hand(side(melds=80, natural=1, mixed=1)), [("sides.0.melds", "CAN-4")]),
    ({}, hand(side(melds=0, natural=1)), [("sides.0.melds", "CAN-3")]),
    (SAMBA, hand(side(melds=95, samba=2)), [("sides.0.melds", "CAN-5")]),
    (WILD, hand(side(melds=135, wild=1)), [("sides.0.melds", "CAN-6")]),
    ({}, hand(side(melds={"A": 6}, natural=1)), [("sides.0.melds", "CAN-3")]),
    ({}, hand(side(melds={"A": 8}, mixed=1)), [("sides.0.melds", "CAN-4")]),
    ({}, hand(side(melds={"joker": 2, "2": 2, "A": 3}, mixed=1)), [("sides.0.melds", "CAN-4")]),
    (WILD, hand(side(melds={"joker": 3, "2": 3, "A": 7}, wild=1)), [("sides.0.melds", "CAN-6")]),
    ({}, hand(side(melds={"A": 6, "3": 3}, natural=1), went_out=None), [("sides.0.melds", "CAN-3")]),
    (SAMBA, hand(side(melds={"A": 12, "4-7": 1, "2": 1}, natural=1, samba=1)), [("sides.0.melds", "CAN-5")]),
    ({}, hand(side(melds=45)), [("sides.0.melds", "CAN-14")]),
    ({"options": {"first_meld": []}}, hand(side(melds={"A": 1})), [("sides.0.melds", "CAN-18")]),
    ({"options": {"first_meld": []}}, hand(side(melds=10)), [("sides.0.melds", "CAN-14")]),
    ({}, hand(side(melds={"joker": 2})), [("sides.0.melds", "CAN-18")] * 2),
    ({}, hand(side(melds={"joker": 4, "A": 3})), [("sides.0.melds", "CAN-18")]),
    (SAMBA, hand(side(melds={"joker": 3, "A": 3})), [("sides.0.melds", "CAN-18")]),
    ({}, hand(side(melds={"A": 3, "3": 2})), [("sides.0.melds", "CAN-20")]),
    ({}, hand(side(melds={"A": 7, "3": 1}, natural=1), went_out=0), [("sides.0.melds", "CAN-20")]),
    ({}, hand(side(melds={"A": 3, "3": 3})), [("sides.0.melds", "CAN-20")]),
    ({}, hand(side(melds=600, natural=6), side(melds=500, natural=6)), [("sides", "CAN-3")]),
    ({"options": {"samba": 1500}}, hand(side(melds=600, samba=9)), [("sides", "CAN-5")]),
    ({}, hand(side(melds=500, mixed=7), side(melds=500, mixed=6)), [("sides", "CAN-4")]),
    (WILD, hand(side(melds=590, wild=1, mixed=6)), [("sides", "CAN-4")]),
    ({}, hand(side(melds=500, natural=4, mixed=5), side(melds=500, natural=3, mixed=5)), [("sides", "CAN-4")]),
    ({}, hand(side(melds=1000, natural=8, mixed=10)), [("sides", "CAN-4"), ("sides.0.natural", "CAN-19")]),
    ({}, hand(side(melds=700, natural=6, mixed=6)), [("sides.0.natural", "CAN-19")]),
    ({}, hand(side(melds=60), went_out=0), [("went_out", "CAN-9")]),
    ({"variant": "samba"}, hand(OUT, OTHER, went_out=0), [("went_out", "CAN-9")]),
    ({"options": {"canastas_to_go_out": 2}}, hand(OUT, OTHER, went_out=0), [("went_out", "CAN-9")]),
    ({}, hand(OUT, OTHER, went_out=2), [("went_out", "CAN-9")]),
    ({}, hand(OUT, OTHER, went_out=False), [("went_out", "CAN-9")]),
    ({}, hand(OUT, OTHER, concealed=True), [("concealed", "CAN-10")]),
    ({}, hand(OUT, OTHER, went_out=0, concealed=1), [("concealed", "CAN-10")]),
    ({"options": {"concealed": 0}}, hand(OUT, OTHER, went_out=0, concealed=True), [("concealed", "CAN-10")]),
    ({}, hand({}), [("sides.0.melds", "CAN-2"), ("sides.0.hand", "CAN-11")]),
    ({}, hand(side(pot="played")), [("sides.0.pot", None)]),
    ({}, {"sides": [NOTHING]}, [("sides", "CAN-2")]),
    ({}, {"sides": [NOTHING, None]}, [("sides.1", "CAN-2")]),
    ({}, {}, [("sides", "CAN-2")]),
    ({}, {"stop": True}, [("stop", "CAN-17")]),
    (OPEN, {"stop": 1, "went_out": 0}, [("went_out", None), ("stop", "CAN-17")]),
]
NUMBERS: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str | None, str | None]]]] = [
    ({}, numbers((1150, 0), (0, 0)), [("sides.0.base", "CAN-3")]),
    ({}, numbers((6600, 0), (0, 0)), [("sides.0.base", "CAN-3")]),
    (THREE_PACKS, numbers((6800, 0), (0, 0)), [("sides.0.base", "CAN-3")]),
    ({"options": {"samba": 1500}}, numbers((16100, 0), (0, 0)), [("sides.0.base", "CAN-3")]),
    (SAMBA, numbers((23800, 0), (0, 0)), [("sides.0.base", "CAN-3")]),
    (WILD, numbers((7600, 0), (0, 0)), [("sides.0.base", "CAN-3")]),
    ({"options": {"packs": 3, "wild_canasta": 1000}}, numbers((8800, 0), (0, 0)), [("sides.0.base", "CAN-3")]),
    ({}, numbers((0, 383), (0, 0)), [("sides.0.count", "CAN-1")]),
    ({}, numbers((0, 1185), (0, 0)), [("sides.0.count", "CAN-2")]),
    ({}, numbers((0, 700), (0, -485)), [("sides", "CAN-1")]),
    ({}, numbers((-400, 0), (0, 0)), [("sides.0.base", "CAN-8")]),
    ({}, numbers((-900, 0), (0, 0)), [("sides.0.base", "CAN-8")]),
    ({}, numbers((-200, 5), (0, 0)), [("sides.0.count", "CAN-8")]),
    ({"options": {"red_threes_minus": "flat"}}, numbers((-800, 0), (0, 0)), [("sides.0.base", "CAN-8")]),
    (THREE_PACKS, numbers((-600, 0), (0, 0)), [("sides.0.base", "CAN-8")]),
    (SAMBA, numbers((-700, 0), (0, 0)), [("sides.0.base", "CAN-8")]),
    ({}, {"sides": [{"base": 100}, {"count": 0}]}, [("sides.0.count", "CAN-2"), ("sides.1.base", "CAN-3")]),
    ({}, {"sides": [{"base": 100, "count": 0}, OTHER]}, [("sides", "CAN-2")]),
    ({}, {**numbers((0, 0), (0, 0)), "went_out": None}, [("went_out", None)]),
    ({}, {**numbers((0, 0), (0, 0)), "concealed": False}, [("concealed", None)]),
]


REFUSED = PARTS + NUMBERS


@pytest.mark.parametrize("head, entry, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, entry: Any, expected: Any) -> None:
    assert refused("canasta", entry, **head) == expected


ALLOWED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, numbers((6500, 0), (0, 0))),
    ({"options": {"packs": 3, "wild_canasta": 1000}}, numbers((8700, 0), (0, 0))),
    (SAMBA, numbers((23700, 0), (0, 0))),
    (SAMBA, numbers((-600, 100), (-100, 0))),
    ({}, numbers((-800, 0), (-300, -40))),
    ({"options": {"red_threes_minus": "flat"}}, numbers((-400, 0), (0, 0))),
    (THREE_PACKS, numbers((-1000, 0), (-500, 0))),
    ({}, hand(side(melds=50))),
    ({}, hand(side(melds={"A": 7, "3": 3}, natural=1), went_out=0)),
    (WILD, hand(side(melds={"joker": 4, "2": 3, "A": 3}, wild=1))),
    ({"options": {"samba": 1500, "first_meld": []}}, hand(side(melds=700, natural=6, mixed=6))),
    ({}, hand(side(melds=1180))),
    (THREE_PACKS, hand(side(melds=1770))),
    ({}, hand(side(melds=50, mixed=1))),
    (SAMBA, hand(side(melds=50, samba=1))),
    (WILD, hand(side(melds=140, wild=1))),
    ({}, hand(side(melds=600, natural=6), side(melds=500, natural=5))),
    ({}, hand(side(melds=600, natural=11))),
    ({}, hand(side(melds=600, mixed=11))),
    ({}, hand(side(melds=600, natural=6, mixed=5))),
    ({}, hand(side(melds=500, mixed=6), side(melds=500, mixed=6))),
    ({}, hand(side(melds=400, natural=4, mixed=4), side(melds=400, natural=4, mixed=4))),
    ({"options": {"samba": 1500}}, hand(side(melds=600, samba=8))),
    ({"options": {"samba": 1500}}, numbers((16000, 0), (0, 0))),
    ({}, numbers((0, 700), (0, -480))),
    ({}, hand(side(melds={"4-7": 10}, natural=1))),
    ({}, hand(side(melds={"A": 8}), side(hand={"8-K": 1}))),
    ({}, hand(side(melds={"A": 0}))),
    ({}, hand(side(melds={"A": 3}))),
    ({}, hand(side(melds={"joker": 3, "A": 2}))),
]


@pytest.mark.parametrize("head, entry", ALLOWED)
def test_what_the_packs_just_hold_is_taken(head: Any, entry: Any) -> None:
    assert last_hand("canasta", entry, **head)


@pytest.mark.parametrize(
    "head, base, told", [(SAMBA, -700, "Red threes cost no more than 600"), ({}, -400, "Red threes cannot cost 400")]
)
def test_a_base_that_no_red_threes_explain_is_told_with_what_they_cost(head: Any, base: int, told: str) -> None:
    assert told in messages("canasta", numbers((base, 0), (0, 0)), **head)


def test_melds_are_worth_the_first_meld_that_was_due() -> None:
    short_of_it = hand({"melds": 85, "hand": 0})
    assert refused("canasta", AT_1500, short_of_it) == [("sides.0.melds", "CAN-14")]
    assert "The first meld needs 90; the melds are worth 85" in messages("canasta", AT_1500, short_of_it)
    assert last_hand("canasta", AT_1500, hand({"melds": 90, "hand": 0}))["points"] == [90, 0]
    assert last_hand("canasta", BELOW, hand({"melds": 15, "hand": 0}))["points"] == [15, 0]
    assert refused("canasta", BELOW, hand({"melds": 10, "hand": 0})) == [("sides.0.melds", "CAN-14")]


def test_who_goes_out_concealed_needs_no_first_meld() -> None:
    entry = hand({"melds": 75, "natural": 1, "hand": 0}, OTHER, went_out=0)
    assert refused("canasta", AT_1500, entry) == [("sides.0.melds", "CAN-14")]
    assert last_hand("canasta", AT_1500, {**entry, "concealed": True})["points"] == [775, 15]


def test_a_single_player_goes_out_with_no_card_in_hand() -> None:
    three = {"variant": "three-handed", "sides": singly(3)}
    entry = {"sides": [{**OUT, "hand": 5}, OTHER, OTHER], "went_out": 0}
    assert refused("canasta", entry, **three) == [("went_out", "CAN-9")]
    entry["sides"][0]["hand"] = 0
    assert last_hand("canasta", entry, **three)["points"] == [800, 15, 15]
