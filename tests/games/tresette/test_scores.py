"""Tresette by its numbered rules: the count, the end of a match, and refused entries."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from tests.games.table import document, last_hand, messages, refused, rules_of, scored

EVEN = {"aces": [2, 2], "figures": [10, 10], "last_trick": 0}
ALL = {"aces": [4, 0], "figures": [20, 0], "last_trick": 0, "tricks": [10, 0]}
NEARLY = {"aces": [4, 0], "figures": [18, 2], "last_trick": 1, "tricks": [9, 1]}
SOLO = {"player": "Anna", "aces": 4, "figures": 18}
PLAIN = {"special_wins": False}
TEN_ALL = {"points": [10, 1]}, {"points": [0, 11], "tricks": [1, 9]}  # 10–12


def test_each_ace_figure_and_the_last_trick_is_explained() -> None:
    assert rules_of("tresette", EVEN) == [
        (0, "TRE-1", 0), (0, "TRE-2", 0), (0, "TRE-3", 0), (0, "TRE-4", 6),
        (1, "TRE-1", 0), (1, "TRE-2", 0), (1, "TRE-4", 5),
    ]  # fmt: skip


def test_the_count_is_told_in_thirds_and_whole_points() -> None:
    lines = last_hand("tresette", {"aces": [3, 1], "figures": [12, 8], "last_trick": 0})["lines"]
    assert [(line["rule"], line["text"]) for line in lines] == [
        ("TRE-1", "Aces: 3, worth 3"), ("TRE-2", "Figures: 12, worth 4"), ("TRE-3", "Last trick: worth 1"),
        ("TRE-4", "In all 8"),
        ("TRE-1", "Aces: 1, worth 1"), ("TRE-2", "Figures: 8, worth 2⅔"), ("TRE-4", "In all 3⅔, rounded down: 3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "aces, figures, last_trick, points",
    [
        ([4, 0], [17, 3], 0, [10, 1]),
        ([4, 0], [17, 3], 1, [9, 2]),
        ([0, 4], [20, 0], 1, [6, 5]),
        ([1, 3], [0, 20], 0, [2, 9]),
        ([2, 2], [9, 11], 1, [5, 6]),
    ],
)
def test_thirds_are_rounded_down(aces: list[int], figures: list[int], last_trick: int, points: list[int]) -> None:
    hand = {"aces": aces, "figures": figures, "last_trick": last_trick}
    assert last_hand("tresette", hand)["points"] == points


def test_the_side_that_reaches_twenty_one_wins_one_game() -> None:
    result = scored("tresette", {"points": [10, 1]}, {"points": [11, 0], "tricks": [9, 1]})
    assert (result["winner"], result["games"], result["won_by"]) == (0, [1, 0], "target")
    assert (result["next_dealer"], result["next_hand"], result["status"]) == (None, {}, "finished")
    assert ("TRE-5", 0) in [(line["rule"], line["side"]) for line in result["hands"][-1]["lines"]]


def test_one_short_of_the_target_the_match_goes_on() -> None:
    result = scored("tresette", {"points": [10, 1]}, {"points": [10, 1]})
    assert (result["status"], result["winner"], result["next_dealer"]) == ("in_progress", None, "Bruno")


def test_both_at_the_target_the_higher_total_wins() -> None:
    result = scored("tresette", *TEN_ALL, {"points": [5, 6]}, options={"target": 15})
    assert (result["totals"], result["winner"]) == ([15, 18], 1)
    assert result["hands"][-1]["lines"][-1]["rule"] == "TRE-6"
    assert result["hands"][-1]["lines"][-1]["text"] == "Both reach 15, the higher total wins: 18"


def test_both_equal_above_the_target_play_another_deal() -> None:
    hands = {"points": [6, 5]}, {"points": [5, 6]}
    result = scored("tresette", *hands, options={"target": 11})
    assert (result["totals"], result["status"], result["games"]) == ([11, 11], "in_progress", [0, 0])
    last = [(line["side"], line["rule"]) for line in result["hands"][-1]["lines"][-2:]]
    assert last == [(0, "TRE-6"), (1, "TRE-6")]
    assert scored("tresette", *hands, {"points": [0, 11], "tricks": [1, 9]}, options={"target": 11})["winner"] == 1


@pytest.mark.parametrize(
    "hand, won_by, games, points",
    [
        (ALL, "cappotto", 2, [11, 0]),
        ({**ALL, "solo": {"player": "Bruno"}}, "cappottone", 6, [11, 0]),
        (NEARLY, "stramazzo", 3, [10, 1]),
        ({**NEARLY, "last_trick": 0}, "stramazzo", 3, [11, 0]),
        ({**NEARLY, "aces": [4, 0], "figures": [20, 0]}, "stramazzo", 3, [10, 1]),
        ({**NEARLY, "solo": {"player": "Anna"}}, "stramazzone", 8, [10, 1]),
        ({**NEARLY, "solo": SOLO}, "stramazzone", 8, [10, 1]),
        ({**NEARLY, "figures": [20, 0], "solo": {**SOLO, "figures": 18}}, "stramazzone", 8, [10, 1]),
        ({"points": [11, 0], "tricks": [10, 0]}, "cappotto", 2, [11, 0]),
        ({"points": [11, 0], "tricks": [10, 0], "solo": {"player": "Anna"}}, "cappottone", 6, [11, 0]),
        ({"decima": "Bruno"}, "napoletana_decima", 16, [0, 0]),
    ],
)
def test_a_win_at_once_is_worth_its_games(hand: Any, won_by: str, games: int, points: list[int]) -> None:
    result = scored("tresette", {"points": [0, 11], "tricks": [1, 9]}, hand)
    assert (result["won_by"], result["winner"], result["games"]) == (won_by, 0, [games, 0])
    assert result["hands"][-1]["points"] == points
    who = hand["solo"]["player"] if "solo" in hand else hand.get("decima", "")
    assert who in result["hands"][-1]["lines"][-1]["text"]


def test_a_win_at_once_outranks_the_running_score() -> None:
    result = scored("tresette", {"points": [1, 10]}, {"points": [0, 11], "tricks": [1, 9]}, options={"target": 22})
    assert result["status"] == "in_progress"
    honours = [{"player": "Dino", "kind": "four", "rank": "3"}]
    result = scored(
        "tresette", {"points": [1, 10]}, {**ALL, "honours": honours}, variant="mcleod", options={"target": 12}
    )
    assert (result["totals"], result["winner"], result["won_by"]) == ([12, 14], 0, "cappotto")


def test_points_alone_never_show_a_stramazzo() -> None:
    assert scored("tresette", {"points": [11, 0], "tricks": [9, 1]})["won_by"] is None


@pytest.mark.parametrize("hand", [ALL, NEARLY, {"points": [11, 0], "tricks": [10, 0]}])
def test_without_special_wins_only_the_points_count(hand: dict[str, Any]) -> None:
    assert scored("tresette", hand, options=PLAIN)["won_by"] is None


def test_without_special_wins_tricks_may_be_left_out() -> None:
    hand = {"aces": [4, 0], "figures": [18, 2], "last_trick": 1}
    assert last_hand("tresette", hand, options=PLAIN)["points"] == [10, 1]
    assert refused("tresette", hand) == [("tricks", "TRE-11")]
    assert "tricks" in messages("tresette", hand)


@pytest.mark.parametrize("thirds, needed", [(0, True), (1, True), (2, True), (3, False)])
@pytest.mark.parametrize("side", [0, 1])
def test_tricks_are_asked_for_up_to_two_thirds(thirds: int, needed: bool, side: int) -> None:
    hand = {"aces": [4, 0], "figures": [20 - thirds, thirds], "last_trick": 0}
    if side == 0:
        hand = {"aces": [0, 4], "figures": [thirds, 20 - thirds], "last_trick": 0}
    if needed:
        assert refused("tresette", hand) == [("tricks", "TRE-11")]
    else:
        assert scored("tresette", hand)["status"] == "in_progress"


REFUSED: list[Any] = [({}, hand, expected) for hand, expected in [
    ({**EVEN, "aces": [3, 2]}, [("aces", "TRE-1")]),
    ({**EVEN, "aces": [5, -1]}, [("aces.1", "TRE-1")]),
    ({**EVEN, "aces": [2, 2, 0]}, [("aces", "TRE-1")]),
    ({**EVEN, "aces": [2.0, True]}, [("aces.0", "TRE-1"), ("aces.1", "TRE-1")]),
    ({**EVEN, "figures": [10, 9]}, [("figures", "TRE-2")]),
    ({**EVEN, "last_trick": 2}, [("last_trick", "TRE-3")]),
    ({**EVEN, "last_trick": None}, [("last_trick", "TRE-3")]),
    ({**EVEN, "tricks": [5, 6]}, [("tricks", "TRE-9")]),
    ({**EVEN, "tricks": None}, [("tricks", "TRE-9")]),
    ({**EVEN, "points": [6, 5]}, [("aces", None), ("figures", None), ("last_trick", None)]),
    ({**EVEN, "stake": 1}, [("stake", None)]),
    ({"points": [7, 5]}, [("points", "TRE-4")]),
    ({"points": [12, -1]}, [("points.1", "TRE-4")]),
    ({"points": [11]}, [("points", "TRE-4")]),
    ({"points": [10, 1], "tricks": [10, 0]}, [("tricks", "TRE-9")]),
    ({**ALL, "aces": [3, 1]}, [("tricks", "TRE-9")]),
    ({**ALL, "figures": [19, 1]}, [("tricks", "TRE-9")]),
    ({**ALL, "last_trick": 1}, [("last_trick", "TRE-3")]),
    ({**EVEN, "solo": {"player": "Anna"}}, [("solo.player", "TRE-10")]),
    ({**ALL, "solo": {"player": "Carla"}}, [("solo.player", "TRE-10")]),
    ({**ALL, "solo": {"player": "Zoe"}}, [("solo.player", "TRE-10")]),
    ({**ALL, "solo": {}}, [("solo.player", "TRE-10")]),
    ({**ALL, "solo": "Anna"}, [("solo", "TRE-10")]),
    ({**ALL, "solo": {"player": "Anna", "tricks": 10}}, [("solo.tricks", None)]),
    ({**NEARLY, "solo": {**SOLO, "aces": 3}}, [("solo.figures", "TRE-12")]),
    ({**NEARLY, "solo": {**SOLO, "figures": 17}}, [("solo.figures", "TRE-12")]),
    ({**NEARLY, "solo": {**SOLO, "figures": 19}}, [("solo.figures", "TRE-12")]),
    ({**NEARLY, "solo": {**SOLO, "aces": 5}}, [("solo.aces", "TRE-12")]),
    ({**NEARLY, "solo": {**SOLO, "aces": -1}}, [("solo.aces", "TRE-12")]),
    ({**NEARLY, "solo": {**SOLO, "figures": None}}, [("solo.figures", "TRE-12")]),
    ({"points": [11, 0], "tricks": [9, 1], "solo": {"player": "Anna"}}, [("solo.player", "TRE-10")]),
    ({"decima": "Zoe"}, [("decima", "TRE-13")]),
    ({"decima": "Anna", "points": [5, 6]}, [("points", None)]),
    ({"claim": {"side": 2, "aces": 1, "figures": 2}}, [("claim.side", "TRE-7")]),
    ({"claim": {"side": 0, "aces": 5, "figures": 2}}, [("claim.aces", "TRE-1")]),
    ({"claim": {"side": 0, "aces": 1, "figures": 21}}, [("claim.figures", "TRE-2")]),
    ({"claim": {"side": 0, "aces": 1, "figures": 2, "last_trick": 1}}, [("claim.last_trick", "TRE-3")]),
    ({"claim": {}}, [("claim.side", "TRE-7"), ("claim.aces", "TRE-1"), ("claim.figures", "TRE-2")]),
    ({"claim": None}, [("claim", "TRE-7")]),
    ({"claim": {"side": 0, "aces": 1, "figures": 2}, "points": [5, 6]}, [("points", None)]),
    ({}, [("aces", "TRE-1"), ("figures", "TRE-2"), ("last_trick", "TRE-3")]),
]]  # fmt: skip


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("tresette", hand, **head) == expected


@pytest.mark.parametrize("own, thirds", [({"aces": 0}, 14), ({"figures": 0}, 20)])
def test_a_player_who_took_too_little_leaves_the_others_too_much(own: dict[str, int], thirds: int) -> None:
    hand = NEARLY | {"solo": SOLO | own}
    assert messages("tresette", hand) == f"The other three hold {thirds}/3, they may hold 2/3 at most"


@pytest.mark.parametrize("hand", [{**ALL, "solo": {"player": "Anna"}}, {"decima": "Anna"}])
def test_without_special_wins_nobody_takes_everything(hand: Any) -> None:
    assert {rule for _field, rule in refused("tresette", hand, options=PLAIN)} <= {"TRE-10", "TRE-13"}


def test_all_problems_are_told_at_once() -> None:
    hand = {"aces": [3, 3], "figures": [1, 1], "last_trick": 5, "tricks": [1, 1], "honours": [1], "gold": 1}
    assert refused("tresette", {"points": [5, 6]}, hand | {"note": 5}, variant="mcleod") == [
        ("gold", None), ("aces", "TRE-1"), ("figures", "TRE-2"), ("last_trick", "TRE-3"), ("tricks", "TRE-9"),
        ("honours.0", "TRE-14"), ("note", None),
    ]  # fmt: skip


@pytest.mark.parametrize("last_trick, total", [(True, 21), (False, 20)])
def test_a_claim_counts_the_last_trick_only_when_it_is_won(last_trick: bool, total: int) -> None:
    claim = {"side": 1, "aces": 0, "figures": 5, "last_trick": last_trick}
    result = scored("tresette", {"points": [1, 10]}, {"points": [2, 9]}, {"claim": claim})
    assert (result["totals"][1], result["winner"]) == (total, 1 if last_trick else 0)


def test_a_claim_counts_the_honours_of_the_deal_for_either_side() -> None:
    honours = [{"player": player, "kind": "four", "rank": rank} for player, rank in (("Anna", "3"), ("Carla", "A"))]
    claim = {"claim": {"side": 0, "aces": 2, "figures": 1}, "honours": honours}
    result = scored("tresette", {"points": [10, 1]}, claim, variant="mcleod", options={"target": 16})
    assert (result["totals"], result["won_by"], result["games"]) == ([16, 5], "claim", [1, 0])


def test_a_failed_claim_gives_the_match_to_the_other_side_whatever_the_totals() -> None:
    result = scored("tresette", {"points": [11, 0], "tricks": [9, 1]}, {"claim": {"side": 0, "aces": 2, "figures": 3}})
    assert (result["totals"], result["winner"], result["won_by"]) == ([14, 0], 1, "claim_failed")
    assert [line["rule"] for line in result["hands"][-1]["lines"]][-2:] == ["TRE-7", "TRE-8"]


@pytest.mark.parametrize(
    "variant, target, honours, buon_gioco, direction",
    [
        (None, 21, False, False, "ccw"),
        ("parlett", 21, False, False, "ccw"),
        ("parlett-honours", 31, True, True, "ccw"),
        ("mcleod", 21, True, False, "ccw"),
        ("scarne", 31, True, False, "cw"),
    ],
)
def test_presets(variant: str | None, target: int, honours: bool, buon_gioco: bool, direction: str) -> None:
    head = {} if variant is None else {"variant": variant}
    assert play.begin(document("tresette", **head))["options"] == {
        "target": target, "honours": honours, "buon_gioco": buon_gioco, "direction": direction, "special_wins": True,
        "leftover": None, "hands": None, "ending": None, "cappotto": False,
    }  # fmt: skip


def test_the_deal_passes_to_the_next_player_in_the_order_of_play() -> None:
    hands = scored("tresette", *[{"points": [5, 6]}] * 5, options={"target": 99})["hands"]
    assert [hand["dealer"] for hand in hands] == ["Anna", "Carla", "Bruno", "Dino", "Anna"]


def test_eleven_to_nothing_needs_the_tricks_as_it_may_be_a_cappotto() -> None:
    assert refused("tresette", {"points": [11, 0]}) == [("tricks", "TRE-9")]
    without = scored("tresette", {"points": [11, 0]}, options={"special_wins": False})
    assert without["totals"] == [11, 0]


def test_aces_alone_can_reach_the_target() -> None:
    claim = {"claim": {"side": 1, "aces": 1, "figures": 0}}
    result = scored("tresette", *TEN_ALL, claim, options={"target": 13})
    assert (result["totals"], result["winner"], result["won_by"]) == ([10, 13], 1, "claim")
