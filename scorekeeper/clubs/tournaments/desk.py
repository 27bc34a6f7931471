"""What an evening needs beside its document: what matches begin with, who is there and has paid, clock, draft round."""

from collections.abc import Mapping
from typing import Any, TypedDict

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
