"""Claims of Buraco: melds, the first meld of a hand, and going out."""

from typing import Any

import pytest

from tests.games.table import cards, claim_refused, document, judged, reasons

US = document("buraco")
BURRACO = document("buraco", variant="burraco")
CLASSIC = document("buraco", variant="classic")
THREE_PACKS = document("buraco", variant="two-by-three", sides=[{"name": "Us"}, {"name": "Them"}])
SEMI_CLEAN = document("buraco", options={"semi_clean": 150})
INVALID = (False, None, None)


def verdict(played: dict[str, Any], text: str) -> tuple[bool, str | None, str | None]:
    """Returns whether the cards are a meld, its kind, and its run."""
    upheld, effect = judged(played, {"type": "meld", "cards": cards(text)})
    assert upheld is effect["valid"]
    return effect["valid"], effect["kind"], effect["run"]


CLEAN = (True, "sequence", "clean")
DIRTY = (True, "sequence", "dirty")
SHORT = (True, "sequence", None)
TABLE_OF_THE_RULES = [
    ("A 2 3 4 5 6 7", CLEAN),
    ("2 3 4 5 6 7 8", CLEAN),
    ("A 2 3 4 5 6 2H", DIRTY),
    ("A 2 3 4 5 6 2S", DIRTY),
    ("A 2 2D 4 5 6 7", DIRTY),
    ("A 2 2S 4 5 6 7", DIRTY),
    ("2 3 4 5 6 7 2H", DIRTY),
    ("2 3 4 5 6 7 2S", DIRTY),
    ("A 3 4 5 6 7 8 2H", DIRTY),
    ("5 6 * 8 9 10 J", DIRTY),
    ("5 6 * 8 2H 10 J", INVALID),
    ("A 2 3 * 5 6 7", DIRTY),
    ("3 4 5 6 7 8 9 *", DIRTY),
    ("9 9H 9D", INVALID),
    ("Q QH 2", (True, "group", None)),
    ("Q K A 2 3", INVALID),
    ("A 2 3 4 5 6 7 8 9 10 J Q K A", CLEAN),
]
OTHERS = [
    ("A 2 3", SHORT),
    ("Q K A", SHORT),
    ("A 2", INVALID),
    ("A 3", INVALID),
    ("3 4 6", INVALID),
    ("3 4 4 5", INVALID),
    ("3 4H 5", INVALID),
    ("3 4 *", SHORT),
    ("3 5 *", SHORT),
    ("3 6 *", INVALID),
    ("3 * *", INVALID),
    ("* * *", INVALID),
    ("2 2H 2D", INVALID),
    ("2 3 2H", SHORT),
    ("2 2H *", INVALID),
    ("A 2 2H", SHORT),
    ("A 2 3 2H 2D", INVALID),
    ("A 2 2H * 5", INVALID),
    ("A AH AD", (True, "group", None)),
    ("A AH 2D", (True, "group", None)),
    ("A AH 2 2", INVALID),
    ("A AH * 2", INVALID),
    ("K KH KD KC K KH KD", (True, "group", "clean")),
    ("K KH KD KC K KH *", (True, "group", "dirty")),
    ("K KH KD KC K KH 2", (True, "group", "dirty")),
    ("A AH AD AC A AH AD 2", (True, "group", "dirty")),
    ("10 10H 10D", INVALID),
    ("K A 2", SHORT),
    ("K A 2H", SHORT),
    ("Q K A 2 2H", INVALID),
    ("2 3 4 5 6 7 8 9 10 J Q K A *", DIRTY),
    ("A 2 3 4 5 6 7 8 9 10 J Q K A *", INVALID),
    ("8 9 10 J Q K A 2", DIRTY),
    ("3 4 5 6 7 8 9 2S", CLEAN),
    ("4 5 6 7 8 9 10 2S", DIRTY),
    ("2 3 4 5 6 7 8 *", DIRTY),
    ("A", INVALID),
    ("", INVALID),
]


@pytest.mark.parametrize("text, expected", TABLE_OF_THE_RULES + OTHERS)
def test_what_is_a_meld_and_which_run(text: str, expected: Any) -> None:
    assert verdict(US, text) == expected


def test_a_joker_lengthening_seven_clean_cards_makes_a_semi_clean_run() -> None:
    assert verdict(BURRACO, "3 4 5 6 7 8 9 *") == (True, "sequence", "semi_clean")


@pytest.mark.parametrize(
    "text, run",
    [
        ("A 2 3 4 5 6 7", "clean"),
        ("3 4 5 6 7 8 *", "dirty"),
        ("3 4 5 6 7 8 9 2H", "semi_clean"),
        ("4 5 6 7 8 9 10 2S", "semi_clean"),
        ("3 4 5 6 7 8 9 2S", "clean"),
        ("3 4 5 6 * 8 9 10", "dirty"),
        ("3 4 5 6 7 8 9 * J", "semi_clean"),
        ("3 * 5 6 7 8 9 10 J", "semi_clean"),
        ("3 4 * 6 7 8 9 10 J", "dirty"),
        ("2 3 4 5 6 7 8 2H", "semi_clean"),
        ("K KH KD KC K KH KD *", "dirty"),
    ],
)
def test_seven_natural_cards_side_by_side_make_a_run_semi_clean(text: str, run: str) -> None:
    assert verdict(SEMI_CLEAN, text)[2] == run


@pytest.mark.parametrize(
    "ace, text, expected",
    [
        ("high", "A 2 3", INVALID),
        ("high", "Q K A", SHORT),
        ("high", "A 3 4 5 6 7 8 2H", INVALID),
        ("high", "2 3 4 5 6 7 *", DIRTY),
        ("low", "A 2 3", SHORT),
        ("low", "Q K A", INVALID),
        ("low", "J Q K 2H", SHORT),
        ("low", "K A 2", INVALID),
        ("high", "A 2 3 4 5 6 7 8 9 10 J Q K A", INVALID),
        ("low", "A 2 3 4 5 6 7 8 9 10 J Q K A", INVALID),
        ("low", "A 2 3 4 5 6 7 8 9 10 J Q K", CLEAN),
        ("low", "A 2 3 4 5 6 7 8 9 10 J Q K *", INVALID),
        ("high", "A AH AD", (True, "group", None)),
    ],
)
def test_where_the_ace_may_stand(ace: str, text: str, expected: Any) -> None:
    assert verdict(document("buraco", options={"ace": ace}), text) == expected


@pytest.mark.parametrize("text, points", [("A 2 3", 40), ("8 9 *", 50), ("9 9H 9D", 30), ("3 10 K", 25), ("", 0)])
def test_points_are_always_the_cards_own_value(text: str, points: int) -> None:
    assert judged(US, {"type": "meld", "cards": cards(text)})[1]["points"] == points


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "A 2 3 * 5 6 7",
            ["BUR-16 A sequence from A to 7", "BUR-19", "BUR-20 JOKER is wild and replaces the 4", "BUR-4"],
        ),
        ("A 3 4 2H", ["BUR-18 2H is wild and replaces the 2"]),
        ("Q QH 2", ["BUR-17", "BUR-21 2S is wild"]),
        ("A 2 3 4 5 6 7", ["BUR-3", "BUR-1 The cards are worth 15 + 20 + 5 + 5 + 5 + 5 + 5 = 60"]),
        ("9 9H 9D", ["BUR-17"]),
        ("Q K A 2 3", ["BUR-16"]),
        ("5 6 * 8 2H 10 J", ["BUR-18"]),
    ],
)
def test_the_reading_or_the_rule_against_it_is_told(text: str, words: list[str]) -> None:
    texts = reasons(US, {"type": "meld", "cards": cards(text)})
    assert all(word in texts for word in words)


@pytest.mark.parametrize(
    "before, claim, expected",
    [
        (0, {"melds": ["A AH AD", "3 4 5"]}, (True, 60, 50)),
        (0, {"melds": ["A AH AD"]}, (False, 45, 50)),
        (0, {"melds": ["A AH AD", "3 4 6"]}, (False, 60, 50)),
        (0, {"melds": ["A AH AD", "3 4 5"], "failed_melds": 1}, (False, 60, 65)),
        (0, {"melds": ["A AH AD A", "3 4 5"], "failed_melds": 1}, (True, 75, 65)),
        (1500, {"melds": ["A AH AD", "3 4 5"]}, (False, 60, 75)),
        (1500, {"melds": ["A AH AD A", "3 4 5"]}, (True, 75, 75)),
        (0, {"melds": [""]}, (False, 0, 50)),
        (0, {"melds": []}, (False, 0, 50)),
    ],
)
def test_the_first_meld_of_a_hand(before: int, claim: Any, expected: tuple[bool, int, int]) -> None:
    nothing = {"melds": 0, "hand": 0, "pot": "played"}
    hands = [{"sides": [{**nothing, "melds": 750}, nothing]}] * (before // 750)
    claim = {"type": "first_meld", "side": 0} | claim | {"melds": [cards(text) for text in claim["melds"]]}
    upheld, points, required = expected
    played = document("buraco", *hands)
    assert judged(played, claim) == (upheld, {"points": points, "required": required})
    assert "BUR-13" in reasons(played, claim)


def test_burraco_asks_for_no_first_meld_however_often_it_failed() -> None:
    claim = {"type": "first_meld", "side": 1, "melds": [cards("3 4 5")], "failed_melds": 3}
    assert judged(BURRACO, claim) == (True, {"points": 15, "required": 0})


@pytest.mark.parametrize(
    "played, change, allowed",
    [
        (US, {}, True),
        (US, {"pot": "unplayed"}, False),
        (US, {"pot": "none"}, False),
        (US, {"hand": 5}, False),
        (US, {"hand": {"A": 1}}, False),
        (US, {"hand": {}}, True),
        (US, {"clean": 0}, False),
        (US, {"clean": 0, "dirty": 3}, False),
        (BURRACO, {"clean": 0, "dirty": 1}, True),
        (BURRACO, {"clean": 0, "semi_clean": 1}, True),
        (BURRACO, {"clean": 0}, False),
    ],
)
def test_who_may_go_out(played: Any, change: Any, allowed: bool) -> None:
    claim = {"type": "go_out", "side": 0, "pot": "played", "clean": 1, "dirty": 0, "hand": 0} | change
    assert judged(played, claim) == (allowed, {"allowed": allowed})
    assert "BUR-9" in reasons(played, claim)


@pytest.mark.parametrize(
    "played, claim, expected",
    [
        (US, {"type": "meld", "cards": cards("A A A")}, [("cards", "BUR-1")]),
        (US, {"type": "meld", "cards": cards("* * * * *")}, [("cards", "BUR-1")]),
        (CLASSIC, {"type": "meld", "cards": cards("3 4 *")}, [("cards", "BUR-1")]),
        (THREE_PACKS, {"type": "meld", "cards": cards("A A A A")}, [("cards", "BUR-1")]),
        (US, {"type": "meld", "cards": ["1S", "s2", "", None, "back"]}, [(f"cards.{at}", "BUR-1") for at in range(5)]),
        (US, {"type": "meld", "cards": "AS"}, [("cards", "BUR-16")]),
        (US, {"type": "meld"}, [("cards", "BUR-16")]),
        (US, {"type": "meld", "cards": cards("3 4 5"), "run": "clean"}, [("run", None)]),
        (US, {"type": "first_meld", "side": 0, "melds": [cards("A A AH"), cards("Q K A")]}, [("melds", "BUR-1")]),
        (US, {"type": "first_meld", "side": 0, "melds": "AS"}, [("melds", "BUR-13")]),
        (US, {"type": "first_meld", "side": 0}, [("melds", "BUR-13")]),
        (US, {"type": "first_meld", "side": 0, "melds": [["9"]]}, [("melds.0.0", "BUR-1")]),
        (US, {"type": "first_meld", "side": 2, "melds": [cards("3 4 5")]}, [("side", "BUR-13")]),
        (US, {"type": "first_meld", "side": 0, "melds": [["3S"]], "failed_melds": -1}, [("failed_melds", "BUR-14")]),
        (US, {"type": "go_out", "side": 0, "pot": "taken", "hand": 0}, [("pot", "BUR-9")]),
        (US, {"type": "go_out", "side": 0, "pot": "played"}, [("hand", "BUR-6")]),
        (US, {"type": "go_out", "side": 0, "hand": 0}, [("pot", "BUR-9")]),
        (US, {"type": "go_out", "side": 5, "pot": "played", "hand": 0}, [("side", "BUR-9")]),
        (US, {"type": "go_out", "side": 0, "pot": "played", "clean": -1, "hand": 0}, [("clean", "BUR-9")]),
        (US, {"type": "go_out", "side": 0, "pot": "played", "semi_clean": 1, "hand": 0}, [("semi_clean", "BUR-5")]),
        (US, {"type": "go_out", "side": 0, "pot": "played", "hand": -1}, [("hand", "BUR-6")]),
        (US, {"type": "go_out", "side": 0, "pot": "played", "hand": {"A": 9}}, [("hand.A", "BUR-1")]),
    ],
)  # fmt: skip
def test_impossible_claims_are_refused(played: Any, claim: Any, expected: Any) -> None:
    assert claim_refused(played, claim) == expected


def test_three_packs_hold_a_card_three_times() -> None:
    assert verdict(THREE_PACKS, "A A A") == (True, "group", None)
