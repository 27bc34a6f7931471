"""When and where a night or tournament is held: a day, perhaps an hour in local time, and a place."""

from datetime import date, time
from typing import NamedTuple

from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Night
from scorekeeper.store.tournament_models import Tournament

LONGEST_PLACE = 80


class Occasion(NamedTuple):
    """Day, hour and place as texts, e.g. “2026-11-21”, “20:45”; hour and place may be empty."""

    day: str
    hour: str = ""
    place: str = ""


def set_occasion(row: Night | Tournament, occasion: Occasion) -> None:
    """Sets day, hour and place of a night or tournament. Raises Refusal for an invalid day or hour."""
    row.day, row.hour, row.place = _day(occasion.day), _hour(occasion.hour), tidy(occasion.place)[:LONGEST_PLACE]


def occasion_of(row: Night | Tournament) -> Occasion:
    """Returns day, hour and place as texts."""
    return Occasion(row.day.isoformat(), hour_text(row.hour), row.place)


def hour_text(hour: time | None) -> str:
    """Returns an hour as forms and exports have it, e.g. “20:45”; empty for None."""
    return hour.isoformat("minutes") if hour else ""


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise refuse("day", None, N_("Choose a day")) from None


def _hour(text: str) -> time | None:
    """Reads an hour; browsers without a field for hours let people write 20.45 or 9:30."""
    try:
        return read_hour(text)
    except ValueError:
        raise refuse("hour", None, N_("Enter an hour like 20:45, or leave it blank")) from None


def read_hour(text: str) -> time | None:
    """Returns an hour to the minute; None for an empty text. Raises ValueError."""
    hours, sign, minutes = text.strip().replace(".", ":").partition(":")
    if not hours and not sign:
        return None
    if not all(part.isascii() and part.isdecimal() for part in (hours, minutes or "0")):
        raise ValueError(text)
    return time(int(hours), int(minutes or "0"))


def hour_or_none(text: str) -> time | None:
    """Returns the hour in a text; None if there is none."""
    try:
        return read_hour(text)
    except ValueError:
        return None
