"""The evening beside the document: defaults of matches, fees, drafts, and the clock of the round."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypedDict

from scorekeeper.games.engine.base import _, refuse
from scorekeeper.store.club_models import Tournament
from scorekeeper.tournaments.hall import Hall

Round = dict[str, Any]  # a round of a document: {"tables": [{"table", "sides"}], "bye"}


class Desk(TypedDict, total=False):
    """Everything may be missing; `desk_of` fills it in.

    - `options`: house rules of the matches, beside those of the preset; `minutes` of a round, None without a clock.
    - `confirm`: what both sides confirm, one of `ledger.CONFIRMED`, or empty.
    - `numbers`: by an entrant's id as text, its players' member numbers in the order of the players.
    - `present`, `paid`: ids of entrants; `fee`: what each pays, in words.
    - `ticked`: when somebody last ticked that, or unticked it, in seconds since 1970, by `present-3` and the like.
    - `clock`: `{"round", "ends_at"}` (a moment in ISO 8601), or `{"round", "left"}` (seconds) while it is paused.
    - `time`: the round for which the arbiter has called time: matches that are ended now count as they stand; else 0.
    - `hall`: which tables there are and where they stand (`tournaments.hall`); empty where nobody has said so.
    - `proposal`: the round that was proposed and perhaps changed by hand, and is not published yet; else None.
    """

    options: dict[str, Any]
    minutes: int | None
    confirm: str
    numbers: dict[str, list[str]]
    present: list[int]
    paid: list[int]
    ticked: dict[str, int]
    fee: str
    clock: dict[str, Any]
    time: int
    hall: Hall
    proposal: Round | None


def desk_of(tournament: Tournament) -> Desk:
    """The tournament's desk with all of its parts."""
    blank: Desk = {
        "options": {},
        "minutes": None,
        "confirm": "result",
        "numbers": {},
        "present": [],
        "paid": [],
        "ticked": {},
        "fee": "",
        "clock": {},
        "time": 0,
        "hall": [],
        "proposal": None,
    }
    return {**blank, **tournament.desk, "hall": hall_of(tournament.desk)}  # type: ignore[typeddict-item]  # stored by `keeping.change_desk`


def hall_of(desk: Mapping[str, Any]) -> Hall:
    """The plan of the hall on a desk as it is stored. Words, as documents from elsewhere could have, are no plan."""
    found = desk.get("hall")
    return found if isinstance(found, list) else []


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
