"""A tournament's desk: settings of matches, presence, fees, floor plan, draft round and round clock.

It is stored beside the tournament's document, with a version of its own.
"""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypedDict

from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.hall import Hall

Round = dict[str, Any]  # a round of a document: {"tables": [{"table", "sides"}], "bye"}


class Desk(TypedDict, total=False):
    """The desk as stored in JSON. All keys may be missing; `desk_of` fills in defaults.

    - `options`: house rules of the matches, beyond the preset's; `minutes` of a round, None without a clock.
    - `confirm`: the item that both sides confirm, one of `ledger.CONFIRMED`, or empty.
    - `numbers`: the players' member numbers in their order, by the entrant's id as text.
    - `present`, `paid`: ids of entrants; `fee`: the entry fee as free text.
    - `cash`: the settings of fees and prizes (`cash.read_settings`); empty without any.
    - `categories`: entrants' ids by category of prizes (`categories.TITLES`).
    - `ticked`: when a tick was last set or removed, in seconds since 1970, by keys like `present-3`.
    - `clock`: `{"round", "ends_at"}` (ISO 8601), or `{"round", "left"}` (seconds) while it is paused.
    - `time`: the round in which the arbiter has called time, else 0; matches stopped in it count as they are.
    - `hall`: the floor plan (`tournaments.hall`); empty without one.
    - `hold`: the round from which on results are held back (`clubs.tournaments.holding`); None if none are.
    - `embed`: True if other sites may show the ranking in a frame (`clubs.tournaments.embedding`).
    - `proposal`: the next round as changed by hand and not published yet; else None.
    """

    options: dict[str, Any]
    minutes: int | None
    confirm: str
    numbers: dict[str, list[str]]
    present: list[int]
    paid: list[int]
    ticked: dict[str, int]
    fee: str
    cash: dict[str, Any]
    categories: dict[str, list[int]]
    clock: dict[str, Any]
    time: int
    hall: Hall
    hold: int | None
    embed: bool
    proposal: Round | None


def desk_of(tournament: Tournament) -> Desk:
    """Returns the tournament's desk, with defaults for missing keys."""
    blank: Desk = {
        "options": {},
        "minutes": None,
        "confirm": "result",
        "numbers": {},
        "present": [],
        "paid": [],
        "ticked": {},
        "fee": "",
        "cash": {},
        "categories": {},
        "clock": {},
        "time": 0,
        "hall": [],
        "hold": None,
        "embed": False,
        "proposal": None,
    }
    return {**blank, **tournament.desk, "hall": hall_of(tournament.desk)}  # type: ignore[typeddict-item]  # stored by `keeping.change_desk`


def hall_of(desk: Mapping[str, Any]) -> Hall:
    """Returns the floor plan of a stored desk.

    Imported desks of old versions may hold free text there, which counts as no plan.
    """
    plan = desk.get("hall")
    return plan if isinstance(plan, list) else []


LONGEST = 240  # minutes


class Clock(NamedTuple):
    """The clock of a round: `ends_at` while it runs, `left` (seconds) while it is paused; the other one is None."""

    round: int
    ends_at: datetime | None
    left: int | None

    @property
    def mark(self) -> str:
        """Returns a text that identifies the present state of the clock, for forms."""
        return f"{self.round}/{self.ends_at.isoformat() if self.ends_at else self.left}"


def clock_of(desk: Mapping[str, Any]) -> Clock | None:
    """Returns the clock started last, of any round; None if none was started."""
    stored = desk.get("clock")
    if not stored:
        return None
    ends_at = datetime.fromisoformat(stored["ends_at"]) if "ends_at" in stored else None
    return Clock(stored["round"], ends_at, stored.get("left"))


def start_clock(desk: Desk, number: int, minutes: int, now: datetime) -> Desk:
    """Starts a clock of `minutes` for round `number`. Raises Refusal naming `minutes` if it is out of range."""
    if not 1 <= minutes <= LONGEST:
        raise refuse("minutes", None, N_("Enter 1 to {most} minutes"), most=LONGEST)
    return _running(desk, number, now + timedelta(minutes=minutes))


def pause_clock(desk: Desk, now: datetime) -> Desk:
    """Pauses the clock if it runs."""
    clock = clock_of(desk)
    if clock is None or clock.ends_at is None:
        return desk
    seconds = max(math.ceil((clock.ends_at - now).total_seconds()), 0)
    return {**desk, "clock": {"round": clock.round, "left": seconds}}


def resume_clock(desk: Desk, now: datetime) -> Desk:
    """Restarts the clock if it is paused."""
    clock = clock_of(desk)
    if clock is None or clock.left is None:
        return desk
    return _running(desk, clock.round, now + timedelta(seconds=clock.left))


def extend_clock(desk: Desk, minutes: int, now: datetime, seen: str) -> Desk:
    """Adds minutes to the clock, even after its end.

    `seen` is the mark of the clock in the form; if the clock has another mark by now, nothing changes, so that a form
    sent twice adds its minutes only once.
    """
    clock = clock_of(desk)
    if clock is None or clock.mark != seen or not 1 <= minutes <= LONGEST:
        return desk
    if clock.ends_at is None:
        seconds = min((clock.left or 0) + 60 * minutes, 60 * LONGEST)
        return {**desk, "clock": {"round": clock.round, "left": seconds}}
    ends_at = max(clock.ends_at, now) + timedelta(minutes=minutes)
    return _running(desk, clock.round, min(ends_at, now + timedelta(minutes=LONGEST)))


def stop_clock(desk: Desk, now: datetime) -> Desk:
    """Ends the clock now, unless it has already ended."""
    clock = clock_of(desk)
    if clock is None or (clock.ends_at is not None and clock.ends_at <= now):
        return desk
    return _running(desk, clock.round, now)


def _running(desk: Desk, number: int, ends_at: datetime) -> Desk:
    at = ends_at.astimezone(UTC).replace(microsecond=0)
    return {**desk, "clock": {"round": number, "ends_at": at.isoformat()}}
