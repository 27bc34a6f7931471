"""Match documents taken into a club: looked at first, then all or nothing, each hand scored anew."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from scorekeeper import ledger, results
from scorekeeper.club_models import Club, ClubSitting
from scorekeeper.games import match as rules
from scorekeeper.games.base import Entry, Problem, Refusal, _, problem
from scorekeeper.models import Match, Sitting, db, now

LONGEST_LINE = 1_000_000  # bytes
MOST_BAD = 50  # lines that are told of

Document = dict[str, Any]


@dataclass
class BadLine:
    """A line that cannot be taken: its number, counted from 1, and what is wrong."""

    number: int
    problems: list[Problem]


@dataclass
class Preview:
    """What a file holds: `good` documents are new, `known` ones are in the club already or twice in the file."""

    good: int = 0
    known: int = 0
    hands: int = 0
    bad: list[BadLine] = field(default_factory=list)
    players: set[str] = field(default_factory=set)
    games: set[str] = field(default_factory=set)

    @property
    def may_be_taken(self) -> bool:
        """Whether there is something to take, and nothing wrong with any line."""
        return self.good > 0 and not self.bad


def preview(club: Club, lines: Iterable[bytes]) -> Preview:
    """Look at every line. Nothing is written."""
    found, known = Preview(), Known(club)
    for document in _documents(lines, found):
        if known.holds(document):
            found.known += 1
            continue
        known.add(document)
        found.good += 1
        found.hands += len(document.get("hands", []))
        found.games.add(document["game"])
        found.players.update(rules.begin(_head(document))["seats"])
    return found


def take(club: Club, lines: Iterable[bytes], *, actor: str) -> int:
    """Take all new documents; answers how many. Raises Refusal, with the line's number, for any that is bad.

    The caller commits, or rolls back and has taken nothing.
    """
    results.wait_for(db.session, club.id)
    known, sittings, taken = Known(club), dict[tuple[str, str, str], Sitting](), list[Match]()
    looked_at = Preview()
    for document in _documents(lines, looked_at):
        if known.holds(document):
            continue
        known.add(document)
        taken.append(_enter(sittings, document, actor))
    if looked_at.bad:
        raise Refusal(looked_at.bad[0].problems)
    db.session.add_all(ClubSitting(sitting_id=sitting.id, club_id=club.id) for sitting in sittings.values())
    db.session.flush()
    results.enter(db.session, club.id, taken)
    return len(taken)


def _tell(found: Preview, number: int, problems: list[Problem]) -> None:
    if len(found.bad) < MOST_BAD:
        found.bad.append(BadLine(number, problems))


def _documents(lines: Iterable[bytes], found: Preview) -> Iterator[Document]:
    """The match documents of a file that the rules can score; other lines are told of. Empty ones are nothing."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError("too long")
            document = json.loads(line.decode("utf-8-sig"))
            rules.score(document)
        except Refusal as refusal:
            _tell(found, number, refusal.problems)
        except (ValueError, RecursionError):
            _tell(found, number, [problem(None, None, _("This line is no match document in JSON"))])
        else:
            yield document


def _head(document: Document) -> Document:
    return {name: value for name, value in document.items() if name != "hands"}


def _enter(sittings: dict[tuple[str, str, str], Sitting], document: Document, actor: str) -> Match:
    """Start the match as it was, and record its hands one after the other as the table did."""
    played, about = played_at(document), document.get("about", {})
    place = (about.get("table", ""), about.get("place", ""), played.date().isoformat())
    sitting = sittings.get(place)
    if sitting is None:
        sitting = sittings[place] = ledger.open_sitting(*place[:2])
        sitting.opened_at = played
    match = ledger.start_match(sitting, _head(document), actor=actor, key=key_of(document))
    match.started_at = played
    for number, entry in enumerate(document.get("hands", []), 1):
        ledger.record(match, entry, actor=actor, key=f"hand-{number}", seen=match.version)
    if about.get("stopped") and match.status == "in_progress":
        ledger.finish(match, actor=actor, key="stop", seen=match.version)
    return match


def played_at(document: Document) -> datetime:
    """When a match was played: as its `about` says, else when its first hand was entered, else now."""
    hands = document.get("hands") or [{}]
    for text in (document.get("about", {}).get("played"), hands[0].get("at")):
        try:
            moment = datetime.fromisoformat(text)
        except (TypeError, ValueError):
            continue
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        if 1900 < moment.year < 2200:
            return moment.astimezone(UTC)
    return now()


def key_of(document: Document) -> str:
    """The same document, the same key, however it is written."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return "import-" + hashlib.sha256(canonical.encode("utf-8", "backslashreplace")).hexdigest()[:40]


class Known:
    """The matches that a club has: by the document that they were imported from, and by when they were played."""

    def __init__(self, club: Club) -> None:
        rows = db.session.execute(
            select(Match.id, Match.key, Match.started_at)
            .join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
            .where(ClubSitting.club_id == club.id)
        )
        self.keys: set[str] = set()
        self.by_moment: dict[datetime, list[int]] = {}
        for row in rows:
            self.keys.add(row.key)
            self.by_moment.setdefault(row.started_at, []).append(row.id)

    def add(self, document: Document) -> None:
        """Know one more."""
        self.keys.add(key_of(document))

    def holds(self, document: Document) -> bool:
        """Whether the club has this very match: the same people, rules and hands at the same moment."""
        if key_of(document) in self.keys:
            return True
        return any(_same(number, document) for number in self.by_moment.get(played_at(document), []))


def _same(number: int, document: Document) -> bool:
    match = db.session.get_one(Match, number)
    ours = ledger.document(match)
    try:
        theirs = rules.document(rules.begin(_head(document)), document.get("hands", []))
    except Refusal:
        return False
    return _agreed(ours) == _agreed(theirs)


def _agreed(document: Document) -> tuple[Document, list[Entry]]:
    return {name: value for name, value in _head(document).items() if name != "about"}, document["hands"]
