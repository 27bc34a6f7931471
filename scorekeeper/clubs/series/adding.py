"""A championship added up from its parts: who was where in each, what that gives, and the places of all."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from scorekeeper.clubs.places import Placed, placed
from scorekeeper.clubs.series.scheme import Scheme


class Placing(NamedTuple):
    """Somebody's place in a part, and the sum there; `key` is who it is in all parts."""

    key: Hashable
    name: str
    place: int
    sum: int


class Score(NamedTuple):
    """What a part gave: the place there, the points, and whether they count or are left out as one of the worst."""

    place: int
    points: int
    counts: bool


class Standing(NamedTuple):
    """A line of the championship; `scores` are in the order of the parts, None where one was missed."""

    name: str
    total: int
    scores: tuple[Score | None, ...]

    @property
    def parts(self) -> int:
        """In how many parts they were."""
        return sum(score is not None for score in self.scores)


def add_up(parts: Sequence[Sequence[Placing]], scheme: Scheme) -> list[Placed[Standing]]:
    """The championship. Who is equal is parted by who was better placed more often where both were, else shares."""
    best = [_best(part) for part in parts]
    keys = {key for part in best for key in part}
    lines = [_standing([part.get(key) for part in best], scheme) for key in keys]
    return placed(lines, lambda line: (-line.total,), _duels)


def _best(part: Sequence[Placing]) -> dict[Hashable, Placing]:
    """Whoever was in a part with two pairs counts with the better place."""
    found: dict[Hashable, Placing] = {}
    for each in part:
        known = found.get(each.key)
        if known is None or (each.place, -each.sum) < (known.place, -known.sum):
            found[each.key] = each
    return found


def _standing(placings: Sequence[Placing | None], scheme: Scheme) -> Standing:
    points = [_points(each, scheme) for each in placings]
    # Missed parts are left out first, then the fewest points; of equal ones the earliest.
    order = sorted(range(len(placings)), key=lambda at: (placings[at] is not None, points[at]))
    left_out = set(order[: min(scheme.drop, len(placings) - 1)])
    scores = tuple(
        None if each is None else Score(each.place, points[at], at not in left_out) for at, each in enumerate(placings)
    )
    name = next(each.name for each in reversed(placings) if each is not None)
    return Standing(name, sum(score.points for score in scores if score and score.counts), scores)


def _points(each: Placing | None, scheme: Scheme) -> int:
    if each is None:
        return 0
    if scheme.kind == "sums":
        return each.sum
    return scheme.points[each.place - 1] if each.place <= len(scheme.points) else 0


def _duels(tied: Sequence[Standing]) -> list[int]:
    """For each how often it was better placed than the others, less how often worse."""
    return [sum(_compared(one, other) for other in tied) for one in tied]


def _compared(one: Standing, other: Standing) -> int:
    both = [(mine, theirs) for mine, theirs in zip(one.scores, other.scores, strict=True) if mine and theirs]
    return sum((mine.place < theirs.place) - (mine.place > theirs.place) for mine, theirs in both)
