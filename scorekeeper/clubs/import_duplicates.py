"""Which matches of a file a club has already, however often they are brought."""

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
Origin = tuple[datetime, str, tuple[str, ...]]  # when it was started, which game, who sat there


class Brought(NamedTuple):
    """A match of a file: its line, counted from 1, its document, and what would be written for it."""

    line: int
    document: Document
    whole: ledger.Whole

    @property
    def origin(self) -> Origin | None:
        """What stays the same of a match however it goes on; None for a document without a log."""
        return origin(self.whole.changes[0]["at"], self.whole.match.setup) if "log" in self.document else None


def origin(started: datetime, setup: Setup) -> Origin:
    """A match is the one that these people began at this very moment."""
    former = setup.get("former")
    return started, setup["game"], tuple(former[0]["seats"] if former else setup["seats"])


def key_of(document: Document) -> str:
    """The same document, the same key, however it is written."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return "import-" + hashlib.sha256(canonical.encode("utf-8", "backslashreplace")).hexdigest()[:40]


class Known:
    """What a club has, and what a file has brought so far."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.keys: set[str] = set()
        self.origins: set[Origin] = set()

    def news(self, batch: Sequence[Brought]) -> Iterator[Brought]:
        """Those of a batch that are new: by the document, by the log's beginning, else by people, rules and hands."""
        keys = self.keys | self._keys({each.whole.match.key for each in batch})
        origins = self.origins | self._origins([each.whole.changes[0]["at"] for each in batch if each.origin])
        moments = self._moments([each.whole.match.started_at for each in batch if not each.origin])
        for each in batch:
            key, start = each.whole.match.key, each.origin
            same = start in origins if start else _is_among(moments.get(each.whole.match.started_at, []), each)
            if key in keys or same:
                continue
            keys.add(key)
            self.keys.add(key)
            if start:
                origins.add(start)
                self.origins.add(start)
            yield each

    def _keys(self, asked: set[str]) -> set[str]:
        return set(db.session.scalars(self._ours(select(Match.key)).where(Match.key.in_(asked))))

    def _origins(self, moments: list[datetime]) -> set[Origin]:
        if not moments:
            return set()
        found = select(Change.at, Match.setup).join(Match, Match.id == Change.match_id)
        rows = db.session.execute(self._ours(found).where(Change.at.in_(moments), Change.number == 1))
        return {origin(row.at, row.setup) for row in rows}

    def _moments(self, moments: list[datetime]) -> dict[datetime, list[int]]:
        found: dict[datetime, list[int]] = {}
        if moments:
            ours = self._ours(select(Match.id, Match.started_at)).where(Match.started_at.in_(moments))
            for row in db.session.execute(ours):
                found.setdefault(row.started_at, []).append(row.id)
        return found

    def _ours(self, asked: Any) -> Any:
        in_club = asked.join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        return in_club.where(ClubSitting.club_id == self.club)


def _is_among(matches: list[int], brought: Brought) -> bool:
    """Whether one of our matches, begun at the same moment, has the same people, rules and hands."""
    theirs = _agreed(rules.document(brought.whole.match.setup, brought.document.get("hands", [])))
    return any(_agreed(ledger.document(db.session.get_one(Match, number))) == theirs for number in matches)


def _agreed(document: Document) -> tuple[Document, list[Entry]]:
    return {name: value for name, value in document.items() if name not in ("about", "hands")}, document["hands"]
