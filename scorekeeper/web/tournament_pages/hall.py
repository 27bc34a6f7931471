"""The room during a round as pages show it: floor plan and clock."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments.desk import clock_of, desk_of
from scorekeeper.clubs.tournaments.snapshots import Snapshot
from scorekeeper.clubs.tournaments.words import tables_off_plan
from scorekeeper.i18n import format_clock
from scorekeeper.store.tournament_models import Tournament
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


MINUTE = 60  # seconds
USUAL = 45  # minutes suggested if none were agreed


class ClockFace(NamedTuple):
    """A clock as shown on a page: `ends` is its end in ISO 8601 (UTC), `until` the same as a time of day.

    A paused clock has only `left` (12:30). `is_time` is True if the arbiter has called time.
    """

    ends: str
    until: str
    left: str
    mark: str
    is_time: bool


def clock_face(desk: Mapping[str, Any], number: int) -> ClockFace | None:
    """Returns the clock of a round; None if it has none and time was not called."""
    clock, is_time = clock_of(desk), bool(number) and desk.get("time") == number
    if clock is None or clock.round != number:
        return ClockFace("", "", "", "", is_time) if is_time else None
    if clock.ends_at is not None:
        until = format_clock(clock.ends_at.astimezone())
        return ClockFace(clock.ends_at.isoformat(), until, "", clock.mark, is_time)
    minutes, seconds = divmod(clock.left or 0, MINUTE)
    return ClockFace("", "", f"{minutes}:{seconds:02}", clock.mark, is_time)


def panel(tournament: Tournament) -> dict[str, object]:
    """Returns the template values of `_clock.html`: the round's clock, and the suggested minutes."""
    last = len(tournament.document.get("rounds") or [])
    return {"clock": clock_face(tournament.desk, last), "minutes": desk_of(tournament)["minutes"] or USUAL}
