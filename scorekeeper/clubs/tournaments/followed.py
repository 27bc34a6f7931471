"""What all who follow a tournament are shown, worked out once for each version of it and held in memory.

Two hundred phones ask for the same few lists. Documents are read, and standings worked out, when the first of them
asks after a change; a process caches the newest `KEPT`. Only pages that write nothing ask here: what a transaction has
changed and not committed yet must never be cached.
"""

from datetime import date, datetime
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.clubs.tournaments.desk import clock_of
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import db
from scorekeeper.tournaments import model
from scorekeeper.tournaments.changes.results import read_incomplete
from scorekeeper.tournaments.model import Table
from scorekeeper.tournaments.standings import Standing, with_movement
from scorekeeper.tournaments.systems import is_over

KEPT = 24  # versions


class Glance(NamedTuple):
    """A tournament's row without its document: all that decides whether anything has changed."""

    id: int
    club_id: int
    version: int
    made_at: datetime
    day: date
    place: str
    public: str | None
    closed_at: datetime | None
    desk: dict[str, Any]

    @property
    def stamp(self) -> tuple[object, ...]:
        """A value that changes with everything that followers can see; of the desk that is clock, time and hall."""
        return (*self[:-1], clock_of(self.desk), self.desk.get("time"), self.desk.get("hall"))


class Followed:
    """One version of a tournament. What is asked of it is worked out at the first question."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.tournament: model.Tournament = read_incomplete(document)

    @cached_property
    def standing(self) -> Standing:
        """After all complete rounds; of a tournament that has one."""
        return with_movement(self.tournament)

    @cached_property
    def live(self) -> Standing:
        """With what has come in of the round under way."""
        return with_movement(self.tournament, live=True)

    @cached_property
    def complete(self) -> int:
        """How many rounds have all their results."""
        return self.tournament.complete

    @cached_property
    def is_over(self) -> bool:
        """Whether all that was agreed is played."""
        return 0 < self.complete == self.round and is_over(self.tournament)

    @property
    def round(self) -> int:
        """The number of the round that was published last; 0 before the first."""
        return len(self.tournament.rounds)

    @property
    def has_ranking(self) -> bool:
        """Whether a round has all its results."""
        return self.complete > 0

    @property
    def under_way(self) -> bool:
        """Whether a table of the last round has no result yet."""
        return self.complete < self.round

    @property
    def has_news(self) -> bool:
        """Whether some tables of the round under way have a result."""
        return self.under_way and any(table.is_decided for table in self.tables(self.round))

    def tables(self, number: int) -> list[Table]:
        """The tables of a round by their numbers."""
        if not 1 <= number <= self.round:
            return []
        return sorted(self.tournament.rounds[number - 1].tables, key=lambda table: table.number)


GLANCE = select(
    Tournament.id, Tournament.club_id, Tournament.version, Tournament.made_at, Tournament.day, Tournament.place,
    Tournament.public, Tournament.closed_at, Tournament.desk,
).where(Tournament.id == bindparam("number"))  # fmt: skip


def glance(number: int) -> Glance | None:
    """The row of that id, where there is one."""
    row = db.session.execute(GLANCE, {"number": number}).one_or_none()
    return Glance(*row) if row else None


def followed(seen: Glance) -> Followed:
    """What followers are shown of that version; where it was changed meanwhile, of the newer one."""
    while True:
        try:
            return _followed(seen.id, seen.version, seen.made_at)
        except LookupError:
            newer = glance(seen.id)
            if newer is None or newer.version == seen.version:
                raise
            seen = newer


@lru_cache(KEPT)
def _followed(number: int, version: int, made_at: datetime) -> Followed:
    """Of that version only. `made_at` tells tournaments apart where a database has given a number again."""
    chosen = (Tournament.id == number, Tournament.version == version, Tournament.made_at == made_at)
    document = db.session.scalar(select(Tournament.document).where(*chosen))
    if document is None:
        raise LookupError(number)
    return Followed(document)


def calling(number: int) -> list[tuple[int, int]]:
    """The tables that have called the arbiter and wait: round and number of each, in that order."""
    of_now = (TournamentTable.tournament_id == number, TournamentTable.ended_at.is_(None))
    found = select(TournamentTable.round, TournamentTable.number).where(*of_now, TournamentTable.called_at.is_not(None))
    return [
        (row.round, row.number)
        for row in db.session.execute(found.order_by(TournamentTable.round, TournamentTable.number))
    ]
