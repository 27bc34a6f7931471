"""Finding duplicates in an import: matches that the club has already, or that are twice in the file."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry, Setup
from scorekeeper.store.club_models import ClubSitting
from scorekeeper.store.models import Change, Match, db

Document = dict[str, Any]
Origin = tuple[datetime, str, tuple[str, ...]]  # when it was started, the game, the seats


class Candidate(NamedTuple):
    """A match of a file: its line, counted from 1, its document, and the rows that would be written for it."""

    line: int
    document: Document
    rows: ledger.MatchRows

    @property
    def origin(self) -> Origin | None:
        """What stays the same however a match goes on; None for a document without a log."""
        return origin(self.rows.changes[0]["at"], self.rows.match.setup) if "log" in self.document else None


def origin(started: datetime, setup: Setup) -> Origin:
    """A match is identified by its first change's moment, its game and its first players."""
    former = setup.get("former")
    return started, setup["game"], tuple(former[0]["seats"] if former else setup["seats"])


def key_of(document: Document) -> str:
    """The key of a match from this document: a digest of its canonical JSON."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return "import-" + hashlib.sha256(canonical.encode("utf-8", "backslashreplace")).hexdigest()[:40]


class Duplicates:
    """The matches that a club has, and those that the file has had so far."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.keys: set[str] = set()
        self.origins: set[Origin] = set()

    def new_ones(self, batch: Sequence[Candidate]) -> Iterator[Candidate]:
        """The new matches of a batch, compared by document, by origin, else by moment, people, rules and hands."""
        keys = self.keys | self._keys({each.rows.match.key for each in batch})
        origins = self.origins | self._origins([each.rows.changes[0]["at"] for each in batch if each.origin])
        moments = self._moments([each.rows.match.started_at for each in batch if not each.origin])
        for each in batch:
            key, start = each.rows.match.key, each.origin
            same = start in origins if start else _is_among(moments.get(each.rows.match.started_at, []), each)
            if key in keys or same:
                continue
            keys.add(key)
            self.keys.add(key)
            if start:
                origins.add(start)
                self.origins.add(start)
            yield each

    def _keys(self, keys: set[str]) -> set[str]:
        return set(db.session.scalars(self._of_club(select(Match.key)).where(Match.key.in_(keys))))

    def _origins(self, moments: list[datetime]) -> set[Origin]:
        if not moments:
            return set()
        found = select(Change.at, Match.setup).join(Match, Match.id == Change.match_id)
        rows = db.session.execute(self._of_club(found).where(Change.at.in_(moments), Change.number == 1))
        return {origin(row.at, row.setup) for row in rows}

    def _moments(self, moments: list[datetime]) -> dict[datetime, list[int]]:
        found: dict[datetime, list[int]] = {}
        if moments:
            rows = self._of_club(select(Match.id, Match.started_at)).where(Match.started_at.in_(moments))
            for row in db.session.execute(rows):
                found.setdefault(row.started_at, []).append(row.id)
        return found

    def _of_club(self, found: Any) -> Any:
        in_club = found.join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        return in_club.where(ClubSitting.club_id == self.club)


def _is_among(matches: list[int], candidate: Candidate) -> bool:
    """Whether one of the club's matches, begun at the same moment, has the same people, rules and hands."""
    document = _comparable(rules.document(candidate.rows.match.setup, candidate.document.get("hands", [])))
    return any(_comparable(ledger.document(db.session.get_one(Match, number))) == document for number in matches)


def _comparable(document: Document) -> tuple[Document, list[Entry]]:
    return {name: value for name, value in document.items() if name not in ("about", "hands")}, document["hands"]
