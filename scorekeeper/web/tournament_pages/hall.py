"""The floor plan as pages show it."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from scorekeeper.clubs.tournaments.snapshots import Snapshot
from scorekeeper.clubs.tournaments.words import tables_off_plan
from scorekeeper.tournaments.hall import Hall


class Spot(NamedTuple):
    """A cell of the floor plan; `number` is the table's, or 0 if there is none.

    `state` is the table's state in this round: `called`, `late`, `look`, `playing`, `waiting`, `done`, `mine`, `free`
    (nobody sits there) or empty. `templates/tournaments/_hall.html` has a sign and a text for each.
    """

    number: int
    state: str


def spots(hall: Hall, states: Mapping[int, str]) -> list[list[Spot]]:
    """Returns the rows of the floor plan; `states` are the states of the round's tables by number."""
    return [[Spot(number, states.get(number, "free") if number else "") for number in row] for row in hall]


class Plan(NamedTuple):
    """The floor plan for the wall, and the notes below it."""

    rows: list[list[Spot]]
    notes: tuple[str, ...]


def public_plan(hall: Hall, followed: Snapshot, calling: Collection[int]) -> Plan:
    """Returns the floor plan with the public state of the last round; `calling` are tables that called the arbiter."""
    states = {
        table.number: "called" if table.number in calling else "done" if table.is_decided else ""
        for table in followed.tables(followed.round)
    }
    return Plan(spots(hall, states), tables_off_plan(hall, states) if hall else ())
