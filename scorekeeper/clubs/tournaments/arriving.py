"""Tournaments while they are imported into a club: what is new, and the tables of their matches."""

from datetime import datetime
from functools import cached_property
from secrets import randbelow
from typing import Any

from sqlalchemy import select

from scorekeeper.clubs.import_lines import key_of
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.clubs.tournaments.exported import ENDED, KEYS, MADE, ROUND, TABLE, Arriving, insert_log
from scorekeeper.clubs.tournaments.keeping import note
from scorekeeper.clubs.tournaments.rounds import tables_of
from scorekeeper.ledger import moment_of
from scorekeeper.ledger.sittings import SERIES
from scorekeeper.store.club_models import Club, Tournament, TournamentTable
from scorekeeper.store.models import Sitting, db, now
from scorekeeper.tournaments.rounds import MOST_TABLES

About = dict[str, Any]
# A tournament that comes in begins with any of so many versions: whatever was cached of one that was deleted, with the
# same number and made at the same moment, is not taken for it.
VERSIONS = 500_000_000


def table_of(about: About) -> str:
    """What tells the table of a tournament from all others; empty for any other match."""
    return " ".join(str(about.get(name, "")) for name in KEYS[:3]).strip()


class Arrivals:
    """The tournaments of a club, and those that the file has had so far.

    A tournament is known by the moment at which it was made; a document by itself by what it holds.
    """

    def __init__(self, club: int, *, by: str = "") -> None:
        self.club, self.by = club, by
        self.ids: dict[datetime, int] = {}
        self.seated = set[int]()  # sittings that were given their table

    def new_ones(self, found: list[Arriving]) -> list[Arriving]:
        """Those of a batch that the club has not, nor the file had before."""
        return [each for each in found if not self._is_known(each)]

    def _is_known(self, each: Arriving) -> bool:
        if each.made is None:
            key = key_of(each.document)
            known = key in self.documents
            self.documents.add(key)
            return known
        if self._id(each.made) is None:
            self.ids[each.made] = 0  # seen in this file
            return False
        return True

    @cached_property
    def documents(self) -> set[str]:
        """Digests of the club's documents: each is read once, however many come by themselves."""
        found = select(Tournament.document).where(Tournament.club_id == self.club)
        return {key_of(document) for document in db.session.scalars(found)}

    def _id(self, made: datetime) -> int | None:
        if made not in self.ids:
            found = select(Tournament.id).where(Tournament.club_id == self.club, Tournament.made_at == made)
            number = db.session.scalar(found.limit(1))
            if number is None:
                return None
            self.ids[made] = number
        return self.ids[made]

    def insert(self, found: list[Arriving]) -> int:
        """Insert the new ones of a batch; returns how many."""
        news = self.new_ones(found)
        for each in news:
            made = self._insert(each)
            if each.made:
                self.ids[each.made] = made
        return len(news)

    def _insert(self, each: Arriving) -> int:
        club = db.session.get_one(Club, self.club)
        made = keeping.add(club, each.document, day=each.day.isoformat(), place=each.place, desk=each.desk)
        made.made_at, made.closed_at = each.made or now(), each.closed
        made.version = randbelow(VERSIONS)
        insert_log(made, each.log)
        note(made, self.by, "import", {})
        return made.id

    def seat(self, sitting: int, about: About) -> bool:
        """Give a sitting its table, where its match was played at one of a tournament that is here; whether it was."""
        moment = moment_of(about.get(MADE))
        tournament = self._id(moment) if moment else None
        number, table = (_number(about.get(name)) for name in (ROUND, TABLE))
        if not (tournament and number and table):
            return False
        if sitting not in self.seated and db.session.get(TournamentTable, sitting) is None:
            found = db.session.get_one(Tournament, tournament)
            self._seat(sitting, found, number, table, ended=bool(about.get(ENDED)))
        self.seated.add(sitting)
        return True

    def _seat(self, sitting: int, tournament: Tournament, number: int, table: int, *, ended: bool) -> None:
        """A table that the document does not have, or that another sitting is at, is one that has ended."""
        rounds = tournament.document.get("rounds") or []
        tables = {each["table"] for each in rounds[number - 1]["tables"]} if number <= len(rounds) else set()
        ended = ended or table not in tables or table in tables_of(tournament, number)
        row = TournamentTable(tournament_id=tournament.id, round=number, number=table, sitting_id=sitting)
        row.ended_at = now() if ended else None
        db.session.add(row)
        best_of = tournament.document["scoring"].get("best_of")
        if best_of in SERIES:
            db.session.get_one(Sitting, sitting).best_of = best_of
        db.session.flush()


def _number(text: object) -> int:
    """The number of a round or a table; 0 for anything else."""
    good = isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_TABLES))
    return int(str(text)) if good else 0
