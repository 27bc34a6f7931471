"""Importing match documents into a club: a preview, then all or nothing; each hand is scored again by the rules.

Files are read in batches of AT_ONCE matches, so memory does not grow with their length.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any

from sqlalchemy import insert

from scorekeeper import bounded_json, ledger
from scorekeeper.bounded_json import BadJson
from scorekeeper.clubs import results
from scorekeeper.clubs.import_duplicates import Candidate, Document, Duplicates, key_of
from scorekeeper.games.engine.base import Problem, Refusal, _, problem, refuse
from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.models import db, now

LONGEST_LINE = 1_000_000  # bytes
LINE = bounded_json.Bounds(size=LONGEST_LINE)
MOST_BAD = 50  # lines that are reported
AT_ONCE = 200  # matches of a batch
ROWS_AT_ONCE = 1_500  # hands and lines of the log of a batch, or a little more: what is inserted in a tenth of a second
MOST_HANDS = 2_000  # of one match
MOST_IN_ALL = 50_000  # hands of a file: an import takes seconds, not minutes
EXPORTED_KEYS = (
    "played",
    "opened",
    "stopped",
    "table",
    "place",
)  # keys that exports add to `about`; here they are columns of the sitting

Evening = tuple[str, str, str]  # the table, the place, and when it began or on which day


@dataclass
class BadLine:
    """A line that cannot be imported: its number, counted from 1, and what is wrong."""

    number: int
    problems: list[Problem]


@dataclass
class Preview:
    """What a file holds: `good` documents are new, `known` ones are duplicates."""

    good: int = 0
    known: int = 0
    hands: int = 0
    bad: list[BadLine] = field(default_factory=list)
    players: set[str] = field(default_factory=set)
    games: set[str] = field(default_factory=set)

    @property
    def may_be_imported(self) -> bool:
        """Whether there is a new document, and nothing wrong with any line."""
        return self.good > 0 and not self.bad


class BadFile(Refusal):
    """A line of the file cannot be imported, so nothing is; `line` is its number."""

    def __init__(self, bad: BadLine) -> None:
        super().__init__(bad.problems)
        self.line = bad.number


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; those that are too long are cut, to a length that is still too long."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)


def preview(club: Club, lines: Iterable[bytes]) -> Preview:
    """Check every line. Nothing is written."""
    found, duplicates = Preview(), Duplicates(club.id)
    for batch in _batches(lines, found):
        news = list(duplicates.new_ones(batch))
        found.good += len(news)
        found.known += len(batch) - len(news)
        for each in news:
            found.hands += len(each.document.get("hands", []))
            found.games.add(each.rows.match.game)
            found.players.update(each.rows.match.setup["seats"])
        db.session.expunge_all()
    return found


def import_matches(
    club: Club, lines: Iterable[bytes], *, actor: str, between: Callable[[], object] = lambda: None
) -> int:
    """Insert all new matches; returns how many. Raises BadFile for the first bad line.

    The caller commits, or rolls back where it raises. One who has looked at the whole file (`preview`) may commit
    `between` the batches too: each is scored before the lock is taken, so that others wait for its rows alone.
    """
    number = club.id
    duplicates, evenings, seen, count = Duplicates(number), dict[Evening, int](), Preview(), 0
    for batch in _batches(lines, seen, actor):
        if seen.bad:
            break
        results.lock_results(db.session, number)
        news = list(duplicates.new_ones(batch))
        for each in news:
            each.rows.match.sitting_id = _sitting(number, evenings, each)
        results.add_results(db.session, number, ledger.insert_matches(db.session, [each.rows for each in news]))
        count += len(news)
        between()
    if seen.bad:
        raise BadFile(seen.bad[0])
    results.lock_results(db.session, number)
    results.rate_backlog(db.session, number)
    return count


def _batches(lines: Iterable[bytes], found: Preview, actor: str = "") -> Iterator[list[Candidate]]:
    """The good documents of a file in batches, scored by the rules; bad lines are added to `found`."""
    batch: list[Candidate] = []
    hands = 0
    for each in _candidates(lines, found, actor):
        batch.append(each)
        hands += len(each.rows.hands) + len(each.rows.changes)
        if len(batch) == AT_ONCE or hands >= ROWS_AT_ONCE:
            yield batch
            batch, hands = [], 0
    if batch:
        yield batch


def _candidates(lines: Iterable[bytes], found: Preview, actor: str) -> Iterator[Candidate]:
    left = MOST_IN_ALL
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            document = bounded_json.read(line, LINE)
            left -= _hands_of(document) + 1
            if left < 0:
                return _add_bad(found, number, [problem(None, None, TOO_MUCH, hands=MOST_IN_ALL)])
            yield Candidate(number, document, _rows_of(document, actor))
        except Refusal as refusal:
            _add_bad(found, number, refusal.problems)
        except BadJson:
            _add_bad(found, number, [problem(None, None, _("This line is no match document in JSON"))])


def _hands_of(document: Any) -> int:
    """How many hands a document has. Raises Refusal for more than MOST_HANDS."""
    hands = document.get("hands") if isinstance(document, dict) else None
    count = len(hands) if isinstance(hands, list) else 0
    if count > MOST_HANDS:
        raise refuse("hands", None, TOO_MANY, hands=count, most=MOST_HANDS)
    return count


TOO_MANY = _("This match has {hands} hands; at most {most} can be taken in")
TOO_MUCH = _("A file brings at most {hands} hands: send the rest as another file")


def _add_bad(found: Preview, number: int, problems: list[Problem]) -> None:
    if len(found.bad) < MOST_BAD:
        found.bad.append(BadLine(number, problems))


def _rows_of(document: Any, actor: str) -> ledger.MatchRows:
    """The rows of a document's match, from its hands or, where it has a log, from that."""
    if not isinstance(document, dict):
        raise refuse(None, None, _("This must be a match document"))
    hands, about = document.get("hands", []), document.get("about", {})
    if not isinstance(hands, list):
        raise refuse("hands", None, _("This must be a list of hands"))
    head = {name: value for name, value in document.items() if name != "hands"}
    if not isinstance(about, dict):
        ledger.rows_from_hands(head, [], [now()], actor="", key="")  # raises the Refusal for it
    started, key = played_at(document), key_of(document)
    head["about"] = {name: value for name, value in about.items() if name not in EXPORTED_KEYS}
    if "log" in document:
        rows = ledger.rows_from_log(head, hands, document["log"], key=key)
    else:
        moments = [started, *(_entered_at(entry) or started for entry in hands)]
        rows = ledger.rows_from_hands(head, hands, moments, actor=actor, key=key, stopped=bool(about.get("stopped")))
    rows.match.started_at = started
    return rows


def _entered_at(entry: Any) -> datetime | None:
    return ledger.moment_of(entry.get("at")) if isinstance(entry, dict) else None


def played_at(document: Document) -> datetime:
    """When a match was played: as its `about` says, else when its first hand was entered, else now."""
    hands = document.get("hands") or [{}]
    return ledger.moment_of(document.get("about", {}).get("played")) or _entered_at(hands[0]) or now()


def _sitting(club: int, evenings: dict[Evening, int], candidate: Candidate) -> int:
    """The id of the sitting for an evening at one table, created for the first match of it."""
    about, played = candidate.document.get("about", {}), candidate.rows.match.started_at
    opened = ledger.moment_of(about.get("opened"))
    evening = (str(about.get("table", "")), str(about.get("place", "")), str(opened or played.date()))
    if evening not in evenings:
        sitting = ledger.open_sitting(*evening[:2])
        sitting.opened_at = opened or played
        db.session.flush()
        db.session.execute(insert(ClubSitting), {"sitting_id": sitting.id, "club_id": club})
        evenings[evening] = sitting.id
        db.session.expunge(sitting)
    return evenings[evening]
