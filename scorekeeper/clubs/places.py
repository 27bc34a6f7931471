"""Places in a list, the same in every list, certificate and paper: who is equal shares a place.

Who has the same figures is told apart by points, where those can be compared, then by the matches that they played
against each other; who is still equal shares the place, and the next one is left out (1, 1, 3).
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

MOST_TIED = 50  # whose matches against each other are looked up; more than that stay equal


class Named(Protocol):
    """Anything with a name can have a place."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


class Placed(NamedTuple, Generic[T]):
    """A line of a list with its place, counted from 1."""

    place: int
    line: T


Duels = Callable[[Sequence[Any]], Sequence[int]]  # of tied lines: how many more each won than lost against the others


def placed(
    lines: Sequence[T],
    rank: Callable[[T], tuple[int, ...]],
    duels: Duels,
    start: int = 0,
    end: int | None = None,
) -> list[Placed[T]]:
    """The lines from `start` to `end` in their order, each with its place; the smallest `rank` stands first.

    `duels` is asked only about lines that are tied there.
    """
    ordered = sorted(lines, key=lambda line: (*rank(line), line.name))
    last = len(ordered) if end is None else end
    found: list[Placed[T]] = []
    first, at = 0, 0
    for _rank, group in groupby(ordered, rank):
        tied = list(group)
        if at < last and at + len(tied) > start:
            first = first if found else at
            found += _among(tied, at + 1, duels)
        at += len(tied)
    return found[max(start - first, 0) : last - first]


def _among(tied: list[T], place: int, duels: Duels) -> Iterator[Placed[T]]:
    """Lines with the same figures, by their matches against each other."""
    if len(tied) < 2 or len(tied) > MOST_TIED:
        yield from (Placed(place, line) for line in tied)
        return
    won = dict(zip(range(len(tied)), duels(tied), strict=True))
    order = sorted(won, key=lambda at: (-won[at], tied[at].name))
    for _won, group in groupby(order, won.__getitem__):
        same = list(group)
        yield from (Placed(place, tied[at]) for at in same)
        place += len(same)
