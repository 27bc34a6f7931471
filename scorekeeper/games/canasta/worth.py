"""What Canasta's cards, canastas and red threes are worth (CAN-1, CAN-3 to CAN-8), and what opens a hand (CAN-14)."""

from typing import Any

from ..engine.base import Entry, Setup, step_at
from .fields import CLASSES, MIXED, NATURAL, PACK_POINTS

CLASS_NAMES = tuple(each[0] for each in CLASSES)
RED_THREE = 100
RED_THREES_IN_A_PACK = 2
ALL_RED_THREES = {2: 800, 3: 1000}  # by the number of packs (CAN-7)
CANASTAS = ("natural", "mixed", "samba", "wild")


def bonus_of(setup: Setup, kind: str) -> int:
    """The points of a canasta of this kind."""
    options = setup["options"]
    return int({"natural": NATURAL, "mixed": MIXED, "samba": options["samba"], "wild": options["wild_canasta"]}[kind])


def points_of(counted: Any) -> int:
    """The points of cards given as points or as counts by class."""
    if isinstance(counted, dict):
        return sum([int(counted.get(name, 0)) * int(worth) for name, _label, worth, _most in CLASSES])
    return int(counted)


def cards_in_packs(setup: Setup, name: str) -> int:
    """How many cards of a class are in play."""
    return int(CLASSES[CLASS_NAMES.index(name)][3] * setup["options"]["packs"])


def points_in_packs(setup: Setup) -> int:
    """The points of all cards in play."""
    return PACK_POINTS * int(setup["options"]["packs"])


def all_red_threes(setup: Setup) -> int:
    """How many red threes are in play."""
    return RED_THREES_IN_A_PACK * int(setup["options"]["packs"])


def canastas_of(part: Entry) -> int:
    """How many canastas of any kind a side has."""
    return sum([part.get(kind, 0) for kind in CANASTAS])


def red_threes_worth(setup: Setup, count: int, is_minus: bool = False) -> int:
    """What a side's red threes are worth: all of them more, minus without what they need (CAN-7, CAN-8)."""
    flat = is_minus and setup["options"]["red_threes_minus"] == "flat"
    worth = RED_THREE * count
    if count == all_red_threes(setup) and not flat:
        worth = ALL_RED_THREES[setup["options"]["packs"]]
    return -worth if is_minus else worth


def red_threes_are_minus(setup: Setup, part: Entry) -> bool:
    """Whether a side has not melded, or not the canastas that its red threes need (CAN-8)."""
    return points_of(part["melds"]) == 0 or canastas_of(part) < setup["options"]["red_threes_need"]


def required_first_meld(setup: Setup, total: int) -> int:
    """What a side must lay down to open, by its total before the hand (CAN-14)."""
    return step_at(setup["options"]["first_meld"], total)
