"""Claims of Tresette: “we have the target” and honours, upheld and refused."""

from typing import Any

import pytest

from tests.games.table import claim_refused, document, judged, reasons

TEN = {"points": [10, 1]}
COUNTED = {"type": "target", "side": 0, "aces": 2, "figures": 7, "last_trick": False}
THREES = {"player": "Anna", "kind": "four", "rank": "3"}
CUPS = {"player": "Anna", "kind": "napoletana", "suit": "cups"}


@pytest.mark.parametrize(
    "change, total, winner",
    [
        ({}, 14, 1),
        ({"last_trick": True}, 15, 0),
        ({"figures": 9}, 15, 0),
        ({"figures": 8}, 14, 1),
        ({"aces": 4, "figures": 20, "last_trick": True}, 21, 0),
        ({"side": 1, "aces": 4, "figures": 20}, 11, 0),
        ({"side": 1, "aces": 4, "figures": 20, "last_trick": True}, 12, 0),
    ],
)
def test_a_claim_of_the_target(change: dict[str, Any], total: int, winner: int) -> None:
    claim = COUNTED | change
    played = document("tresette", TEN, options={"target": 15})
    assert judged(played, claim) == (winner == claim["side"], {"total": total, "winner": winner, "games": 1})
    assert "TRE-7" in reasons(played, claim)
    assert "TRE-8" in reasons(played, claim)


def test_honours_of_the_deal_count_for_a_claim() -> None:
    four = [{"player": player, "kind": "four", "rank": rank} for player, rank in (("Bruno", "2"), ("Dino", "A"))]
    claim = COUNTED | {"honours": [THREES, *four]}
    played = document("tresette", TEN, variant="mcleod")
    assert judged(played, claim) == (True, {"total": 10 + 4 + 4 + 4, "winner": 0, "games": 1})


def test_the_sum_is_told_as_on_paper() -> None:
    texts = reasons(document("tresette", TEN), COUNTED)
    assert "In all 4⅓" in texts
    assert "10 before + 0 honours + 4 counted = 14" in texts


@pytest.mark.parametrize(
    "honours, points",
    [
        ([THREES], [4, 0]),
        ([THREES, CUPS], [7, 0]),
        ([], [0, 0]),
        ([{**THREES, "player": "Dino"}], [0, 4]),
        ([{"player": "Dino", "kind": "three", "rank": "A", "missing": "cups"}, CUPS], [3, 3]),
    ],
)
def test_a_claim_of_honours(honours: Any, points: list[int]) -> None:
    played = document("tresette", variant="mcleod")
    assert judged(played, {"type": "honours", "honours": honours}) == (True, {"points": points})


@pytest.mark.parametrize(
    "variant, claim, expected",
    [
        ("parlett", COUNTED | {"side": 2}, [("side", "TRE-7")]),
        ("parlett", COUNTED | {"aces": 5}, [("aces", "TRE-1")]),
        ("parlett", COUNTED | {"figures": 21}, [("figures", "TRE-2")]),
        ("parlett", COUNTED | {"last_trick": 0}, [("last_trick", "TRE-3")]),
        ("parlett", COUNTED | {"tricks": 5}, [("tricks", None)]),
        ("parlett", COUNTED | {"honours": [THREES]}, [("honours", "TRE-14")]),
        ("parlett", {"type": "target"}, [("side", "TRE-7"), ("aces", "TRE-1"), ("figures", "TRE-2")]),
        ("parlett", {"type": "honours", "honours": [THREES]}, [("honours", "TRE-14")]),
        ("parlett", {"type": "honours", "honours": []}, [("honours", "TRE-14")]),
        ("mcleod", {"type": "honours"}, [("honours", "TRE-14")]),
        ("mcleod", {"type": "honours", "honours": [THREES, {**CUPS, "player": "Dino"}]}, [("honours.1", "TRE-18")]),
        ("mcleod", {"type": "honours", "honours": [THREES, THREES]}, [("honours.1", "TRE-17")]),
        ("mcleod", {"type": "honours", "honours": [{**THREES, "rank": "4"}]}, [("honours.0.rank", "TRE-14")]),
    ],
)
def test_impossible_claims_are_refused(variant: str, claim: Any, expected: Any) -> None:
    assert claim_refused(document("tresette", variant=variant), claim) == expected
