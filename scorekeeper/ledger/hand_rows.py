"""The rows of a match's hands: read as hands that were played, and stored where anything in them differs."""

from collections import defaultdict
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Update, bindparam, delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.games.engine.replay import Played
from scorekeeper.ledger.log import session_of
from scorekeeper.store.database import as_loaded, insert_into
from scorekeeper.store.models import Hand, Match
from scorekeeper.store.prepared import execute

PARTS = ("number", "entry", "struck", "corrected", "at", "dealer", "points", "lines", "table")  # of a Played
COLUMNS = tuple(Hand.__table__.c[name] for name in PARTS)  # plain: of a long match thousands of rows are read


def played_from(match: Match, first: int) -> dict[int, Played]:
    """The stored hands from one on, by number; kept at the match for whoever stores new ones in their place."""
    found = select(*COLUMNS).where(Hand.match_id == match.id, Hand.number >= first).order_by(Hand.number)
    session = session_of(match)
    session.flush()
    match.read = {row[0]: _played(row) for row in session.connection().execute(found)}
    return dict(match.read)


def _played(row: Any) -> Played:
    hand: Any = dict(zip(PARTS, row, strict=True))
    hand["at"] = hand["at"].isoformat()
    return hand  # type: ignore[no-any-return]  # its names are the columns'


def hand_columns(hand: Played) -> dict[str, Any]:
    """The columns of a hand's row, but for its match and version."""
    return {**hand, "at": datetime.fromisoformat(hand["at"])}


def store_hands(match: Match, hands: "dict[int, Played | None]", version: int | None) -> list[Hand] | None:
    """Store hands by number; None takes one away. Answers the rows where all are new.

    The `version` of a row that was there moves on only where anything in it does; with None it stays.
    """
    session = session_of(match)
    if all(number > match.hand_count for number in hands):
        rows = [{"match_id": match.id, "version": version, **hand_columns(hand)} for hand in hands.values() if hand]
        for row in rows:
            execute(session.connection(), insert_into(Hand), row)
        return [as_loaded(Hand, row) for row in rows] if rows else None
    stored, match.read = match.read or {}, None
    if min(hands) not in stored:
        stored, match.read = played_from(match, min(hands)), None
    _replace(session, match, hands, stored, version)
    return None


def _replace(
    session: Session, match: Match, hands: "dict[int, Played | None]", stored: dict[int, Played], version: int | None
) -> None:
    """Put hands in the place of stored ones: one statement for all rows in which the same columns differ."""
    session.flush()
    connection = session.connection()
    gone = [{"of": match.id, "at_number": number} for number, hand in hands.items() if hand is None]
    if gone:
        row = (Hand.match_id == bindparam("of"), Hand.number == bindparam("at_number"))
        connection.execute(delete(Hand.__table__).where(*row), gone)  # type: ignore[arg-type]
    rows: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for number, hand in hands.items():
        changed = () if hand is None else tuple(name for name in PARTS if hand[name] != stored[number][name])  # type: ignore[literal-required]
        if hand is None or not changed:
            continue
        columns = hand_columns(hand)
        values = {f"new_{name}": columns[name] for name in changed}
        rows[changed].append({"of": match.id, "at_number": number, "new_version": version, **values})
    for changed, these in rows.items():
        connection.execute(_update(changed if version is None else (*changed, "version")), these)
    _forget(session, match)


@cache
def _update(names: tuple[str, ...]) -> Update:
    row = update(Hand.__table__).where(Hand.match_id == bindparam("of"), Hand.number == bindparam("at_number"))  # type: ignore[arg-type]
    return row.values({name: bindparam(f"new_{name}") for name in names})


def _forget(session: Session, match: Match) -> None:
    """Have the session load again what it knows of the match's hands."""
    for row in list(session.identity_map.values()):
        if isinstance(row, Hand) and row.match_id == match.id:
            session.expunge(row)
