"""Standings and tables of a version of a tournament, for its followers, computed once and cached in memory.

Two hundred phones request the same few lists. The first request after a change reads the document and computes the
standings; each process caches the newest `CACHED` versions. Only pages that write nothing may call this: changes that
are not committed yet must never be cached.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, extract, select

from scorekeeper.clubs.tournaments.desk import clock_of
from scorekeeper.clubs.tournaments.holding import held_from, ranked
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments import model
from scorekeeper.tournaments.changes.results import read_incomplete
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Table
from scorekeeper.tournaments.standings import Standing, standings, with_movement
from scorekeeper.tournaments.substitutes import mainly_seated
from scorekeeper.tournaments.systems import is_over

CACHED = 24  # versions


class Summary(NamedTuple):
    """A tournament's row without its document: everything that decides whether followers see something new."""

    id: int
    club_id: int
    version: int
    made_at: datetime
    day: date
    hour: time | None
    place: str
    public: str | None
    closed_at: datetime | None
    desk: dict[str, Any]

    @property
    def stamp(self) -> tuple[object, ...]:
        """Returns a value that changes whenever followers see a change, of the desk's clock, time, hall or hold too."""
        return (*self[:-1], clock_of(self.desk), self.desk.get("time"), self.desk.get("hall"), held_from(self.desk))


class Snapshot:
    """The contents of one version of a tournament; every property is computed on first use.

    `tournament` is all of it. Results from round `held` on are not shown: `shown` has all rounds without them, `ranked`
    only the rounds before.
    """

    def __init__(self, document: dict[str, Any], held: int | None = None) -> None:
        self.tournament: model.Tournament = read_incomplete(document)
        self.held = held

    @cached_property
    def shown(self) -> model.Tournament:
        """Returns the tournament without results that are held back."""
        return self.tournament.held_back(self.held)

    @cached_property
    def ranked(self) -> model.Tournament:
        """Returns the tournament as far as its ranking is shown."""
        return ranked(self.tournament, self.held)

    def holds(self, number: int) -> bool:
        """True if the results of round `number` are held back."""
        return self.held is not None and number >= self.held

    @cached_property
    def standing(self) -> Standing:
        """Returns the standings after all complete rounds that are shown; at least one must be complete."""
        return with_movement(self.ranked)

    @cached_property
    def live(self) -> Standing:
        """Returns the standings including the results so far of the unfinished round."""
        return with_movement(self.ranked, live=True)

    @cached_property
    def complete(self) -> int:
        """Returns how many rounds have all their results."""
        return self.tournament.complete

    @cached_property
    def is_over(self) -> bool:
        """True if all rounds are played."""
        return 0 < self.complete == self.round and is_over(self.tournament)

    @property
    def round(self) -> int:
        """Returns the number of the round published last; 0 before the first."""
        return len(self.tournament.rounds)

    @property
    def has_ranking(self) -> bool:
        """True if at least one round is complete whose results are shown."""
        return self.ranked.complete > 0

    @property
    def under_way(self) -> bool:
        """True if a table of the last round has no result yet."""
        return self.complete < self.round

    @property
    def has_news(self) -> bool:
        """True if some tables of the unfinished round have a result."""
        return self.under_way and any(table.is_decided for table in self.tables(self.round))

    def tables(self, number: int) -> list[Table]:
        """Returns the tables of a round, by number, without held results; an empty list for an unknown round."""
        if not 1 <= number <= self.round:
            return []
        return sorted(self.shown.rounds[number - 1].tables, key=lambda table: table.number)


SUMMARY = select(
    Tournament.id, Tournament.club_id, Tournament.version, Tournament.made_at, Tournament.day, Tournament.hour,
    Tournament.place, Tournament.public, Tournament.closed_at, Tournament.desk,
).where(Tournament.id == bindparam("number"))  # fmt: skip


def load_summary(number: int) -> Summary | None:
    """Returns the summary of the tournament with this id; None if there is none."""
    row = db.session.execute(SUMMARY, {"number": number}).one_or_none()
    return Summary(*row) if row else None


def snapshot(summary: Summary, *, everything: bool = False) -> Snapshot:
    """Returns the snapshot of the summary's version, or of a newer one if the tournament was changed meanwhile.

    With `everything`, for organisers, no result is held back. Raises LookupError if it was deleted.
    """
    while True:
        held = None if everything else held_from(summary.desk)
        try:
            return _snapshot(summary.id, summary.version, summary.made_at, held)
        except LookupError:
            newer = load_summary(summary.id)
            if newer is None or newer.version == summary.version:
                raise
            summary = newer


@lru_cache(CACHED)
def _snapshot(number: int, version: int, made_at: datetime, held: int | None) -> Snapshot:
    """Returns the snapshot of exactly this version. Raises LookupError if it no longer exists."""
    return Snapshot(_document(number, version, made_at), held)


def _document(number: int, version: int, made_at: datetime) -> dict[str, Any]:
    """Returns the document of exactly this version. Raises LookupError if it no longer exists.

    `made_at` distinguishes tournaments if the database has reused an id.
    """
    chosen = (Tournament.id == number, Tournament.version == version, Tournament.made_at == made_at)
    document: dict[str, Any] | None = db.session.scalar(select(Tournament.document).where(*chosen))
    if document is None:
        raise LookupError(number)
    return document


def arbiter_calls(number: int) -> list[tuple[int, int]]:
    """Returns round and table number of all open calls for the arbiter, in this order."""
    open_tables = (TournamentTable.tournament_id == number, TournamentTable.ended_at.is_(None))
    query = select(TournamentTable.round, TournamentTable.number).where(
        *open_tables, TournamentTable.called_at.is_not(None)
    )
    return [
        (row.round, row.number)
        for row in db.session.execute(query.order_by(TournamentTable.round, TournamentTable.number))
    ]


OUTCOMES_CACHED = 240  # versions of tournaments: a championship has at most a quarter as many parts
# An entrant's name, first players, players of most rounds, place, and victory or tournament points.
FinalLine = tuple[str, tuple[str, ...], tuple[str, ...], int, int]


class Outcome(NamedTuple):
    """The outcome of a tournament."""

    name: str
    is_over: bool
    lines: tuple[FinalLine, ...]


def outcome_of(tournament: Tournament) -> Outcome:
    """Returns a tournament's outcome, cached by version; loads the newest version if this one is outdated."""
    while True:
        try:
            return _outcome(tournament.id, tournament.version, tournament.made_at)
        except LookupError:
            db.session.refresh(tournament, ["version"])


@lru_cache(OUTCOMES_CACHED)
def _outcome(number: int, version: int, made_at: datetime) -> Outcome:
    """Returns the outcome of exactly this version. Raises LookupError if it no longer exists."""
    document = _document(number, version, made_at)
    name = document.get("name") or ""
    tournament = read(document) if document.get("rounds") else None
    result = standings(tournament) if tournament else None
    if tournament is None or result is None or not result["rounds"]:
        return Outcome(name, is_over=False, lines=())
    players = {
        entrant.id: (entrant.name, entrant.players, mainly_seated(tournament, entrant, result["rounds"]))
        for entrant in tournament.entrants
    }
    sums = "vp" if document["scoring"]["kind"] == "vp" else "tp"
    lines = tuple((*players[row["entrant"]], row["place"], row[sums]) for row in result["standings"])
    return Outcome(name, is_over=result["finished"], lines=lines)


def final_lines(tournament: Tournament) -> tuple[FinalLine, ...]:
    """Returns the lines of a tournament that is over or closed, by place; none of any other, and while any are held."""
    if held_from(tournament.desk) is not None:
        return ()
    outcome = outcome_of(tournament)
    return outcome.lines if outcome.is_over or tournament.closed_at else ()


class Held(NamedTuple):
    """A tournament with the names of its winners; none until it is over."""

    tournament: Tournament
    winners: tuple[str, ...]


MOST_OF_YEAR = 200


def years_of_tournaments(club: Club) -> list[int]:
    """Returns the years in which the club has tournaments, newest first."""
    year = extract("year", Tournament.day)
    numbers = db.session.scalars(select(year).where(Tournament.club_id == club.id).distinct())
    return sorted(map(int, numbers), reverse=True)


def tournaments_of_year(club: Club, year: int) -> Sequence[Held]:
    """Returns the club's tournaments of a year, latest first, at most MOST_OF_YEAR."""
    within = Tournament.day.between(date(year, 1, 1), date(year, 12, 31))
    query = select(Tournament).where(Tournament.club_id == club.id, within)
    rows = db.session.scalars(query.order_by(Tournament.day.desc(), Tournament.id.desc()).limit(MOST_OF_YEAR))
    return [Held(row, _winners(row)) for row in rows]


def _winners(tournament: Tournament) -> tuple[str, ...]:
    return tuple(name for name, _began, _sat, place, _sum in final_lines(tournament) if place == 1)
