"""Database rows of hands: reading, storing only what changed, and bulk inserts of imported matches."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Update, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules_version
from scorekeeper.games.engine import history
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Entry, Setup
from scorekeeper.games.engine.play import Excerpt, Played
from scorekeeper.games.engine.progress import is_end
from scorekeeper.ledger.log import line_row
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match

PARTS = ("number", "entry", "struck", "corrected", "at", "dealer", "points", "lines", "table")  # the keys of a Played
ADD_HANDS, ADD_LINES = insert(Hand), insert(Change)  # made once, so that they are compiled once
HAND_COLUMNS = tuple(Hand.__table__.c[name] for name in PARTS)  # no ORM objects: a long match has thousands of rows


def played_from(match: Match, first: int) -> dict[int, Played]:
    """Returns the stored hands from number `first` on, by number, and caches them in `match.read`."""
    query = select(*HAND_COLUMNS).where(Hand.match_id == match.id, Hand.number >= first).order_by(Hand.number)
    match.read = {row[0]: _played(row) for row in session_of(match).connection().execute(query)}
    return dict(match.read)


def _played(row: Any) -> Played:
    hand: Any = dict(zip(PARTS, row, strict=True))
    hand["at"] = hand["at"].isoformat()
    return hand  # type: ignore[no-any-return]  # its keys are the columns


def hand_columns(hand: Played) -> dict[str, Any]:
    """Returns the columns of a hand's row, without match_id and version."""
    return {**hand, "at": datetime.fromisoformat(hand["at"])}


def store_hands(match: Match, hands: "dict[int, Played | None]", version: int | None) -> list[Hand] | None:
    """Stores hands by number; None deletes one. Returns the rows if all hands are new, else None.

    Existing rows are updated, and get the `version`, only if something in them differs; `version` None keeps theirs.
    """
    session = session_of(match)
    if all(number > match.hand_count for number in hands):
        rows = [{"match_id": match.id, "version": version, **hand_columns(hand)} for hand in hands.values() if hand]
        if not rows:
            return None
        session.connection().execute(ADD_HANDS, rows)
        return [Hand(**row) for row in rows]
    stored, match.read = match.read or {}, None
    if min(hands) not in stored:
        stored, match.read = played_from(match, min(hands)), None
    _replace(session, match, hands, stored, version)
    return None


def _replace(
    session: Session, match: Match, hands: "dict[int, Played | None]", stored: dict[int, Played], version: int | None
) -> None:
    """Updates or deletes stored hands, with one statement for all rows in which the same columns differ."""
    connection = session.connection()
    deleted = [{"of": match.id, "at_number": number} for number, hand in hands.items() if hand is None]
    if deleted:
        row = (Hand.match_id == bindparam("of"), Hand.number == bindparam("at_number"))
        connection.execute(delete(Hand.__table__).where(*row), deleted)  # type: ignore[arg-type]
    rows: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for number, hand in hands.items():
        changed = () if hand is None else tuple(name for name in PARTS if hand[name] != stored[number][name])  # type: ignore[literal-required]
        if hand is None or not changed:
            continue
        columns = hand_columns(hand)
        values = {f"new_{name}": columns[name] for name in changed}
        rows[changed].append({"of": match.id, "at_number": number, "new_version": version, **values})
    for changed, parameters in rows.items():
        connection.execute(_update(changed if version is None else (*changed, "version")), parameters)
    _forget(session, match)


@cache
def _update(names: tuple[str, ...]) -> Update:
    row = update(Hand.__table__).where(Hand.match_id == bindparam("of"), Hand.number == bindparam("at_number"))  # type: ignore[arg-type]
    return row.values({name: bindparam(f"new_{name}") for name in names})


def _forget(session: Session, match: Match) -> None:
    """Removes the match's hands from the session, so that they are reloaded when needed."""
    for row in list(session.identity_map.values()):
        if isinstance(row, Hand) and row.match_id == match.id:
            session.expunge(row)


Row = dict[str, Any]  # by column


class MatchRows(NamedTuple):
    """A match that is not stored yet, with the rows of its hands and log; `insert_matches` sets their ids."""

    match: Match
    hands: list[Row]
    changes: list[Row]


def rows_from_hands(
    head: dict[str, Any],
    entries: Sequence[Entry],
    moments: Sequence[datetime],
    *,
    actor: str,
    key: str,
    stopped: bool = False,
) -> MatchRows:
    """Returns the rows of a new match with these hands, as if they had been recorded one after the other.

    `moments` are the times of the start and of each hand. With `stopped` an unfinished match ends without a winner.
    Raises Refusal for the head, or for the first hand that the rules refuse.
    """
    setup = rules.begin(head)
    rows = RowBuilder(setup)
    rows.add(history.change_of("start", {}, {}), moments[0], actor, key)
    for number, (entry, moment) in enumerate(zip(entries, moments[1:], strict=True), 1):
        change = history.record(rows.part, entry, moment.isoformat())
        change["kind"] = "finish" if is_end(entry) else "record"
        rows.add(change, moment, actor, f"hand-{number}")
    if stopped and rows.part.result()[0] == "in_progress":
        change = history.change_of("finish", {"stopped": False}, {"stopped": True}, stopped=True)
        rows.add(change, moments[-1], actor, "stop")
    return rows.build(key, setup)


class RowBuilder:
    """A builder of the rows of a match, from its changes in order."""

    def __init__(self, setup: Setup) -> None:
        self.part = Excerpt(setup, rules.first_table(setup), 0)
        self.hands: dict[int, Row] = {}
        self.changes: list[Row] = []
        self.undo_top: int | None = None
        self.redo_top: int | None = None

    def add(self, change: history.Change, at: datetime | None, actor: str, key: str, **about: Any) -> None:
        """Applies the next change and appends its log line."""
        number = len(self.changes) + 1
        links = history.stacked(change["kind"], number, self.undo_top, self.redo_top, self._linked)
        self.undo_top, self.redo_top = links.pop("undo_top"), links.pop("redo_top")
        self.changes.append(line_row(number, key, actor, change, at=at, **links, **about))
        for hand, played in change["hands"].items():
            if played is None:
                del self.part.hands[hand], self.hands[hand]
            elif played != self.part.hands.get(hand):
                self.part.hands[hand], self.hands[hand] = played, {**hand_columns(played), "version": number}
        new, part = change["match"], self.part
        part.setup, part.stopped = new.get("setup", part.setup), new.get("stopped", part.stopped)
        part.table, part.count = new.get("table", part.table), new.get("hand_count", part.count)

    def _linked(self, number: int) -> tuple[int | None, int | None]:
        line = self.changes[number - 1]
        return line["target"], line["under"]

    def build(self, key: str, setup: Setup, **columns: Any) -> MatchRows:
        """Returns the rows of the match after all changes; `columns` are further columns of the match."""
        match = Match(
            key=key,
            setup=setup,
            table=self.part.table,
            stopped=self.part.stopped,
            hand_count=self.part.count,
            version=len(self.changes),
            undo_top=self.undo_top,
            redo_top=self.redo_top,
            rules=rules_version.digest(setup["game"]),
            imported=len(self.changes),
            started_at=self.changes[0]["at"],
            changed_at=self.changes[-1]["at"],
            **columns,
        )
        return MatchRows(match, [self.hands[number] for number in sorted(self.hands)], self.changes)


MATCH_COLUMNS = (
    "sitting_id", "number", "key", "setup", "table", "stopped", "hand_count", "version", "undo_top", "redo_top",
    "locked", "rules", "rescored", "imported", "started_at",
    "changed_at",
)  # fmt: skip
INSERT = insert(Match.__table__).returning(Match.__table__.c.id, sort_by_parameter_order=True)  # type: ignore[arg-type]


def insert_matches(session: Session, all_rows: Sequence[MatchRows]) -> list[Match]:
    """Inserts matches, numbered after the last match of their sittings. The caller holds the write lock.

    They are not added to the session, so that its memory does not grow during a large import.
    """
    if not all_rows:
        return []
    matches = [match_rows.match for match_rows in all_rows]
    _number(session, matches)
    connection = session.connection()
    rows = [{name: getattr(match, name) for name in MATCH_COLUMNS} for match in matches]
    for match_rows, match_id in zip(all_rows, connection.scalars(INSERT, rows), strict=True):
        match_rows.match.id = match_id
        for row in (*match_rows.hands, *match_rows.changes):
            row["match_id"] = match_id
    hands = [row for match_rows in all_rows for row in match_rows.hands]
    if hands:
        connection.execute(ADD_HANDS, hands)
    connection.execute(ADD_LINES, [row for match_rows in all_rows for row in match_rows.changes])
    return matches


def _number(session: Session, matches: list[Match]) -> None:
    """Sets the numbers of new matches: they follow the last match of their sitting."""
    sittings = {match.sitting_id for match in matches}
    newest = select(Match.sitting_id, func.max(Match.number)).where(Match.sitting_id.in_(sittings))
    numbers = {row[0]: row[1] for row in session.execute(newest.group_by(Match.sitting_id))}
    for match in matches:
        numbers[match.sitting_id] = match.number = numbers.get(match.sitting_id, 0) + 1
