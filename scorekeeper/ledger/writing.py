"""What people at the table do to a match: record a hand, correct, strike or annotate one, finish."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.engine import match as rules
from scorekeeper.games.engine.base import Entry, Refusal, _, refuse
from scorekeeper.ledger.log import (
    NOTHING,
    Actor,
    Facts,
    Said,
    claim_turn,
    hand_facts,
    on_the_pile,
    said_of,
    session_of,
    tidy_key,
    write,
)
from scorekeeper.ledger.replay import play, rewrite
from scorekeeper.ledger.seating import then_named
from scorekeeper.store.database import insert_row
from scorekeeper.store.models import Change, Hand, Match, now


def record(match: Match, entry: Entry, *, actor: Actor, key: str, seen: int) -> Change:
    """Add the next hand. Costs the same for hand 300 as for hand 1.

    Raises Refusal with all problems of the entry, and Stale.
    """
    key = tidy_key(key)
    return claim_turn(match, key, seen) or _add_hand(match, "record", entry, actor, key)


def _add_hand(match: Match, kind: str, entry: Entry, actor: Actor, key: str) -> Change:
    number = match.hand_count + 1
    if match.status == "stopped":
        raise _refuse(number, _("The match was stopped: undo that to go on"))
    row = Hand(**hand_row(match, entry, play(match, match.table, entry, number)))
    insert_row(session_of(match), row)
    standing = {"table": row.table, "hand_count": number}
    change = _log(match, kind, actor, key, standing, hand=number, **news_of(row))
    change.touched = [row]
    return change


def hand_row(match: Match, entry: Entry, hand: dict[str, Any]) -> dict[str, Any]:
    """The row of the next hand, as it was played."""
    return {
        "match_id": match.id,
        "number": match.hand_count + 1,
        "entry": entry,
        "dealer": hand["dealer"],
        "points": hand["points"],
        "lines": hand["lines"],
        "table": hand["table"],
        "struck": False,
        "corrected": False,
        "at": now(),
        "version": match.version + 1,
    }


def news_of(row: Hand) -> dict[str, Any]:
    """What the log says of a new hand."""
    return {"before": hand_facts({row.number: None}), "after": hand_facts({row.number: said_of(row)})}


def correct(
    match: Match, number: int, entry: Entry, *, actor: Actor, key: str, seen: int, strike_rest: bool = False
) -> Change:
    """Enter a hand anew, also after the end of the match; a struck hand counts again, and a note is kept.

    A later hand that could no longer be played is refused, or struck with all after it where `strike_rest` says so.
    Raises Refusal and Stale.
    """
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    was = _said(match, number)
    kept = {name: was["entry"][name] for name in rules.REMARKS if name in was["entry"]}
    entry = {**kept, **then_named(match.setup, number, entry)}
    corrected = was["corrected"] or _scoring(entry) != _scoring(was["entry"])
    said = {**was, "entry": entry, "struck": False, "corrected": corrected}
    return _change_hands(match, "correct", number, said, actor, key, strike_rest=strike_rest)


def strike(match: Match, number: int, *, actor: Actor, key: str, seen: int, strike_rest: bool = False) -> Change:
    """Cross a hand out: it stays to be seen under its number and does not score, nor count as a deal.

    Raises Refusal and Stale; `strike_rest` as in `correct`.
    """
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    was = _said(match, number)
    if was["struck"]:
        raise _refuse(number, _("This hand is struck already"))
    return _change_hands(match, "strike", number, {**was, "struck": True}, actor, key, strike_rest=strike_rest)


def annotate(match: Match, number: int, note: str, *, actor: Actor, key: str, seen: int) -> Change:
    """Write a note beside a hand, or take it away with an empty one. Raises Refusal and Stale."""
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    was = _said(match, number)
    entry = {name: value for name, value in was["entry"].items() if name != "note"}
    if note.strip():
        entry["note"] = note.strip()
    _check_note(match, number, entry)
    return _change_hands(match, "annotate", number, {**was, "entry": entry}, actor, key)


def finish(match: Match, *, actor: Actor, key: str, seen: int) -> Change:
    """The players stop here. An open match (no target) ends with its result, any other one without.

    Raises Refusal where it is over already, and Stale.
    """
    key = tidy_key(key)
    earlier = claim_turn(match, key, seen)
    if earlier:
        return earlier
    if match.status != "in_progress":
        raise _refuse(match.hand_count, _("The match is over already"))
    try:
        return _add_hand(match, "finish", {"stop": True}, actor, key)
    except Refusal:  # this game, or this match with its target, has no such hand
        return _log(match, "finish", actor, key, {"stopped": True}, before={"stopped": False}, after={"stopped": True})


def _change_hands(
    match: Match, kind: str, number: int, said: Said, actor: Actor, key: str, *, strike_rest: bool = False
) -> Change:
    result = (match.status, match.winner)
    facts: Facts = {number: said}
    before, after = rewrite(match, facts, match.version + 1, strike_rest=strike_rest)
    return _log(
        match,
        kind,
        actor,
        key,
        before=hand_facts(before),
        after=hand_facts(after),
        hand=number,
        winner_changed=result != (match.status, match.winner),
    )


def _log(
    match: Match, kind: str, actor: Actor, key: str, standing: Mapping[str, object] = NOTHING, **line: Any
) -> Change:
    """The change's line in the log, on top of what undo takes back next; what was undone cannot be redone any more."""
    return write(match, kind, actor, key, {**on_the_pile(match), **standing}, under=match.undo_top, **line)


def _said(match: Match, number: int) -> Said:
    said = said_of(session_of(match).get(Hand, (match.id, number)))
    if said is None:
        raise _refuse(number, _("There is no such hand"))
    return said


def _scoring(entry: Entry) -> Entry:
    """What of an entry scores."""
    return {name: value for name, value in entry.items() if name not in rules.REMARKS}


def _check_note(match: Match, number: int, entry: Entry) -> None:
    """Notes are held to the same rules on a struck hand, which is not played, as on any other."""
    found = rules.problems(match.setup, rules.first_table(match.setup), entry)
    found = [{**each, "hand": number} for each in found if each["field"] == "note"]
    if found:
        raise Refusal(found)


def _refuse(number: int, message: str) -> Refusal:
    refusal = refuse(None, None, message)
    refusal.problems[0]["hand"] = number
    return refusal
