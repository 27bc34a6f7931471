"""The plan of the hall as pages draw it: every place with how its table stands."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from scorekeeper.clubs.tournaments.followed import Followed
from scorekeeper.paper.tournaments.hall import elsewhere
from scorekeeper.tournaments.hall import Hall


class Spot(NamedTuple):
    """A place of the plan, `number` being 0 where no table stands.

    `state` is how a table stands in this round, as `templates/tournaments/_hall.html` has signs and words for it:
    `called`, `late`, `look`, `playing`, `waiting`, `done`, `mine`, `free` where nobody sits there, or empty.
    """

    number: int
    state: str


def spots(hall: Hall, states: Mapping[int, str]) -> list[list[Spot]]:
    """The rows of the plan, with the states of the round's tables by their numbers."""
    return [[Spot(number, states.get(number, "free") if number else "") for number in row] for row in hall]


class Plan(NamedTuple):
    """The plan for a wall, and what there is to say below it."""

    rows: list[list[Spot]]
    notes: tuple[str, ...]


def plan_told(hall: Hall, followed: Followed, calling: Collection[int]) -> Plan:
    """A plan that somebody has laid out, with the last round as everybody may know it; `calling` call the arbiter."""
    states = {
        table.number: "called" if table.number in calling else "done" if table.is_decided else ""
        for table in followed.tables(followed.round)
    }
    return Plan(spots(hall, states), elsewhere(hall, states) if hall else ())
