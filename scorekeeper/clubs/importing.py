"""Match documents taken into a club: looked at first, then all or nothing, each hand scored anew.

However long a file is, AT_ONCE matches of it are in memory at a time.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import IO, Any, NoReturn

from sqlalchemy import insert

from scorekeeper import ledger
from scorekeeper.clubs import results
from scorekeeper.clubs.import_duplicates import Brought, Document, Known, key_of
from scorekeeper.games.engine.base import Problem, Refusal, _, problem, refuse
from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.models import db, now

LONGEST_LINE = 1_000_000  # bytes
MOST_BAD = 50  # lines that are told of
AT_ONCE = 200  # matches
MOST_HANDS = 2_000  # of one match
MOST_IN_ALL = 50_000  # hands of a file: who saves a hand meanwhile waits for seconds, not for minutes
OURS = ("played", "opened", "stopped", "table", "place")  # what exports say in `about`: the club's tables keep it

Evening = tuple[str, str, str]  # the table, the place, and when it began or on which day


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


class BadFile(Refusal):
    """A line of the file cannot be taken, so nothing is; `line` is its number."""

    def __init__(self, bad: BadLine) -> None:
        super().__init__(bad.problems)
        self.line = bad.number


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, of those that are too long only a beginning that is too long as well."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)


def preview(club: Club, lines: Iterable[bytes]) -> Preview:
    """Look at every line. Nothing is written."""
    found, known = Preview(), Known(club.id)
    for batch in _batches(lines, found):
        news = list(known.news(batch))
        found.good += len(news)
        found.known += len(batch) - len(news)
        for each in news:
            found.hands += len(each.document.get("hands", []))
            found.games.add(each.whole.match.game)
            found.players.update(each.whole.match.setup["seats"])
        db.session.expunge_all()
    return found


def take(club: Club, lines: Iterable[bytes], *, actor: str) -> int:
    """Take all new documents; answers how many. Raises BadFile for the first line that is bad.

    The caller commits, or rolls back and has taken nothing.
    """
    number = club.id
    results.wait_for(db.session, number)
    known, evenings, looked_at, count = Known(number), dict[Evening, int](), Preview(), 0
    for batch in _batches(lines, looked_at, actor):
        if looked_at.bad:
            break
        news = list(known.news(batch))
        for each in news:
            each.whole.match.sitting_id = _sitting(number, evenings, each)
        results.enter(db.session, number, ledger.keep(db.session, [each.whole for each in news]))
        count += len(news)
    if looked_at.bad:
        raise BadFile(looked_at.bad[0])
    results.settle(db.session, number)
    return count


def _batches(lines: Iterable[bytes], found: Preview, actor: str = "") -> Iterator[list[Brought]]:
    """The good documents of a file, some at a time, played by the rules; other lines are told of."""
    brought = _brought(lines, found, actor)
    while batch := list(islice(brought, AT_ONCE)):
        yield batch


def _brought(lines: Iterable[bytes], found: Preview, actor: str) -> Iterator[Brought]:
    left = MOST_IN_ALL
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError("too long")
            document = json.loads(line.decode("utf-8-sig"), parse_constant=_no_number)
            left -= _hands_of(document) + 1
            if left < 0:
                return _tell(found, number, [problem(None, None, TOO_MUCH, hands=MOST_IN_ALL)])
            yield Brought(number, document, _played(document, actor))
        except Refusal as refusal:
            _tell(found, number, refusal.problems)
        except (ValueError, RecursionError):
            _tell(found, number, [problem(None, None, _("This line is no match document in JSON"))])


def _hands_of(document: Any) -> int:
    """How many hands a document has. Raises Refusal for more than a match can have."""
    hands = document.get("hands") if isinstance(document, dict) else None
    count = len(hands) if isinstance(hands, list) else 0
    if count > MOST_HANDS:
        raise refuse("hands", None, TOO_MANY, hands=count, most=MOST_HANDS)
    return count


TOO_MANY = _("This match has {hands} hands; at most {most} can be taken in")
TOO_MUCH = _("A file brings at most {hands} hands: send the rest as another file")


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)  # NaN and Infinity are none in JSON


def _tell(found: Preview, number: int, problems: list[Problem]) -> None:
    if len(found.bad) < MOST_BAD:
        found.bad.append(BadLine(number, problems))


def _played(document: Any, actor: str) -> ledger.Whole:
    """The match of a document, hand by hand; with a log, change by change."""
    if not isinstance(document, dict):
        raise refuse(None, None, _("This must be a match document"))
    hands, about = document.get("hands", []), document.get("about", {})
    if not isinstance(hands, list):
        raise refuse("hands", None, _("This must be a list of hands"))
    head = {name: value for name, value in document.items() if name != "hands"}
    if not isinstance(about, dict):
        ledger.played(head, [], [now()], actor="", key="")  # says what is wrong with it
    started, key = played_at(document), key_of(document)
    head["about"] = {name: value for name, value in about.items() if name not in OURS}
    if "log" in document:
        whole = ledger.retold(head, hands, document["log"], key=key)
    else:
        moments = [started, *(_entered_at(entry) or started for entry in hands)]
        whole = ledger.played(head, hands, moments, actor=actor, key=key, stopped=bool(about.get("stopped")))
    whole.match.started_at = started
    return whole


def _entered_at(entry: Any) -> datetime | None:
    return ledger.moment_of(entry.get("at")) if isinstance(entry, dict) else None


def played_at(document: Document) -> datetime:
    """When a match was played: as its `about` says, else when its first hand was entered, else now."""
    hands = document.get("hands") or [{}]
    return ledger.moment_of(document.get("about", {}).get("played")) or _entered_at(hands[0]) or now()


def _sitting(club: int, evenings: dict[Evening, int], brought: Brought) -> int:
    """The sitting of an evening at one table, opened with the first match that was played there."""
    about, played = brought.document.get("about", {}), brought.whole.match.started_at
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
