"""The usual hand, recorded at once: with nothing in its way, as most are, and for half of what it costs."""

from sqlalchemy import bindparam, exists, update

from scorekeeper.games.engine.base import Entry, Refusal
from scorekeeper.ledger.log import Actor, line_of, on_the_pile, tidy_key
from scorekeeper.ledger.replay import play
from scorekeeper.ledger.writing import hand_row, news_of
from scorekeeper.store.database import insert_into
from scorekeeper.store.models import Change, Hand, Match
from scorekeeper.store.prepared import Straight, as_loaded

MOVES_ON = ("version", "changed_at", "undo_top", "redo_top", "table", "hand_count")  # columns of the match
CLAIM = (
    update(Match)
    .where(Match.id == bindparam("of"), Match.version == bindparam("seen"))
    .where(~exists().where(Change.match_id == Match.id, Change.key == bindparam("sent")))
    .values({name: bindparam(name) for name in MOVES_ON})
)


def record_at_once(
    straight: Straight, match: Match, entry: Entry, *, actor: Actor, key: str, seen: int
) -> Change | None:
    """What `record` does where nothing is in the way.

    The match is one that no session knows (`links.open_plain`), and moves on with the hand. The hand is played before
    the turn is claimed, and that is done with the first thing written. None, and nothing is written, where anything is
    out of the ordinary: others wrote meanwhile, the key was used, the entry is refused, the match is over with it or
    locked, or the database is in difficulties. All that is for `record` to see to.
    """
    key = tidy_key(key)
    if seen != match.version or match.status != "in_progress" or match.locked is not None:
        return None
    try:
        hand = play(match, match.table, entry, match.hand_count + 1)
    except Refusal:
        return None
    if hand["table"]["status"] != "in_progress":
        return None  # a club's results and ratings follow
    values = hand_row(match, entry, hand)
    row = as_loaded(Hand, values)
    line = line_of(match, "record", actor, key, hand=row.number, under=match.undo_top, **news_of(row))
    standing = {
        **on_the_pile(match),
        "version": line["number"],
        "changed_at": line["at"],
        "table": row.table,
        "hand_count": row.number,
    }
    claim = {"of": match.id, "seen": seen, "sent": key, **standing}
    if not straight.write((CLAIM, claim), (insert_into(Hand), values), (insert_into(Change), line)):
        return None
    match.__dict__.update(standing)
    change = as_loaded(Change, line)
    change.touched = [row]
    return change
