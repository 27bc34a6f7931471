"""A tournament as a line of an export, and read from one: its document, when and where it was, the desk, and the log.

`{"format": "scorekeeper-club-tournament/1", "tournament": {…}, "made": …, "day": …}`. A tournament document by itself
is such a line too, of a tournament of today. Matches stand in lines of their own; their `about` says of which table.
"""

import json
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs.period import Period
from scorekeeper.clubs.tournaments.desk import Desk, desk_of
from scorekeeper.clubs.tournaments.exported_desk import carried, read_desk
from scorekeeper.clubs.tournaments.exported_log import Line, log_of, read_log
from scorekeeper.clubs.tournaments.keeping import LONGEST as LONGEST_PLACE
from scorekeeper.games.engine.base import Refusal, _
from scorekeeper.store.club_models import Club, Tournament
from scorekeeper.store.models import db, now
from scorekeeper.tournaments.changes.checked import Document, checked
from scorekeeper.tournaments.document import FORMAT as BARE
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.fields import Fields

FORMAT = "scorekeeper-club-tournament/1"
# Keys that exports add to `about` of a match at a tournament's table; here they are columns.
MADE, ROUND, TABLE, ENDED = KEYS = "tournament_made", "tournament_round", "tournament_table", "tournament_ended"
HEAD = ("format", "tournament", "made", "day", "place", "closed", "desk", "log")


class Arriving(NamedTuple):
    """A tournament of a file, found good: its line, counted from 1, and all that is kept of it.

    `made` tells it from others of the club; None for a document by itself.
    """

    line: int
    document: Document
    made: datetime | None
    day: date
    place: str
    closed: datetime | None
    desk: Desk
    log: list[Line]


def tournaments_of(club: Club, period: Period) -> Iterator[Tournament]:
    """The club's tournaments of a period, in the order of their ids."""
    found = select(Tournament).where(Tournament.club_id == club.id)
    for each in db.session.scalars(found.order_by(Tournament.id)):
        since, until = period.since or date.min, period.until or date.max
        if since <= each.day <= until and period.game in (None, each.document.get("game")):
            yield each


def line_of(tournament: Tournament, *, with_desk: bool = True) -> str:
    """A tournament on one line, in ASCII.

    Without `with_desk` it tells nobody's member number, nor who has paid, nor who did what.
    """
    line: dict[str, Any] = {
        "format": FORMAT,
        "tournament": tournament.document,
        "made": tournament.made_at.isoformat(),
        "day": tournament.day.isoformat(),
        **({"place": tournament.place} if tournament.place else {}),
        **({"closed": tournament.closed_at.isoformat()} if tournament.closed_at else {}),
    }
    if with_desk and (kept := carried(desk_of(tournament))):
        line["desk"] = kept
    if with_desk:
        line["log"] = log_of(tournament)
    return json.dumps(line, separators=(",", ":")) + "\n"


def is_tournament(value: Any) -> bool:
    """Whether a line of a file means to be a tournament."""
    return isinstance(value, dict) and value.get("format") in (FORMAT, BARE)


def read_line(line: int, value: dict[str, Any]) -> Arriving:
    """The tournament of a line. Raises Refusal with every problem and its field."""
    if value["format"] == BARE:
        read(value)
        return Arriving(line, value, None, now().date(), "", None, {}, [])
    document = _document(value.get("tournament"))
    fields = Fields(value)
    fields.only(HEAD)
    day = _day(fields)
    made, closed = (_moment(fields, name) for name in ("made", "closed"))
    place = fields.text("place", LONGEST_PLACE) if fields.given("place") else ""
    desk = read_desk(fields, document) if fields.given("desk") else Desk()
    log = read_log(fields)
    if fields.problems:
        raise Refusal(fields.problems)
    return Arriving(line, document, made, day, place, closed, desk, log)


def _document(value: Any) -> Document:
    """A document that may still want its entrants. Raises Refusal, with fields as they are called in the line."""
    try:
        if not isinstance(value, dict):
            read(value)
        return checked(value)
    except Refusal as refusal:
        for each in refusal.problems:
            each["field"] = f"tournament.{each['field']}" if each["field"] else "tournament"
        raise


def _day(fields: Fields) -> date:
    try:
        return date.fromisoformat(fields.mapping.get("day") or "")
    except (TypeError, ValueError):
        fields.refuse("day", None, _("This must be a day, as 2026-11-21"))
        return date.min


def _moment(fields: Fields, name: str) -> datetime | None:
    """A moment; None where there is none."""
    moment = ledger.moment_of(fields.mapping.get(name))
    if moment is None and fields.given(name):
        fields.refuse(name, None, _("This must be a day and a time, as 2026-11-21T20:15:00+00:00"))
    return moment
