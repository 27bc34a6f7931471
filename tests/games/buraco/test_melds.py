"""What holds for any meld of Buraco, against a slow and plain reading of the rules made here a second time."""

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.buraco.melds import best_reading
from tests.fuzzing import tries
from tests.games.table import document, judged

pytestmark = pytest.mark.fuzz

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PLACES = [*RANKS, "A"]
PACK = [rank + suit for rank in RANKS for suit in "SHDC"] + ["JOKER"]
WORTH = [None, "dirty", "semi_clean", "clean"]
OPTIONS = [{"ace": ace, "semi_clean": bonus} for ace in ("both", "high", "low") for bonus in (0, 150)]
ENDS = {"both": (0, 13), "high": (1, 13), "low": (0, 12)}


@st.composite
def nearly_melds(draw: Any) -> list[str]:
    """Cards in a row or of a rank, some made wild, some odd ones among them; no more of a card than two packs hold."""
    if draw(st.booleans()):
        start, length = draw(st.integers(0, 12)), draw(st.integers(2, 9))
        cards = [rank + "S" for rank in PLACES[start : start + length]]
    else:
        rank = draw(st.sampled_from(["J", "Q", "K", "A", "9", "2"]))
        cards = [rank + suit for suit in draw(st.lists(st.sampled_from("SHDC"), min_size=2, max_size=8))]
    wilds = draw(st.lists(st.sampled_from(["JOKER", "2S", "2H"]), max_size=2))
    for wild in wilds:
        if draw(st.booleans()):
            cards[draw(st.integers(0, len(cards) - 1))] = wild
        else:
            cards.append(wild)
    cards += draw(st.lists(st.sampled_from(PACK), max_size=1))
    kept: list[str] = []
    for card in cards:
        if kept.count(card) < (4 if card == "JOKER" else 2):
            kept.append(card)
    return kept


def verdict(cards: list[str], options: dict[str, Any] | None = None) -> tuple[Any, Any, Any, Any]:
    effect = judged(document("buraco", options=options or {}), {"type": "meld", "cards": cards})[1]
    return effect["valid"], effect["kind"], effect["run"], effect["points"]


def best_by_trying_all(cards: list[str], options: dict[str, Any]) -> tuple[bool, str | None]:
    """Every stretch of places, each card natural or one of them wild: whether any fits, and the best run."""
    if len(cards) < 3:
        return False, None
    found: list[str | None] = []
    for wild in [None, *[card for card in set(cards) if card == "JOKER" or card[:-1] == "2"]]:
        naturals = list(cards)
        if wild:
            naturals.remove(wild)
        run = None if len(cards) < 7 else "dirty" if wild else "clean"
        if len({card[:-1] for card in naturals}) == 1 and naturals[0][:-1] in ("J", "Q", "K", "A"):
            found.append(run)
        found += sequences(naturals, wild, options, run)
    return bool(found), max(found, key=WORTH.index, default=None)


def sequences(naturals: list[str], wild: str | None, options: dict[str, Any], run: str | None) -> list[str | None]:
    """The run of each stretch of places that the cards fill."""
    if "JOKER" in naturals or len({card[-1] for card in naturals}) > 1:
        return []
    low, high = ENDS[options["ace"]]
    length = len(naturals) + (wild is not None)
    found: list[str | None] = []
    for start in range(low, high - length + 2):
        stretch = PLACES[start : start + length]
        for gap in range(length) if wild else [None]:
            needed = [rank for place, rank in enumerate(stretch) if place != gap]
            if sorted(needed) == sorted(card[:-1] for card in naturals):
                semi = gap is not None and run and options["semi_clean"] and max(gap, length - gap - 1) >= 7
                found.append("semi_clean" if semi else run)
    return found


@given(cards=nearly_melds())
@settings(max_examples=tries(400))
def test_the_best_reading_is_the_best_of_all_readings(cards: list[str]) -> None:
    for options in OPTIONS:
        reading = best_reading(cards, options)
        assert (reading is not None, None if reading is None else reading["run"]) == best_by_trying_all(cards, options)


def test_any_seven_in_sequence_are_clean() -> None:
    for suit, start in product("SHDC", range(8)):
        cards = [rank + suit for rank in PLACES[start : start + 7]]
        assert verdict(cards)[:3] == (True, "sequence", "clean")


@given(cards=nearly_melds(), wild=st.sampled_from(["JOKER", "2S", "2H", "2D", "2C"]))
@settings(max_examples=tries(150))
def test_a_wild_card_never_makes_a_dirty_run_clean(cards: list[str], wild: str) -> None:
    for options in OPTIONS:
        before, after = best_reading(cards, options), best_reading([*cards, wild], options)
        if before is not None and after is not None and before["run"] == "dirty":
            assert after["run"] != "clean"


@given(cards=nearly_melds())
@settings(max_examples=tries(100))
def test_a_joker_never_makes_any_run_clean(cards: list[str]) -> None:
    for options in OPTIONS:
        after = best_reading([*cards, "JOKER"], options)
        assert after is None or after["run"] != "clean"


@given(cards=nearly_melds(), random=st.randoms(use_true_random=False))
@settings(max_examples=tries(100))
def test_the_order_of_the_cards_never_matters(cards: list[str], random: Any) -> None:
    shuffled = list(cards)
    random.shuffle(shuffled)
    assert verdict(shuffled) == verdict(cards)


@given(cards=nearly_melds(), suits=st.sampled_from(list(permutations("SHDC"))))
@settings(max_examples=tries(100))
def test_suits_renamed_keep_the_verdict(cards: list[str], suits: tuple[str, ...]) -> None:
    names = dict(zip("SHDC", suits, strict=True))
    renamed = [card if card == "JOKER" else card[:-1] + names[card[-1]] for card in cards]
    for options in OPTIONS:
        assert verdict(renamed, options) == verdict(cards, options)
