"""Imports matches and tournaments into a club, if wanted with a club night for each day of play."""

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime

from sqlalchemy import func, insert, select

from scorekeeper import ledger
from scorekeeper.clubs import results, roster, roster_import
from scorekeeper.clubs.club_cards import ImportedGame
from scorekeeper.clubs.club_lines import ClubImport, ImportedChampionship, ImportedLogo, ImportedSettings
from scorekeeper.clubs.import_lines import BadLine, Batch, Candidate, Document, Duplicates, batches
from scorekeeper.clubs.nights import LONGEST, MOST_TABLES
from scorekeeper.clubs.occasions import hour_or_none
from scorekeeper.clubs.recognising import is_named
from scorekeeper.clubs.tournaments import imports
from scorekeeper.clubs.tournaments.json_lines import TABLE
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import table_name_to_store
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, ClubSitting, Night, NightTable
from scorekeeper.store.models import db

Key = tuple[date, str]  # the night's day and name


def day_of(document: Document, played: datetime) -> date:
    """Returns the day of a match's night: `night_day` of the export, else the day of play in local time."""
    try:
        return date.fromisoformat(str(document.get("about", {}).get("night_day", "")))
    except ValueError:
        return played.astimezone().date()


class Nights:
    """The club's nights during an import; matches of the same day and night name share a night."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.seated = set[int]()  # sittings that already have a table
        self.tables: dict[Key, tuple[int, int]] = {}  # the night's id and its last table

    def add(self, sitting: int, document: Document, played: datetime) -> None:
        """Adds the sitting as a table of its night, unless the night is full."""
        if sitting in self.seated:
            return
        self.seated.add(sitting)
        if db.session.scalar(select(NightTable.night_id).where(NightTable.sitting_id == sitting)) is not None:
            return  # from an interrupted import
        about = document.get("about", {})
        day, name = day_of(document, played), tidy(str(about.get("night", "")))[:LONGEST]
        night, last = self.tables.get((day, name)) or self._night(day, name, about)
        if last < MOST_TABLES:
            last += 1
            db.session.execute(
                insert(NightTable), {"night_id": night, "number": last, "sitting_id": sitting, "names": []}
            )
        self.tables[day, name] = night, last

    def _night(self, day: date, name: str, about: Mapping[str, object]) -> tuple[int, int]:
        """Returns the id of the night with that day and name, and its last table; creates it if there is none."""
        same = select(Night.id).where(Night.club_id == self.club, Night.day == day, Night.name == name)
        number = db.session.scalar(same.limit(1))
        if number is None:
            place = tidy(str(about.get("night_place", "")))[:LONGEST]
            hour = hour_or_none(str(about.get("night_hour", "")))
            night = Night(club_id=self.club, day=day, hour=hour, name=name, place=place)
            db.session.add(night)
            db.session.flush()
            db.session.expunge(night)
            return night.id, 0
        last = select(func.max(NightTable.number)).where(NightTable.night_id == number)
        return number, db.session.scalar(last) or 0


PAUSE = 0.05  # seconds between batches, in which others may write

Evening = tuple[str, str, str]  # table, place, and the sitting's start or the day of play


@dataclass
class Preview:
    """The contents of a file before the import.

    `good` and `known` count new matches and duplicates; `tournaments`, `championships` and `cards` count new ones,
    `people` new people and people with new details. `logo` is True if the file has one and the club has none yet,
    `settings` if it has some that are unset here.
    """

    good: int = 0
    known: int = 0
    tournaments: int = 0
    championships: int = 0
    cards: int = 0
    logo: bool = False
    settings: bool = False
    people: int = 0
    hands: int = 0
    bad: list[BadLine] = field(default_factory=list)
    players: set[str] = field(default_factory=set)
    strangers: set[str] = field(default_factory=set)  # players who are not on the roster
    nights: set[date] = field(default_factory=set)
    games: set[str] = field(default_factory=set)

    @property
    def may_be_imported(self) -> bool:
        """True if the file has something new, and no invalid line."""
        is_new = (
            self.good + self.tournaments + self.championships + self.cards + self.people > 0
            or self.logo
            or self.settings
        )
        return is_new and not self.bad


class BadFile(Refusal):
    """Raised for the first invalid line of a file, so that nothing is imported; `line` is its number."""

    def __init__(self, bad: BadLine) -> None:
        super().__init__(bad.problems)
        self.line = bad.number


def preview(club: Club, lines: Iterable[bytes]) -> Preview:
    """Checks every line of a file, and returns a summary. Writes nothing."""
    result, duplicates = Preview(), Duplicates(club.id)
    tournament_import, club_import = imports.TournamentImport(club.id), ClubImport(club.id)
    names = set[str]()  # of the people of the file, folded
    for batch in batches(lines, result.bad):
        news, tournaments = list(duplicates.new(batch.matches)), tournament_import.new(batch.tournaments)
        people = roster_import.plan(club, batch.people, {}).changes if batch.people else 0
        names.update(results.name_key(name) for person in batch.people for name in (person.name, *person.also))
        result.good += len(news)
        result.tournaments += len(tournaments)
        result.people += people
        of_club = club_import.new(batch.of_club)
        result.championships += sum(isinstance(line, ImportedChampionship) for line in of_club)
        result.cards += sum(isinstance(line, ImportedGame) for line in of_club)
        result.logo |= any(isinstance(line, ImportedLogo) for line in of_club)
        result.settings |= any(isinstance(line, ImportedSettings) for line in of_club)
        result.known += len(batch) - len(news) - len(tournaments) - people - len(of_club)
        for candidate in news:
            result.hands += len(candidate.document.get("hands", []))
            result.games.add(candidate.rows.match.game)
            result.players.update(candidate.rows.match.setup["seats"])
            if not imports.table_key(candidate.document.get("about", {})):
                result.nights.add(day_of(candidate.document, candidate.rows.match.started_at))
        db.session.expunge_all()
    strangers = _strangers(club.id, result.players)
    result.strangers = {name for name in strangers if results.name_key(name) not in names}
    return result


def _strangers(club: int, names: set[str]) -> set[str]:
    """Returns the names that are not on the roster, without the names invented for unnamed seats."""
    on_roster = results.players_of(db.session, club, names)
    return {name for name in names if is_named(name) and results.name_key(name) not in on_roster}


class MatchImport:
    """An import in progress.

    `with_roster` adds everybody who played to the roster, `with_nights` creates a night for each day of play. With the
    same `mark` an interrupted import finds the sittings that it has opened.
    """

    def __init__(
        self, club: int, *, actor: str, with_roster: bool = False, with_nights: bool = False, mark: str = ""
    ) -> None:
        self.club = club
        self.tournaments = imports.TournamentImport(club, by=actor)
        self.of_club = ClubImport(club)
        self.mark = mark
        self.duplicates = Duplicates(club)
        self.evenings: dict[Evening, int] = {}
        self.with_roster = with_roster
        self.nights = Nights(club) if with_nights else None

    def insert(self, batch: Batch) -> int:
        """Inserts everything new in a batch, championships last; returns the number of matches.

        The caller holds the club's lock.
        """
        self.tournaments.insert(batch.tournaments)
        if batch.people:
            club = db.session.get_one(Club, self.club)
            roster_import.apply(club, roster_import.plan(club, batch.people, {}))
        new_matches = list(self.duplicates.new(batch.matches))
        for candidate in new_matches:
            sitting = candidate.rows.match.sitting_id = _sitting(self.club, self.evenings, candidate, self.mark)
            about = candidate.document.get("about", {})
            if not self.tournaments.attach(sitting, about) and self.nights:
                self.nights.add(sitting, candidate.document, candidate.rows.match.started_at)
        if self.with_roster:
            people = {name for candidate in new_matches for name in candidate.rows.match.setup["seats"]}
            for name in sorted(_strangers(self.club, people)):
                with suppress(Refusal):  # it looks like a player's name, or shows nothing: its results are a guest's
                    roster.add_player(db.session.get_one(Club, self.club), name)
        results.add_results(
            db.session, self.club, ledger.insert_matches(db.session, [candidate.rows for candidate in new_matches])
        )
        self.of_club.insert(batch.of_club)
        return len(new_matches)


def import_matches(
    club: Club, lines: Iterable[bytes], *, actor: str, with_roster: bool = False, with_nights: bool = False
) -> int:
    """Inserts all new matches of a small file; returns how many. Raises BadFile for the first invalid line.

    The caller commits, or rolls back after an exception.
    """
    match_import = MatchImport(club.id, actor=actor, with_roster=with_roster, with_nights=with_nights)
    bad, count = list[BadLine](), 0
    for batch in batches(lines, bad, actor):
        if bad:
            break
        results.lock_results(db.session, match_import.club)
        count += match_import.insert(batch)
    if bad:
        raise BadFile(bad[0])
    results.lock_results(db.session, match_import.club)
    results.rate_backlog(db.session, match_import.club)
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
    """Inserts all new matches of a large file, after checking all of it; others may write between batches.

    May be interrupted at any time: called again with the same `mark`, it continues. `report` is called with the number
    of matches of each batch. Commits. Raises BadFile for the first invalid line, before anything is inserted.
    """
    match_import = MatchImport(club.id, actor=actor, with_roster=with_roster, with_nights=with_nights, mark=mark)
    number, bad = club.id, list[BadLine]()
    for _batch in batches(lines(), bad, actor):
        if bad:
            break
    if bad:
        raise BadFile(bad[0])
    for batch in batches(lines(), bad, actor):  # a batch is scored before the lock is taken
        results.lock_results(db.session, number)
        count = match_import.insert(batch)
        db.session.commit()
        report(count)
        time.sleep(PAUSE)
    more = True
    while more:
        results.lock_results(db.session, number)
        more = results.rate_backlog(db.session, number)
        db.session.commit()


def _sitting(club: int, evenings: dict[Evening, int], candidate: Candidate, mark: str) -> int:
    """Returns the id of the match's sitting; opens one for the first match of an evening at one table."""
    about, played = candidate.document.get("about", {}), candidate.rows.match.started_at
    opened = ledger.moment_of(about.get("opened"))
    when = f"{opened or played.date()} {imports.table_key(about)}"
    evening = (str(about.get("table", "")), str(about.get("place", "")), when)
    if evening not in evenings:
        key = hashlib.sha256(repr((mark, evening)).encode()).hexdigest()[:40] if mark else ""
        name, place, _when = evening
        if about.get("night_day") or about.get(TABLE):  # no person names these tables
            name = table_name_to_store(name)
        sitting = ledger.open_sitting(name, place, key=key)
        if db.session.get(ClubSitting, sitting.id) is None:
            sitting.opened_at = opened or played
            db.session.flush()
            db.session.execute(insert(ClubSitting), {"sitting_id": sitting.id, "club_id": club})
        evenings[evening] = sitting.id
        db.session.expunge(sitting)
    return evenings[evening]
