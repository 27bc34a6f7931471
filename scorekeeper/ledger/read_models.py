"""The state of a match and of a sitting, as plain values."""

from typing import Any, TypeVar

from sqlalchemy import bindparam, select
from sqlalchemy.orm import object_session

from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Entry, Say, _, english
from scorekeeper.games.engine.match_state import Agreed, MatchState, Record, Rescored, Row, match_state
from scorekeeper.games.engine.play import score_numbered
from scorekeeper.games.engine.side_names import is_named
from scorekeeper.ledger.approval import lock
from scorekeeper.ledger.confirming import agreed, clock
from scorekeeper.ledger.log import MOST_TOLD, changes_since
from scorekeeper.ledger.rescoring import rescored
from scorekeeper.ledger.seating import now_named, seatings, then_named
from scorekeeper.store.database import session_of
from scorekeeper.store.models import Change, Hand, Match, Sitting, db

LAST = 10**6  # no match has a hand of that number
HANDS_AND_VERSION = (
    select(Hand, Match.version)
    .join(Match, Match.id == Hand.match_id)
    .where(Hand.match_id == bindparam("match"), Hand.version > bindparam("since"))
    .where(Hand.number >= bindparam("first"), Hand.number <= bindparam("last"))
    .order_by(Hand.number)
    .execution_options(populate_existing=True)
)


SHOWN = 40  # hands that are told at once: more than an evening's match has, less than 300 KB of any game
FOLLOWED = 300  # of which a page that has been open for long is told the changes


def state(
    match: Match,
    since: int | None = None,
    touched: list[Hand] | None = None,
    say: Say = english,
    before: int | None = None,
) -> MatchState:
    """The state of a match (see `scorekeeper.games.engine.match_state`).

    `hands` are the newest SHOWN, with `before` those before that number; with `since` the ones that changed after that
    version, of the newest FOLLOWED. Whoever has just made the only change since then passes on the hands that it
    `touched`, which saves a query.
    """
    first, last = _window(match, since, before)
    rows = [_row(match, row) for row in (hands(match, since, first, last) if touched is None else touched)]
    record: Record = {
        "version": match.version,
        "since": since,
        "first": first,
        "number": match.number,
        "hands": match.hand_count,
        "status": match.status,
        "seatings": [say(_("From hand {hand}: {new} instead of {old}"), each) for each in seatings(match.setup)],
        "clock": clock(match),
        "agreed": _of_these(agreed(match, say), ("hands", "told"), match, before),
        "rescored": _of_these(rescored(match, say), ("told",), match, before),
        "locked": lock(match, say),
        "can": {
            "undo": match.undo_top is not None and match.locked is None,
            "redo": match.redo_top is not None and match.locked is None,
        },
    }
    return match_state(match.setup, match.table, rows, record, say)


def _window(match: Match, since: int | None, before: int | None) -> tuple[int, int]:
    """The first and the last hand that are told; up to the newest one, also one that comes while they are read."""
    newest = match.hand_count if before is None else min(before - 1, match.hand_count)
    return max(newest - (FOLLOWED if since else SHOWN) + 1, 1), LAST if before is None else newest


Told = TypeVar("Told", Agreed, Rescored)


def _of_these(found: Told | None, members: tuple[str, ...], match: Match, before: int | None) -> Told | None:
    """What is said of hands, by number as text, left to those that a page may show; of the result all stays."""
    first, last = _window(match, 1 if before is None else None, before)
    if found is None or (first == 1 and last >= match.hand_count):
        return found
    left: Any = dict(found)
    for name in members:
        said = left[name]
        left[name] = {of: said[of] for of in said if not of.isdecimal() or first <= int(of) <= last}
    return left  # type: ignore[no-any-return]  # the shape is the same


def hands(match: Match, since: int | None = None, first: int = 1, last: int = LAST) -> list[Hand]:
    """The match's hands in order, struck ones among them; with `since` those that changed after that version.

    They belong to the match as it stands: where somebody has written since it was loaded, it is refreshed.
    """
    session = session_of(match)
    while True:
        found = session.execute(
            HANDS_AND_VERSION, {"match": match.id, "since": since or 0, "first": first, "last": last}
        ).all()
        if all(row.version == match.version for row in found):
            return [row.Hand for row in found]
        session.refresh(match)


def preview(match: Match, entry: Entry, number: int | None = None) -> dict[str, Any]:
    """The entry played as the next hand, or in the place of hand `number`: see `score_numbered`. Raises Refusal."""
    if number is None:
        return score_numbered(match.setup, match.table, entry, match.hand_count + 1)
    before = session_of(match).get(Hand, (match.id, number - 1))
    table = before.table if before else rules.first_table(match.setup)
    return score_numbered(match.setup, table, then_named(match.setup, number, entry), number)


def _row(match: Match, hand: Hand) -> Row:
    return {
        "number": hand.number,
        "dealer": hand.dealer or "",
        "points": hand.points,
        "totals": hand.table["totals"],
        "entry": now_named(match.setup, hand.number, hand.entry),
        "lines": hand.lines,
        "struck": hand.struck,
        "corrected": hand.corrected,
        "at": hand.at.isoformat(timespec="seconds"),
    }


def fingerprint(match_id: int, version: int, called: int | None = None) -> str:
    """What every view of a match depends on, for its ETag: which match, its last change, and the last call in it."""
    return f"{match_id}.{version}.{called}" if called else f"{match_id}.{version}"


def document(match: Match) -> dict[str, Any]:
    """The match document: what was agreed, and the entries of the hands that count."""
    entries = [now_named(match.setup, hand.number, hand.entry) for hand in hands(match) if not hand.struck]
    return rules.document(match.setup, entries)


def changes(match: Match, since: int = 0) -> list[Change]:
    """The log, oldest first; with `since` what came after that version."""
    return changes_since(match, since)


def news(match: Match, since: int) -> list[Change]:
    """What somebody missed who knows that version, oldest first; of very much the newest."""
    return changes_since(match, since, MOST_TOLD)


def standings(sitting: Sitting) -> list[dict[str, Any]]:
    """The evening's tally: `{"players", "name", "named", "games", "matches"}` for each set of players.

    `games` counts what matches were worth (more than one for some), `matches` those won; the best stand first. A
    set of players is one side wherever it sits and whatever it is called; its newest name is shown.
    """
    session = object_session(sitting) or db.session
    found = session.scalars(select(Match).where(Match.sitting_id == sitting.id).order_by(Match.number))
    tally: dict[frozenset[str], dict[str, Any]] = {}
    for match in found:
        for index, side in enumerate(match.setup["sides"]):
            row = tally.setdefault(frozenset(side["players"]), {"players": side["players"], "games": 0, "matches": 0})
            row.update(name=side["name"], named=is_named(side))
            row["games"] += match.table["games"][index]
            row["matches"] += int(match.winner == index)
    return sorted(tally.values(), key=lambda row: (-row["games"], -row["matches"]))
