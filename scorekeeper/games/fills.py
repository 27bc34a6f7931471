"""What stands in the columns of a match's sheet: how a column is filled from a hand's entry.

Each function gives the parts `fill` and `tells` of a `paper.Column`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .engine.counting import counted_points
from .engine.words import NO_SHARE, figure

# What stands in a column of a hand: by its entry, each side's points, and the side whose column it is.
Fill = Callable[[Mapping[str, Any], Sequence[int], int], str]
TICK = "✓"


def of_side(name: str) -> dict[str, Any]:
    """A column's parts for a field with one number a side, or with the side that took something."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        value = entry.get(name)
        if isinstance(value, list):
            return NO_SHARE if value[side] is None else figure(value[side])
        return TICK if value is not None and value is not False and value == side else ""

    return {"fill": fill, "tells": (name,)}


def card_points(values: dict[str, int]) -> dict[str, Any]:
    """A column's parts for each side's card points, entered as they are or as cards of each rank (`values`)."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        if "points" not in entry and "cards" not in entry:
            return ""
        shares = counted_points(dict(entry), values, len(points))
        return figure(shares[side]) if side < len(shares) else ""

    return {"fill": fill, "tells": ("points",)}


def in_group(name: str, group: str = "sides") -> dict[str, Any]:
    """A column's parts for a number in each side's group of fields; nothing for none."""

    def fill(entry: Mapping[str, Any], points: Sequence[int], side: int) -> str:
        sides = entry.get(group) or ()
        value = sides[side].get(name) if side < len(sides) else None
        return figure(value) if isinstance(value, int) and not isinstance(value, bool) else ""

    return {"fill": fill, "tells": (f"{group}.{name}",)}
