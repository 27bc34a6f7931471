"""Melds and runs of Buraco: how cards form them, and their bonuses (BUR-3 to BUR-5, BUR-16 to BUR-28)."""

from typing import Any, TypedDict

from ..engine.base import Entry, _
from ..engine.cards import JOKER, RANKS, rank_of, suit_of

CLEAN = 200
DIRTY = 100
TWO_INCLUDED = ("thirteen", "thirteen_dirty", "fourteen")  # their fewest points below don't include the 2

# Name, rule, text, fewest cards, fewest points (without the 2 of a whole suit), free of wild cards.
KINDS: "list[list[Any]]" = [
    ["clean", "BUR-3", _("Clean runs: {count} × {bonus}"), 7, 35, True],
    ["semi_clean", "BUR-5", _("Semi-clean runs: {count} × {bonus}"), 7, 35, False],
    ["dirty", "BUR-4", _("Dirty runs: {count} × {bonus}"), 7, 35, False],
    ["thirteen", "BUR-28", _("Runs of thirteen: {count} × {bonus}"), 13, 100, True],
    ["thirteen_dirty", "BUR-28", _("Runs of thirteen with a wild card: {count} × {bonus}"), 13, 85, False],
    ["fourteen", "BUR-28", _("Runs from ace to ace: {count} × {bonus}"), 14, 115, True],
    ["eight", "BUR-28", _("Groups of eight: {count} × {bonus}"), 8, 40, True],
    ["eight_dirty", "BUR-28", _("Groups of eight with a wild card: {count} × {bonus}"), 9, 40, False],
]
RUNS = tuple(kind[0] for kind in KINDS)
RULE_OF = {kind[0]: kind[1] for kind in KINDS}
GREAT = tuple(kind[0] for kind in KINDS if kind[1] == "BUR-28")  # those with a bonus of their own


def bonus_of(options: "dict[str, Any]", name: str) -> int:
    """Returns the bonus for a run of this kind; 0 if the options do not give it one."""
    return {"clean": CLEAN, "dirty": DIRTY}[name] if name in ("clean", "dirty") else int(options[name])


def runs_of(part: Entry, names: "tuple[str, ...]" = RUNS) -> int:
    """Returns the number of a side's runs of these kinds; of all kinds by default."""
    return sum([int(part.get(name, 0)) for name in names])


def free_of_wild_cards(part: Entry) -> int:
    """Returns the number of a side's runs without a wild card."""
    return runs_of(part, tuple(kind[0] for kind in KINDS if kind[5]))


def least_cards(part: Entry) -> int:
    """Returns the smallest number of cards that a side's runs can have."""
    return sum([int(part.get(name, 0)) * int(cards) for name, _rule, _text, cards, _points, _free in KINDS])


def least_points(part: Entry, two_points: int) -> int:
    """Returns the smallest number of points that the cards of a side's runs can be worth."""
    twos = two_points * runs_of(part, TWO_INCLUDED)
    return twos + sum([int(part.get(name, 0)) * int(points) for name, _rule, _text, _cards, points, _free in KINDS])


LEAST = 3
RUN = 7
EIGHT = 8
THIRTEEN = 13
VALUES = {"A": 15, "8": 10, "9": 10, "10": 10, "J": 10, "Q": 10, "K": 10}  # 2s and jokers as agreed, the others 5
USUAL_VALUES = {"two_points": 20, "joker_points": 30}
GROUPED = {"court": ("J", "Q", "K", "A"), "any": ("A",) + RANKS[2:], "none": ()}
LOW_ACE = 1
HIGH_ACE = 14
SINGLE = {"both": (LOW_ACE, HIGH_ACE), "one_end": (LOW_ACE, HIGH_ACE), "high": (HIGH_ACE,), "low": (LOW_ACE,)}


class Reading(TypedDict):
    """Cards read as a meld: a group or a sequence.

    `first` and `last` are the ends of a sequence (1: low ace, 14: high ace), both 0 in a group. `wild` is the wild
    card, or None; `stands_for` is the place in the sequence that the wild card takes.
    """

    kind: str
    run: "str | None"
    wild: "str | None"
    stands_for: "int | None"
    natural_two: bool
    first: int
    last: int


def value_of(card: str, options: "dict[str, Any]") -> int:
    """Returns a card's points (BUR-1, BUR-29)."""
    if card == JOKER:
        return int(options["joker_points"])
    return int(options["two_points"]) if rank_of(card) == "2" else VALUES.get(rank_of(card), 5)


def place_name(place: int) -> str:
    """Returns the rank of a place in a sequence; places 1 and 14 are the ace."""
    return RANKS[(place - 1) % len(RANKS)]


def best_reading(cards: list[str], options: dict[str, Any]) -> "Reading | None":
    """Returns the reading of the cards that earns the highest bonus; None if they are no meld."""
    best: Reading | None = None
    for reading in readings(cards, options):
        if best is None or _earns(reading, options) > _earns(best, options):
            best = reading
    return best


def _earns(reading: Reading, options: dict[str, Any]) -> int:
    """Returns the bonus of a reading's run, 0 without a run; the points of its cards are not included."""
    return bonus_of(options, reading["run"]) if reading["run"] else 0


def readings(cards: list[str], options: dict[str, Any]) -> list[Reading]:
    """Returns every reading of the cards as a meld: without a wild card, or with one joker or 2 as wild (BUR-18)."""
    if len(cards) < LEAST:
        return []
    melds: list[Reading] = []
    for wild in [None] + sorted({card for card in cards if is_wild_rank(card)}):
        naturals = list(cards)
        if wild is not None:
            naturals.remove(wild)
        if JOKER in naturals:
            continue
        melds += _groups(naturals, wild, options) + _sequences(naturals, wild, options)
    return melds


def is_wild_rank(card: str) -> bool:
    """True if a card can replace another one: a joker or a 2."""
    return card == JOKER or rank_of(card) == "2"


def _groups(naturals: list[str], wild: "str | None", options: dict[str, Any]) -> list[Reading]:
    """Returns the reading as a group of one rank, if any; a 2 is always wild in it (BUR-17, BUR-21, BUR-22)."""
    rank = rank_of(naturals[0])
    if rank not in GROUPED[options["groups"]] or any(rank_of(card) != rank for card in naturals):
        return []
    cards = len(naturals) + (0 if wild is None else 1)
    kinds = ["clean"] if wild is None else ["dirty"]
    if len(naturals) >= EIGHT:
        kinds.append("eight" if wild is None else "eight_dirty")
    semi_clean = options["semi_clean_groups"]
    if (
        wild is not None
        and (cards == EIGHT or (cards > EIGHT and semi_clean == "eight_or_more"))
        and semi_clean != "none"
    ):
        kinds.append("semi_clean")
    return [_reading("group", _best_of(kinds, cards, options), wild, None, False, 0, 0)]


def _best_of(kinds: list[str], cards: int, options: dict[str, Any]) -> "str | None":
    """Returns the kind of run with the highest bonus; None for fewer than seven cards (BUR-28)."""
    if cards < RUN:
        return None
    return max(kinds, key=lambda kind: bonus_of(options, kind))


def _sequences(naturals: list[str], wild: "str | None", options: dict[str, Any]) -> list[Reading]:
    """Returns all readings as a sequence of one suit; the wild card fills a gap or extends an end (BUR-16)."""
    if any(suit_of(card) != suit_of(naturals[0]) for card in naturals):
        return []
    aces = [card for card in naturals if rank_of(card) == "A"]
    others = [RANKS.index(rank_of(card)) + 1 for card in naturals if rank_of(card) != "A"]
    ends = SINGLE[options["ace"]]
    if len(aces) == 2 and options["ace"] == "both":
        ace_places = [list(ends)]
    elif len(aces) == 1:
        ace_places = [[end] for end in ends]
    else:
        ace_places = [[]] if not aces else []
    sequences = []
    for placed in ace_places:
        places = sorted(others + placed)
        if places and len(set(places)) == len(places):
            sequences += _fill(places, wild, options)
    return sequences


def _fill(places: list[int], wild: "str | None", options: dict[str, Any]) -> list[Reading]:
    """Returns sequences of natural cards at these places, one for each place that a wild card can take."""
    two = 2 in places
    if wild is None:
        if places[-1] - places[0] + 1 != len(places):
            return []
        run = _best_of(_clean_kinds(len(places)), len(places), options)
        return [_reading("sequence", run, None, None, two, places[0], places[-1])]
    ends = SINGLE[options["ace"]]
    lowest = LOW_ACE if LOW_ACE in ends else 2
    highest = HIGH_ACE if HIGH_ACE in ends else HIGH_ACE - 1
    sequences = []
    for place in range(highest, lowest - 1, -1):
        filled = sorted(places + [place])
        if place in places or filled[-1] - filled[0] + 1 != len(filled):
            continue
        kinds = ["dirty"]
        if len(filled) >= THIRTEEN and two:
            kinds.append("thirteen_dirty")
        if _is_semi_clean(place, filled, options):
            kinds.append("semi_clean")
        run = _best_of(kinds, len(filled), options)
        sequences.append(_reading("sequence", run, wild, place, two, filled[0], filled[-1]))
    return sequences


def _clean_kinds(cards: int) -> list[str]:
    """Returns the kinds of run that this many natural cards in sequence can count as (BUR-3, BUR-28)."""
    return ["clean"] + (["thirteen"] if cards == THIRTEEN else []) + (["fourteen"] if cards == HIGH_ACE else [])


def _is_semi_clean(place: int, filled: list[int], options: dict[str, Any]) -> bool:
    """True if seven natural cards in a row are beside the wild card, at an end if so agreed (BUR-5, BUR-24)."""
    before, after = place - filled[0], filled[-1] - place
    if options["semi_clean_wild"] == "end" and before and after:
        return False
    return max(before, after) >= RUN


def _reading(
    kind: str, run: "str | None", wild: "str | None", stands_for: "int | None", two: bool, first: int, last: int
) -> Reading:
    return {
        "kind": kind,
        "run": run,
        "wild": wild,
        "stands_for": stands_for,
        "natural_two": two,
        "first": first,
        "last": last,
    }
