"""Properties of all melds of Buraco, compared with a second, slow and simple implementation of the rules."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.buraco import GAME
from scorekeeper.games.buraco.melds import best_reading
from tests.games.table import document, judged
from tests.support.fuzzing import tries

pytestmark = pytest.mark.fuzz

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PLACES = [*RANKS, "A"]
PACK = [rank + suit for rank in RANKS for suit in "SHDC"] + ["JOKER"]
ENDS = {"both": (0, 13), "one_end": (0, 13), "high": (1, 13), "low": (0, 12)}
GROUPED = {"court": ["J", "Q", "K", "A"], "any": ["A", *RANKS[2:]], "none": []}
PRESETS = {preset["slug"]: preset["options"] for preset in GAME.presets}
FREE = ("clean", "thirteen", "fourteen", "eight")
OPTIONS = [PRESETS["us"] | {"ace": ace, "semi_clean": bonus} for ace in ENDS for bonus in (0, 150)]
OPTIONS += [PRESETS[variant] for variant in ("burraco", "burraco-fitab", "aberto", "fechado")]


@st.composite
def nearly_melds(draw: Any) -> list[str]:
    """Returns a strategy for consecutive or equal cards, some replaced by wild or odd ones, as two packs hold."""
    if draw(st.booleans()):
        start, length = draw(st.integers(0, 12)), draw(st.integers(2, 14))
        cards = [rank + "S" for rank in PLACES[start : start + length]]
    else:
        rank = draw(st.sampled_from(["J", "Q", "K", "A", "9", "2"]))
        cards = [rank + suit for suit in draw(st.lists(st.sampled_from("SHDC"), min_size=2, max_size=10))]
    wilds = draw(st.lists(st.sampled_from(["JOKER", "2S", "2H"]), max_size=2))
    for wild in wilds:
        if draw(st.booleans()):
            cards[draw(st.integers(0, len(cards) - 1))] = wild
        else:
            cards.append(wild)
    cards += draw(st.lists(st.sampled_from(PACK), max_size=1))
    in_packs: list[str] = []
    for card in cards:
        if in_packs.count(card) < (4 if card == "JOKER" else 2):
            in_packs.append(card)
    return in_packs


def verdict(cards: list[str], options: dict[str, Any] | None = None) -> tuple[Any, Any, Any, Any]:
    effect = judged(document("buraco", options=options or {}), {"type": "meld", "cards": cards})[1]
    return effect["valid"], effect["kind"], effect["run"], effect["points"]


def best_by_trying_all(cards: list[str], options: dict[str, Any]) -> tuple[bool, str | None]:
    """Returns whether the cards are a meld, and the run with the highest bonus, by trying all places."""
    if len(cards) < 3:
        return False, None
    kinds: list[str] = []
    fits = False
    for wild in [None, *[card for card in set(cards) if card == "JOKER" or card[:-1] == "2"]]:
        naturals = list(cards)
        if wild:
            naturals.remove(wild)
        if len({card[:-1] for card in naturals}) == 1 and naturals[0][:-1] in GROUPED[options["groups"]]:
            fits = True
            kinds += kinds_of_group(len(naturals), wild is not None, options)
        for stretch, gap in stretches(naturals, wild, options):
            fits = True
            kinds += kinds_of_sequence(stretch, gap, options)
    bonus = {"clean": 200, "dirty": 100}
    earning = [kind for kind in kinds if bonus.get(kind) or options.get(kind)] if len(cards) >= 7 else []
    return fits, max(earning, key=lambda kind: bonus.get(kind) or options[kind], default=None)


def kinds_of_group(naturals: int, wild: bool, options: dict[str, Any]) -> list[str]:
    """Returns the kinds of run that so many cards of a rank can be, seven or more."""
    if not wild:
        return ["clean", "eight"] if naturals >= 8 else ["clean"]
    semi = {"none": False, "eight": naturals == 7, "eight_or_more": naturals >= 7}[options["semi_clean_groups"]]
    return ["dirty"] + ["eight_dirty"] * (naturals >= 8) + ["semi_clean"] * semi


def stretches(naturals: list[str], wild: str | None, options: dict[str, Any]) -> Iterator[tuple[list[str], int | None]]:
    """Returns each stretch of places that the cards fill, with the wild card's place in it."""
    if "JOKER" in naturals or len({card[-1] for card in naturals}) > 1:
        return
    low, high = ENDS[options["ace"]]
    length = len(naturals) + (wild is not None)
    for start in range(low, high - length + 2):
        stretch = PLACES[start : start + length]
        for gap in range(length) if wild else [None]:
            needed = [rank for place, rank in enumerate(stretch) if place != gap]
            two_aces = options["ace"] == "one_end" and needed.count("A") > 1
            if sorted(needed) == sorted(card[:-1] for card in naturals) and not two_aces:
                yield stretch, gap


def kinds_of_sequence(stretch: list[str], gap: int | None, options: dict[str, Any]) -> list[str]:
    """Returns the kinds of run that a sequence of seven or more cards can be."""
    if gap is None:
        return ["clean"] + {13: ["thirteen"], 14: ["fourteen"]}.get(len(stretch), [])
    before, after = gap, len(stretch) - gap - 1
    at_an_end = options["semi_clean_wild"] == "anywhere" or min(before, after) == 0
    natural_two = "2" in stretch[:gap] + stretch[gap + 1 :]
    kinds = ["dirty"] + ["semi_clean"] * (at_an_end and max(before, after) >= 7)
    return kinds + ["thirteen_dirty"] * (len(stretch) >= 13 and natural_two)


@given(cards=nearly_melds())
@settings(max_examples=tries(200))
def test_the_best_reading_is_the_best_of_all_readings(cards: list[str]) -> None:
    for options in OPTIONS:
        reading = best_reading(cards, options)
        assert (reading is not None, None if reading is None else reading["run"]) == best_by_trying_all(cards, options)


def test_any_seven_in_sequence_are_clean() -> None:
    for suit, start in product("SHDC", range(8)):
        cards = [rank + suit for rank in PLACES[start : start + 7]]
        assert verdict(cards)[:3] == (True, "sequence", "clean")


@given(cards=nearly_melds(), wild=st.sampled_from(["JOKER", "2S", "2H", "2D", "2C"]))
@settings(max_examples=tries(80))
def test_a_wild_card_never_makes_a_dirty_run_clean(cards: list[str], wild: str) -> None:
    for options in OPTIONS:
        before, after = best_reading(cards, options), best_reading([*cards, wild], options)
        if before is not None and after is not None and before["run"] == "dirty":
            assert after["run"] not in FREE


@given(cards=nearly_melds())
@settings(max_examples=tries(60))
def test_a_joker_never_makes_any_run_clean(cards: list[str]) -> None:
    for options in OPTIONS:
        after = best_reading([*cards, "JOKER"], options)
        assert after is None or after["run"] not in FREE


@given(cards=nearly_melds(), random=st.randoms(use_true_random=False))
@settings(max_examples=tries(60))
def test_the_order_of_the_cards_never_matters(cards: list[str], random: Any) -> None:
    shuffled = list(cards)
    random.shuffle(shuffled)
    assert verdict(shuffled) == verdict(cards)


@given(cards=nearly_melds(), suits=st.sampled_from(list(permutations("SHDC"))))
@settings(max_examples=tries(60))
def test_suits_renamed_keep_the_verdict(cards: list[str], suits: tuple[str, ...]) -> None:
    names = dict(zip("SHDC", suits, strict=True))
    renamed = [card if card == "JOKER" else card[:-1] + names[card[-1]] for card in cards]
    for options in OPTIONS:
        assert verdict(renamed, options) == verdict(cards, options)
