"""Nights of imported matches: those that the export names, else one for each day on which somebody played."""

from datetime import date, datetime

from sqlalchemy import func, insert, select

from scorekeeper.clubs.import_duplicates import Document
from scorekeeper.clubs.nights import LONGEST, MOST_TABLES
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Night, NightTable
from scorekeeper.store.models import db

Key = tuple[date, str]  # the day and the night's name


def day_of(document: Document, played: datetime) -> date:
    """The day of a match's night: as the export has it, else the day on which it was played."""
    try:
        return date.fromisoformat(str(document.get("about", {}).get("night_day", "")))
    except ValueError:
        return played.astimezone().date()


class Nights:
    """The nights of a club while matches are imported into it; further tables of one join it."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.seated = set[int]()  # sittings that have a table already
        self.tables: dict[Key, tuple[int, int]] = {}  # the night's id and its last table

    def add(self, sitting: int, document: Document, played: datetime) -> None:
        """Give the sitting a table at its night; one that is full takes no more."""
        if sitting in self.seated:
            return
        self.seated.add(sitting)
        if db.session.scalar(select(NightTable.night_id).where(NightTable.sitting_id == sitting)) is not None:
            return  # by an import that was broken off
        about = document.get("about", {})
        day, name = day_of(document, played), tidy(str(about.get("night", "")))[:LONGEST]
        night, last = self.tables.get((day, name)) or self._night(day, name, str(about.get("night_place", "")))
        if last < MOST_TABLES:
            last += 1
            db.session.execute(
                insert(NightTable), {"night_id": night, "number": last, "sitting_id": sitting, "names": []}
            )
        self.tables[day, name] = night, last

    def _night(self, day: date, name: str, place: str) -> tuple[int, int]:
        """The night of that day and name with its last table; a new one where there is none."""
        same = select(Night.id).where(Night.club_id == self.club, Night.day == day, Night.name == name)
        found = db.session.scalar(same.limit(1))
        if found is None:
            night = Night(club_id=self.club, day=day, name=name, place=tidy(place)[:LONGEST])
            db.session.add(night)
            db.session.flush()
            db.session.expunge(night)
            return night.id, 0
        last = select(func.max(NightTable.number)).where(NightTable.night_id == found)
        return found, db.session.scalar(last) or 0
