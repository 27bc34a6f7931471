"""Nights of imported matches: those that the export names, else one for each day on which somebody played."""

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from sqlalchemy import func, insert, select

from scorekeeper import ledger
from scorekeeper.clubs import results, roster
from scorekeeper.clubs.import_lines import BadLine, Batch, Candidate, Document, Duplicates, batches
from scorekeeper.clubs.nights import LONGEST, MOST_TABLES
from scorekeeper.clubs.tables import is_named
from scorekeeper.clubs.tournaments import imports
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, ClubSitting, Night, NightTable
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


PAUSE = 0.05  # seconds between batches, in which others may write

Evening = tuple[str, str, str]  # the table, the place, and when it began or on which day


@dataclass
class Preview:
    """What a file holds: `good` match documents are new, `known` ones are duplicates; `tournaments` are new ones."""

    good: int = 0
    known: int = 0
    tournaments: int = 0
    hands: int = 0
    bad: list[BadLine] = field(default_factory=list)
    players: set[str] = field(default_factory=set)
    strangers: set[str] = field(default_factory=set)  # those who are not on the roster
    nights: set[date] = field(default_factory=set)
    games: set[str] = field(default_factory=set)

    @property
    def may_be_imported(self) -> bool:
        """Whether there is anything new, and nothing wrong with any line."""
        return self.good + self.tournaments > 0 and not self.bad


class BadFile(Refusal):
    """A line of the file cannot be imported, so nothing is; `line` is its number."""

    def __init__(self, bad: BadLine) -> None:
        super().__init__(bad.problems)
        self.line = bad.number


def preview(club: Club, lines: Iterable[bytes]) -> Preview:
    """Check every line. Nothing is written."""
    found, duplicates, arrivals = Preview(), Duplicates(club.id), imports.TournamentImport(club.id)
    for batch in batches(lines, found.bad):
        news, tournaments = list(duplicates.new(batch.matches)), arrivals.new(batch.tournaments)
        found.good += len(news)
        found.tournaments += len(tournaments)
        found.known += len(batch) - len(news) - len(tournaments)
        for each in news:
            found.hands += len(each.document.get("hands", []))
            found.games.add(each.rows.match.game)
            found.players.update(each.rows.match.setup["seats"])
            if not imports.table_key(each.document.get("about", {})):
                found.nights.add(day_of(each.document, each.rows.match.started_at))
        db.session.expunge_all()
    found.strangers = _strangers(club.id, found.players)
    return found


def _strangers(club: int, names: set[str]) -> set[str]:
    """The names of people who are not on the roster; seats that nobody was named for are no people."""
    known = results.players_of(db.session, club, names)
    return {name for name in names if is_named(name) and results.name_key(name) not in known}


class MatchImport:
    """An import under way: what it has opened so far.

    `with_roster` puts everybody who played on the roster, `with_nights` makes a night of each day's tables. With the
    same `mark` an import that was broken off finds the sittings that it has opened.
    """

    def __init__(
        self, club: int, *, actor: str, with_roster: bool = False, with_nights: bool = False, mark: str = ""
    ) -> None:
        self.club = club
        self.tournaments = imports.TournamentImport(club, by=actor)
        self.mark = mark
        self.duplicates = Duplicates(club)
        self.evenings: dict[Evening, int] = {}
        self.with_roster = with_roster
        self.nights = Nights(club) if with_nights else None

    def insert(self, batch: Batch) -> int:
        """Insert the new tournaments and matches of a batch; returns how many matches.

        The caller holds the club's lock.
        """
        self.tournaments.insert(batch.tournaments)
        news = list(self.duplicates.new(batch.matches))
        for each in news:
            sitting = each.rows.match.sitting_id = _sitting(self.club, self.evenings, each, self.mark)
            about = each.document.get("about", {})
            if not self.tournaments.attach(sitting, about) and self.nights:
                self.nights.add(sitting, each.document, each.rows.match.started_at)
        if self.with_roster:
            people = {name for each in news for name in each.rows.match.setup["seats"]}
            for name in sorted(_strangers(self.club, people)):
                roster.add_player(db.session.get_one(Club, self.club), name)
        results.add_results(db.session, self.club, ledger.insert_matches(db.session, [each.rows for each in news]))
        return len(news)


def import_matches(
    club: Club, lines: Iterable[bytes], *, actor: str, with_roster: bool = False, with_nights: bool = False
) -> int:
    """Insert all new matches of a small file; returns how many. Raises BadFile for the first bad line.

    The caller commits, or rolls back where it raises.
    """
    intake = MatchImport(club.id, actor=actor, with_roster=with_roster, with_nights=with_nights)
    bad, count = list[BadLine](), 0
    for batch in batches(lines, bad, actor):
        if bad:
            break
        results.lock_results(db.session, intake.club)
        count += intake.insert(batch)
    if bad:
        raise BadFile(bad[0])
    results.lock_results(db.session, intake.club)
    results.rate_backlog(db.session, intake.club)
    return count


def import_in_batches(
    club: Club,
    lines: Callable[[], Iterable[bytes]],
    *,
    actor: str,
    mark: str,
    report: Callable[[int], None],
    with_roster: bool = False,
    with_nights: bool = False,
) -> None:
    """Insert all new matches of a large file, which is checked as a whole first: others may write between batches.

    It may be broken off at any moment: called again with the same `mark`, it goes on where it was. `report` is told
    how many matches each batch brought. Commits. Raises BadFile for the first bad line, and nothing is inserted then.
    """
    intake = MatchImport(club.id, actor=actor, with_roster=with_roster, with_nights=with_nights, mark=mark)
    number, bad = club.id, list[BadLine]()
    for _batch in batches(lines(), bad, actor):
        if bad:
            break
    if bad:
        raise BadFile(bad[0])
    for batch in batches(lines(), bad, actor):  # scored before the lock is taken
        results.lock_results(db.session, number)
        count = intake.insert(batch)
        db.session.commit()
        report(count)
        time.sleep(PAUSE)
    more = True
    while more:
        results.lock_results(db.session, number)
        more = results.rate_backlog(db.session, number)
        db.session.commit()


def _sitting(club: int, evenings: dict[Evening, int], candidate: Candidate, mark: str) -> int:
    """The id of the sitting for an evening at one table, created for the first match of it; with the same mark once."""
    about, played = candidate.document.get("about", {}), candidate.rows.match.started_at
    opened = ledger.moment_of(about.get("opened"))
    when = f"{opened or played.date()} {imports.table_key(about)}"
    evening = (str(about.get("table", "")), str(about.get("place", "")), when)
    if evening not in evenings:
        key = hashlib.sha256(repr((mark, evening)).encode()).hexdigest()[:40] if mark else ""
        sitting = ledger.open_sitting(*evening[:2], key=key)
        if db.session.get(ClubSitting, sitting.id) is None:
            sitting.opened_at = opened or played
            db.session.flush()
            db.session.execute(insert(ClubSitting), {"sitting_id": sitting.id, "club_id": club})
        evenings[evening] = sitting.id
        db.session.expunge(sitting)
    return evenings[evening]
