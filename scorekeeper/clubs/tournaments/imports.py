"""Imports of tournaments into a club: recognising duplicates, and attaching imported matches to their tables."""

from datetime import datetime
from functools import cached_property
from secrets import randbelow
from typing import Any

from sqlalchemy import select

from scorekeeper.clubs.import_lines import key_of
from scorekeeper.clubs.tournaments import keeping, registration_lines
from scorekeeper.clubs.tournaments.json_lines import (
    ENDED,
    KEYS,
    MADE,
    ROUND,
    SETTLED,
    TABLE,
    ImportedTournament,
    insert_log,
    settled_outcome,
)
from scorekeeper.clubs.tournaments.keeping import note
from scorekeeper.clubs.tournaments.rounds import tables_of
from scorekeeper.ledger import moment_of
from scorekeeper.ledger.sittings import SERIES
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Sitting, db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.tournaments.rounds import MOST_TABLES

About = dict[str, Any]
# An imported tournament starts with a random version below this, so that nothing cached of a deleted tournament with
# the same id and moment is taken for it.
VERSIONS = 500_000_000


def table_key(about: About) -> str:
    """Returns a text that identifies the tournament table in `about`; empty for a match outside tournaments."""
    return " ".join(str(about.get(name, "")) for name in KEYS[:3]).strip()


class TournamentImport:
    """Imports tournaments into one club, except those already in the club or earlier in the same file.

    A duplicate is recognised by the time at which the tournament was made or, if that is missing, by its document.
    """

    def __init__(self, club: int, *, by: str = "") -> None:
        self.club, self.by = club, by
        self.ids: dict[datetime, int] = {}
        self.seated = set[int]()  # sittings already attached to their tables

    def new(self, batch: list[ImportedTournament]) -> list[ImportedTournament]:
        """Returns the tournaments of the batch that are neither in the club nor earlier in the file."""
        return [tournament for tournament in batch if not self._is_duplicate(tournament)]

    def _is_duplicate(self, imported: ImportedTournament) -> bool:
        if imported.made is None:
            key = key_of(imported.document)
            is_duplicate = key in self.documents
            self.documents.add(key)
            return is_duplicate
        if self._id(imported.made) is None:
            self.ids[imported.made] = 0  # seen in this file
            return False
        return True

    @cached_property
    def documents(self) -> set[str]:
        """Returns the digests of the club's tournament documents, read once per import."""
        query = select(Tournament.document).where(Tournament.club_id == self.club)
        return {key_of(document) for document in db.session.scalars(query)}

    def _id(self, made_at: datetime) -> int | None:
        if made_at not in self.ids:
            query = select(Tournament.id).where(Tournament.club_id == self.club, Tournament.made_at == made_at)
            number = db.session.scalar(query.limit(1))
            if number is None:
                return None
            self.ids[made_at] = number
        return self.ids[made_at]

    def insert(self, batch: list[ImportedTournament]) -> int:
        """Inserts the new tournaments of a batch; returns how many."""
        new = self.new(batch)
        for imported in new:
            number = self._insert(imported)
            if imported.made:
                self.ids[imported.made] = number
        return len(new)

    def _insert(self, imported: ImportedTournament) -> int:
        club = db.session.get_one(Club, self.club)
        tournament = keeping.add(club, imported.document, imported.occasion, desk=imported.desk)
        tournament.made_at, tournament.closed_at = imported.made or now(), imported.closed
        tournament.version = randbelow(VERSIONS)
        insert_log(tournament, imported.log)
        if imported.home:
            registration_lines.insert(tournament, imported.home)
        note(tournament, self.by, "import", {})
        return tournament.id

    def attach(self, sitting: int, about: About) -> bool:
        """Attaches a sitting to its tournament table; False if its match is of no tournament of the club."""
        moment = moment_of(about.get(MADE))
        tournament = self._id(moment) if moment else None
        number, table = (_number(about.get(name)) for name in (ROUND, TABLE))
        if not (tournament and number and table):
            return False
        if sitting not in self.seated and db.session.get(TournamentTable, sitting) is None:
            row = db.session.get_one(Tournament, tournament)
            added = self._add_table(sitting, row, number, table, ended=bool(about.get(ENDED)))
            added.settled = settled_outcome(about.get(SETTLED))
        self.seated.add(sitting)
        return True

    def _add_table(
        self, sitting: int, tournament: Tournament, number: int, table: int, *, ended: bool
    ) -> TournamentTable:
        """Adds the sitting to a table of round `number`; as ended if the table is unknown or has a sitting already."""
        rounds = tournament.document.get("rounds") or []
        tables = {table["table"] for table in rounds[number - 1]["tables"]} if number <= len(rounds) else set()
        ended = ended or table not in tables or table in tables_of(tournament, number)
        row = TournamentTable(tournament_id=tournament.id, round=number, number=table, sitting_id=sitting)
        row.ended_at = now() if ended else None
        db.session.add(row)
        best_of = tournament.document["scoring"].get("best_of")
        if best_of in SERIES:
            db.session.get_one(Sitting, sitting).best_of = best_of
        db.session.flush()
        return row


def _number(text: object) -> int:
    """Returns the round or table number in a text; 0 for any other value."""
    is_number = isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_TABLES))
    return int(str(text)) if is_number else 0
