"""Scopa by its numbered rules: every point, the end of a match, and counts that no pack of forty allows."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from tests.games.table import document, last_hand, messages, refused, rules_of, scored, singly

THREE = {"sides": singly(3)}
DEAL = {"cards": [22, 18], "coins": [5, 5], "settebello": 0, "primiera": 1}
READY = {"cards": 0, "coins": 0, "settebello": 0, "primiera": 0}
ACCUSI = {"options": {"accusi": True}}
ESCOBA = {"cards": [21, 19], "coins": [6, 4], "settebello": 1, "sevens": [2, 2]}
SEVENS_FIRST = ["7", "7", "7", "7"]


def best(*cards: list[Any]) -> dict[str, Any]:
    return {"primiera": {"best": list(cards)}}


def three(**details: Any) -> dict[str, Any]:
    """Returns a deal of three players."""
    return {"cards": [17, 12, 11], "coins": [4, 4, 2], "settebello": 2, "primiera": 0} | details


@pytest.mark.parametrize(
    "hand, head, points",
    [
        (DEAL | {"scope": [1, 0]}, {}, [3, 1]),
        (DEAL | best(["7", "6", "A", "7"], ["6", "7", "7", "6"]) | {"coins": [3, 7]}, {}, [2, 2]),
        ({"cards": [20, 20], "coins": [9, 1], "settebello": 0} | best(["7", "7", "7", None], ["6", "6", "6", "7"]), {},
         [2, 1]),
        (DEAL | {"cards": [20, 20]}, {}, [1, 1]),
        (DEAL | {"primiera": None}, {}, [2, 0]),
        (READY, {}, [4, 0]),
        ({"cards": None, "coins": None, "settebello": 1, "primiera": None}, {}, [0, 1]),
        (READY | {"scope": [2, 3]}, {}, [6, 3]),
        (three(), THREE, [2, 0, 1]),
        (three(coins=[5, 4, 1]), THREE, [3, 0, 1]),
        (three(), THREE | {"options": {"majority": True}}, [1, 0, 1]),
        (three(coins=[6, 3, 1]), THREE | {"options": {"majority": True}}, [2, 0, 1]),
        (three(cards=[21, 12, 7], coins=[5, 4, 1]), THREE | {"options": {"majority": True}}, [2, 0, 1]),
        (three(cards=[20, 12, 8], coins=[6, 3, 1]), THREE | {"options": {"majority": True}}, [2, 0, 1]),
        (three(cards=[20, 12, 8], coins=[5, 4, 1]), THREE | {"options": {"majority": True}}, [1, 0, 1]),
        (three(cards=0, coins=0), THREE | {"options": {"majority": True}}, [3, 0, 1]),
        (ESCOBA | {"scope": [1, 2]}, {"variant": "escoba"}, [3, 3]),
        (ESCOBA | {"sevens": [3, 1]}, {"variant": "escoba"}, [3, 1]),
        (ESCOBA | {"sevens": 1}, {"variant": "escoba"}, [2, 2]),
        (ESCOBA | {"sevens": None}, {"variant": "escoba"}, [2, 1]),
        (READY | {"re_bello": 1}, {"options": {"re_bello": True}}, [4, 1]),
        (READY | {"accusi": {"3": [6, 0], "10": [0, 1]}}, ACCUSI, [22, 10]),
        (READY | {"accusi": {"10": [0, 1, 4]}}, THREE | ACCUSI, [4, 10, 40]),
    ],
)  # fmt: skip
def test_the_points_of_a_deal(hand: Any, head: Any, points: list[int]) -> None:
    assert last_hand("scopa", hand, **head)["points"] == points


@pytest.mark.parametrize("row", [0, 3, 4, 5, 6, 7, 8, 9, 10])
def test_a_napola_counts_as_many_points_as_it_has_coins(row: int) -> None:
    hand = READY | {"settebello": 0 if row >= 7 else 1, "napola": [row, 0]}
    lines = rules_of("scopa", hand, options={"napola": "points"})
    assert [points for _side, rule, points in lines if rule == "SCO-8"] == ([row] if row else [])


@pytest.mark.parametrize(
    "cards, sums",
    [
        ([["7", "6", "A", "7"], ["6", "7", "7", "6"]], [76, 78]),
        ([["7", "5", "4", "3"], ["2", "7", "7", "7"]], [63, 75]),
        ([["7", "7", "F", "F"], ["F", "F", "7", "7"]], [62, 62]),
        ([["7", "7", "7", None], ["6", "6", "6", "7"]], [None, 75]),
        ([SEVENS_FIRST, [None, "6", "6", "6"]], [84, None]),
    ],
)
def test_the_best_cards_are_added_up_for_the_primiera(cards: Any, sums: list[int | None]) -> None:
    hand = {"cards": None, "coins": 0, "settebello": 0, "primiera": {"best": cards}}
    lines = [line for line in last_hand("scopa", hand)["lines"] if line["rule"] == "SCO-5"]
    shown = {line["side"]: line["text"] for line in lines if not line["points"]}
    assert shown == {side: f"Primiera of {value}" for side, value in enumerate(sums) if value is not None}
    comparable = [value or 0 for value in sums]
    winner = comparable.index(max(comparable)) if comparable[0] != comparable[1] else None
    assert [line["side"] for line in lines if line["points"]] == ([] if winner is None else [winner])


def test_each_point_is_told_under_its_rule() -> None:
    hand = DEAL | {"coins": [6, 4], "scope": [1, 2], "napola": [3, 0], "re_bello": 1, "primiera": None}
    assert rules_of("scopa", hand, options={"napola": "points", "re_bello": True}) == [
        (0, "SCO-1", 1), (0, "SCO-2", 1), (0, "SCO-4", 1), (1, "SCO-10", 1), (0, "SCO-8", 3), (0, "SCO-7", 1),
        (1, "SCO-7", 2),
    ]  # fmt: skip


def test_the_grande_is_told_under_its_rule() -> None:
    hand = DEAL | {"coins": [6, 4], "primiera": None, "grande": 1}
    assert rules_of("scopa", hand, options={"grande": True})[-1] == (1, "SCO-24", 5)


BEFORE = READY | {"primiera": 1, "scope": [7, 8]}  # 10 to 9
BOTH_ARRIVE = {"cards": [23, 17], "coins": [4, 6], "settebello": 1, "primiera": 1}


@pytest.mark.parametrize(
    "hands, options, totals, end",
    [
        ([BEFORE], {}, [10, 9], (None, None)),
        ([BEFORE, BOTH_ARRIVE], {}, [11, 12], ("target", 1)),
        ([BEFORE, BOTH_ARRIVE], {"order": True}, [11, 9], ("target", 0)),
        ([BEFORE, BOTH_ARRIVE | {"cards": None, "scope": [2, 0]}], {"order": True}, [10, 11], ("target", 1)),
        ([BEFORE, BOTH_ARRIVE | {"cards": None}], {"order": True, "target": 12}, [10, 12], ("target", 1)),
        ([BEFORE, BOTH_ARRIVE], {"target": 12}, [11, 12], ("target", 1)),
        ([BEFORE, BOTH_ARRIVE | {"coins": 0}], {}, [12, 11], ("target", 0)),
        ([BEFORE, BOTH_ARRIVE | {"scope": [1, 0]}], {}, [12, 12], (None, None)),
        ([BEFORE, BOTH_ARRIVE | {"scope": [1, 0]}, DEAL | {"primiera": None}], {}, [14, 12], ("target", 0)),
        ([BEFORE, BOTH_ARRIVE | {"scope": [1, 0]}, DEAL], {"order": True, "target": 13}, [13, 12], ("target", 0)),
        ([BEFORE, {**READY, "cards": None, "coins": None, "settebello": 1, "primiera": None}, DEAL],
         {"order": True}, [11, 10], ("target", 0)),
        ([READY | {"scope": [6, 6]}, {"cards": None, "coins": None, "settebello": 1, "primiera": None,
                                      "scope": [1, 5]}], {"order": True, "target": 11}, [11, 12], ("target", 1)),
        ([BEFORE | {"re_bello": 1}, BOTH_ARRIVE | {"cards": None, "coins": None, "re_bello": 0, "scope": [9, 0]}
          | best(["6", "7", "6", "6"], ["7", "6", "7", "7"])],
         {"order": True, "re_bello": True, "target": 12}, [10, 12], ("target", 1)),
    ],
)  # fmt: skip
def test_a_match_ends_at_the_target(hands: Any, options: Any, totals: list[int], end: Any) -> None:
    result = scored("scopa", *hands, options=options)
    assert result["totals"] == totals
    assert (result["won_by"], result["winner"]) == end
    assert result["games"] == [int(side == end[1]) for side in (0, 1)]
    assert result["next_hand"] == {}
    last = result["hands"][-1]["lines"][-1]["rule"]
    assert end[1] is None or last == ("SCO-12" if options.get("order") else "SCO-11")


def test_equal_totals_at_the_target_are_told() -> None:
    level = [BEFORE, BOTH_ARRIVE | {"scope": [1, 0]}]
    assert [rule for _side, rule, _points in rules_of("scopa", *level)][-2:] == ["SCO-11", "SCO-11"]


@pytest.mark.parametrize("order", [False, True])
def test_all_ten_coins_win_whatever_the_score_and_the_deal_is_written(order: bool) -> None:
    behind = READY | {"cards": 1, "settebello": 1, "scope": [0, 20]}
    hand = {"cards": [24, 16], "coins": [10, 0], "settebello": 0, "primiera": 0, "napola": [10, 0]}
    result = scored("scopa", behind, hand, variant="assi", options={"order": order})
    assert (result["won_by"], result["winner"], result["games"]) == ("napola", 0, [1, 0])
    assert result["hands"][-1]["points"] == [14, 0]


def test_a_napola_of_ten_beside_ready_points_is_all_ten_coins() -> None:
    result = scored("scopa", READY | {"napola": [10, 0]}, variant="assi")
    assert (result["won_by"], result["winner"]) == ("napola", 0)


def test_all_ten_coins_only_count_where_they_do_not_win() -> None:
    hand = {"cards": [24, 16], "coins": [10, 0], "settebello": 0, "primiera": 0, "napola": [10, 0]}
    assert scored("scopa", hand, options={"napola": "points", "target": 31})["status"] == "in_progress"


@pytest.mark.parametrize(
    "variant, options",
    [
        ("scopa", (11, "primiera", "none", False)),
        ("scopone", (11, "primiera", "none", False)),
        ("scientifico", (21, "primiera", "none", False)),
        ("assi", (31, "primiera", "wins", False)),
        ("escoba", (21, "sevens", "none", True)),
    ],
)
def test_presets(variant: str, options: Any) -> None:
    agreed = play.begin(document("scopa", variant=variant))["options"]
    assert tuple(agreed[name] for name in ("target", "fourth_point", "napola", "majority")) == options
    assert (agreed["re_bello"], agreed["order"]) == (False, False)


def test_the_deal_passes_to_the_next_seat() -> None:
    played = scored("scopa", *[DEAL | {"primiera": None}] * 3, options={"target": 99})
    assert [hand["dealer"] for hand in played["hands"]] == ["Anna", "Carla", "Bruno"]


NAPOLA = {"options": {"napola": "points"}}
RE_BELLO = {"options": {"re_bello": True}}
NAPOLA_AND_RE_BELLO = {"options": {"napola": "points", "re_bello": True}}
ASSI = {"variant": "assi"}
IN_ESCOBA = {"variant": "escoba"}
REFUSED: list[Any] = [
    ({}, {}, [("cards", "SCO-1"), ("coins", "SCO-2"), ("settebello", "SCO-4"), ("primiera", "SCO-5")]),
    (IN_ESCOBA, {}, [("cards", "SCO-1"), ("coins", "SCO-2"), ("settebello", "SCO-4"), ("sevens", "SCO-6")]),
    ({}, DEAL | {"cards": 2}, [("cards", "SCO-1")]),
    ({}, DEAL | {"coins": True}, [("coins", "SCO-2")]),
    ({}, DEAL | {"settebello": None}, [("settebello", "SCO-4")]),
    ({}, DEAL | {"primiera": [76, 78]}, [("primiera", "SCO-5")]),
    ({}, DEAL | {"cards": [40]}, [("cards", "SCO-1")]),
    ({}, DEAL | {"cards": [22, 17]}, [("cards", "SCO-16")]),
    ({}, DEAL | {"coins": [6, 5]}, [("coins", "SCO-16")]),
    ({}, DEAL | {"coins": [-1, 11]}, [("coins.0", "SCO-16")]),
    ({}, DEAL | {"scope": [1]}, [("scope", "SCO-7")]),
    ({}, DEAL | {"scope": 1}, [("scope", "SCO-7")]),
    ({}, DEAL | {"scope": [-1, 0]}, [("scope.0", "SCO-7")]),
    ({}, DEAL | {"scope": [12, 0]}, [("scope.0", "SCO-16")]),
    ({}, DEAL | {"cards": [37, 3], "coins": [6, 4], "primiera": 0}, [("coins.1", "SCO-16")]),
    (IN_ESCOBA, ESCOBA | {"sevens": [2, 3]}, [("sevens", "SCO-16")]),
    ({}, DEAL | {"sevens": [2, 2]}, [("sevens", "SCO-6")]),
    (IN_ESCOBA, ESCOBA | {"primiera": 0}, [("primiera", "SCO-6")]),
    (ACCUSI, READY | {"accusi": {"3": [6, 0], "10": [1, 0]}}, [("accusi", "SCO-26")]),
    (THREE | ACCUSI, READY | {"accusi": {"10": [0, 5, 0]}}, [("accusi", "SCO-26")]),
    ({}, DEAL | {"napola": [3, 0]}, [("napola", "SCO-8")]),
    ({}, DEAL | {"re_bello": 0}, [("re_bello", "SCO-10")]),
    (RE_BELLO, DEAL, [("re_bello", "SCO-10")]),
    (RE_BELLO, DEAL | {"re_bello": None}, [("re_bello", "SCO-10")]),
    ({}, DEAL | {"velo": 0}, [("velo", None)]),
    (NAPOLA, DEAL | {"napola": [2, 0]}, [("napola.0", "SCO-8")]),
    (NAPOLA, DEAL | {"napola": [11, 0]}, [("napola.0", "SCO-8")]),
    (NAPOLA, DEAL | {"napola": [3, 3]}, [("napola", "SCO-17")]),
    ({}, DEAL | {"coins": [0, 10]}, [("coins.0", "SCO-17")]),
    (NAPOLA, DEAL | {"coins": [3, 7], "napola": [3, 0]}, [("coins.0", "SCO-17")]),
    (NAPOLA, DEAL | {"coins": [7, 3], "napola": [6, 0]}, [("napola.0", "SCO-17")]),
    (NAPOLA, DEAL | {"coins": [9, 1], "napola": [7, 0], "settebello": 1}, [("settebello", "SCO-17")]),
    (NAPOLA_AND_RE_BELLO, READY | {"napola": [9, 0], "re_bello": 0}, [("napola.0", "SCO-17")]),
    (NAPOLA_AND_RE_BELLO, READY | {"napola": [10, 0], "re_bello": 1}, [("settebello", "SCO-17")]),
    (NAPOLA, READY | {"settebello": 1, "coins": 1, "napola": [6, 0]}, [("coins", "SCO-17")]),
    (ASSI, DEAL | {"cards": [24, 16], "coins": [10, 0], "primiera": 0}, [("napola", "SCO-17")]),
    ({}, DEAL | {"cards": [37, 3]}, [("coins.1", "SCO-16"), ("primiera", "SCO-18")]),
    ({}, DEAL | {"cards": [37, 3], "coins": [8, 2]}, [("primiera", "SCO-18")]),
    ({}, DEAL | {"cards": [37, 3], "coins": 0}, [("primiera", "SCO-18")]),
    ({}, DEAL | {"cards": 0, "coins": [10, 0]}, [("primiera", "SCO-18")]),
    ({}, DEAL | {"cards": [35, 5], "coins": [7, 3]}, [("primiera", "SCO-18")]),
    (IN_ESCOBA, ESCOBA | {"sevens": [4, 0]}, [("sevens.0", "SCO-19"), ("sevens.1", "SCO-19")]),
    (IN_ESCOBA, ESCOBA | {"cards": [8, 32], "sevens": [3, 1]}, [("sevens.0", "SCO-19")]),
    ({}, DEAL | best(["7", "6", "A"], ["6", "7", "7"]), [("primiera.best.0", "SCO-5"), ("primiera.best.1", "SCO-5")]),
    ({}, DEAL | best(["7", "6", "K", "7"], ["6", "7", "7", "6"]), [("primiera.best.0", "SCO-5")]),
    ({}, DEAL | {"primiera": {"best": [["7", "6", "A", "7"]]}}, [("primiera.best", "SCO-5")]),
    ({}, DEAL | {"primiera": {}}, [("primiera.best", "SCO-5")]),
    ({}, DEAL | {"primiera": {"best": [SEVENS_FIRST, SEVENS_FIRST], "sum": 84}}, [("primiera.sum", None)]),
]  # fmt: skip


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_cannot_be_is_refused_under_its_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("scopa", hand, **head) == expected


BEST_CARDS: list[Any] = [
    (best(["7", "7", "7", "7"], ["7", "6", "6", "6"]), {}),  # two sevens of coins
    (best(["7", "6", "7", "7"], ["6", "5", "6", "6"]), {}),  # no seven of cups
    (best(["7", "7", "7", "7"], ["6", "6", "6", "F"]) | {"settebello": 1}, {}),  # the seven is elsewhere
    (three(**best(["7", "7", "7", "7"], ["6", "6", "6", "6"], ["6", "5", "5", "5"]), settebello=0), THREE),
    (best(["7", "7", "7", "7"], ["5", "6", "6", "6"]) | {"cards": 0, "coins": 1, "settebello": 0, "napola": [0, 3]},
     NAPOLA),
    (best(["7", "7", "7", "7"], ["A", "6", "6", "6"]) | {"cards": 0, "coins": 1, "napola": [0, 6]}, NAPOLA),
    (best(["7", "7", "7", "7"], ["6", "6", "6", "6"]) | {"cards": 0, "coins": 1, "napola": [0, 5]}, NAPOLA),
    (best(["7", "7", "7", "7"], ["2", "2", "2", "2"]) | {"cards": 0, "coins": [5, 5]}, {}),  # 4 coins at most
    (best(["7", "7", "7", "7"], [None, "2", "2", "2"]) | {"cards": 0, "coins": [9, 1]}, {}),
    (best(["7", "7", "7", "7"], ["F", "2", "2", "2"]) | {"cards": [31, 9], "coins": [5, 5]}, {}),
    (best(["7", "7", "7", "7"], ["6", "6", "6", "6"]) | {"cards": [38, 2], "coins": 0}, {}),
    (best(["7", "7", "7", "7"], ["F", "F", "F", "F"]) | {"cards": [20, 20], "coins": 0}, {}),
    (best(["7", "7", "7", "7"], ["6", None, None, None]) | {"cards": [22, 18], "coins": [5, 5]}, {}),
]  # fmt: skip


REFUSED = [*REFUSED, *[(head, DEAL | hand, None) for hand, head in BEST_CARDS]]  # for the tests of all games


@pytest.mark.parametrize("hand, head", BEST_CARDS)
def test_best_cards_that_do_not_fit_are_refused(hand: Any, head: Any) -> None:
    assert {rule for _field, rule in refused("scopa", DEAL | hand, **head)} <= {"SCO-17", "SCO-20"}


@pytest.mark.parametrize(
    "first, second, coins",
    [
        ("7", "6", [(1, 9), (9, 1)]),
        ("7", "A", [(2, 8), (9, 1)]),
        ("7", "5", [(3, 7), (9, 1)]),
        ("7", "4", [(4, 6), (9, 1)]),
        ("7", "3", [(5, 5), (9, 1)]),
        ("7", "2", [(6, 4), (9, 1)]),
        ("7", "F", [(7, 3), (9, 1)]),
        ("7", None, [(10, 0), (10, 0)]),
    ],
)
def test_a_best_coin_bounds_how_many_coins_a_side_can_have(first: str, second: str | None, coins: Any) -> None:
    hand = {"cards": None, "settebello": 0, **best([first, "7", "7", "7"], [second, "6", "6", "6"])}
    least, most = coins[0][0], coins[1][0]
    for count in range(11):
        entry = hand | {"coins": [count, 10 - count]}
        if least <= count <= most:
            assert last_hand("scopa", entry)["points"]
        else:
            assert {rule for _field, rule in refused("scopa", entry)} <= {"SCO-17", "SCO-20"}


def test_figures_may_be_the_best_cards_of_several_sides_and_take_room_from_each_other() -> None:
    hand = three(**best(["7", "7", "7", "7"], ["F", "6", "6", "6"], ["F", "5", "5", "5"]), settebello=0)
    assert last_hand("scopa", hand | {"coins": [7, 2, 1]}, **THREE)["points"] == [4, 0, 0]
    assert refused("scopa", hand | {"coins": [7, 3, 0]}, **THREE) != []


def test_a_refusal_says_how_many_cards_there_could_be() -> None:
    hand = DEAL | best(SEVENS_FIRST, ["F", "2", "2", "2"]) | {"cards": [31, 9], "coins": [8, 2]}
    assert messages("scopa", hand | {"coins": [5, 5]}) == (
        "By the best cards this side has 7 to 9 of these cards, not 5 | "
        "By the best cards this side has 1 to 3 of these cards, not 5"
    )
