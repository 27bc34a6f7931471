"""Matches and sittings as plain dicts and lists, for pages and exports, and the highlights of finished matches."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import and_, bindparam, or_, select
from sqlalchemy.orm import Session

from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import N_, Say, english
from scorekeeper.games.engine.highlights import Highlight, PlayedHand, highlights
from scorekeeper.games.engine.match_state import Agreed, MatchState, Record, Rescored, Row, Steps, match_state
from scorekeeper.games.engine.side_names import is_named
from scorekeeper.ledger.approval import lock
from scorekeeper.ledger.confirming import agreed, clock
from scorekeeper.ledger.log import MOST_TOLD, changes_since
from scorekeeper.ledger.rescoring import rescored
from scorekeeper.ledger.seating import seatings, with_current_names
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match, Sitting

LAST = 10**6  # larger than the number of any hand
HANDS_WANTED = and_(
    Hand.match_id == Match.id,
    Hand.version > bindparam("since"),
    Hand.number >= bindparam("first"),
    Hand.number <= bindparam("last"),
)
HANDS_AND_VERSION = (  # only the version if the hands do not exist
    select(Hand, Match.version)
    .select_from(Match)
    .outerjoin(Hand, HANDS_WANTED)
    .where(Match.id == bindparam("match"))
    .order_by(Hand.number)
    .execution_options(populate_existing=True)
)

_UNDONE = select(Change.target).where(Change.match_id == bindparam("match"), Change.number == bindparam("redo_top"))
STEPS = select(Change.number, Change.kind, Change.hand).where(
    Change.match_id == bindparam("match"),
    or_(Change.number == bindparam("undo_top"), Change.number == _UNDONE.scalar_subquery()),
)


SHOWN = 40  # hands in one state: more than a usual match has, and less than 300 KB in any game
FOLLOWED = 300  # newest hands whose changes are sent to a page that has been open for long


def state(
    match: Match,
    since: int | None = None,
    touched: list[Hand] | None = None,
    say: Say = english,
    before: int | None = None,
) -> MatchState:
    """Returns the state of a match (see `scorekeeper.games.engine.match_state`).

    Its `hands` are the newest SHOWN, or the last SHOWN before number `before`; with `since`, those of the newest
    FOLLOWED that changed after that version. `touched` saves a query: the hands changed by the caller, if that is
    the only change since then.
    """
    first, last = _window(match, FOLLOWED if since else SHOWN, before)
    rows = [_row(match, row) for row in (hands(match, since, first, last) if touched is None else touched)]
    record: Record = {
        "version": match.version,
        "since": since,
        "first": first,
        "number": match.number,
        "hands": match.hand_count,
        "status": match.status,
        "started": match.started_at.isoformat(timespec="seconds"),
        "seatings": [say(N_("From hand {hand}: {new} instead of {old}"), seating) for seating in seatings(match.setup)],
        "clock": clock(match),
        "agreed": _within_window(agreed(match, say), ("hands", "told"), match, before),
        "rescored": _within_window(rescored(match, say), ("told",), match, before),
        "locked": lock(match, say),
        "can": _steps(match),
    }
    return match_state(match.setup, match.table, rows, record, say)


def _steps(match: Match) -> Steps:
    """Returns the next changes to undo and redo; of an approved match, none."""
    steps: Steps = {"undo": None, "redo": None}
    if match.locked is None and (match.undo_top is not None or match.redo_top is not None):
        tops = {"match": match.id, "undo_top": match.undo_top, "redo_top": match.redo_top}
        for row in session_of(match).connection().execute(STEPS, tops):
            steps["undo" if row.number == match.undo_top else "redo"] = {"kind": row.kind, "hand": row.hand}
    return steps


def size_of(match: Match) -> int:
    """Returns the number of hands and former names, which the cost of reading a whole match depends on."""
    return match.hand_count + len(match.setup.get("former", [])) * len(match.setup["seats"])


def _window(match: Match, most: int, before: int | None) -> tuple[int, int]:
    """Returns the numbers of the first and last of `most` hands; LAST also covers a hand recorded meanwhile."""
    newest = match.hand_count if before is None else min(before - 1, match.hand_count)
    return max(newest - most + 1, 1), LAST if before is None else newest


Notes = TypeVar("Notes", Agreed, Rescored)


def _within_window(notes: Notes | None, members: tuple[str, ...], match: Match, before: int | None) -> Notes | None:
    """Returns notes without those on hands that the page does not show; `members` are dicts by hand number."""
    if notes is None:
        return None
    first, last = _window(match, FOLLOWED if before is None else SHOWN, before)
    shown: Any = dict(notes)
    for name in members:
        by_hand = shown[name]
        shown[name] = {key: by_hand[key] for key in by_hand if not key.isdecimal() or first <= int(key) <= last}
    return shown  # type: ignore[no-any-return]  # the shape is the same


def hands(match: Match, since: int | None = None, first: int = 1, last: int = LAST) -> list[Hand]:
    """Returns the hands in order, including struck ones; with `since` only those changed after it.

    If the match has changed in the database since it was loaded, it is reloaded, so that it fits the hands.
    """
    session = session_of(match)
    while True:
        rows = session.execute(
            HANDS_AND_VERSION, {"match": match.id, "since": since or 0, "first": first, "last": last}
        ).all()
        if all(row.version == match.version for row in rows):
            return [row.Hand for row in rows if row.Hand is not None]
        session.refresh(match)


def _row(match: Match, hand: Hand) -> Row:
    return {
        "number": hand.number,
        "dealer": hand.dealer or "",
        "points": hand.points,
        "totals": hand.table["totals"],
        "entry": with_current_names(match.setup, hand.number, hand.entry),
        "lines": hand.lines,
        "struck": hand.struck,
        "corrected": hand.corrected,
        "at": hand.at.isoformat(timespec="seconds"),
    }


def fingerprint(match_id: int, version: int, called: int | None = None) -> str:
    """Returns the ETag of all views of a match: its id, its version, and the number of changes of the call."""
    return f"{match_id}.{version}.{called}" if called else f"{match_id}.{version}"


def document(match: Match) -> dict[str, Any]:
    """Returns the match document: its head, and the entries of the hands that are not struck."""
    entries = [with_current_names(match.setup, hand.number, hand.entry) for hand in hands(match) if not hand.struck]
    return rules.document(match.setup, entries)


def changes(match: Match, since: int = 0) -> list[Change]:
    """Returns the log, oldest line first; with `since` only the lines after that version."""
    return changes_since(match, since)


def news(match: Match, since: int) -> list[Change]:
    """Returns the changes after version `since`, oldest first, at most the newest MOST_TOLD."""
    return changes_since(match, since, MOST_TOLD)


def standings(sitting: Sitting) -> list[dict[str, Any]]:
    """Returns the wins of each set of players, best first: `{"players", "name", "named", "games", "matches"}`.

    `games` is the total value of the matches won (some count more than one), `matches` their number. The same
    players are one row wherever they sit and however their side is named; the row has its newest name.
    """
    session = session_of(sitting)
    matches = session.scalars(select(Match).where(Match.sitting_id == sitting.id).order_by(Match.number))
    tally: dict[frozenset[str], dict[str, Any]] = {}
    for match in matches:
        for index, side in enumerate(match.setup["sides"]):
            row = tally.setdefault(frozenset(side["players"]), {"players": side["players"], "games": 0, "matches": 0})
            row.update(name=side["name"], named=is_named(side))
            row["games"] += match.table["games"][index]
            row["matches"] += int(match.winner == index)
    return sorted(tally.values(), key=lambda row: (-row["games"], -row["matches"]))


def highlights_of(session: Session, ids: Iterable[int]) -> dict[int, list[Highlight]]:
    """Returns the highlights by match, from the hands that are stored now."""
    matches = session.execute(select(Match.id, Match.setup, Match.table).where(Match.id.in_(ids))).all()
    columns = (Hand.match_id, Hand.number, Hand.points, Hand.table, Hand.lines)
    query = select(*columns).where(Hand.match_id.in_([match.id for match in matches]), Hand.struck.is_(False))
    in_order = session.execute(query.order_by(Hand.match_id, Hand.number))
    hands = {match: [_played(row) for row in rows] for match, rows in groupby(in_order, lambda row: row.match_id)}
    return {match.id: highlights(match.setup, match.table, hands.get(match.id, [])) for match in matches}


def _played(row: Any) -> PlayedHand:
    return {"number": row.number, "points": row.points, "totals": row.table["totals"], "lines": row.lines}
