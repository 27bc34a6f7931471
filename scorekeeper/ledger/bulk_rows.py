"""Matches that were played elsewhere, kept as if they had been recorded hand by hand: the same rows, many at once."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from scorekeeper import rules_version
from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry, Setup, Table
from scorekeeper.ledger.log import Said, hand_facts
from scorekeeper.store.models import Change, Hand, Match

Row = dict[str, Any]  # by column


class Whole(NamedTuple):
    """A match that no session knows yet, with the rows of its hands and its log; `keep` gives them their numbers."""

    match: Match
    hands: list[Row]
    changes: list[Row]


def played(
    head: dict[str, Any],
    entries: Sequence[Entry],
    moments: Sequence[datetime],
    *,
    actor: str,
    key: str,
    stopped: bool = False,
) -> Whole:
    """What starting a match and recording these hands one after the other leaves.

    `moments` begins with the start and has one for each hand. With `stopped` a match that is not over ends without a
    winner. Raises Refusal for the head and for the first hand that the rules refuse.
    """
    setup = rules.begin({name: value for name, value in head.items() if name != "hands"})
    table = rules.first_table(setup)
    hands: list[Row] = []
    changes = [change_row("start", 1, moments[0], actor, key=key)]
    for number, (entry, moment) in enumerate(zip(entries, moments[1:], strict=True), 1):
        hand = rules.play(setup, table, entry)
        table = hand["table"]
        said = {"entry": entry, "struck": False, "corrected": False, "at": moment.isoformat()}
        hands.append(hand_row(number, said, hand, version=number + 1))
        facts = {"before": hand_facts({number: None}), "after": hand_facts({number: said}), "hand": number}
        kind = "finish" if "stop" in entry else "record"
        changes.append(_on_top(changes, kind, moment, actor, f"hand-{number}", facts))
    ends = stopped and table["status"] == "in_progress"
    if ends:
        facts = {"before": {"stopped": False}, "after": {"stopped": True}}
        changes.append(_on_top(changes, "finish", moments[-1], actor, "stop", facts))
    top = len(changes) if len(changes) > 1 else None
    match = new_match(key, setup, table, len(hands), changes, stopped=ends, undo_top=top)
    return Whole(match, hands, changes)


def _on_top(changes: list[Row], kind: str, at: datetime, actor: str, key: str, facts: Row) -> Row:
    """The log's next line, which undo would take back first."""
    number = len(changes) + 1
    return change_row(kind, number, at, actor, key=key, under=number - 1 if number > 2 else None, **facts)


def hand_row(number: int, said: Said, hand: dict[str, Any], version: int) -> Row:
    """A hand's row: what was said of it, and what the rules make of that (see `games.match.play`)."""
    return {
        "number": number,
        "entry": said["entry"],
        "struck": said["struck"],
        "corrected": said["corrected"],
        "at": datetime.fromisoformat(said["at"]),
        "dealer": hand["dealer"],
        "points": hand["points"],
        "lines": hand["lines"],
        "table": hand["table"],
        "version": version,
    }


def change_row(kind: str, number: int, at: datetime | None, actor: str, **about: Any) -> Row:
    """A line of the log."""
    usual: Row = {"hand": None, "before": {}, "after": {}, "winner_changed": False, "target": None, "under": None}
    usual |= {"device": None, "reason": None}
    return {"kind": kind, "number": number, "at": at, "actor": actor, **usual, **about}


def new_match(key: str, setup: Setup, table: Table, hands: int, changes: list[Row], **standing: Any) -> Match:
    """The match as its log leaves it; `standing` are its columns that follow from the log."""
    return Match(
        key=key,
        setup=setup,
        table=table,
        hand_count=hands,
        version=len(changes),
        rules=rules_version.digest(setup["game"]),
        started_at=changes[0]["at"],
        changed_at=changes[-1]["at"],
        **{"stopped": False, **standing},
    )


COLUMNS = (
    "sitting_id", "number", "key", "setup", "table", "stopped", "hand_count", "version", "undo_top", "redo_top",
    "locked", "rules", "rescored", "started_at", "changed_at",
)  # fmt: skip
INSERT = insert(Match.__table__).returning(Match.__table__.c.id, sort_by_parameter_order=True)  # type: ignore[arg-type]


def keep(session: Session, wholes: Sequence[Whole]) -> list[Match]:
    """Write matches into their sittings (`match.sitting_id`), as the next ones there. The caller has its turn.

    The session does not get to know them; so the memory for a million hands is that for those given here.
    """
    if not wholes:
        return []
    session.flush()
    matches = [each.match for each in wholes]
    _number(session, matches)
    connection = session.connection()
    rows = [{name: getattr(match, name) for name in COLUMNS} for match in matches]
    for whole, number in zip(wholes, connection.scalars(INSERT, rows), strict=True):
        whole.match.id = number
        for row in (*whole.hands, *whole.changes):
            row["match_id"] = number
    hands = [row for whole in wholes for row in whole.hands]
    if hands:
        connection.execute(insert(Hand), hands)
    connection.execute(insert(Change), [row for whole in wholes for row in whole.changes])
    return matches


def _number(session: Session, matches: list[Match]) -> None:
    sittings = {match.sitting_id for match in matches}
    newest = select(Match.sitting_id, func.max(Match.number)).where(Match.sitting_id.in_(sittings))
    numbers = {row[0]: row[1] for row in session.execute(newest.group_by(Match.sitting_id))}
    for match in matches:
        numbers[match.sitting_id] = match.number = numbers.get(match.sitting_id, 0) + 1
