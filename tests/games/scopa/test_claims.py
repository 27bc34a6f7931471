"""Claims of Scopa: the primiera by the cards, calling out during a deal, and the deal recorded with it."""

from typing import Any

import pytest

from tests.games.table import claim_refused, document, judged, last_hand, reasons, refused, scored, singly

READY = {"cards": 0, "coins": 0, "settebello": 0, "primiera": 0}
SEVENS = {"cards": 0, "coins": 0, "settebello": 0, "sevens": 0}
CALLED = {"side": 0, "cards": 21, "coins": 5, "settebello": True, "scope": 1}
THREE = {"sides": singly(3)}


def before(*totals: int, **head: Any) -> dict[str, Any]:
    """Returns a match at these totals: the first side has the four ready points, all others sweeps only."""
    sevens = head.get("variant") == "escoba"
    hand = (SEVENS if sevens else READY) | {"scope": [totals[0] - 4, *totals[1:]]}
    if head.get("options", {}).get("re_bello"):
        hand |= {"re_bello": 0, "scope": [totals[0] - 5, *totals[1:]]}
    return document("scopa", hand, **head)


def target(**claim: Any) -> dict[str, Any]:
    return {"type": "target", "side": 0} | claim


def effect(points: int, total: int, winner: int | None) -> dict[str, Any]:
    return {"points": points, "total": total, "winner": winner, "games": int(winner is not None)}


@pytest.mark.parametrize(
    "cards, sums, winner",
    [
        ([["7D", "6H", "AS", "7C"], ["6D", "7H", "7S", "6C", "KD"]], [76, 78], 1),
        ([["7D", "6H", "AS", "7C", "2D"], ["6D", "7H", "2S", "6C"]], [76, 69], 0),
        ([["7D", "7H", "7S"], ["6D", "6H", "6S", "JC"]], [None, 64], 1),
        ([["7D", "7H", "QS", "KC"], ["JD", "JH", "7S", "7C"]], [62, 62], None),
        ([["7D"], ["7H"]], [None, None], None),
        ([[], []], [None, None], None),
        ([["AD", "2H", "3S", "4C"], ["5D", "JH", "QS", "KC"]], [55, 45], 0),
    ],
)
def test_the_primiera_is_added_up_from_the_cards(cards: Any, sums: list[int | None], winner: int | None) -> None:
    for side in (0, 1):
        claim = {"type": "primiera", "side": side, "cards": cards}
        assert judged(document("scopa"), claim) == (winner == side, {"sums": sums, "winner": winner})


def test_three_sides_show_their_primiera() -> None:
    shown = [["7D", "7H", "2S", "2C"], ["6D", "6H", "6S", "6C"], ["7S", "7C", "AD"]]
    played = document("scopa", **THREE)
    assert judged(played, {"type": "primiera", "side": 1, "cards": shown}) == (
        True,
        {"sums": [66, 72, None], "winner": 1},
    )


@pytest.mark.parametrize(
    "head, change, expected",
    [
        ({}, {"side": 2}, [("side", "SCO-5")]),
        ({}, {"side": None}, [("side", "SCO-5")]),
        ({}, {"cards": [["7D"]]}, [("cards", "SCO-5")]),
        ({}, {"cards": "7D"}, [("cards", "SCO-5")]),
        ({}, {"cards": [["7D"], "7H"]}, [("cards", "SCO-5")]),
        ({}, {"cards": [["8D"], []]}, [("cards.0", "SCO-5")]),
        ({}, {"cards": [[], ["JOKER"]]}, [("cards.1", "SCO-5")]),
        ({}, {"cards": [["7D"], ["7D"]]}, [("cards.1", "SCO-5")]),
        ({}, {"cards": [["7D", "7D"], []]}, [("cards.0", "SCO-5")]),
        ({}, {"sums": [1, 2]}, [("sums", None)]),
        ({"variant": "escoba"}, {}, [("type", "SCO-6")]),
    ],
)
def test_a_primiera_that_cannot_be_judged(head: Any, change: Any, expected: Any) -> None:
    claim = {"type": "primiera", "side": 0, "cards": [["7D"], ["7H"]]} | change
    assert claim_refused(document("scopa", **head), claim) == expected


def test_a_primiera_claim_needs_cards_and_a_side() -> None:
    assert claim_refused(document("scopa"), {"type": "primiera"}) == [("side", "SCO-5"), ("cards", "SCO-5")]


IN_ESCOBA = {"variant": "escoba", "options": {"target": 11}}
NAPOLA = {"options": {"napola": "points"}}
ACCUSI = {"options": {"accusi": True}}
COUNTS: list[tuple[dict[str, Any], dict[str, Any], int]] = [
    ({}, {}, 0),
    ({"cards": 20}, {}, 0),
    ({"cards": 21}, {}, 1),
    ({"cards": 10, "coins": 5}, {}, 0),
    ({"cards": 10, "coins": 6}, {}, 1),
    ({"cards": 1, "coins": 1, "settebello": True}, {}, 1),
    ({"cards": 10, "scope": 5}, {}, 5),
    (CALLED, {}, 3),
    ({"cards": 12, "coins": 4, "settebello": True, "best": ["7", "7", "7", "3"]}, {}, 2),
    ({"cards": 12, "coins": 4, "settebello": True, "best": ["7", "7", "7", "2"]}, {}, 1),
    ({"cards": 12, "coins": 4, "settebello": True, "best": ["7", "7", "7", None]}, {}, 1),
    ({"cards": 12, "coins": 4, "settebello": True, "best": ["7", "7", "6", "A"]}, {}, 1),
    ({"cards": 14, "coins": 10, "settebello": True, "best": ["7", "F", "F", "F"]}, {}, 3),
    ({"cards": 14, "coins": 10, "settebello": True, "best": ["7", "F", "F", None]}, {}, 2),
    ({"cards": 10, "sevens": 2}, IN_ESCOBA, 0),
    ({"cards": 10, "sevens": 3}, IN_ESCOBA, 1),
    ({"cards": 10, "coins": 5, "napola": 5}, NAPOLA, 5),
    ({"cards": 1, "coins": 1, "re_bello": True}, {"options": {"re_bello": True}}, 1),
    ({"cards": 1, "coins": 1, "re_bello": False}, {"options": {"re_bello": True}}, 0),
    ({"cards": 40, "coins": 10, "settebello": True, "scope": 20}, {}, 23),
    ({"accusi": {"3": 6}}, ACCUSI, 18),
    ({"accusi": {"3": 2, "10": 1}}, ACCUSI, 16),
]


@pytest.mark.parametrize("claim, head, points", COUNTS)
def test_only_what_nobody_can_take_away_counts(claim: Any, head: Any, points: int) -> None:
    holds = 8 + points >= 11
    assert judged(before(8, 4, **head), target(**claim)) == (holds, effect(points, 8 + points, 0 if holds else 1))


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (before(8, 4), CALLED, (True, effect(3, 11, 0))),
        (before(8, 4), CALLED | {"cards": 20}, (False, effect(2, 10, 1))),
        (before(9, 4), {"cards": 12, "coins": 4, "settebello": True, "best": ["7", "7", "7", "3"]},
         (True, effect(2, 11, 0))),
        (before(12, 12), {"cards": 2}, (False, effect(0, 12, 1))),
        (before(12, 12), {"cards": 2, "scope": 1}, (True, effect(1, 13, 0))),
        (before(10, 5), {"side": 1, "cards": 2, "scope": 1}, (False, effect(1, 6, 0))),
        (before(4, 20, variant="assi"), {"cards": 10, "coins": 10, "settebello": True, "napola": 10},
         (True, effect(12, 16, 0))),
        (before(9, 4, 6, **THREE), {"cards": 5}, (False, effect(0, 9, 2))),
        (before(9, 6, 6, **THREE), {"cards": 5}, (False, effect(0, 9, None))),
        (before(9, 6, 6, **THREE), {"side": 2, "cards": 5}, (False, effect(0, 6, 0))),
    ],
)  # fmt: skip
def test_a_claim_wins_or_loses_the_match_and_so_does_the_deal_recorded_with_it(
    played: Any, claim: Any, expected: Any
) -> None:
    target_claim = target(**claim)
    assert judged(played, target_claim) == expected
    upheld, effect = expected
    entry = {"claim": {name: value for name, value in target_claim.items() if name != "type"}}
    head = {name: played[name] for name in ("sides", "variant", "options") if name in played}
    result = scored("scopa", *played["hands"], entry, **head)
    assert (result["status"], result["winner"]) == ("finished", effect["winner"])
    assert result["won_by"] == ("claim" if upheld else "claim_failed")
    assert sum(result["games"]) == effect["games"]
    points = last_hand("scopa", *played["hands"], entry, **head)["points"]
    assert points[target_claim["side"]] == effect["points"] == sum(points)


def test_each_sides_primiera_is_told_by_name() -> None:
    shown = [["7D", "6H", "AS", "7C"], ["6D", "7H"]]
    texts = reasons(document("scopa"), {"type": "primiera", "side": 0, "cards": shown})
    assert "Us: primiera of 76" in texts
    assert "Them: no card in some suit, no primiera" in texts


def test_a_claim_is_told_under_its_rules() -> None:
    texts = reasons(before(8, 4), target(**CALLED | {"cards": 20}))
    assert "SCO-13 10 do not reach 11: it fails" in texts
    assert "SCO-15" in texts
    assert "SCO-13 11 reach 11: the claim holds" in reasons(before(8, 4), target(**CALLED))
    assert "SCO-13 12 are not more than any other total" in reasons(before(12, 12), target())
    assert "SCO-9" in reasons(before(4, 4, variant="assi"), target(cards=10, coins=10, settebello=True, napola=10))


RE_BELLO = {"options": {"re_bello": True, "napola": "points"}}
SURE = {"cards": 12, "coins": 4, "settebello": True}
IMPOSSIBLE: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str, str | None]]]] = [
    ({"side": 2}, {}, [("side", "SCO-13")]),
    ({"cards": 41}, {}, [("cards", "SCO-1")]),
    ({"cards": -1}, {}, [("cards", "SCO-1")]),
    ({"cards": 20, "coins": 11}, {}, [("coins", "SCO-2")]),
    ({"cards": 40, "scope": 21}, {}, [("scope", "SCO-7")]),
    ({"settebello": 1}, {}, [("settebello", "SCO-4")]),
    ({"re_bello": True}, {}, [("re_bello", "SCO-10")]),
    ({"re_bello": 1}, RE_BELLO, [("re_bello", "SCO-10")]),
    ({"napola": 3}, {}, [("napola", "SCO-8")]),
    ({"napola": [3, 0]}, RE_BELLO, [("napola", "SCO-8")]),
    ({"napola": 2}, RE_BELLO, [("napola", "SCO-8")]),
    ({"sevens": 3}, {}, [("sevens", "SCO-6")]),
    ({"sevens": 5}, IN_ESCOBA, [("sevens", "SCO-6")]),
    ({"best": ["7", "7", "7", "7"]}, IN_ESCOBA, [("best", "SCO-6")]),
    ({"best": ["7", "7", "7"]}, {}, [("best", "SCO-5")]),
    ({"best": ["7", "7", "7", "K"]}, {}, [("best", "SCO-5")]),
    ({"velo": 1}, {}, [("velo", None)]),
    ({"accusi": {"3": 7}}, ACCUSI, [("accusi.3", "SCO-25")]),
    ({"accusi": {"3": 6, "10": 1}}, ACCUSI, [("accusi", "SCO-26")]),
    ({"cards": 5, "coins": 6}, {}, [("coins", "SCO-16")]),
    ({"cards": 5, "scope": 3}, {}, [("scope", "SCO-16")]),
    ({"cards": 5, "settebello": True}, {}, [("coins", "SCO-17")]),
    ({"cards": 5, "coins": 3, "napola": 3, "settebello": True}, RE_BELLO, [("coins", "SCO-17")]),
    ({"cards": 8, "coins": 7, "napola": 6, "settebello": True}, RE_BELLO, [("napola", "SCO-17")]),
    ({"cards": 12, "coins": 10, "settebello": True, "napola": 9, "re_bello": True}, RE_BELLO,
     [("napola", "SCO-17"), ("napola", "SCO-17")]),
    ({"cards": 12, "coins": 10}, {}, [("settebello", "SCO-17")]),
    ({"cards": 12, "coins": 10, "settebello": True, "napola": 10}, RE_BELLO, [("re_bello", "SCO-17")]),
    ({"cards": 5, "coins": 1, "settebello": True, "sevens": 0}, IN_ESCOBA, [("sevens", "SCO-19")]),
    ({"cards": 5, "sevens": 4}, IN_ESCOBA, [("sevens", "SCO-19")]),
    ({"cards": 5, "coins": 3, "sevens": 3}, IN_ESCOBA, [("sevens", "SCO-19")]),
    (SURE | {"coins": 0, "settebello": False, "best": ["6", "7", "7", "3"]}, {},
     [("coins", "SCO-17"), ("best", "SCO-20")]),
    (SURE | {"best": [None, "7", "7", "3"]}, {}, [("best", "SCO-20")]),
    (SURE | {"best": ["6", "7", "7", "3"]}, {}, [("best", "SCO-20")]),
    (SURE | {"settebello": False, "best": ["7", "7", "7", "3"]}, {}, [("best", "SCO-20")]),
    (SURE | {"settebello": False, "coins": 5, "best": ["2", "7", "7", "3"]}, {}, [("coins", "SCO-20")]),
    (SURE | {"settebello": False, "napola": 3, "best": ["5", "7", "7", "3"]}, RE_BELLO, [("best", "SCO-20")]),
    (SURE | {"cards": 6, "best": ["7", "7", "7", "3"]}, {}, [("cards", "SCO-20")]),
    (SURE | {"cards": 12, "best": ["7", "F", None, None]}, {}, [("cards", "SCO-20")]),
]  # fmt: skip


@pytest.mark.parametrize("claim, head, expected", IMPOSSIBLE)
def test_what_a_side_cannot_have_taken_is_refused(claim: Any, head: Any, expected: Any) -> None:
    assert claim_refused(document("scopa", **head), target(**claim)) == expected
    assert refused("scopa", {"claim": {"side": 0} | claim}, **head) == [
        (f"claim.{field}", rule) for field, rule in expected
    ]


def test_a_deal_with_a_claim_has_nothing_else() -> None:
    assert refused("scopa", {"claim": {"side": 0}, "cards": 0}) == [("cards", None)]
    assert refused("scopa", {"claim": 0}) == [("claim", None)]
    assert refused("scopa", {"claim": {}}) == [("claim.side", "SCO-13")]
