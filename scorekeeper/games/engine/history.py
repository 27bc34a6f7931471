"""The commands that change a match, undo and redo, and the line that each of them adds to the log. Pure.

A command gets the part of a match that it needs (`Excerpt`) and returns a `Change`. Nothing is stored here: a server
stores rows and a log (`scorekeeper.ledger`), a phone without a network one JSON document (`offline_match`).
"""

from typing import Any, Callable, TypedDict

from . import play
from .checks import Refusal, _, problem
from .final_result import FINAL
from .play import Excerpt, Facts, HandInput, Played, input_of, named, no_such_hand, play_hand, rewrite, status_of
from .progress import is_end
from .shapes import Entry

# Kinds of lines that undo skips.
NOT_UNDONE = ("start", "decline", "sit", "confirm", "contest", "approve", "reopen", "rescore", "erase")

MOST_HANDS = 1_000  # that are recorded in a match, besides the one that ends it; documents may have more


class CannotUndo(Refusal):
    """Raised if there is nothing to undo or to redo."""


class Change(TypedDict):
    """The effects of a command: hands and parts of the match to store, and a line for the log.

    `hands` are the hands to store, by number, None for one to delete; `match` holds the new `table`, `hand_count`,
    `stopped` or `setup`. The rest is the log's line: `hand` is the hand that it is about, `before` and `after` hold the
    facts, `{"hands": {"3": input}}`, `{"stopped": true}` or `{"setup": …}`. `winner_changed` is True if a change
    of earlier hands changed the status or the winner.
    """

    kind: str
    hand: "int | None"
    before: dict[str, Any]
    after: dict[str, Any]
    winner_changed: bool
    hands: "dict[int, Played | None]"
    match: dict[str, Any]


def record(part: Excerpt, entry: Any, at: str) -> Change:
    """Returns the change that adds the next hand. Raises Refusal."""
    return _add(part, "record", entry, at)


def record_at_table(part: Excerpt, entry: Any, at: str) -> Change:
    """Returns the change that adds the next hand to a match of fewer than MOST_HANDS hands. Raises Refusal."""
    if part.count >= MOST_HANDS:
        text = _("A match has at most {most} hands: end it and start a rematch")
        raise Refusal([problem(None, None, text, most=MOST_HANDS)])
    return record(part, entry, at)


def _add(part: Excerpt, kind: str, entry: Any, at: str) -> Change:
    number = part.count + 1
    if part.result()[0] == "stopped":
        raise _refusal(number, _("The match was stopped: undo that to continue"))
    new_input = {"entry": entry, "struck": False, "corrected": False, "at": at}
    hand = play_hand(part.setup, part.table, new_input, number)
    change = change_of(kind, hand_facts({number: None}), hand_facts({number: new_input}), number)
    change["hands"] = {number: hand}
    change["match"] = {"table": hand["table"], "hand_count": number}
    return change


def correct(part: Excerpt, number: int, entry: Entry, strike_rest: bool) -> Change:
    """Returns the change that replaces a hand's entry, keeps its note and makes it count. Raises Refusal.

    A later hand that is no longer possible is refused; with `strike_rest` it is struck, with all hands after it.
    """
    new_input = _input(part, number)
    new = {name: new_input["entry"][name] for name in play.REMARKS if name in new_input["entry"]}
    new.update(entry)
    new_input["corrected"] = new_input["corrected"] or scoring_of(new) != scoring_of(new_input["entry"])
    new_input["entry"] = new
    new_input["struck"] = False
    return _put(part, "correct", number, new_input, strike_rest)


def strike(part: Excerpt, number: int, strike_rest: bool) -> Change:
    """Returns the change that strikes a hand: still visible, but no deal and no score. Raises Refusal.

    `strike_rest` as in `correct`.
    """
    new_input = _input(part, number)
    if new_input["struck"]:
        raise _refusal(number, _("This hand is already struck out"))
    new_input["struck"] = True
    return _put(part, "strike", number, new_input, strike_rest)


def annotate(part: Excerpt, number: int, note: str) -> Change:
    """Returns the change that sets the note of a hand, or deletes it if the text is blank. Raises Refusal."""
    new_input = _input(part, number)
    entry = {name: value for name, value in new_input["entry"].items() if name != "note"}
    if note.strip():
        entry["note"] = note.strip()
    # A struck hand is not played, so check its note here.
    note_problems = play.problems(part.setup, play.first_table(part.setup), entry)
    note_problems = [note_problem for note_problem in note_problems if note_problem["field"] == "note"]
    if note_problems:
        raise named(number, note_problems)
    new_input["entry"] = entry
    return _put(part, "annotate", number, new_input, False)


def finish(part: Excerpt, at: str, stands: bool) -> Change:
    """Returns the change that ends an open match; no winner without `stands`. Raises Refusal if it is over."""
    if part.result()[0] != "in_progress":
        raise _refusal(part.count, _("The match is over already"))
    if not stands:
        return _without_result()
    try:
        return _add(part, "finish", {"stop": True}, at)
    except Refusal:  # the game's rules have no winner without a target
        return _without_result()


def enter_final(part: Excerpt, points: "list[int]", at: str) -> Change:
    """Returns the change that ends a match with the final points of each side. Raises Refusal, also if it is over."""
    return _add(part, "finish", {FINAL: points}, at)


def _without_result() -> Change:
    change = change_of("finish", {"stopped": False}, {"stopped": True})
    change["match"] = {"stopped": True}
    return change


def undo(part: Excerpt, done: Any) -> Change:
    """Returns the change that undoes `done`, a line of the log. Raises Refusal; CannotUndo if `done` is None."""
    if done is None:
        raise CannotUndo([problem(None, None, _("There is nothing to undo"))])
    return _turn(part, "undo", done["hand"], done["after"], done["before"])


def redo(part: Excerpt, undone: Any) -> Change:
    """Returns the change that redoes `undone`, a line of the log. Raises Refusal; CannotUndo if it is None."""
    if undone is None:
        raise CannotUndo([problem(None, None, _("There is nothing to redo"))])
    return _turn(part, "redo", undone["hand"], undone["before"], undone["after"])


def _turn(part: Excerpt, kind: str, hand: "int | None", before: "dict[str, Any]", after: "dict[str, Any]") -> Change:
    """Returns the change from the facts `before` to the facts `after`, for undo and redo."""
    change = change_of(kind, before, after, hand)
    if "stopped" in after:
        change["match"] = {"stopped": after["stopped"]}
    elif "setup" in after:
        change["match"] = {"setup": play.with_facts(part.setup, after["setup"])}
    else:
        facts = {int(number): hand_input for number, hand_input in after["hands"].items()}
        change["hands"], change["match"], _before, _after = rewrite(part, facts)
    return _with_result(part, change)


def _put(part: Excerpt, kind: str, number: int, new_input: HandInput, strike_rest: bool) -> Change:
    hands, standing, before, after = rewrite(part, {number: new_input}, strike_rest)
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
    """Returns a change with a line for the log and no hands yet; `of_match`: changed values of the match."""
    return {
        "kind": kind,
        "hand": hand,
        "before": before,
        "after": after,
        "winner_changed": False,
        "hands": {},
        "match": of_match,
    }


def kind_of(hand: "int | None", before: "dict[str, Any]", after: "dict[str, Any]") -> str:
    """Returns the kind of the change from the facts `before` to `after`, for lines that only say undo or redo."""
    if "setup" in after:
        if "seats" in after["setup"] or "sides" in after["setup"]:
            return "seat"
        confirms = [facts["setup"].get("about", {}).get("confirm") for facts in (before, after)]
        return "clock" if confirms[0] == confirms[1] else "confirming"
    if "stopped" in after:
        return "finish"
    old, new = [facts.get("hands", {}).get(str(hand)) for facts in (before, after)]
    if old is None or new is None:
        return "finish" if new and is_end(new["entry"]) else "record"
    if new["struck"] != old["struck"]:
        return "strike" if new["struck"] else "correct"
    return "annotate" if scoring_of(new["entry"]) == scoring_of(old["entry"]) else "correct"


def hand_facts(facts: Facts) -> "dict[str, Any]":
    """Returns the inputs of hands as a line of the log stores them: `{"hands": {"3": input}}`."""
    return {"hands": {str(number): hand_input for number, hand_input in facts.items()}}


def stacked(
    kind: str,
    number: int,
    undo_top: "int | None",
    redo_top: "int | None",
    linked: "Callable[[int], tuple[int | None, int | None]]",
) -> "dict[str, int | None]":
    """Returns the tops of the undo and redo stacks after line `number` of the log, and the line's links.

    Lines that can be undone are on one stack, undos on the other. The result holds the tops `undo_top` and `redo_top`,
    and the links `target` (the line that an undo or redo is about) and `under` (the line below on the stack).
    `linked` returns both links of an earlier line.
    """
    tops = {"undo_top": undo_top, "redo_top": redo_top}
    links: dict[str, int | None] = {"target": None, "under": None}
    if kind == "undo" and undo_top is not None:
        links = {"target": undo_top, "under": redo_top}
        tops = {"undo_top": linked(undo_top)[1], "redo_top": number}
    elif kind == "redo" and redo_top is not None:
        target, under = linked(redo_top)
        links["target"] = target
        tops = {"undo_top": target, "redo_top": under}
    elif kind not in NOT_UNDONE:
        links["under"] = undo_top
        tops = {"undo_top": number, "redo_top": None}
    links.update(tops)
    return links


def _input(part: Excerpt, number: int) -> HandInput:
    if number not in part.hands:
        raise no_such_hand(number)
    return input_of(part.hands[number])


def scoring_of(entry: Entry) -> Entry:
    """Returns an entry without the parts that never score, its note and time."""
    return {name: value for name, value in entry.items() if name not in play.REMARKS}


def _refusal(number: int, message: str) -> Refusal:
    return named(number, [problem(None, None, message)])
