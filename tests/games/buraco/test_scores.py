"""Buraco by its numbered rules: bonuses and penalties, the first meld, the end of a match, impossible hands."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from tests.games.table import THREE_PAIRS, TRIPLES, document, head_refused, last_hand, refused, rules_of, scored

NOTHING = {"melds": 0, "hand": 0, "pot": "played"}
OUT = {"melds": 300, "clean": 1, "hand": 0, "pot": "played"}


def hand(*sides: dict[str, Any], **details: Any) -> dict[str, Any]:
    """Returns a hand in which the other sides did nothing."""
    return {"sides": [*sides, *[NOTHING] * (2 - len(sides))], **details}


def points_of(side: dict[str, Any], **options: Any) -> int:
    """Returns a side's points in a hand with this part."""
    points: int = last_hand("buraco", hand({**NOTHING, **side}), options=options)["points"][0]
    return points


@pytest.mark.parametrize(
    "name, value", [("3-7", 5), ("8-K", 10), ("A", 15), ("2", 20), ("joker", 30)]
)  # fmt: skip
def test_each_class_of_cards_has_its_value(name: str, value: int) -> None:
    assert points_of({"melds": {name: 3}}) == 3 * value
    assert points_of({"hand": {name: 2}}) == -2 * value


@pytest.mark.parametrize(
    "side, options, points, rule",
    [
        ({"melds": 105}, {}, 105, "BUR-2"),
        ({"melds": 105, "clean": 2}, {}, 505, "BUR-3"),
        ({"melds": 105, "dirty": 3}, {}, 405, "BUR-4"),
        ({"melds": 105, "semi_clean": 2}, {"semi_clean": 150}, 405, "BUR-5"),
        ({"hand": 45}, {}, -45, "BUR-6"),
        ({"pot": "none"}, {}, -100, "BUR-7"),
        ({"pot": "unplayed", "pot_cards": 85}, {}, -85, "BUR-8"),
        ({"pot": "unplayed", "pot_cards": 135}, {}, -100, "BUR-8"),
        ({"pot": "unplayed", "pot_cards": 0}, {}, 0, "BUR-8"),
        ({"pot": "unplayed", "pot_cards": 135}, {"unplayed_pot": "cards"}, -135, "BUR-8"),
        ({"pot": "unplayed", "pot_cards": 85}, {"unplayed_pot": "flat"}, -100, "BUR-8"),
        ({"pot": "unplayed"}, {"unplayed_pot": "flat"}, -100, "BUR-8"),
        ({"failed_melds": 2}, {}, 0, "BUR-14"),
    ],
)
def test_each_bonus_and_penalty_has_its_line(side: Any, options: Any, points: int, rule: str) -> None:
    assert points_of(side, **options) == points
    lines = rules_of("buraco", hand({**NOTHING, **side}), options=options)
    assert rule in [cited for whose, cited, _points in lines if whose == 0]


def test_going_out_earns_a_hundred_and_partners_cards_still_count() -> None:
    entry = hand({**OUT, "hand": 25}, went_out=0)
    assert last_hand("buraco", entry)["points"] == [300 + 200 - 25 + 100, 0]
    assert rules_of("buraco", entry) == [
        (0, "BUR-2", 300), (0, "BUR-3", 200), (0, "BUR-6", -25), (0, "BUR-9", 100), (1, "BUR-2", 0),
    ]  # fmt: skip


def test_a_failed_first_meld_is_told_only_where_one_is_asked_for() -> None:
    entry = hand({**NOTHING, "failed_melds": 1})
    assert rules_of("buraco", entry, options={"first_meld": []}) == [(0, "BUR-2", 0), (1, "BUR-2", 0)]


def test_when_the_stock_ends_nobody_goes_out() -> None:
    assert last_hand("buraco", hand(OUT, went_out=None))["points"] == [500, 0]


def test_the_exact_cut_is_worth_a_hundred_to_an_opponent_of_the_dealer() -> None:
    assert rules_of("buraco", hand(NOTHING, {**NOTHING, "cut_bonus": True}))[1:] == [
        (1, "BUR-2", 0),
        (1, "BUR-11", 100),
    ]
    assert refused("buraco", hand({**NOTHING, "cut_bonus": True})) == [("sides.0.cut_bonus", "BUR-11")]
    both = hand({**NOTHING, "cut_bonus": True}, {**NOTHING, "cut_bonus": True})
    assert refused("buraco", both) == [("sides.1.cut_bonus", "BUR-11"), ("sides.0.cut_bonus", "BUR-11")]


def test_the_cut_goes_with_the_deal() -> None:
    second = hand({**NOTHING, "cut_bonus": True})
    assert scored("buraco", hand(), second)["totals"] == [100, 0]


def test_of_three_teams_only_the_one_before_the_dealer_cuts() -> None:
    teams: dict[str, Any] = {"variant": "three-teams", "sides": [{"name": name} for name in "ABC"]}
    cuts = [
        hand(*[{**NOTHING, "cut_bonus": True} if side == team else NOTHING for side in range(3)]) for team in range(3)
    ]
    for team in (0, 1):
        assert refused("buraco", cuts[team], **teams) == [(f"sides.{team}.cut_bonus", "BUR-11")]
    assert scored("buraco", cuts[2], **teams)["totals"] == [0, 0, 100]


def test_totals_may_be_negative() -> None:
    assert scored("buraco", hand({**NOTHING, "hand": 300, "pot": "none"}))["totals"] == [-400, 0]


REFUSED: list[Any] = [
    ({}, hand({**OUT, "pot": "none"}, went_out=0), [("went_out", "BUR-9")]),
    ({}, hand({**OUT, "pot": "unplayed", "pot_cards": 5}, went_out=0), [("went_out", "BUR-9")]),
    ({}, hand({**OUT, "clean": 0, "dirty": 1}, went_out=0), [("went_out", "BUR-9")]),
    ({}, hand({**OUT, "clean": 0, "pot": "none"}, went_out=0), [("went_out", "BUR-9")] * 2),
    ({"variant": "burraco"}, hand({**OUT, "clean": 0}, went_out=0), [("went_out", "BUR-9")]),
    ({}, hand(OUT, went_out=2), [("went_out", "BUR-9")]),
    ({}, hand(OUT, went_out=False), [("went_out", "BUR-9")]),
    ({}, hand({**NOTHING, "melds": 34}), [("sides.0.melds", "BUR-1")]),
    ({}, hand({**NOTHING, "hand": 3}), [("sides.0.hand", "BUR-1")]),
    ({}, hand({**NOTHING, "pot": "unplayed", "pot_cards": 3}), [("sides.0.pot_cards", "BUR-1")]),
    ({}, hand({**NOTHING, "pot": "unplayed"}), [("sides.0.pot_cards", "BUR-8")]),
    ({}, hand({**NOTHING, "pot_cards": 5}), [("sides.0.pot_cards", "BUR-8")]),
    ({}, hand({**NOTHING, "melds": 60, "clean": 2}), [("sides.0.melds", "BUR-3")]),
    ({}, hand({**NOTHING, "melds": 65, "clean": 1, "dirty": 1}), [("sides.0.melds", "BUR-3")]),
    ({}, hand({**NOTHING, "melds": {"A": 6}, "clean": 1}), [("sides.0.melds", "BUR-3")]),
    ({}, hand({**NOTHING, "melds": 1085}), [("sides", "BUR-1")]),
    ({}, hand({**NOTHING, "melds": 1000}, {**NOTHING, "hand": 85}), [("sides", "BUR-1")]),
    ({}, hand({**OUT, "pot": "unplayed", "pot_cards": 785}), [("sides", "BUR-1")]),
    ({"variant": "classic"}, hand({**NOTHING, "melds": 965}), [("sides", "BUR-1")]),
    ({"variant": "classic"}, hand({**NOTHING, "melds": {"joker": 1}}), [("sides.0.melds.joker", "BUR-1")]),
    ({}, hand({**NOTHING, "melds": {"A": 9}}), [("sides.0.melds.A", "BUR-1")]),
    ({}, hand({**NOTHING, "melds": {"A": 5}}, {**NOTHING, "hand": {"A": 4}}), [("sides", "BUR-1")]),
    ({}, hand({**NOTHING, "melds": {"K": 1}}), [("sides.0.melds.K", None)]),
    ({}, hand({**NOTHING, "melds": -5}), [("sides.0.melds", "BUR-2")]),
    ({}, hand({**NOTHING, "hand": "5"}), [("sides.0.hand", "BUR-6")]),
    ({}, hand({**NOTHING, "clean": -1}), [("sides.0.clean", "BUR-3")]),
    ({}, hand({**NOTHING, "dirty": True}), [("sides.0.dirty", "BUR-4")]),
    ({}, hand({**NOTHING, "failed_melds": -1}), [("sides.0.failed_melds", "BUR-14")]),
    ({}, hand({**NOTHING, "melds": 35, "semi_clean": 1}), [("sides.0.semi_clean", "BUR-5")]),
    ({}, hand({**NOTHING, "cut_bonus": 1}), [("sides.0.cut_bonus", "BUR-11")]),
    ({}, hand({**NOTHING, "pot": "taken"}), [("sides.0.pot", "BUR-7")]),
    ({}, hand({**NOTHING, "stake": 1}), [("sides.0.stake", None)]),
    ({}, hand({}), [("sides.0.melds", "BUR-2"), ("sides.0.hand", "BUR-6"), ("sides.0.pot", "BUR-7")]),
    ({}, {"sides": [NOTHING]}, [("sides", "BUR-2")]),
    ({}, {"sides": [NOTHING, None]}, [("sides.1", "BUR-2")]),
    ({}, {}, [("sides", "BUR-2")]),
    ({}, {"stop": True}, [("stop", "BUR-15")]),
    ({"variant": "timed"}, {"stop": 1, "went_out": 0}, [("went_out", None), ("stop", "BUR-15")]),
]


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("buraco", hand, **head) == expected


def test_all_problems_are_told_at_once() -> None:
    entry = hand({"melds": 3, "hand": -1, "pot": "x", "clean": 1.5}, {"melds": {"A": 99}}, went_out=7, note=1)
    assert sorted(refused("buraco", entry), key=str) == sorted(
        [
            ("went_out", "BUR-9"), ("sides.0.melds", "BUR-1"), ("sides.0.hand", "BUR-6"), ("sides.0.clean", "BUR-3"),
            ("sides.0.pot", "BUR-7"), ("sides.1.melds.A", "BUR-1"), ("sides.1.hand", "BUR-6"), ("sides.1.pot", "BUR-7"),
            ("note", None),
        ],
        key=str,
    )  # fmt: skip


@pytest.mark.parametrize(
    "variant, packs_hold",
    [("us", 1080), ("classic", 960), ("three-teams", 1620), ("two-by-three", 1620), ("timed", 1080), ("burraco", 1080)],
)
def test_the_packs_hold_just_so_many_points(variant: str, packs_hold: int) -> None:
    sides = {"three-teams": THREE_PAIRS, "two-by-three": TRIPLES}.get(variant)
    head: dict[str, Any] = {"variant": variant} | ({"sides": sides} if sides else {})
    count = 3 if variant == "three-teams" else 2
    parts = [{**NOTHING, "melds": packs_hold}, *[NOTHING] * (count - 1)]
    assert last_hand("buraco", {"sides": parts}, **head)["points"][0] == packs_hold
    parts[1] = {**NOTHING, "hand": 5}
    assert refused("buraco", {"sides": parts}, **head) == [("sides", "BUR-1")]


@pytest.mark.parametrize("variant", ["us", "burraco"])
def test_three_packs_without_jokers_hold_1440(variant: str) -> None:
    head: dict[str, Any] = {"variant": variant, "options": {"packs": 3, "jokers": False}}
    assert last_hand("buraco", hand({**NOTHING, "melds": 1440}), **head)["points"][0] == 1440
    assert refused("buraco", hand({**NOTHING, "melds": 1445}), **head) == [("sides", "BUR-1")]


@pytest.mark.parametrize(
    "steps, increment, total, required",
    [
        ([[0, 50], [1500, 75]], 15, -300, 50),
        ([[0, 50], [1500, 75]], 15, 1495, 50),
        ([[0, 50], [1500, 75]], 15, 1500, 75),
        ([], 15, 1500, 0),
        ([[1000, 90]], 15, 995, 0),
        ([[-500, 15], [0, 50]], 15, -300, 15),
        ([[-500, 15], [0, 50]], 15, -600, 15),
        ([[-500, 15], [0, 50]], 15, 0, 50),
    ],
)
def test_what_a_side_must_lay_down_to_open(steps: Any, increment: int, total: int, required: int) -> None:
    options = {"first_meld": steps, "failed_meld_increment": increment}
    side = {**NOTHING, "hand": -total} if total < 0 else {**NOTHING, "melds": min(total, 1000)}
    hands = [hand(side)]
    if total > 1000:
        hands.append(hand({**NOTHING, "melds": total - 1000}))
    result = scored("buraco", *hands, options=options)
    assert result["totals"][0] == total
    assert result["next_hand"]["first_meld"][0] == required


def test_the_target_is_two_thousand_and_the_higher_total_wins() -> None:
    nearly = [hand({**NOTHING, "melds": 500}, {**NOTHING, "melds": 500})] * 3
    for ours, theirs, winner in ((500, 0, 0), (500, 505, 1), (495, 495, None), (500, 500, None)):
        result = scored("buraco", *nearly, hand({**NOTHING, "melds": ours}, {**NOTHING, "melds": theirs}))
        assert (result["winner"], result["status"]) == (winner, "in_progress" if winner is None else "finished")
        assert result["won_by"] == (None if winner is None else "target")


def test_equal_above_the_target_is_explained() -> None:
    entry = hand({**NOTHING, "melds": 500}, {**NOTHING, "melds": 500})
    rules = rules_of("buraco", entry, options={"target": 500})
    assert rules[-2:] == [(0, "BUR-15", 0), (1, "BUR-15", 0)]


@pytest.mark.parametrize("ours, theirs, winner", [(100, 50, 0), (50, 100, 1), (50, 50, None)])
def test_a_timed_match_is_stopped_and_the_most_points_win(ours: int, theirs: int, winner: int | None) -> None:
    entry = hand({**NOTHING, "melds": ours}, {**NOTHING, "melds": theirs})
    result = scored("buraco", entry, {"stop": True}, variant="timed")
    assert (result["status"], result["winner"], result["won_by"]) == ("finished", winner, "stopped")
    assert result["hands"][-1]["points"] == [0, 0]


@pytest.mark.parametrize(
    "variant, expected",
    [
        ("us", (2000, 2, True, 0, "clean", [[0, 50], [1500, 75]])),
        ("classic", (2000, 2, False, 0, "clean", [[0, 50], [1500, 75]])),
        ("three-teams", (2000, 3, True, 0, "clean", [[0, 50], [1500, 75]])),
        ("two-by-three", (2000, 3, True, 0, "clean", [[0, 50], [1500, 75]])),
        ("timed", (None, 2, True, 0, "clean", [[0, 50], [1500, 75]])),
        ("burraco", (2005, 2, True, 150, "any", [])),
    ],
)
def test_presets(variant: str, expected: Any) -> None:
    sides = [{"name": name} for name in ("Us", "Them", "Others")][: 3 if variant == "three-teams" else 2]
    setup = play.begin(document("buraco", variant=variant, sides=sides))
    names = ("target", "packs", "jokers", "semi_clean", "go_out_with", "first_meld")
    assert tuple(setup["options"][name] for name in names) == expected
    assert len(setup["seats"]) == (4 if expected[1] == 2 else 6)


@pytest.mark.parametrize("variant, sides", [("us", THREE_PAIRS), ("us", TRIPLES), ("three-teams", TRIPLES)])
def test_each_preset_has_its_own_number_of_sides_and_players(variant: str, sides: Any) -> None:
    assert head_refused("buraco", variant=variant, sides=sides) == ["sides"]


def test_any_run_goes_out_in_burraco() -> None:
    for run in ("clean", "semi_clean", "dirty"):
        side = {**NOTHING, "melds": 100, run: 1}
        assert last_hand("buraco", hand(side, went_out=0), variant="burraco")["points"][0] >= 300
