"""A match as a phone keeps it without a network: what was said of each hand, and what can be taken back.

Scores follow, as everywhere, from the entries. A kept match is plain JSON:
`{"setup", "number", "version", "stopped", "hands": [said…], "done": [fact…], "undone": [fact…], "shown"}`. What is said
of a hand is `{"entry", "struck", "corrected", "at"}`; a fact is `{"kind", "hand", "before", "after", "key"}`, as in the
server's log (see `scorekeeper.ledger.log`); `shown` is what a page shows beside the hands, and only a server changes.
Every change makes a new kept match, one version higher.
"""

from typing import Any, TypeAlias

from . import match
from .base import Line, Problem, Refusal, Say, Setup, Table, _, english, problem, refuse
from .match_state import MatchState, Record, Row, Status, match_state

Kept: TypeAlias = "dict[str, Any]"
Said: TypeAlias = "dict[str, Any]"
Facts: TypeAlias = "dict[int, Said | None]"


def begun(setup: Setup, number: int = 1) -> Kept:
    """A match that has just been started."""
    kept: Kept = {"setup": setup, "number": number, "version": 1, "stopped": False}
    kept.update({"hands": [], "done": [], "undone": []})
    kept["shown"] = {"seatings": [], "clock": None, "agreed": None, "rescored": None, "locked": None}
    return kept


def played(kept: Kept) -> "tuple[list[Row], Table]":
    """The rows of the hands and the table after them. Raises Refusal where a hand cannot be played."""
    table = match.first_table(kept["setup"])
    rows: list[Row] = []
    for said in kept["hands"]:
        row, table = _row(kept["setup"], table, said, len(rows) + 1)
        rows.append(row)
    return rows, table


def _row(setup: Setup, table: Table, said: Said, number: int) -> "tuple[Row, Table]":
    """One hand; a struck one leaves the table as it was."""
    dealer = "" if table["dealer"] is None else setup["seats"][table["dealer"]]
    points = [0] * len(setup["sides"])
    lines: list[Line] = []
    if not said["struck"]:
        hand = play(setup, table, said["entry"], number)
        dealer, points, lines, table = hand["dealer"], hand["points"], hand["lines"], hand["table"]
    row: Row = {
        "number": number,
        "dealer": dealer,
        "points": points,
        "totals": table["totals"],
        "entry": said["entry"],
        "lines": lines,
        "struck": said["struck"],
        "corrected": said["corrected"],
        "at": said["at"],
    }
    return row, table


def play(setup: Setup, table: Table, entry: Any, number: int) -> "dict[str, Any]":
    """The hand as the rules play it; a refusal names the hand by its shown number, struck ones counted."""
    try:
        return match.play(setup, table, entry)
    except Refusal as refusal:
        for each in refusal.problems:
            each["hand"] = number
        raise


def status_of(kept: Kept, table: Table) -> Status:
    """`in_progress`, `finished`, or `stopped` by the players without a result."""
    return "stopped" if kept["stopped"] and table["status"] == "in_progress" else table["status"]


def state(kept: Kept, say: Say = english) -> MatchState:
    """The state of the match, as the server makes it (`scorekeeper.ledger.state`)."""
    rows, table = played(kept)
    free = not _is_locked(kept)
    record: Record = {
        "version": kept["version"],
        "since": None,
        "number": kept["number"],
        "hands": len(rows),
        "status": status_of(kept, table),
        "seatings": kept["shown"]["seatings"],
        "clock": kept["shown"]["clock"],
        "agreed": kept["shown"]["agreed"],
        "rescored": kept["shown"]["rescored"],
        "locked": kept["shown"]["locked"],
        "can": {"undo": free and bool(kept["done"]), "redo": free and bool(kept["undone"])},
    }
    return match_state(kept["setup"], table, rows, record, say)


def document(kept: Kept) -> "dict[str, Any]":
    """The match document: what was agreed, and the entries of the hands that count."""
    return match.document(kept["setup"], [said["entry"] for said in kept["hands"] if not said["struck"]])


def preview(kept: Kept, entry: Any, number: "int | None" = None) -> "dict[str, Any]":
    """The entry played as the next hand, or in the place of hand `number`. Raises Refusal."""
    before = dict(kept)
    if number is not None:
        before["hands"] = kept["hands"][: number - 1]
    _rows, table = played(before)
    return play(kept["setup"], table, entry, number or len(kept["hands"]) + 1)


def record(kept: Kept, entry: Any, *, key: str, at: str) -> Kept:
    """Add the next hand. Raises Refusal."""
    return _add(kept, "record", entry, key, at)


def _add(kept: Kept, kind: str, entry: Any, key: str, at: str) -> Kept:
    number = len(kept["hands"]) + 1
    if kept["stopped"]:
        raise _refusal(number, _("The match was stopped: undo that to go on"))
    said = {"entry": entry, "struck": False, "corrected": False, "at": at}
    return _changed(kept, kind, number, {number: said}, key)


def correct(kept: Kept, number: int, entry: Any, *, key: str, strike_rest: bool = False) -> Kept:
    """Enter a hand anew; a struck one counts again, and a note is kept. Raises Refusal."""
    said = dict(_said(kept, number))
    entry = dict(entry)
    for remark in match.REMARKS:
        if remark in said["entry"] and remark not in entry:
            entry[remark] = said["entry"][remark]
    corrected = said["corrected"] or _scoring(entry) != _scoring(said["entry"])
    said.update({"entry": entry, "struck": False, "corrected": corrected})
    return _changed(kept, "correct", number, {number: said}, key, strike_rest)


def strike(kept: Kept, number: int, *, key: str, strike_rest: bool = False) -> Kept:
    """Cross a hand out. Raises Refusal."""
    said = dict(_said(kept, number))
    if said["struck"]:
        raise _refusal(number, _("This hand is struck already"))
    said["struck"] = True
    return _changed(kept, "strike", number, {number: said}, key, strike_rest)


def annotate(kept: Kept, number: int, note: str, *, key: str) -> Kept:
    """Write a note beside a hand, or take it away with an empty one. Raises Refusal."""
    said = dict(_said(kept, number))
    entry = {name: value for name, value in said["entry"].items() if name != "note"}
    if note.strip():
        entry["note"] = note.strip()
    found = match.problems(kept["setup"], match.first_table(kept["setup"]), entry)
    found = [each for each in found if each["field"] == "note"]
    if found:
        raise _naming(number, found)
    said["entry"] = entry
    return _changed(kept, "annotate", number, {number: said}, key)


def finish(kept: Kept, *, key: str, at: str) -> Kept:
    """The players stop: an open match ends with its result, any other without. Raises Refusal where it is over."""
    if status_of(kept, played(kept)[1]) != "in_progress":
        raise _refusal(len(kept["hands"]), _("The match is over already"))
    try:
        return _add(kept, "finish", {"stop": True}, key, at)
    except Refusal:  # this game, or this match with its target, has no such hand
        after = _next(kept)
        after["stopped"] = True
        _log(
            after,
            {"kind": "finish", "hand": None, "before": {"stopped": False}, "after": {"stopped": True}, "key": key},
        )
        return after


def undo(kept: Kept, *, key: str) -> Kept:
    """Take the newest change back. Raises Refusal where there is none, or the rules forbid it."""
    if not kept["done"]:
        raise refuse(None, None, _("There is nothing to undo"))
    fact = kept["done"][-1]
    after = _turned(kept, fact["before"])
    after["done"] = kept["done"][:-1]
    after["undone"] = kept["undone"] + [fact]
    return after


def redo(kept: Kept, *, key: str) -> Kept:
    """Make the change again that was undone last. Raises Refusal where there is none, or the rules forbid it."""
    if not kept["undone"]:
        raise refuse(None, None, _("There is nothing to redo"))
    fact = kept["undone"][-1]
    after = _turned(kept, fact["after"])
    after["done"] = kept["done"] + [fact]
    after["undone"] = kept["undone"][:-1]
    return after


def _turned(kept: Kept, facts: "dict[str, Any]") -> Kept:
    """The match with these facts holding."""
    if "stopped" in facts:
        after = _next(kept)
        after["stopped"] = facts["stopped"]
        return after
    said = {int(number): each for number, each in facts["hands"].items()}
    return _with_facts(kept, said, False)[0]


def _changed(kept: Kept, kind: str, number: int, facts: Facts, key: str, strike_rest: bool = False) -> Kept:
    after, before_facts, after_facts = _with_facts(kept, facts, strike_rest)
    fact = {"kind": kind, "hand": number, "key": key}
    fact["before"] = {"hands": {str(each): said for each, said in before_facts.items()}}
    fact["after"] = {"hands": {str(each): said for each, said in after_facts.items()}}
    _log(after, fact)
    return after


def _log(after: Kept, fact: "dict[str, Any]") -> None:
    after["done"] = after["done"] + [fact]
    after["undone"] = []


def _with_facts(kept: Kept, facts: Facts, strike_rest: bool) -> "tuple[Kept, Facts, Facts]":
    """The match with what is now said of these hands, and the facts before and after, struck hands among them.

    A later hand that can no longer be played is refused, or struck with all after it where `strike_rest` says so.
    """
    before = {number: _said_or_none(kept, number) for number in facts}
    facts = dict(facts)
    table = match.first_table(kept["setup"])
    hands: list[Said] = []
    striking = False
    ended = None
    last = max(list(facts) + [len(kept["hands"])])
    for number in range(1, last + 1):
        said = facts[number] if number in facts else _said_or_none(kept, number)
        if said is None:
            continue
        if striking and not said["struck"]:
            said, before[number] = _struck(said), said
            facts[number] = said
        try:
            table = _row(kept["setup"], table, said, number)[1]
            ended = number if ended is None and table["status"] == "finished" else ended
        except Refusal as refusal:
            if number in facts:
                raise
            if not strike_rest:
                raise no_longer_possible(number, ended, refusal) from None
            striking = True
            before[number], said = said, _struck(said)
            facts[number] = said
        hands.append(said)
    after = _next(kept)
    after["hands"] = hands
    return after, before, facts


def _struck(said: Said) -> Said:
    crossed = dict(said)
    crossed["struck"] = True
    return crossed


def no_longer_possible(number: int, last: "int | None", refusal: Refusal) -> Refusal:
    """A later hand stands in the way; `last` is the hand that would now end the match, if that is why.

    Its problems belong to no field of what is being entered.
    """
    rule = refusal.problems[0]["rule"]
    if last is not None:
        text = _("This would end the match with hand {last}; hand {hand} and all after it would have to be struck")
        return _naming(number, [problem(None, rule, text, last=last, hand=number)])
    found = [problem(None, rule, _("This would make hand {hand} impossible"), hand=number)]
    found += [problem(None, each["rule"], each["message"], **each["params"]) for each in refusal.problems]
    return _naming(number, found)


def _is_locked(kept: Kept) -> bool:
    """Whether an arbiter has approved the result: that is changed only where the server is."""
    return kept["shown"].get("locked") is not None


def _next(kept: Kept) -> Kept:
    if _is_locked(kept):
        raise refuse("reason", None, _("The result is approved: only an arbiter changes it, and says why"))
    after = dict(kept)
    after["version"] = kept["version"] + 1
    return after


def _said_or_none(kept: Kept, number: int) -> "Said | None":
    return kept["hands"][number - 1] if 0 < number <= len(kept["hands"]) else None


def _said(kept: Kept, number: int) -> Said:
    said = _said_or_none(kept, number)
    if said is None:
        raise _refusal(number, _("There is no such hand"))
    return said


def _scoring(entry: "dict[str, Any]") -> "dict[str, Any]":
    return {name: value for name, value in entry.items() if name not in match.REMARKS}


def _refusal(number: int, message: str) -> Refusal:
    return _naming(number, [problem(None, None, message)])


def _naming(number: int, found: "list[Problem]") -> Refusal:
    for each in found:
        each["hand"] = number
    return Refusal(found)
