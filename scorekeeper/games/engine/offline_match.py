"""A match on a phone without a network: one JSON document, changed as the server changes its rows.

`{"setup", "number", "version", "stopped", "hands": [input…], "done": [line…], "undone": [line…], "shown",
"confirming"}`. The input of a hand is as in `replay`; a line is `{"kind", "hand", "before", "after", "key"}`, as in
the server's log (see `scorekeeper.ledger.log`); `shown` is what a page shows beside the hands, and only a server
changes; `confirming` says who agreed with what (`confirming`). Every change makes a new document, one version
higher.
"""

from typing import Any, Callable, TypeAlias

from . import confirming, history
from . import play as replayed
from . import play as rules
from .checks import _, english, refuse
from .match_state import MatchState, Record, Row, match_state
from .play import Excerpt, Played, input_of, play_all, score_numbered
from .shapes import Say, Setup, Status, Table

Kept: TypeAlias = "dict[str, Any]"


def begun(setup: Setup, number: int = 1) -> Kept:
    """A match that has just been started."""
    kept: Kept = {"setup": setup, "number": number, "version": 1, "stopped": False}
    kept.update({"hands": [], "done": [], "undone": []})
    kept["shown"] = {"seatings": [], "clock": None, "agreed": None, "rescored": None, "locked": None}
    kept["confirming"] = confirming.blank()
    return kept


def status_of(kept: Kept, table: Table) -> Status:
    """`in_progress`, `finished`, or `stopped` by the players without a result."""
    return replayed.status_of(kept["stopped"], table)


def played(kept: Kept) -> "tuple[list[Row], Table]":
    """The rows of the hands and the table after them. Raises Refusal where a hand cannot be played."""
    hands = play_all(_setup(kept), kept["hands"])
    return [_row(hand) for hand in hands], _table_after(kept, hands)


def _setup(kept: Kept) -> Setup:
    """The setup for all hands: entries here have the names of now, so those of before do not count."""
    setup: Setup = kept["setup"].copy()
    setup.pop("former", None)
    return setup


def _table_after(kept: Kept, hands: list[Played]) -> Table:
    return hands[-1]["table"] if hands else rules.first_table(kept["setup"])


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


def state(kept: Kept, say: Say = english) -> MatchState:
    """The state of the match, as the server makes it (`scorekeeper.ledger.state`)."""
    rows, table = played(kept)
    free, status = not _is_locked(kept), status_of(kept, table)
    record: Record = {
        "version": kept["version"],
        "since": None,
        "first": 1,
        "number": kept["number"],
        "hands": len(rows),
        "status": status,
        "seatings": kept["shown"]["seatings"],
        "clock": kept["shown"]["clock"],
        "agreed": confirming.agreed_offline(kept, status, table, say),
        "rescored": kept["shown"]["rescored"],
        "locked": kept["shown"]["locked"],
        "can": {"undo": free and bool(kept["done"]), "redo": free and bool(kept["undone"])},
    }
    return match_state(kept["setup"], table, rows, record, say)


def document(kept: Kept) -> "dict[str, Any]":
    """The match document: what was agreed, and the entries of the hands that count."""
    return rules.document(kept["setup"], [given["entry"] for given in kept["hands"] if not given["struck"]])


def preview(kept: Kept, entry: Any, number: "int | None" = None) -> "dict[str, Any]":
    """The entry played as the next hand, or in the place of hand `number`. Raises Refusal."""
    number = len(kept["hands"]) + 1 if number is None else number
    hands = play_all(_setup(kept), kept["hands"][: number - 1])
    return score_numbered(_setup(kept), _table_after(kept, hands), entry, number)


def record(kept: Kept, entry: Any, *, key: str, at: str) -> Kept:
    """Add the next hand. This and all below raise Refusal."""
    return _written(kept, key, lambda part: history.record(part, entry, at))


def correct(kept: Kept, number: int, entry: Any, *, key: str, strike_rest: bool = False) -> Kept:
    """Enter a hand anew."""
    return _written(kept, key, lambda part: history.correct(part, number, entry, strike_rest))


def strike(kept: Kept, number: int, *, key: str, strike_rest: bool = False) -> Kept:
    """Cross a hand out."""
    return _written(kept, key, lambda part: history.strike(part, number, strike_rest))


def annotate(kept: Kept, number: int, note: str, *, key: str) -> Kept:
    """Write a note beside a hand."""
    return _written(kept, key, lambda part: history.annotate(part, number, note))


def finish(kept: Kept, *, key: str, at: str, stands: bool = True) -> Kept:
    """The players stop; `stands` as in `history.finish`."""
    return _written(kept, key, lambda part: history.finish(part, at, stands))


def undo(kept: Kept, *, key: str) -> Kept:
    """Take the newest change back."""
    return _written(kept, key, lambda part: history.undo(part, _top(kept["done"])))


def redo(kept: Kept, *, key: str) -> Kept:
    """Make the change again that was undone last."""
    return _written(kept, key, lambda part: history.redo(part, _top(kept["undone"])))


def sit(kept: Kept, side: int) -> Kept:
    """This phone sits with that side."""
    _check_unlocked(kept)
    return _with_part(kept, confirming.seated(kept["setup"], confirming.part_of(kept), side))


def confirm(kept: Kept, side: int, number: "int | None") -> Kept:
    """A side confirms hand `number` as it stands or, None, the result."""
    _check_unlocked(kept)
    content = confirmed_content(kept, number)
    part = confirming.part_of(kept)
    return _with_part(kept, confirming.confirmed(kept["setup"], part, side, number, content))


def confirmed_content(kept: Kept, number: "int | None") -> confirming.Content:
    """What a side confirms with hand `number` or, None, with the result."""
    table = played(kept)[1]
    given = kept["hands"][number - 1] if number is not None and 0 < number <= len(kept["hands"]) else None
    return confirming.to_confirm(number, given, status_of(kept, table), table["totals"])


def _with_part(kept: Kept, part: "dict[str, Any]") -> Kept:
    after = dict(kept)
    after["version"] = kept["version"] + 1
    after["confirming"] = part
    return after


def sent(kept: Kept, time: str) -> Kept:
    """The document once a server has all of it, told at that time of day; its version stays."""
    after = dict(kept)
    after["confirming"] = confirming.sent(confirming.part_of(kept), time)
    return after


def _top(pile: "list[dict[str, Any]]") -> "dict[str, Any] | None":
    return pile[-1] if pile else None


def _written(kept: Kept, key: str, command: "Callable[[Excerpt], history.Change]") -> Kept:
    """The document after a command."""
    _check_unlocked(kept)
    hands = {hand["number"]: hand for hand in play_all(_setup(kept), kept["hands"])}
    table = hands[len(hands)]["table"] if hands else rules.first_table(kept["setup"])
    change = command(Excerpt(_setup(kept), table, len(hands), kept["stopped"], hands))
    after = dict(kept)
    after["version"] = kept["version"] + 1
    after["stopped"] = change["match"].get("stopped", kept["stopped"])
    new: dict[int, Any] = dict(hands)
    new.update(change["hands"])
    after["hands"] = [input_of(new[number]) for number in sorted(new) if new[number] is not None]
    after["confirming"] = confirming.entered(kept, change)
    _pile_up(after, change, key)
    return after


def _pile_up(after: Kept, change: history.Change, key: str) -> None:
    """What undo and redo would take next."""
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


def _check_unlocked(kept: Kept) -> None:
    if _is_locked(kept):
        raise refuse("reason", None, _("The result is approved: only an arbiter can change it, with a reason"))


def _is_locked(kept: Kept) -> bool:
    """Whether an arbiter has approved the result: that is changed only where the server is."""
    return kept["shown"].get("locked") is not None
