"""Verify stored scores against the log: a match is replayed from its entries, and its log read again."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Refusal, english
from scorekeeper.games.engine.replay import played
from scorekeeper.ledger.log import changes_since, input_of
from scorekeeper.store.models import Change, Hand, Match


def differences(session: Session, match: Match) -> list[str]:
    """What is inconsistent in the match, as English sentences, oldest hand first; none where all is well.

    The session must see one state of the database throughout.
    """
    rows = list(session.scalars(select(Hand).where(Hand.match_id == match.id).order_by(Hand.number)))
    log = changes_since(match, 0)
    return [*_numbering(match, rows, log), *_scores(match, rows), *_against_log(match, rows, log)]


def _numbering(match: Match, rows: list[Hand], log: list[Change]) -> Iterator[str]:
    """Hands and changes are numbered from one on, without gaps, up to what the match says."""
    if [row.number for row in rows] != list(range(1, match.hand_count + 1)):
        yield f"it says that it has {match.hand_count} hands; there are those numbered {[row.number for row in rows]}"
    if [change.number for change in log] != list(range(1, match.version + 1)):
        yield f"its log does not run from 1 to its version {match.version}"


def _scores(match: Match, rows: list[Hand]) -> Iterator[str]:
    """The stored scores are what today's rules give, and the match stands as its last hand left it."""
    table = rules.first_table(match.setup)
    for row in rows:
        try:
            hand: Mapping[str, Any] = played(match.setup, table, input_of(row), row.number)
        except Refusal as refusal:
            first = refusal.problems[0]
            yield f"hand {row.number} is refused by the rules: {english(first['message'], first['params'])}"
            return
        for name in ("dealer", "points", "lines", "table"):
            if getattr(row, name) != hand[name]:
                yield f"hand {row.number}: {name} stored {getattr(row, name)}, by the rules {hand[name]}"
        table = hand["table"]
    if match.table != table:
        yield f"it stands at {match.table}, by the rules at {table}"


def _against_log(match: Match, rows: list[Hand], log: list[Change]) -> Iterator[str]:
    """Every stored hand, and the match, is what the log's last line about it says."""
    given: dict[int, Any] = {}
    stopped, locked = False, None
    for change in log:
        given.update({int(number): fact for number, fact in change.after.get("hands", {}).items()})
        stopped = change.after.get("stopped", stopped)
        if "locked" in change.after:
            locked = change.number if change.after["locked"] else None
    stored = {row.number: input_of(row) for row in rows}
    for number in sorted({*given, *stored}):
        if given.get(number) != stored.get(number):
            yield f"hand {number}: stored {stored.get(number)}, the log says {given.get(number)}"
    if match.stopped != stopped:
        yield f"stopped: stored {match.stopped}, the log says {stopped}"
    if match.locked != locked:
        yield f"locked: stored {match.locked}, the log says {locked}"
