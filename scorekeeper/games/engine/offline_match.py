"""A match on a phone without a network: one JSON document, changed as the server changes its rows.

`{"setup", "number", "version", "stopped", "hands": [input…], "done": [line…], "undone": [line…], "shown",
"confirming", "bids"}`. The input of a hand is described in `play`; a line is `{"kind", "hand", "before", "after",
"key"}`, as in the server's log (see `scorekeeper.ledger.log`); `shown` are the parts of a page beside the hands (only a
server changes it); `confirming` holds the confirmations (see `confirming`), `bids` what is announced before the next
hand (see `bids`; copies of earlier versions have none). Every change returns a new document with the next
version.
"""

from typing import Any, Callable, TypeAlias

from . import confirming, history, play
from .checks import _, english, refuse
from .match_state import MatchState, Record, Row, match_state
from .play import Excerpt, Played, input_of, play_all, score_numbered
from .shapes import Say, Setup, Status, Table

MatchDocument: TypeAlias = "dict[str, Any]"


def begun(setup: Setup) -> MatchDocument:
    """Returns the document of a new match."""
    match: MatchDocument = {"setup": setup, "number": 1, "version": 1, "stopped": False}
    match.update({"hands": [], "done": [], "undone": []})
    match["shown"] = {"started": "", "seatings": [], "clock": None, "agreed": None, "rescored": None, "locked": None}
    match["confirming"] = confirming.blank()
    return match


def status_of(match: MatchDocument, table: Table) -> Status:
    """Returns `in_progress`, `finished`, or `stopped` (by the players, without a result)."""
    return play.status_of(match["stopped"], table)


class Memo:
    """The hands played last, as `(setup, hands)`: the same match is played only from the first hand that differs."""

    last: "tuple[Setup | None, list[Played]]" = (None, [])


def _hands(match: MatchDocument) -> list[Played]:
    """Returns all hands, played. Raises Refusal if a hand is not possible."""
    setup, inputs = _setup(match), match["hands"]
    known: list[Played] = []
    last_setup, last_hands = Memo.last
    for hand, hand_input in zip(last_hands if last_setup == setup else [], inputs):
        if input_of(hand) != hand_input:
            break
        known.append(hand)
    hands = play_all(setup, inputs, known)
    Memo.last = setup, hands
    return hands


def played(match: MatchDocument) -> "tuple[list[Row], Table]":
    """Returns all hands, scored, and the table after them. Raises Refusal if a hand is not possible."""
    hands = _hands(match)
    return [_row(hand) for hand in hands], _table_after(match, hands)


def _setup(match: MatchDocument) -> Setup:
    """Returns the setup without former names: the entries on a phone always have the current names."""
    setup: Setup = match["setup"].copy()
    setup.pop("former", None)
    return setup


def _table_after(match: MatchDocument, hands: list[Played]) -> Table:
    return hands[-1]["table"] if hands else play.first_table(match["setup"])


def _row(hand: Played) -> Row:
    return {
        "number": hand["number"],
        "dealer": hand["dealer"] or "",
        "points": hand["points"],
        "totals": hand["table"]["totals"],
        "entry": hand["entry"],
        "lines": hand["lines"],
        "struck": hand["struck"],
        "corrected": hand["corrected"],
        "at": hand["at"],
    }


def state(match: MatchDocument, say: Say = english) -> MatchState:
    """Returns the state of the match, the same as the server's (`scorekeeper.ledger.state`)."""
    rows, table = played(match)
    free, status = not _is_locked(match), status_of(match, table)
    record: Record = {
        "version": match["version"],
        "since": None,
        "first": 1,
        "number": match["number"],
        "hands": len(rows),
        "status": status,
        "started": match["shown"].get("started", ""),  # copies of earlier versions have none
        "seatings": match["shown"]["seatings"],
        "clock": match["shown"]["clock"],
        "agreed": confirming.agreed_offline(
            match, status, table, say, lambda number, entry: (entry, preview(match, entry, number)["points"])
        ),
        "rescored": match["shown"]["rescored"],
        "locked": match["shown"]["locked"],
        "can": {"undo": _top(match["done"]) if free else None, "redo": _top(match["undone"]) if free else None},
    }
    return match_state(match["setup"], table, rows, record, say)


def document(match: MatchDocument) -> "dict[str, Any]":
    """Returns the match in the exchange format `scorekeeper/1`, without its struck hands."""
    return play.document(match["setup"], [hand["entry"] for hand in match["hands"] if not hand["struck"]])


def preview(match: MatchDocument, entry: Any, number: "int | None" = None) -> "dict[str, Any]":
    """Returns the score of an entry as the next hand, or in place of hand `number`. Raises Refusal."""
    number = len(match["hands"]) + 1 if number is None else number
    return score_numbered(_setup(match), table_before(match, number), entry, number)


def foreseen(match: MatchDocument, entry: Any, number: "int | None" = None) -> "list[int | None]":
    """Returns the points that an incomplete entry makes certain, as `preview` would. Raises Refusal."""
    number = len(match["hands"]) + 1 if number is None else number
    return play.foreseen(_setup(match), table_before(match, number), entry, number)


def table_before(match: MatchDocument, number: "int | None") -> Table:
    """Returns the table before hand `number`; before the next hand for None."""
    hands = _hands(match)
    return _table_after(match, hands if number is None else hands[: number - 1])


def record(match: MatchDocument, entry: Any, *, key: str, at: str) -> MatchDocument:
    """Adds the next hand. This and all functions below raise Refusal."""
    return _written(match, key, lambda part: history.record_at_table(part, entry, at))


def correct(match: MatchDocument, number: int, entry: Any, *, key: str, strike_rest: bool = False) -> MatchDocument:
    """Replaces the entry of a hand."""
    return _written(match, key, lambda part: history.correct(part, number, entry, strike_rest))


def strike(match: MatchDocument, number: int, *, key: str, strike_rest: bool = False) -> MatchDocument:
    """Strikes a hand."""
    return _written(match, key, lambda part: history.strike(part, number, strike_rest))


def annotate(match: MatchDocument, number: int, note: str, *, key: str) -> MatchDocument:
    """Sets the note of a hand."""
    return _written(match, key, lambda part: history.annotate(part, number, note))


def finish(match: MatchDocument, *, key: str, at: str, stands: bool = True) -> MatchDocument:
    """Ends an open match; `stands` as in `history.finish`."""
    return _written(match, key, lambda part: history.finish(part, at, stands))


def undo(match: MatchDocument, *, key: str) -> MatchDocument:
    """Undoes the newest change."""
    return _written(match, key, lambda part: history.undo(part, _top(match["done"])))


def redo(match: MatchDocument, *, key: str) -> MatchDocument:
    """Redoes the change that was undone last."""
    return _written(match, key, lambda part: history.redo(part, _top(match["undone"])))


def sit(match: MatchDocument, side: int) -> MatchDocument:
    """Sets the side that this phone plays for."""
    _check_unlocked(match)
    return _with_part(match, confirming.seated(match["setup"], confirming.part_of(match), side))


def confirm(match: MatchDocument, side: int, number: "int | None") -> MatchDocument:
    """Confirms hand `number` or (None) the result for a side."""
    _check_unlocked(match)
    content = confirmed_content(match, number)
    part = confirming.part_of(match)
    if number is None:
        table = played(match)[1]
        current = confirming.current_offline(match, status_of(match, table), table)
        confirming.check_uncontested(part["voices"], current)
    return _with_part(match, confirming.confirmed(match["setup"], part, side, number, content))


def contest(match: MatchDocument, side: int, number: int, entry: Any) -> MatchDocument:
    """Contests hand `number` for a side: `entry` is the hand in its version."""
    _check_unlocked(match)
    content = confirming.to_contest(entry, confirmed_content(match, number))
    preview(match, entry, number)
    part = confirming.part_of(match)
    return _with_part(match, confirming.confirmed(match["setup"], part, side, number, content, contests=True))


def confirmed_content(match: MatchDocument, number: "int | None") -> confirming.Content:
    """Returns the content of a confirmation of hand `number` or (None) of the result."""
    table = played(match)[1]
    hand = match["hands"][number - 1] if number is not None and 0 < number <= len(match["hands"]) else None
    return confirming.to_confirm(number, hand, status_of(match, table), table["totals"])


def _with_part(match: MatchDocument, part: "dict[str, Any]") -> MatchDocument:
    after = dict(match)
    after["version"] = match["version"] + 1
    after["confirming"] = part
    return after


def sent(match: MatchDocument, time: str) -> MatchDocument:
    """Returns the document with its confirmations marked as received by a server at `time`; same version."""
    after = dict(match)
    after["confirming"] = confirming.sent(confirming.part_of(match), time)
    return after


def _top(pile: "list[Any]") -> Any:
    return pile[-1] if pile else None


def _written(match: MatchDocument, key: str, command: "Callable[[Excerpt], history.Change]") -> MatchDocument:
    """Applies a command of `history`; returns the changed document with its next version. Raises Refusal."""
    _check_unlocked(match)
    before = _hands(match)
    hands: dict[int, Any] = {hand["number"]: hand for hand in before}
    setup = _setup(match)
    change = command(Excerpt(setup, _table_after(match, before), len(before), match["stopped"], hands))
    after = dict(match)
    after["version"] = match["version"] + 1
    after["stopped"] = change["match"].get("stopped", match["stopped"])
    hands.update(change["hands"])
    new = [hands[number] for number in sorted(hands) if hands[number] is not None]
    after["hands"] = [input_of(hand) for hand in new]
    Memo.last = setup, new
    after["confirming"] = confirming.entered(match, change)
    _pile_up(after, change, key)
    return after


def _pile_up(after: MatchDocument, change: history.Change, key: str) -> None:
    """Updates `done` and `undone`, the stacks of lines for undo and redo, after a change."""
    if change["kind"] == "undo":
        after["undone"] = after["undone"] + after["done"][-1:]
        after["done"] = after["done"][:-1]
    elif change["kind"] == "redo":
        after["done"] = after["done"] + after["undone"][-1:]
        after["undone"] = after["undone"][:-1]
    else:
        line = {name: change[name] for name in ("kind", "hand", "before", "after")}
        line["key"] = key
        after["done"] = after["done"] + [line]
        after["undone"] = []


def _check_unlocked(match: MatchDocument) -> None:
    if _is_locked(match):
        raise refuse("reason", None, _("The result is approved: only an arbiter can change it, with a reason"))


def _is_locked(match: MatchDocument) -> bool:
    """True if an arbiter has approved the result: then it can only be changed on the server."""
    return match["shown"].get("locked") is not None
