"""Calendars (RFC 5545) of a club's nights and tournaments, for the calendars of phones.

Nights and tournaments with an hour are events of some hours, as instants that are right in every time zone; others are
events of a whole day.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament

LONGEST_LINE = 75  # bytes (RFC 5545, 3.1)
PAST = timedelta(days=90)
LASTS = "PT4H"  # an evening whose end nobody has said
MOST = 400  # events of a calendar, of each kind


class Event(NamedTuple):
    """An event of a whole day, or from `hour` on in local time.

    `url` is a page about it, or empty; `made` distinguishes rows that reuse an id.
    """

    uid: str
    day: date
    name: str
    place: str
    url: str
    made: datetime
    hour: time | None = None


def event_of(row: Night | Tournament, name: str, url: str) -> Event:
    """Returns a night or tournament as an event."""
    kind = "night" if isinstance(row, Night) else "tournament"
    uid = f"{kind}-{row.id}-{row.made_at.astimezone(UTC):%Y%m%dT%H%M%S%f}@scorekeeper.invalid"
    return Event(uid, row.day, name, row.place, url, row.made_at, row.hour)


Named = Callable[[Night | Tournament], tuple[str, str]]


def events_of(club: Club, named: Named) -> list[Event]:
    """Returns the club's nights and tournaments from 90 days ago on; `named` returns name and URL of a row."""
    since = (now() - PAST).date()
    rows: list[Night | Tournament] = []
    for kind in (Night, Tournament):
        query = select(kind).where(kind.club_id == club.id, kind.day >= since)
        rows += db.session.scalars(query.order_by(kind.day, kind.id).limit(MOST))
    return sorted((event_of(row, *named(row)) for row in rows), key=lambda event: (event.day, event.uid))


def calendar(name: str, events: Iterable[Event]) -> str:
    """Returns an iCalendar file with these events."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scorekeeper//Calendar//EN", "CALSCALE:GREGORIAN"]
    lines += [f"NAME:{escaped(name)}", f"X-WR-CALNAME:{escaped(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT6H"]
    for event in events:
        lines += _lines_of(event)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _lines_of(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{event.made.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield from _times_of(event)
    yield f"SUMMARY:{escaped(event.name)}"
    if event.place:
        yield f"LOCATION:{escaped(event.place)}"
    if event.url:
        yield f"URL:{event.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _times_of(event: Event) -> Iterator[str]:
    if event.hour is not None and date.min < event.day < date.max:  # other times do not exist in every time zone
        begins = datetime.combine(event.day, event.hour).astimezone().astimezone(UTC)
        yield f"DTSTART:{_day(begins)}T{begins:%H%M%S}Z"
        yield f"DURATION:{LASTS}"
    else:
        yield f"DTSTART;VALUE=DATE:{_day(event.day)}"
        yield f"DTEND;VALUE=DATE:{_day(min(event.day, date.max - timedelta(1)) + timedelta(1))}"


def _day(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def escaped(text: str) -> str:
    """Returns a text escaped for a calendar file (RFC 5545, 3.3.11), on one line."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    lines = "\\n".join(text.splitlines())
    return "".join(sign for sign in lines if sign == "\t" or sign.isprintable())


def folded(line: str) -> str:
    """Returns a line folded into pieces of at most 75 bytes (RFC 5545, 3.1); all but the first begin with a space."""
    pieces, size = [""], 0
    for sign in line:
        width = len(sign.encode())
        if size + width > LONGEST_LINE:
            pieces.append(" ")
            size = 1
        pieces[-1] += sign
        size += width
    return "\r\n".join(pieces)
