"""Runs of Buraco: what each kind earns, needs and is called (BUR-3 to BUR-5, BUR-28)."""

from typing import Any

from ..engine.base import Entry, _

CLEAN = 200
DIRTY = 100
TWO_INCLUDED = ("thirteen", "thirteen_dirty", "fourteen")  # they hold a 2, whose value their least points lack here

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
GREAT = ("thirteen", "thirteen_dirty", "fourteen", "eight", "eight_dirty")  # each with a bonus of its own (BUR-28)


def bonus_of(options: "dict[str, Any]", name: str) -> int:
    """What a run of this kind earns; 0 where there is no such kind."""
    return {"clean": CLEAN, "dirty": DIRTY}[name] if name in ("clean", "dirty") else int(options[name])


def runs_of(part: Entry, names: "tuple[str, ...]" = RUNS) -> int:
    """How many runs of these kinds a side has."""
    return sum([int(part.get(name, 0)) for name in names])


def free_of_wild_cards(part: Entry) -> int:
    """How many runs without a wild card a side has."""
    return runs_of(part, tuple(kind[0] for kind in KINDS if kind[5]))


def least_cards(part: Entry) -> int:
    """The fewest cards that all runs of a side can have."""
    return sum([int(part.get(name, 0)) * int(cards) for name, _rule, _text, cards, _points, _free in KINDS])


def least_points(part: Entry, two_points: int) -> int:
    """The fewest points that the cards of all runs of a side can have."""
    twos = two_points * runs_of(part, TWO_INCLUDED)
    return twos + sum([int(part.get(name, 0)) * int(points) for name, _rule, _text, _cards, points, _free in KINDS])
