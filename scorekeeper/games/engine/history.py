"""The history of a match: what a command does to its hands, and the line that it adds to the log. Pure.

A command gets the part of a match that it needs (`Excerpt`) and returns a `Change`: the hands that differ from before,
what of the match changes, and the line of the log. Nothing is stored here: a server stores rows and a log
(`scorekeeper.ledger`), a phone without a network one JSON document (`offline_match`).
"""

from typing import Any, Callable, TypedDict

from . import play
from .checks import Refusal, _, problem
from .play import Excerpt, Facts, HandInput, Played, input_of, named, no_such_hand, play_hand, rewrite, status_of
from .shapes import Entry

# Lines that undo passes over.
NOT_UNDONE = ("start", "decline", "sit", "confirm", "approve", "reopen", "rescore", "erase")


class CannotUndo(Refusal):
    """There is nothing to take back, or nothing to make again."""


class Change(TypedDict):
    """What a command changes.

    `hands` are those to store, by number, None for one that goes; `match` has what changes of the match: `table`,
    `hand_count`, `stopped` or `setup`. The rest is the log's line: `hand` is the one it is about, `before` and `after`
    hold the facts, `{"hands": {"3": input}}`, `{"stopped": true}` or `{"setup": …}`. `winner_changed` says whether a
    change of what was there already changed the result.
    """

    kind: str
    hand: "int | None"
    before: dict[str, Any]
    after: dict[str, Any]
    winner_changed: bool
    hands: "dict[int, Played | None]"
    match: dict[str, Any]


def record(part: Excerpt, entry: Any, at: str) -> Change:
    """Add the next hand. Raises Refusal."""
    return _add(part, "record", entry, at)


def _add(part: Excerpt, kind: str, entry: Any, at: str) -> Change:
    number = part.count + 1
    if part.result()[0] == "stopped":
        raise _refusal(number, _("The match was stopped: undo that to continue"))
    given = {"entry": entry, "struck": False, "corrected": False, "at": at}
    hand = play_hand(part.setup, part.table, given, number)
    change = change_of(kind, hand_facts({number: None}), hand_facts({number: given}), number)
    change["hands"] = {number: hand}
    change["match"] = {"table": hand["table"], "hand_count": number}
    return change


def correct(part: Excerpt, number: int, entry: Entry, strike_rest: bool = False) -> Change:
    """Enter a hand anew; a struck one counts again, and a note is kept.

    A later hand that could no longer be played is refused, or struck with all after it where `strike_rest` says so.
    Raises Refusal.
    """
    given = _input(part, number)
    new = {name: given["entry"][name] for name in play.REMARKS if name in given["entry"]}
    new.update(entry)
    given["corrected"] = given["corrected"] or scoring_of(new) != scoring_of(given["entry"])
    given["entry"] = new
    given["struck"] = False
    return _put(part, "correct", number, given, strike_rest)


def strike(part: Excerpt, number: int, strike_rest: bool = False) -> Change:
    """Cross a hand out: it stays to be seen under its number, and does not score or count as a deal.

    `strike_rest` as in `correct`. Raises Refusal.
    """
    given = _input(part, number)
    if given["struck"]:
        raise _refusal(number, _("This hand is already struck out"))
    given["struck"] = True
    return _put(part, "strike", number, given, strike_rest)


def annotate(part: Excerpt, number: int, note: str) -> Change:
    """Write a note beside a hand, or take it away with an empty one. Raises Refusal."""
    given = _input(part, number)
    entry = {name: value for name, value in given["entry"].items() if name != "note"}
    if note.strip():
        entry["note"] = note.strip()
    # A struck hand is not played, but its note is held to the same rules.
    found = play.problems(part.setup, play.first_table(part.setup), entry)
    found = [each for each in found if each["field"] == "note"]
    if found:
        raise named(number, found)
    given["entry"] = entry
    return _put(part, "annotate", number, given, False)


def finish(part: Excerpt, at: str, stands: bool = True) -> Change:
    """The players stop: an open match ends with its result where the score `stands`, any other without one.

    Raises Refusal where it is over.
    """
    if part.result()[0] != "in_progress":
        raise _refusal(part.count, _("The match is over already"))
    if not stands:
        return _without_result()
    try:
        return _add(part, "finish", {"stop": True}, at)
    except Refusal:  # this game, or this match with its target, has no such hand
        return _without_result()


def _without_result() -> Change:
    change = change_of("finish", {"stopped": False}, {"stopped": True})
    change["match"] = {"stopped": True}
    return change


def undo(part: Excerpt, done: Any) -> Change:
    """Take back the line of the log that was `done` last. Raises Refusal, CannotUndo where there is none."""
    if done is None:
        raise CannotUndo([problem(None, None, _("There is nothing to undo"))])
    return _turn(part, "undo", done["hand"], done["after"], done["before"])


def redo(part: Excerpt, undone: Any) -> Change:
    """Redo the line of the log that was `undone` last. Raises Refusal, CannotUndo where there is none."""
    if undone is None:
        raise CannotUndo([problem(None, None, _("There is nothing to redo"))])
    return _turn(part, "redo", undone["hand"], undone["before"], undone["after"])


def _turn(part: Excerpt, kind: str, hand: "int | None", before: "dict[str, Any]", after: "dict[str, Any]") -> Change:
    """Make the facts of `after` hold."""
    change = change_of(kind, before, after, hand)
    if "stopped" in after:
        change["match"] = {"stopped": after["stopped"]}
    elif "setup" in after:
        setup = part.setup.copy()
        setup.update(after["setup"])
        change["match"] = {"setup": setup}
    else:
        facts = {int(number): given for number, given in after["hands"].items()}
        change["hands"], change["match"], _before, _after = rewrite(part, facts)
    return _with_result(part, change)


def _put(part: Excerpt, kind: str, number: int, given: HandInput, strike_rest: bool) -> Change:
    hands, standing, before, after = rewrite(part, {number: given}, strike_rest)
    change = change_of(kind, hand_facts(before), hand_facts(after), number)
    change["hands"] = hands
    change["match"] = standing
    return _with_result(part, change)


def _with_result(part: Excerpt, change: Change) -> Change:
    new = change["match"]
    table = new.get("table", part.table)
    result = (status_of(new.get("stopped", part.stopped), table), table["winner"])
    change["winner_changed"] = result != part.result()
    return change


def change_of(
    kind: str, before: "dict[str, Any]", after: "dict[str, Any]", hand: "int | None" = None, **of_match: Any
) -> Change:
    """A change with this line of the log; `of_match` is what changes of the match."""
    return {
        "kind": kind,
        "hand": hand,
        "before": before,
        "after": after,
        "winner_changed": False,
        "hands": {},
        "match": of_match,
    }


def hand_facts(facts: Facts) -> "dict[str, Any]":
    """Facts of hands as a line of the log stores them."""
    return {"hands": {str(number): given for number, given in facts.items()}}


def stacked(
    kind: str,
    number: int,
    undo_top: "int | None",
    redo_top: "int | None",
    linked: "Callable[[int], tuple[int | None, int | None]]",
) -> "dict[str, int | None]":
    """Where the log's line `number` lies on the stacks of undo and redo.

    Lines that can be undone lie on one stack, each naming the one `under` it, undos on another; an undo and a redo name
    in `target` the line that they undo or redo. Returns `{"undo_top", "redo_top"}`, the new tops, and the line's own
    `target` and `under`. `linked` returns those two of an earlier line.
    """
    tops = {"undo_top": undo_top, "redo_top": redo_top}
    own: dict[str, int | None] = {"target": None, "under": None}
    if kind == "undo" and undo_top is not None:
        own = {"target": undo_top, "under": redo_top}
        tops = {"undo_top": linked(undo_top)[1], "redo_top": number}
    elif kind == "redo" and redo_top is not None:
        target, under = linked(redo_top)
        own["target"] = target
        tops = {"undo_top": target, "redo_top": under}
    elif kind not in NOT_UNDONE:
        own["under"] = undo_top
        tops = {"undo_top": number, "redo_top": None}
    own.update(tops)
    return own


def _input(part: Excerpt, number: int) -> HandInput:
    if number not in part.hands:
        raise no_such_hand(number)
    return input_of(part.hands[number])


def scoring_of(entry: Entry) -> Entry:
    """The part of an entry that scores."""
    return {name: value for name, value in entry.items() if name not in play.REMARKS}


def _refusal(number: int, message: str) -> Refusal:
    return named(number, [problem(None, None, message)])
