"""Canasta by its numbered rules: scores of hands, first melds, the end of a match."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.words import before_the_hand, short
from tests.games.table import THREE_PAIRS, TRIPLES, document, head_refused, last_hand, rules_of, scored, singly

NOTHING = {"melds": 0, "hand": 0}
OUT = {"melds": 200, "natural": 1, "hand": 0}
OTHER = {"melds": 60, "hand": 45}
SAMBA: dict[str, Any] = {"variant": "samba"}
NO_FIRST_MELD: dict[str, Any] = {"first_meld": []}


def hand(*sides: dict[str, Any], **details: Any) -> dict[str, Any]:
    """Returns a hand in which the other sides did nothing."""
    return {"sides": [*sides, *[NOTHING] * (2 - len(sides))], **details}


def numbers(*sides: tuple[int, int]) -> dict[str, Any]:
    """Returns a hand entered as two numbers for each side."""
    return {"sides": [{"base": base, "count": count} for base, count in sides]}


def points_of(side: dict[str, Any], **head: Any) -> int:
    """Returns a side's points in a hand with this part."""
    points: int = last_hand("canasta", hand({**NOTHING, **side}), **head)["points"][0]
    return points


@pytest.mark.parametrize("name, value", [("joker", 50), ("2", 20), ("A", 20), ("8-K", 10), ("4-7", 5), ("3", 5)])
def test_each_class_of_cards_has_its_value(name: str, value: int) -> None:
    assert points_of({"hand": {name: 2}}) == -2 * value
    assert points_of({"hand": {name: 0, "A": 1}}) == -20


def test_melded_cards_count_their_value() -> None:
    counts = {"joker": 1, "2": 2, "A": 3, "8-K": 9, "4-7": 6}
    assert points_of({"melds": counts}) == 50 + 40 + 60 + 90 + 30


@pytest.mark.parametrize(
    "side, head, points, rule",
    [
        ({"melds": 105}, {}, 105, "CAN-2"),
        ({"melds": 105, "natural": 2}, {}, 1105, "CAN-3"),
        ({"melds": 105, "mixed": 2}, {}, 705, "CAN-4"),
        ({"melds": 105, "samba": 1}, SAMBA, 1605, "CAN-5"),
        ({"melds": 190, "wild": 1}, {"options": {"wild_canasta": 1000}}, 1190, "CAN-6"),
        ({"melds": 190, "wild": 1}, {"options": {"wild_canasta": 2000}}, 2190, "CAN-6"),
        ({"melds": 60, "red_threes": 3}, {}, 360, "CAN-7"),
        ({"melds": 60, "red_threes": 4}, {}, 860, "CAN-7"),
        ({"melds": 60, "red_threes": 4}, {"options": {"packs": 3}}, 460, "CAN-7"),
        ({"melds": 60, "red_threes": 6}, {"options": {"packs": 3}}, 1060, "CAN-7"),
        ({"red_threes": 2}, {}, -200, "CAN-8"),
        ({"red_threes": 4}, {}, -800, "CAN-8"),
        ({"red_threes": 4}, {"options": {"red_threes_minus": "flat"}}, -400, "CAN-8"),
        ({"red_threes": 6}, SAMBA, -600, "CAN-8"),
        ({"red_threes": 6}, {"options": {"packs": 3}}, -1000, "CAN-8"),
        ({"melds": 60, "red_threes": 2}, {"options": {"red_threes_need": 1}}, -140, "CAN-8"),
        ({"melds": 60, "mixed": 1, "red_threes": 2}, {"options": {"red_threes_need": 1}}, 560, "CAN-7"),
        ({"melds": 60, "mixed": 1, "red_threes": 2}, SAMBA, 160, "CAN-8"),
        ({"hand": 45}, {}, -45, "CAN-11"),
    ],
)
def test_each_bonus_and_penalty_has_its_line(side: Any, head: Any, points: int, rule: str) -> None:
    assert points_of(side, **head) == points
    lines = rules_of("canasta", hand({**NOTHING, **side}), **head)
    assert rule in [cited for whose, cited, _points in lines if whose == 0]


@pytest.mark.parametrize(
    "head, concealed, worth, rule",
    [
        ({}, False, 100, "CAN-9"),
        ({}, True, 200, "CAN-10"),
        ({"options": {"go_out": 200}}, False, 200, "CAN-9"),
    ],
)
def test_going_out_has_its_bonus_and_partners_cards_still_count(
    head: Any, concealed: bool, worth: int, rule: str
) -> None:
    entry = hand({**OUT, "hand": 25}, OTHER, went_out=0, concealed=concealed)
    assert last_hand("canasta", entry, **head)["points"] == [200 + 500 + worth - 25, 15]
    assert (0, rule, worth) in rules_of("canasta", entry, **head)


def test_samba_gives_two_hundred_for_going_out_with_two_canastas() -> None:
    entry = hand({**OUT, "mixed": 1}, OTHER, went_out=0)
    assert (0, "CAN-9", 200) in rules_of("canasta", entry, **SAMBA)


def test_when_the_stock_is_used_up_nobody_gets_the_bonus() -> None:
    assert last_hand("canasta", hand(OUT, OTHER, went_out=None))["points"] == [700, 15]


WORKED: list[tuple[dict[str, Any], dict[str, Any], list[int]]] = [
    ({}, hand({"melds": 420, "natural": 1, "mixed": 1, "red_threes": 2, "hand": 35},
              {"melds": {"joker": 1, "2": 2, "A": 3, "8-K": 9, "4-7": 6, "3": 0}, "mixed": 1,
               "hand": {"joker": 0, "2": 1, "A": 0, "8-K": 3, "4-7": 2, "3": 1}}, went_out=0), [1485, 505]),
    ({}, hand({"melds": 60, "red_threes": 4, "hand": 0}, {"melds": 0, "red_threes": 0, "hand": 95}), [860, -95]),
    ({}, hand({"melds": 0, "red_threes": 2, "hand": 95}, {"melds": 60, "hand": 0}), [-295, 60]),
    ({}, hand({"melds": 0, "red_threes": 4, "hand": 95}, {"melds": 60, "hand": 0}), [-895, 60]),
    ({}, hand({"melds": 155, "natural": 1, "hand": 0}, OTHER, went_out=0, concealed=True), [855, 15]),
    (SAMBA, hand({"melds": 390, "samba": 1, "mixed": 1, "red_threes": 3, "hand": 0},
                 {"melds": 100, "mixed": 1, "red_threes": 3, "hand": 0}, went_out=0), [2690, 100]),
    ({}, numbers((1100, 385), (300, -40)), [1485, 260]),
]  # fmt: skip


@pytest.mark.parametrize("head, entry, points", WORKED)
def test_the_worked_examples_of_the_rules(head: Any, entry: Any, points: list[int]) -> None:
    assert last_hand("canasta", entry, **head)["points"] == points


def test_two_numbers_have_a_line_each() -> None:
    assert rules_of("canasta", numbers((1100, 385), (0, 0)))[:2] == [(0, "CAN-3", 1100), (0, "CAN-2", 385)]


@pytest.mark.parametrize("melds, told", [(60, "Red threes: 2"), (0, "Red threes without what they need: 2")])
def test_red_threes_that_cost_points_are_told_so(melds: int, told: str) -> None:
    lines = last_hand("canasta", hand({"melds": melds, "red_threes": 2, "hand": 0}))["lines"]
    assert lines[1]["text"] == told


def test_totals_may_be_negative() -> None:
    assert scored("canasta", hand({"melds": 0, "red_threes": 4, "hand": 300}))["totals"] == [-1100, 0]


@pytest.mark.parametrize(
    "steps, total, required",
    [
        (None, -5, 15),
        (None, -900, 15),
        (None, 0, 50),
        (None, 1495, 50),
        (None, 1500, 90),
        (None, 2995, 90),
        (None, 3000, 120),
        ([], 3000, 0),
        ([[1000, 90]], 995, 0),
        ([[-500, 15], [0, 50]], -600, 15),
    ],
)
def test_what_a_side_must_lay_down_to_open(steps: Any, total: int, required: int) -> None:
    head = {"options": {"first_meld": steps}} if steps is not None else {}
    before = numbers((100 * (total // 100), total % 100) if total > 0 else (0, total), (0, 0))
    result = scored("canasta", before, **head)
    assert result["totals"][0] == total
    assert result["next_hand"]["first_meld"][0] == required


def test_samba_asks_for_150_from_7000_on() -> None:
    for total, required in ((6900, 120), (7000, 150)):
        assert scored("canasta", numbers((total, 0), (0, 0)), **SAMBA)["next_hand"]["first_meld"] == [required, 50]


@pytest.mark.parametrize(
    "before, due",
    [
        ([], ["First meld: 50"]),
        ([numbers((1500, 0), (0, -5))], ["First meld: ● 90, ▲ 15"]),
        ([numbers((3000, 0), (3000, 100))], ["First meld: 120"]),
    ],
)
def test_the_first_meld_due_is_said_before_each_hand(before: Any, due: list[str]) -> None:
    setup, _hands, table = play.opened(document("canasta", *before))
    assert [english(*sentence) for sentence in before_the_hand(setup, table)] == due


def test_nothing_is_said_where_no_first_meld_is_asked_for() -> None:
    setup, _hands, table = play.opened(document("canasta", options=NO_FIRST_MELD))
    assert before_the_hand(setup, table) == []


NEARLY = [numbers((3000, 0), (3000, 0))]


@pytest.mark.parametrize(
    "ours, theirs, winner", [(2000, 0, 0), (2105, 2240, 1), (1995, 1995, None), (2105, 2105, None), (2005, 1995, 0)]
)
def test_at_five_thousand_the_highest_total_wins(ours: int, theirs: int, winner: int | None) -> None:
    parts = [(100 * (points // 100), points % 100) for points in (ours, theirs)]
    result = scored("canasta", *NEARLY, numbers(*parts))
    assert (result["winner"], result["status"]) == (winner, "in_progress" if winner is None else "finished")
    assert result["won_by"] == (None if winner is None else "target")


def test_equal_above_the_target_is_explained() -> None:
    rules = rules_of("canasta", *NEARLY, numbers((2100, 5), (2100, 5)))
    assert rules[-2:] == [(0, "CAN-17", 0), (1, "CAN-17", 0)]


@pytest.mark.parametrize("ours, theirs, winner", [(100, 50, 0), (50, 100, 1), (50, 50, None)])
def test_an_open_match_is_stopped_and_the_most_points_win(ours: int, theirs: int, winner: int | None) -> None:
    entry = numbers((0, ours), (0, theirs))
    result = scored("canasta", entry, {"stop": True}, options={"target": None})
    assert (result["status"], result["winner"], result["won_by"]) == ("finished", winner, "stopped")
    assert result["hands"][-1]["points"] == [0, 0]


FIRST = [[-5, 15], [0, 50], [1500, 90], [3000, 120]]


@pytest.mark.parametrize(
    "variant, sides, expected",
    [
        ("classic", None, (5000, 2, 1, 100, 200, 0, 3, 0, "same", FIRST)),
        ("two-handed", singly(2), (5000, 2, 2, 100, 200, 0, 3, 0, "same", FIRST)),
        ("three-handed", singly(3), (5000, 2, 1, 100, 200, 0, 3, 0, "same", FIRST)),
        ("samba", None, (10000, 3, 2, 200, 0, 1500, 2, 2, "flat", [*FIRST, [7000, 150]])),
    ],
)
def test_presets(variant: str, sides: Any, expected: Any) -> None:
    setup = play.begin(document("canasta", variant=variant, **({"sides": sides} if sides else {})))
    names = ("target", "packs", "canastas_to_go_out", "go_out", "concealed", "samba", "max_wilds", "red_threes_need",
             "red_threes_minus", "first_meld")  # fmt: skip
    assert tuple(setup["options"][name] for name in names) == expected
    assert setup["options"]["wild_canasta"] == 0


@pytest.mark.parametrize(
    "variant, sides", [("classic", THREE_PAIRS), ("classic", TRIPLES), ("two-handed", singly(3)), ("samba", singly(2))]
)
def test_each_preset_has_its_own_number_of_sides_and_players(variant: str, sides: Any) -> None:
    assert head_refused("canasta", variant=variant, sides=sides) == ["sides"]


TOLD = [
    (hand({"melds": 420, "natural": 1, "mixed": 1, "red_threes": 2, "hand": 35},
          {"melds": {"A": 3, "8-K": 7}, "mixed": 1, "hand": {"A": 2}}, went_out=0),
     "melds 420–130 · natural 1–0 · mixed 1–1 · red threes 2–0 · hand 35–40 · out ●"),
    (hand(OUT, OTHER, went_out=0, concealed=True), "melds 200–60 · natural 1–0 · hand 0–45 · out concealed ●"),
    (hand(), "melds 0–0 · hand 0–0"),
    (numbers((1100, 385), (-200, -40)), "base 1100 / −200 · count 385 / −40"),
]  # fmt: skip


@pytest.mark.parametrize("entry, words", TOLD)
def test_a_hand_is_told_in_a_few_words(entry: Any, words: str) -> None:
    setup = play.begin(document("canasta"))
    assert " · ".join(english(*sentence) for sentence in short(setup, entry)) == words
