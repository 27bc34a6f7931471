"""Results of a night's tables as programs send them: hands in the shape of match documents, or a final result.

They go to the match in play at the table, or to a new one, which has the players of the table's last match, or those
who are planned there. A repeated key enters nothing again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import nights
from scorekeeper.games.engine.base import N_, Entry, refuse
from scorekeeper.games.engine.final_result import FINAL
from scorekeeper.games.engine.setup import FORMAT
from scorekeeper.ledger import Write
from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Night
from scorekeeper.store.models import Change, Match, Sitting, db


class Sent(NamedTuple):
    """The hands for a match at a table.

    `seen` is the version of the match in play that the sender has seen, needed if it has hands. With `head` (a match
    document without hands) a new match begins; what it leaves out is as planned.
    """

    table: int
    hands: Sequence[Entry]
    seen: int | None = None
    head: Mapping[str, Any] | None = None


def enter(night: Night, sent: Sent, actor: str, key: str) -> Match:
    """Enters hands at a table of the night; returns their match. The caller commits.

    Raises Refusal, also at `seen` and `table`; raises Stale if others have changed the match since `seen`.
    """
    sitting = dict(nights.tables_of(night)).get(sent.table)
    if sitting is None:
        raise refuse("table", None, N_("There is no table {number}"), number=sent.table)
    keys = [digest_of(f"{key}/{sent.table}/{at}")[:40] for at in range(len(sent.hands))]
    earlier = _match_with(sitting, keys[0])
    if earlier is not None:
        return earlier
    match, seen = _match_for(sitting, sent, actor, keys[0])
    for hand, key_of_hand in zip(sent.hands, keys, strict=True):
        write = Write(actor, key_of_hand, seen)
        _enter(match, hand, write)
        seen = match.version
    return match


def _match_with(sitting: Sitting, key: str) -> Match | None:
    """Returns the match in which a change with this key was made."""
    query = select(Match).join(Change, Change.match_id == Match.id)
    return db.session.scalar(query.where(Match.sitting_id == sitting.id, Change.key == key).limit(1))


def _match_for(sitting: Sitting, sent: Sent, actor: str, key: str) -> tuple[Match, int | None]:
    """Returns the match for the hands, which is started if there is none, and the version that has been seen."""
    newest = max(sitting.matches, key=lambda match: match.number, default=None)
    if newest is not None and newest.status == "in_progress" and sent.head is None:
        if sent.seen is None and newest.hand_count:
            raise refuse("seen", None, N_("Send the version of the match that you have seen"))
        return newest, sent.seen
    nights.check_open(sitting)
    head = _head(sitting, newest, sent.head or {})
    return ledger.start_match(sitting, head, actor=actor, key=f"{key}-start"), None


def _head(sitting: Sitting, last: Match | None, head: Mapping[str, Any]) -> dict[str, Any]:
    if "sides" in head and "game" in head:
        return {"format": FORMAT, **head}
    choice = {name: str(head[name]) for name in ("game", "variant") if name in head}
    planned = nights.next_head(sitting, nights.next_form(sitting, choice, last.setup if last else None))
    return {**planned, **head}


def _enter(match: Match, hand: Entry, write: Write) -> None:
    if FINAL in hand:
        ledger.enter_final(match, hand[FINAL], write)
    else:
        ledger.record(match, hand, write)
