"""The clock of a round, as the desk holds it: running until a moment, or stopped with so many seconds left.

A running clock is `{"round": 2, "ends_at": "2026-11-27T21:40:00+00:00"}` (UTC), a stopped one
`{"round": 2, "left": 540}`. All functions give a new desk and leave the old one alone; `now` has a time zone.
"""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.games.engine.base import _, refuse

LONGEST = 240  # minutes


class Clock(NamedTuple):
    """Of which round, and either when it ends or, stopped, how many seconds are left."""

    round: int
    ends_at: datetime | None
    left: int | None

    @property
    def mark(self) -> str:
        """What a form carries to say which clock it has seen."""
        return f"{self.round}/{self.ends_at.isoformat() if self.ends_at else self.left}"


def clock_of(desk: Mapping[str, Any]) -> Clock | None:
    """The clock that was started last, of whichever round."""
    kept = desk.get("clock")
    if not kept:
        return None
    ends_at = datetime.fromisoformat(kept["ends_at"]) if "ends_at" in kept else None
    return Clock(kept["round"], ends_at, kept.get("left"))


def started(desk: Desk, number: int, minutes: int, now: datetime) -> Desk:
    """A clock for the round, over after so many minutes. Raises Refusal naming `minutes`."""
    if not 1 <= minutes <= LONGEST:
        raise refuse("minutes", None, _("Enter 1 to {most} minutes"), most=LONGEST)
    return _running(desk, number, now + timedelta(minutes=minutes))


def paused(desk: Desk, now: datetime) -> Desk:
    """The clock stopped, if it runs."""
    clock = clock_of(desk)
    if clock is None or clock.ends_at is None:
        return desk
    left = max(math.ceil((clock.ends_at - now).total_seconds()), 0)
    return {**desk, "clock": {"round": clock.round, "left": left}}


def continued(desk: Desk, now: datetime) -> Desk:
    """The clock running again, if it was stopped."""
    clock = clock_of(desk)
    if clock is None or clock.left is None:
        return desk
    return _running(desk, clock.round, now + timedelta(seconds=clock.left))


def lengthened(desk: Desk, minutes: int, now: datetime, seen: str) -> Desk:
    """So many minutes more, also where the time was over.

    `seen` is the mark of the clock that the form showed: on any other nothing is added, so that a form that is sent
    twice adds once.
    """
    clock = clock_of(desk)
    if clock is None or clock.mark != seen or not 1 <= minutes <= LONGEST:
        return desk
    if clock.ends_at is None:
        left = min((clock.left or 0) + 60 * minutes, 60 * LONGEST)
        return {**desk, "clock": {"round": clock.round, "left": left}}
    ends_at = max(clock.ends_at, now) + timedelta(minutes=minutes)
    return _running(desk, clock.round, min(ends_at, now + timedelta(minutes=LONGEST)))


def ended(desk: Desk, now: datetime) -> Desk:
    """The time is over now, unless it was before."""
    clock = clock_of(desk)
    if clock is None or (clock.ends_at is not None and clock.ends_at <= now):
        return desk
    return _running(desk, clock.round, now)


def _running(desk: Desk, number: int, ends_at: datetime) -> Desk:
    at = ends_at.astimezone(UTC).replace(microsecond=0)
    return {**desk, "clock": {"round": number, "ends_at": at.isoformat()}}
