"""Reading a meld of Buraco in the way that is best for the side that lays it down (BUR-16 to BUR-21).

A reading of a sequence puts each card in a place from 1 (ace low) over 2 to 13 (king) to 14 (ace high).
"""

from typing import Any, TypedDict

from ..engine.cards import JOKER, RANKS, rank_of, suit_of

LEAST = 3
RUN = 7
CLEAN = 200
DIRTY = 100
VALUES = {
    "A": 15,
    "2": 20,
    "8": 10,
    "9": 10,
    "10": 10,
    "J": 10,
    "Q": 10,
    "K": 10,
    JOKER: 30,
}  # the others are 5
GROUPED = ("J", "Q", "K", "A")
LOW_ACE = 1
HIGH_ACE = 14
SINGLE = {"both": (LOW_ACE, HIGH_ACE), "high": (HIGH_ACE,), "low": (LOW_ACE,)}


class Reading(TypedDict):
    """One way to read a meld. `places` are the sequence's first and last; `wild` stands for `stands_for` (a place)."""

    kind: str
    run: "str | None"
    wild: "str | None"
    stands_for: "int | None"
    natural_two: bool
    first: int
    last: int


def value_of(card: str) -> int:
    """A card's points (BUR-1)."""
    return VALUES[card] if card == JOKER else VALUES.get(rank_of(card), 5)


def place_name(place: int) -> str:
    """The rank that stands in a place."""
    return RANKS[(place - 1) % len(RANKS)]


def best_reading(cards: list[str], options: dict[str, Any]) -> "Reading | None":
    """The reading that earns most, or None where the cards are no meld."""
    found: Reading | None = None
    for reading in readings(cards, options):
        if found is None or run_rank(reading) > run_rank(found):
            found = reading
    return found


def run_rank(reading: Reading) -> int:
    """What a reading is worth beside another one: clean above semi-clean above dirty."""
    return ("dirty", "semi_clean", "clean").index(reading["run"]) if reading["run"] else -1


def readings(cards: list[str], options: dict[str, Any]) -> list[Reading]:
    """Every way to read the cards as a meld: without a wild card, or with one joker or 2 as the wild card (BUR-18)."""
    if len(cards) < LEAST:
        return []
    found: list[Reading] = []
    for wild in [None] + sorted({card for card in cards if is_wild_rank(card)}):
        naturals = list(cards)
        if wild is not None:
            naturals.remove(wild)
        if JOKER in naturals:
            continue
        found += _groups(naturals, wild) + _sequences(naturals, wild, options)
    return found


def is_wild_rank(card: str) -> bool:
    """Whether a card may be used for another one: a joker or a 2."""
    return card == JOKER or rank_of(card) == "2"


def _groups(naturals: list[str], wild: "str | None") -> list[Reading]:
    """J, Q, K or A of any suits; with a wild card it is always dirty (BUR-17, BUR-21)."""
    rank = rank_of(naturals[0])
    if rank not in GROUPED or any(rank_of(card) != rank for card in naturals):
        return []
    return [_reading("group", len(naturals), wild, None, False, 0, 0)]


def _sequences(naturals: list[str], wild: "str | None", options: dict[str, Any]) -> list[Reading]:
    """Cards of one suit in a row, each place once; the wild card fills a gap or lengthens an end (BUR-16)."""
    if any(suit_of(card) != suit_of(naturals[0]) for card in naturals):
        return []
    aces = [card for card in naturals if rank_of(card) == "A"]
    others = [RANKS.index(rank_of(card)) + 1 for card in naturals if rank_of(card) != "A"]
    ends = SINGLE[options["ace"]]
    if len(aces) == 2 and len(ends) == 2:
        ace_places = [list(ends)]
    elif len(aces) == 1:
        ace_places = [[end] for end in ends]
    else:
        ace_places = [[]] if not aces else []
    found = []
    for placed in ace_places:
        places = sorted(others + placed)
        if places and len(set(places)) == len(places):
            found += _fill(places, wild, options)
    return found


def _fill(places: list[int], wild: "str | None", options: dict[str, Any]) -> list[Reading]:
    """The sequences that naturals in these places make, with the wild card where it can stand."""
    two = 2 in places
    if wild is None:
        if places[-1] - places[0] + 1 != len(places):
            return []
        return [_reading("sequence", len(places), None, None, two, places[0], places[-1])]
    ends = SINGLE[options["ace"]]
    lowest = LOW_ACE if LOW_ACE in ends else 2
    highest = HIGH_ACE if HIGH_ACE in ends else HIGH_ACE - 1
    found = []
    for place in range(highest, lowest - 1, -1):
        filled = sorted(places + [place])
        if place in places or filled[-1] - filled[0] + 1 != len(filled):
            continue
        reading = _reading("sequence", len(places), wild, place, two, filled[0], filled[-1])
        if reading["run"] == "dirty" and options["semi_clean"] and _in_clean_sequence(reading) >= RUN:
            reading["run"] = "semi_clean"
        found.append(reading)
    return found


def _in_clean_sequence(reading: Reading) -> int:
    """How many natural cards stand next to each other at most (BUR-5)."""
    place = reading["stands_for"] or 0
    return max(place - reading["first"], reading["last"] - place)


def _reading(
    kind: str, naturals: int, wild: "str | None", stands_for: "int | None", two: bool, first: int, last: int
) -> Reading:
    is_run = naturals + (0 if wild is None else 1) >= RUN
    run = None if not is_run else "clean" if wild is None else "dirty"
    return {
        "kind": kind,
        "run": run,
        "wild": wild,
        "stands_for": stands_for,
        "natural_two": two,
        "first": first,
        "last": last,
    }
