"""Claims of Belote: deals, capots, safe wins before the end, and the side whose announcements count."""

from typing import Any

import pytest

from scorekeeper.games.belote import GAME
from scorekeeper.games.engine import play
from tests.games.table import claim_refused, document, judged, reasons

PLAYED = document("belote")
ANNOUNCED = document("belote", variant="announcements")
CONTREE = document("belote", variant="contree")


LITIGE = document("belote", {"taker": 0, "points": [81, 81]})


@pytest.mark.parametrize(
    "played, kind, side, counted, upheld, made, points",
    [
        (PLAYED, "deal", 0, [102, 60], True, True, [102, 60]),
        (PLAYED, "deal", 1, [60, 102], True, False, [0, 162]),
        (PLAYED, "deal", 1, [81, 81], False, None, [0, 81]),
        (PLAYED, "capot", 1, [0, 252], True, False, [0, 252]),
        (PLAYED, "capot", 0, [162, 0], False, True, [162, 0]),
        (LITIGE, "deal", 0, [102, 60], True, True, [183, 60]),
    ],
)
def test_a_deal_or_a_capot(
    played: Any, kind: str, side: int, counted: Any, upheld: bool, made: "bool | None", points: Any
) -> None:
    claim = {"type": kind, "side": side, "taker": 0, "points": counted}
    assert judged(played, claim) == (upheld, {"made": made, "points": points})


@pytest.mark.parametrize(
    "played, claim, upheld, effect",
    [
        (PLAYED, {"points": [82, 21]}, True, {"still_out": 59, "possible": True}),
        (PLAYED, {"points": [81, 21]}, False, {"still_out": 60, "possible": True}),  # 81 all, or 82: a litige may be
        (PLAYED, {"points": [0, 82]}, False, {"still_out": 80, "possible": False}),
        (PLAYED, {}, False, {"still_out": 162, "possible": True}),
        (PLAYED, {"points": [72, 60], "belote": 0}, True, {"still_out": 30, "possible": True}),
        (CONTREE, {"points": [100, 20], "contract": 110}, False, {"still_out": 42, "possible": True}),
        (CONTREE, {"points": [100, 0], "contract": "capot"}, False, {"still_out": 62, "possible": True}),
        (CONTREE, {"points": [100, 2], "contract": "capot"}, False, {"still_out": 60, "possible": False}),
    ],
)
def test_a_deal_before_its_end(played: Any, claim: Any, upheld: bool, effect: Any) -> None:
    assert judged(played, {"type": "made", "side": 0, "taker": 0, **claim}) == (upheld, effect)


def test_a_generale_is_tried_alone_and_not() -> None:
    played = document("belote", variant="contree", options={"generale": True})
    claim = {"type": "made", "side": 0, "taker": 0, "contract": "generale", "points": [162, 0]}
    assert judged(played, claim) == (False, {"still_out": 0, "possible": True})


@pytest.mark.parametrize(
    "target, points, upheld, least",
    [(90, [90, 30], True, 90), (91, [90, 30], False, 90), (10, [82, 2], True, 82), (90, [0, 0], False, 0)],
)
def test_a_match_that_is_safe(target: int, points: list[int], upheld: bool, least: int) -> None:
    played = document("belote", options={"target": target})
    claim = {"type": "safe_win", "side": 0, "taker": 0, "points": points}
    assert judged(played, claim) == (upheld, {"still_out": 162 - sum(points), "least": least})


@pytest.mark.parametrize(
    "points, expected",
    [([1, 0], "points"), ([161, 0], "points"), ([100, 63], "points"), ([252, 0], "points.0"), ([160, 1], "points")],
)
def test_points_that_cannot_be_so_far_are_refused(points: list[int], expected: str) -> None:
    assert claim_refused(PLAYED, {"type": "made", "side": 0, "taker": 0, "points": points})[0] == (expected, "BEL-2")


def test_no_end_can_give_the_side_with_four_jacks_too_little() -> None:
    claim = {"type": "made", "side": 0, "taker": 0, "points": [0, 142], "announcements": [["jacks"], []]}
    assert judged(ANNOUNCED, claim) == (True, {"still_out": 20, "possible": True})
    assert claim_refused(ANNOUNCED, {**claim, "points": [0, 152]}) == [("points", "BEL-7")]
    assert claim_refused(PLAYED, {"type": "made", "side": 0, "taker": 0, "alone": True}) == [("alone", None)]


def test_before_the_end_a_contract_is_asked_for_too() -> None:
    claim = {"type": "made", "side": 0, "taker": 0, "points": [100, 20]}
    assert claim_refused(CONTREE, claim) == [("contract", "BEL-13")]


TIERCE = ["10H", "JH", "QH"]


@pytest.mark.parametrize(
    "melds, trump, winner, points",
    [
        ([[TIERCE], [["10S", "JS", "QS"]]], {"trump": "H"}, 0, [20, 0]),
        ([[TIERCE], [["10S", "JS", "QS"]]], {}, None, [0, 0]),
        ([[TIERCE], [["JS", "QS", "KS"]]], {"trump": "H"}, 1, [0, 20]),
        ([[["QH", "10H", "JH"], ["7S", "8S", "9S"]], []], {}, 0, [40, 0]),
        ([[["7H", "8H", "9H", "10H", "JH", "QH"]], [["9S", "10S", "JS", "QS", "KS"]]], {}, 1, [0, 100]),
        ([[["9S", "9H", "9D", "9C"]], [["AS", "AH", "AD", "AC"]]], {}, 0, [150, 0]),
        ([[["9S", "9H", "9D", "9C"]], [["AS", "AH", "AD", "AC"]]], {"trump": "none"}, 1, [0, 200]),
        ([[], []], {}, None, [0, 0]),
    ],
)  # fmt: skip
def test_whose_announcements_count(melds: Any, trump: Any, winner: Any, points: Any) -> None:
    played = document("belote", variant="announcements", options={"no_trump": True})
    claim = {"type": "announcements", "side": 0, "melds": melds, **trump}
    assert judged(played, claim) == (winner == 0, {"winner": winner, "points": points})


@pytest.mark.parametrize(
    "melds",
    [
        [[["10H", "JH"]], []], [[["9H", "JH", "QH"]], []], [[["7S", "7H", "7D", "7C"]], []], [[TIERCE], [TIERCE]],
        [[["2H", "3H", "4H"]], []], [["10H"], []], [[TIERCE]], {}, [[["10H", "JH", "QS"]], []], [[[]], []],
        [[[f"{rank}{suit}" for rank in ("7", "8", "9", "10", "J", "Q")] for suit in "SHD"], []],
    ],
)  # fmt: skip
def test_cards_that_are_no_announcement_are_refused(melds: Any) -> None:
    assert {
        rule for _field, rule in claim_refused(ANNOUNCED, {"type": "announcements", "side": 0, "melds": melds})
    } == {"BEL-26"}


def test_where_announcements_are_not_played_none_count() -> None:
    refusals = claim_refused(PLAYED, {"type": "announcements", "side": 0, "melds": [[TIERCE], []]})
    assert ("type", "BEL-5") in refusals


def test_the_reason_says_what_can_still_fall() -> None:
    text = reasons(PLAYED, {"type": "made", "side": 0, "taker": 0, "points": [82, 21]})
    assert text == "BEL-27 However the last 59 points fall, this deal is won"


def test_a_deal_that_was_claimed_can_be_recorded_and_one_before_its_end_cannot() -> None:
    setup = play.begin(PLAYED)
    claim = {"side": 0, "taker": 0, "points": [102, 60]}
    (follow_up,) = GAME.follow_ups(setup, "deal", claim, {})
    assert follow_up["record"]
    assert follow_up["fields"] == {"way": "deal", "taker": "0", "points.0": "102", "points.1": "60"}
    assert GAME.follow_ups(setup, "made", claim, {}) == []
