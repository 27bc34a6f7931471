"""The lines of an imported file: parsed within limits, checked for duplicates, and scored in batches."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, NamedTuple

from sqlalchemy import select

from scorekeeper import bounded_json, ledger
from scorekeeper.bounded_json import BadJson
from scorekeeper.clubs import club_lines
from scorekeeper.clubs.club_lines import ClubLine, ImportedChampionship
from scorekeeper.clubs.person_details import Entry as Person
from scorekeeper.clubs.tournaments import json_lines
from scorekeeper.clubs.tournaments.json_lines import KEYS as TOURNAMENT_KEYS
from scorekeeper.clubs.tournaments.json_lines import ImportedTournament
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, Entry, Problem, Refusal, Setup, problem, refuse
from scorekeeper.i18n.texts import catalogue
from scorekeeper.store.club_models import ClubSitting
from scorekeeper.store.models import Change, Match, db, now

WITH_ALL_SENTENCES = "it"  # a locale whose catalogue is complete
Document = dict[str, Any]
Origin = tuple[datetime, str, tuple[str, ...]]  # the start, the game, the seats


class Candidate(NamedTuple):
    """A match of a file: its line number, from 1, its document, and the rows to be inserted."""

    line: int
    document: Document
    rows: ledger.MatchRows

    @property
    def origin(self) -> Origin | None:
        """Returns the key of the match, which later changes do not alter; None for a document without a log."""
        return origin(self.rows.changes[0]["at"], self.rows.match.setup) if "log" in self.document else None

    @property
    def has_id(self) -> bool:
        """True if the match has an id of its own, its key, so that equal ones are two."""
        return BG_STATS in self.document.get("about", {})


def origin(started: datetime, setup: Setup) -> Origin:
    """Returns the key of a match: the time of its first change, its game and its first players."""
    former = setup.get("former")
    return started, setup["game"], tuple(former[0]["seats"] if former else setup["seats"])


BG_STATS = "bg_stats"  # in `about`: the id of the play in the app BG Stats that a match was read from


def key_of(document: Document) -> str:
    """Returns the key of a match imported from this document: a digest of its play's id, or of its canonical JSON."""
    if play := document.get("about", {}).get(BG_STATS):
        return "import-" + hashlib.sha256(f"{BG_STATS} {play}".encode("utf-8", "backslashreplace")).hexdigest()[:40]
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return "import-" + hashlib.sha256(canonical.encode("utf-8", "backslashreplace")).hexdigest()[:40]


class Duplicates:
    """Finds the matches of a file that are in the club or earlier in the file already."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.keys: set[str] = set()
        self.origins: set[Origin] = set()

    def new(self, batch: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yields the matches of a batch that are no duplicates.

        Matches are compared by document, by origin, and without a log by time, people, rules and hands.
        """
        keys = self.keys | self._keys({candidate.rows.match.key for candidate in batch})
        origins = self.origins | self._origins(
            [candidate.rows.changes[0]["at"] for candidate in batch if candidate.origin]
        )
        moments = self._moments([candidate.rows.match.started_at for candidate in batch if not candidate.origin])
        for candidate in batch:
            key, start = candidate.rows.match.key, candidate.origin
            alike = moments.get(candidate.rows.match.started_at, [])
            same = start in origins if start else not candidate.has_id and _is_among(alike, candidate)
            if key in keys or same:
                continue
            keys.add(key)
            self.keys.add(key)
            if start:
                origins.add(start)
                self.origins.add(start)
            yield candidate

    def _keys(self, keys: set[str]) -> set[str]:
        return set(db.session.scalars(self._of_club(select(Match.key)).where(Match.key.in_(keys))))

    def _origins(self, moments: list[datetime]) -> set[Origin]:
        if not moments:
            return set()
        query = select(Change.at, Match.setup).join(Match, Match.id == Change.match_id)
        rows = db.session.execute(self._of_club(query).where(Change.at.in_(moments), Change.number == 1))
        return {origin(row.at, row.setup) for row in rows}

    def _moments(self, moments: list[datetime]) -> dict[datetime, list[int]]:
        ids: dict[datetime, list[int]] = {}
        if moments:
            rows = self._of_club(select(Match.id, Match.started_at)).where(Match.started_at.in_(moments))
            for row in db.session.execute(rows):
                ids.setdefault(row.started_at, []).append(row.id)
        return ids

    def _of_club(self, query: Any) -> Any:
        in_club = query.join(ClubSitting, ClubSitting.sitting_id == Match.sitting_id)
        return in_club.where(ClubSitting.club_id == self.club)


def _is_among(matches: list[int], candidate: Candidate) -> bool:
    """True if one of these matches (ids; same start time) has the candidate's people, rules and hands."""
    document = _comparable(rules.document(candidate.rows.match.setup, candidate.document.get("hands", [])))
    return any(_comparable(ledger.document(db.session.get_one(Match, number))) == document for number in matches)


def _comparable(document: Document) -> tuple[Document, list[Entry]]:
    return {name: value for name, value in document.items() if name not in ("about", "hands")}, document["hands"]


LONGEST_LINE = 4_000_000  # bytes; the largest tournament with its log has three million
LINE = bounded_json.Bounds(size=LONGEST_LINE, values=500_000)


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """Yields the lines of a file, each cut to LONGEST_LINE + 1 bytes, which later checks refuse as too long.

    A file that is one document over several lines is yielded as one line.
    """
    first = file.readline(LONGEST_LINE + 1)
    file.seek(0)
    if not _is_json(first) and _is_json(whole := file.read(LONGEST_LINE + 1)):
        yield whole
        return
    file.seek(0)
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)


def _is_json(text: bytes) -> bool:
    try:
        bounded_json.read(text, LINE)
    except BadJson:
        return False
    return True


MOST_HANDS = 2_000  # of one match
TOO_MANY = N_("This match has {hands} hands; at most {most} can be imported")
EXPORTED_KEYS = (
    "played",
    "opened",
    "stopped",
    "table",
    "place",
    "night",
    "night_day",
    "night_hour",
    "night_place",
    *TOURNAMENT_KEYS,
)  # keys that exports add to `about`; in the database they are columns


def hands_of(document: Any) -> int:
    """Returns the number of hands of a document. Raises Refusal for more than MOST_HANDS."""
    hands = document.get("hands") if isinstance(document, dict) else None
    count = len(hands) if isinstance(hands, list) else 0
    if count > MOST_HANDS:
        raise refuse("hands", None, TOO_MANY, hands=count, most=MOST_HANDS)
    return count


def rows_of(document: Any, actor: str) -> ledger.MatchRows:
    """Returns the rows of a document's match, from its log if it has one, else from its hands. Raises Refusal."""
    if not isinstance(document, dict):
        raise refuse(None, None, N_("This is not a match document"))
    hands, about = document.get("hands", []), document.get("about", {})
    if not isinstance(hands, list):
        raise refuse("hands", None, N_("This is not a list of hands"))
    head = {name: value for name, value in document.items() if name != "hands"}
    if not isinstance(about, dict):
        ledger.rows_from_hands(head, [], [now()], actor="", key="")  # raises the Refusal for a bad `about`
    started, key = played_at(document), key_of(document)
    head["about"] = {name: value for name, value in about.items() if name not in EXPORTED_KEYS}
    if "log" in document:
        rows = ledger.rows_from_log(head, hands, document["log"], key=key)
        _replace_unknown_sentences(rows)
    else:
        moments = [started, *(_entered_at(entry) or started for entry in hands)]
        rows = ledger.rows_from_hands(head, hands, moments, actor=actor, key=key, stopped=bool(about.get("stopped")))
    rows.match.started_at = started
    return rows


UNKNOWN = N_("This would make hand {hand} impossible")


def _replace_unknown_sentences(rows: ledger.MatchRows) -> None:
    """Replaces reasons in an imported log that are no message of this program, because they would look like one."""
    for change in rows.changes:
        reason = change["after"].get("refused")
        if reason and reason["message"] not in catalogue(WITH_ALL_SENTENCES).messages:
            reason.update(message=UNKNOWN, params={"hand": reason["hand"]})


def _entered_at(entry: Any) -> datetime | None:
    return ledger.moment_of(entry.get("at")) if isinstance(entry, dict) else None


def played_at(document: Document) -> datetime:
    """Returns the time at which a match was played: from `about`, else the first hand's time, else now."""
    hands = document.get("hands") or [{}]
    return ledger.moment_of(document.get("about", {}).get("played")) or _entered_at(hands[0]) or now()


MOST_BAD = 50  # reported lines
AT_ONCE = 200  # matches of a batch
ROWS_AT_ONCE = 1_500  # hands and log lines of a batch, or a few more: inserted in a tenth of a second
MOST_IN_ALL = 50_000  # hands of a file: an import takes seconds, not minutes
TOO_MUCH = N_("A file can have at most {hands} hands; put the rest in another file")


@dataclass
class BadLine:
    """A line that cannot be imported: its number, from 1, and its problems."""

    number: int
    problems: list[Problem]


Item = Candidate | Person | ImportedTournament | ClubLine


class Batch:
    """Valid lines of a file that are inserted together."""

    def __init__(self) -> None:
        self.matches: list[Candidate] = []
        self.people: list[Person] = []
        self.tournaments: list[ImportedTournament] = []
        self.of_club: list[ClubLine] = []
        self.rows = 0

    def __len__(self) -> int:
        return len(self.matches) + len(self.people) + len(self.tournaments) + len(self.of_club)

    def add(self, item: Item) -> None:
        """Adds a match, person, tournament, championship, logo or settings, and counts its rows."""
        if isinstance(item, Candidate):
            self.matches.append(item)
            self.rows += len(item.rows.hands) + len(item.rows.changes)
        elif isinstance(item, Person):
            self.people.append(item)
            self.rows += 1
        elif isinstance(item, ClubLine):
            self.of_club.append(item)
            self.rows += 1 + len(item.parts) if isinstance(item, ImportedChampionship) else 1
        else:
            self.tournaments.append(item)
            self.rows += len(item.document["entrants"])

    @property
    def is_full(self) -> bool:
        """True if the batch is as large as may be inserted at once."""
        return len(self) == AT_ONCE or self.rows >= ROWS_AT_ONCE


def batches(lines: Iterable[bytes], bad: list[BadLine], actor: str = "") -> Iterator[Batch]:
    """Yields an import file's valid lines in batches, with matches already scored; adds invalid lines to `bad`."""
    batch = Batch()
    for item in _good_lines(lines, bad, actor):
        batch.add(item)
        if batch.is_full:
            yield batch
            batch = Batch()
    if len(batch):
        yield batch


def _good_lines(lines: Iterable[bytes], bad: list[BadLine], actor: str) -> Iterator[Item]:
    remaining = MOST_IN_ALL
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            document = bounded_json.read(line, LINE)
            remaining -= hands_of(document) + 1 + club_lines.cost(document)
            if remaining < 0:
                return _add_bad(bad, number, [problem(None, None, TOO_MUCH, hands=MOST_IN_ALL)])
            if club_lines.is_person(document):
                yield club_lines.read_person(number, document)
            elif club_lines.is_club_line(document):
                yield club_lines.read_line(number, document)
            elif json_lines.is_tournament(document):
                yield json_lines.read_line(number, document)
            else:
                yield Candidate(number, document, rows_of(document, actor))
        except Refusal as refusal:
            _add_bad(bad, number, refusal.problems)
        except BadJson:
            _add_bad(bad, number, [problem(None, None, N_("This line is not a match document in JSON"))])


def _add_bad(bad: list[BadLine], number: int, problems: list[Problem]) -> None:
    if len(bad) < MOST_BAD:
        bad.append(BadLine(number, problems))
