"""Scala 40 by its numbered rules: scores of hands, who is out, comes back, deals and wins."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from tests.games.table import closes, document, head_refused, last_hand, messages, refused, rules_of, scored, singly

THREE = {"sides": singly(3)}
FOUR = {"sides": singly(4)}
FLAT = {"sides": singly(3), "options": {"unopened": "flat"}}
BACK = {"sides": singly(3), "options": {"reentries": 1}}
OUT = [{"closed": 0, "counts": [0, 60, 88]}, {"closed": 2, "counts": [70, 45, 0]}]  # 70, 105 (out), 88


def test_the_closer_scores_nothing_and_the_others_what_they_hold() -> None:
    assert last_hand("scala40", closes(1, 24, 0, 57), **THREE)["points"] == [24, 0, 57]
    assert rules_of("scala40", closes(1, 24, 0, 57), **THREE) == [(0, "SCA-1", 24), (1, "SCA-2", 0), (2, "SCA-1", 57)]


@pytest.mark.parametrize(
    "details, told", [({}, "Closed"), ({"from_hand": False}, "Closed"), ({"from_hand": True}, "Closed from hand")]
)
def test_how_a_hand_was_closed_is_told(details: Any, told: str) -> None:
    assert last_hand("scala40", closes(0, 0, 12, 31, **details), **THREE)["lines"][0]["text"] == told


@pytest.mark.parametrize(
    "options, hand, points",
    [
        ({}, closes(0, 0, 12, 31, from_hand=True), [0, 12, 31]),
        ({"doubled_from_hand": True}, closes(0, 0, 12, 31, from_hand=True), [0, 24, 62]),
        ({"doubled_from_hand": True}, closes(0, 0, 12, 31, from_hand=False), [0, 12, 31]),
        ({"doubled_from_hand": True}, closes(0, 0, 12, 31), [0, 12, 31]),
        ({"unopened": "flat"}, closes(0, 0, None, 20, unopened=[1]), [0, 100, 20]),
        ({"unopened": "flat"}, closes(0, 0, None, None, unopened=[2, 1]), [0, 100, 100]),
        (
            {"unopened": "flat", "doubled_from_hand": True},
            closes(0, 0, None, 20, from_hand=True, unopened=[1]),
            [0, 100, 40],
        ),
        ({"lone_ace": True}, closes(0, 0, 1, 2), [0, 1, 2]),
        ({}, closes(0, 0, 2, 3, unopened=[], reenter=[]), [0, 2, 3]),
        ({}, closes(1, 198, 0, 130), [198, 0, 130]),
        ({"unopened": "flat"}, closes(1, 155, 0, 93), [155, 0, 93]),
    ],
)
def test_what_a_hand_scores(options: Any, hand: Any, points: list[int]) -> None:
    assert last_hand("scala40", hand, sides=singly(3), options=options)["points"] == points


REFUSED: list[Any] = [
    (THREE, {}, [("closed", "SCA-2"), ("counts", "SCA-2")]),
    (THREE, {"closed": 0}, [("counts", "SCA-2")]),
    (THREE, closes(3, 0, 5, 6), [("closed", "SCA-2")]),
    (THREE, closes(0, 0, 5), [("counts", "SCA-2")]),
    (THREE, closes(0, 4, 5, 6), [("counts.0", "SCA-2")]),
    (THREE, closes(0, None, 5, 6), [("counts.0", "SCA-2")]),
    (THREE, closes(0, 0, 0, 6), [("counts.1", "SCA-3")]),
    (THREE, closes(0, 0, 1, 6), [("counts.1", "SCA-3")]),
    (THREE, closes(0, 0, -4, 6), [("counts.1", "SCA-3")]),
    (THREE, closes(0, 0, None, 6), [("counts.1", "SCA-2")]),
    (THREE, closes(0, 0, 199, 6), [("counts.1", "SCA-3")]),
    (THREE, closes(0, 0, 6.0, "6"), [("counts.1", "SCA-3"), ("counts.2", "SCA-3")]),
    (THREE, closes(0, 0, 198, 140), [("counts", "SCA-3")]),
    (THREE, closes(0, 0, 5, 6, from_hand=1), [("from_hand", "SCA-4")]),
    (THREE, closes(0, 0, None, 6, unopened=[1]), [("unopened", "SCA-5")]),
    (THREE, closes(0, 0, 5, 6, unopened=1), [("unopened", "SCA-5")]),
    (THREE, closes(0, 0, 5, 6, unopened=[1, 1]), [("unopened", "SCA-5")]),
    (THREE, closes(0, 0, 5, 6, reenter=[1]), [("reenter", "SCA-9")]),
    (THREE, closes(0, 0, 5, 6, reenter=[5]), [("reenter", "SCA-9")]),
    (THREE, closes(0, 0, 5, 6, winner=0), [("winner", None)]),
    (FLAT, closes(0, 0, 156, 6), [("counts.1", "SCA-5")]),
    (FLAT, closes(0, 0, 155, 94), [("counts", "SCA-5")]),
    (FLAT, closes(0, 0, 5, 6, unopened=[1]), [("counts.1", "SCA-5")]),
    (FLAT, closes(0, None, 5, 6, unopened=[0]), [("unopened", "SCA-5")]),
    ({**FLAT, "options": {"unopened": "flat", "lone_ace": True}}, closes(0, 0, 0, 6), [("counts.1", "SCA-3")]),
]


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused("scala40", hand, **head) == expected


@pytest.mark.parametrize(
    "rule, head, most",
    [("SCA-3", {}, (198, 328, 458, 580, 679)), ("SCA-5", {"options": {"unopened": "flat"}}, (155, 248, 338, 428, 517))],
)
def test_the_packs_bound_what_several_players_hold_together(rule: str, head: Any, most: tuple[int, ...]) -> None:
    for players in range(1, 6):
        held = [bound - before for before, bound in zip((0, *most), most[:players], strict=False)]
        rest = [2] * (5 - players)
        assert last_hand("scala40", closes(5, *held, *rest, 0), sides=singly(6), **head)["points"][:players] == held
        too_much = [(most[players - 1] + 1 + player) // players for player in range(players)]  # fewer hold no more
        problems = refused("scala40", closes(5, *too_much, *rest, 0), sides=singly(6), **head)
        assert [bound for _field, bound in problems] == [rule]


def test_a_hundred_stays_in_and_a_hundred_and_one_is_out() -> None:
    result = scored("scala40", closes(1, 88, 0, 99), closes(1, 12, 0, 2), **THREE)
    assert (result["totals"], result["status"]) == ([100, 0, 101], "in_progress")
    assert result["next_hand"] == {"out": [2], "may_reenter": [], "reenter_at": None}
    assert result["hands"][-1]["lines"][-1]["rule"] == "SCA-6"


@pytest.mark.parametrize("variant, limit", [("101", 101), ("151", 151), ("201", 201), ("301", 301)])
def test_every_preset_has_its_limit(variant: str, limit: int) -> None:
    hands = [closes(0, 0, 150, 2), closes(0, 0, limit - 151, 2)] if limit > 151 else [closes(0, 0, limit - 1, 2)]
    assert scored("scala40", *hands, variant=variant, **THREE)["next_hand"]["out"] == []
    hands_to_limit = [*hands[:-1], closes(0, 0, hands[-1]["counts"][1] + 1 if limit <= 151 else limit - 150, 2)]
    assert scored("scala40", *hands_to_limit, variant=variant, **THREE)["next_hand"]["out"] == [1]


@pytest.mark.parametrize(
    "hand, expected",
    [
        (closes(2, 7, 4, 0), [("counts.1", "SCA-7")]),
        (closes(2, 7, 0, 0), [("counts.1", "SCA-7")]),
        (closes(1, 7, 0, 3), [("closed", "SCA-7"), ("counts.1", "SCA-7")]),
    ],
)
def test_who_is_out_has_no_count_and_cannot_close(hand: Any, expected: Any) -> None:
    assert refused("scala40", *OUT, hand, **THREE) == expected


def test_who_is_out_cannot_be_named_as_unopened() -> None:
    hand = closes(2, 7, None, 0, unopened=[1])
    out = [closes(0, 0, None, 5, unopened=[1]), closes(0, 0, 5, 5)]
    assert refused("scala40", *out, hand, **FLAT) == [("unopened", "SCA-7")]


def test_why_a_player_has_no_count_is_told() -> None:
    assert "This player is out" in messages("scala40", *OUT, closes(2, 7, 4, 0), **THREE)
    assert messages("scala40", closes(0, 0, 5, 6, unopened=[1]), **FLAT) == "Who has not opened has no count"


def test_counts_that_no_packs_hold_together_are_told_with_what_they_hold() -> None:
    told = "2 players together hold 338, the packs allow 328"
    assert messages("scala40", closes(0, 0, 198, 140), **THREE) == told


def test_the_last_player_in_wins_although_three_go_out_at_once() -> None:
    hands = [closes(1, 30, 0, 20, 50), closes(2, 30, 95, 0, 47), closes(2, 41, 6, 0, 4)]
    result = scored("scala40", *hands, **FOUR)
    assert (result["winner"], result["won_by"], result["games"]) == (2, "last_in", [0, 0, 1, 0])
    assert (result["next_dealer"], result["next_hand"]) == (None, {})


def test_of_two_players_nobody_comes_back() -> None:
    result = scored("scala40", closes(0, 0, 101), sides=singly(2), options={"reentries": 9})
    assert (result["status"], result["winner"], result["next_hand"]) == ("finished", 0, {})


def test_coming_back_at_the_highest_total_of_those_who_stayed() -> None:
    assert scored("scala40", *OUT, **BACK)["next_hand"] == {"out": [1], "may_reenter": [1], "reenter_at": 88}
    result = scored("scala40", *OUT, closes(0, 0, 10, 4, reenter=[1]), **BACK)
    assert (result["hands"][-1]["points"], result["totals"]) == ([0, -7, 4], [70, 98, 92])
    assert result["next_hand"] == {"out": [], "may_reenter": [], "reenter_at": None}
    told = rules_of("scala40", *OUT, closes(0, 0, 10, 4, reenter=[1]), **BACK)
    assert told == [(0, "SCA-2", 0), (1, "SCA-9", -17), (1, "SCA-1", 10), (2, "SCA-1", 4)]


def test_coming_back_twice_where_that_is_agreed() -> None:
    hands = [*OUT, closes(0, 0, 20, 4, reenter=[1]), closes(0, 0, 4, 4, reenter=[1])]
    result = scored("scala40", *hands, sides=singly(3), options={"reentries": 2})
    assert result["totals"] == [70, 96, 96]


def test_who_comes_back_may_close() -> None:
    assert scored("scala40", *OUT, closes(1, 3, 0, 4, reenter=[1]), **BACK)["totals"] == [73, 88, 92]


def test_several_come_back_at_the_same_total() -> None:
    hands = [closes(0, 0, 105, 110, 60), closes(3, 5, 2, 4, 0, reenter=[2, 1])]
    result = scored("scala40", *hands, sides=singly(4), options={"reentries": 1})
    assert result["totals"] == [5, 62, 64, 60]


@pytest.mark.parametrize(
    "options, hands, text",
    [
        ({}, [*OUT, closes(0, 0, 10, 4, reenter=[1])], "nobody comes back"),
        ({"reentries": 1}, [*OUT, closes(0, 0, 10, 4, reenter=[0, 1])], "is not out"),
        ({"reentries": 1}, [*OUT, closes(0, 0, 10, 4, reenter=[1, 0])], "is not out"),
        ({"reentries": 1}, [*OUT, closes(0, 0, None, 4), closes(0, 0, 10, 4, reenter=[1])], "only with the hand after"),
        (
            {"reentries": 1},
            [*OUT, closes(0, 0, 20, 4, reenter=[1]), closes(0, 0, 4, 4, reenter=[1])],
            "as often as agreed: 1",
        ),
    ],
)
def test_coming_back_too_late_too_often_or_without_having_gone_out_is_refused(
    options: Any, hands: Any, text: str
) -> None:
    assert ("reenter", "SCA-9") in refused("scala40", *hands, sides=singly(3), options=options)
    assert text in messages("scala40", *hands, sides=singly(3), options=options)


def test_the_deal_passes_to_the_next_who_is_in_and_stays_when_somebody_comes_back() -> None:
    hands = [*OUT, closes(0, 0, None, 4), closes(0, 0, None, 2)]
    assert [hand["dealer"] for hand in scored("scala40", *hands, **THREE)["hands"]] == [
        "Anna",
        "Bruno",
        "Carla",
        "Anna",
    ]
    first = [closes(0, 0, 105, 88), closes(2, 3, 5, 0, reenter=[1]), closes(2, 3, 5, 0)]
    assert [hand["dealer"] for hand in scored("scala40", *first, **BACK)["hands"]] == ["Anna", "Carla", "Anna"]


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_play_each_alone(players: int) -> None:
    assert len(play.begin(document("scala40", sides=singly(players)))["seats"]) == players


@pytest.mark.parametrize("sides", [singly(1), [*singly(6), {"players": ["Zoe"]}], [{"players": ["A", "B"]}] * 2])
def test_other_tables_are_refused(sides: Any) -> None:
    assert set(head_refused("scala40", sides=sides)) & {"sides", "sides.0.players", "sides.1.name", "sides.1.players"}
