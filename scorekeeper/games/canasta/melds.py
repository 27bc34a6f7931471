"""Canasta's melds, points and bonuses (CAN-1, CAN-3 to CAN-8), and the points of a first meld (CAN-14)."""

from typing import Any

from ..engine.base import Entry, Setup, _, step_at
from ..engine.cards import JOKER, RANKS, rank_of, suit_of
from .fields import CLASS_NAMES, CLASSES, MIXED, NATURAL, PACK_POINTS, RED_THREE, RED_THREES_IN_A_PACK

ALL_RED_THREES = {2: 800, 3: 1000}  # points of all red threes together, by the number of packs (CAN-7)
CANASTAS = ("natural", "mixed", "samba", "wild")


def bonus_of(setup: Setup, kind: str) -> int:
    """Returns the bonus for a canasta of this kind."""
    options = setup["options"]
    return int({"natural": NATURAL, "mixed": MIXED, "samba": options["samba"], "wild": options["wild_canasta"]}[kind])


def points_of(counted: Any) -> int:
    """Returns the points of cards that were entered as points, or as the number of cards of each class."""
    if isinstance(counted, dict):
        return sum([int(counted.get(name, 0)) * int(worth) for name, _label, worth, _most in CLASSES])
    return int(counted)


def cards_in_packs(setup: Setup, name: str) -> int:
    """Returns the number of cards of a class in play."""
    return int(CLASSES[CLASS_NAMES.index(name)][3] * setup["options"]["packs"])


def points_in_packs(setup: Setup) -> int:
    """Returns the points of all cards in play."""
    return PACK_POINTS * int(setup["options"]["packs"])


def all_red_threes(setup: Setup) -> int:
    """Returns the number of red threes in play."""
    return RED_THREES_IN_A_PACK * int(setup["options"]["packs"])


def canastas_of(part: Entry) -> int:
    """Returns the number of a side's canastas of any kind."""
    return sum([part.get(kind, 0) for kind in CANASTAS])


def red_threes_worth(setup: Setup, count: int, is_minus: bool = False) -> int:
    """Returns the points of red threes: a higher sum for all of them, negative if `is_minus` (CAN-7, CAN-8)."""
    flat = is_minus and setup["options"]["red_threes_minus"] == "flat"
    worth = RED_THREE * count
    if count == all_red_threes(setup) and not flat:
        worth = ALL_RED_THREES[setup["options"]["packs"]]
    return -worth if is_minus else worth


def red_threes_are_minus(setup: Setup, part: Entry) -> bool:
    """True if red threes cost their side points: it has not melded, or has too few canastas (CAN-8)."""
    return points_of(part["melds"]) == 0 or canastas_of(part) < setup["options"]["red_threes_need"]


def required_first_meld(setup: Setup, total: int) -> int:
    """Returns the points that a side's first meld needs, by its total before the hand (CAN-14)."""
    return step_at(setup["options"]["first_meld"], total)


LEAST = 3
CANASTA = 7
LEAST_NATURALS = 2
SEQUENCE = RANKS[3:] + RANKS[:1]  # low to high
BLACK = ("S", "C")
WORTH = {"2": 20, "A": 20, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5}  # all others 10


def is_wild(card: str) -> bool:
    """True if a card is a joker or a 2."""
    return card == JOKER or rank_of(card) == "2"


def is_red_three(card: str) -> bool:
    """True if a card is a 3 of hearts or diamonds."""
    return card != JOKER and rank_of(card) == "3" and suit_of(card) not in BLACK


def value_of(card: str) -> int:
    """Returns the points of a card; 0 for a red three (CAN-1)."""
    if card == JOKER:
        return 50
    if is_red_three(card):
        return 0
    rank = rank_of(card)
    return WORTH.get(rank, 10)


def meld_of(cards: "list[str]", options: "dict[str, Any]", going_out: bool = False) -> "str | None":
    """Returns a meld's kind: "natural", "mixed", "samba", "wild" or "black"; None if the cards are no meld."""
    naturals = [card for card in cards if not is_wild(card)]
    ranks = {rank_of(card) for card in naturals}
    if len(cards) < LEAST or any(is_red_three(card) for card in cards):
        return None
    if not naturals:
        return "wild" if options["wild_canasta"] else None
    if "3" in ranks:
        return "black" if going_out and len(ranks) == 1 and len(naturals) == len(cards) else None
    if len(ranks) == 1:
        wilds = len(cards) - len(naturals)
        if len(naturals) < LEAST_NATURALS or wilds > options["max_wilds"]:
            return None
        return "mixed" if wilds else "natural"
    return "samba" if options["samba"] and _is_sequence(cards, naturals) else None


def _is_sequence(cards: "list[str]", naturals: "list[str]") -> bool:
    """True for three to seven cards of one suit in a row without wild cards (CAN-22)."""
    if len(naturals) < len(cards) or len(cards) > CANASTA or len({suit_of(card) for card in cards}) > 1:
        return False
    places = sorted([SEQUENCE.index(rank_of(card)) for card in cards])
    return all(high - low == 1 for low, high in zip(places, places[1:]))


def why_no_meld(cards: "list[str]", options: "dict[str, Any]", going_out: bool = False) -> "tuple[str, str]":
    """Returns the rule number and the text of why cards are no meld; `{most}` in it is the limit of wild cards."""
    naturals = [card for card in cards if not is_wild(card)]
    ranks = {rank_of(card) for card in naturals}
    if any(is_red_three(card) for card in cards):
        return "CAN-21", _("A red three is never part of a meld")
    if "3" in ranks and not going_out:
        return "CAN-20", _("Only the player going out melds black threes")
    if "3" in ranks:
        return "CAN-20", _("Black threes are melded by themselves, three or more without a wild card")
    if len(cards) < LEAST:
        return "CAN-18", _("A meld has three cards or more")
    if not naturals:
        return "CAN-6", _("Melds of wild cards only are not played here")
    if len(ranks) > 1:
        if options["samba"]:
            return "CAN-22", _("Neither one rank nor three to seven cards of a suit in a row without a wild card")
        return "CAN-18", _("The natural cards of a meld are of one rank")
    if len(naturals) < LEAST_NATURALS:
        return "CAN-18", _("A meld has two natural cards or more")
    return "CAN-18", _("A meld has {most} wild cards at most")


def canasta_of(cards: "list[str]", options: "dict[str, Any]") -> "str | None":
    """Returns the kind of a canasta; None if the cards are no meld, or fewer than seven."""
    kind = meld_of(cards, options)
    return kind if kind is not None and len(cards) >= CANASTA else None
