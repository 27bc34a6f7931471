"""Changes of a match that the phone stores, by the forms that a server would get, and what is answered to them."""

from typing import Any

from scorekeeper.games.engine import offline_match
from scorekeeper.i18n import say
from scorekeeper.pages.change_texts import Deal, change_text, plain_text, with_dealer, with_result
from scorekeeper.pages.entry_form import EntryForm, posted_form
from scorekeeper.pages.typed_numbers import is_whole

from . import match_pages
from .visit import Answer


def write(asked: "dict[str, Any]") -> Answer:
    """A change of a stored match: `act` says which, `hand` of which hand, `fields` are those of the form.

    With `time` (of day, in words) a server has done it already. The answer's `saw` is what a confirmation agrees with;
    one that comes from a page of another version than `seen` is answered as a server does where others were quicker.
    """
    own = asked["kept"]
    act = asked["act"]
    if act == "confirm" and asked["seen"] != own["version"]:
        return {"changes": [], "state": state(own)}
    before, deal = _standing(own)
    after = ACTS[act](own, asked)
    if asked.get("time"):
        after = offline_match.sent(after, asked["time"])
    fact = after["done"][-1] if len(after["done"]) > len(own["done"]) else own["done"][-1] if own["done"] else None
    (status, winner), new_deal = _standing(after)
    said = _said_of_sides(act, after) or plain_text(KINDS[act], fact["hand"] if fact else None)
    said = with_dealer(said, own["setup"], deal, new_deal)
    winner_changed = before != (status, winner) and act not in ("record", "finish")
    if winner_changed:
        said = with_result(said, own["setup"], status, winner)
    told = {"kept": after, "state": state(after), "said": said, "winner_changed": winner_changed}
    told["number"] = len(after["hands"]) if act == "record" else asked["hand"]
    told["target"] = fact["key"] if fact and act in ("undo", "redo") else None
    told["saw"] = offline_match.confirmed_content(after, asked["hand"]) if act == "confirm" else None
    return told


def _said_of_sides(act: str, after: "dict[str, Any]") -> str:
    """What a phone said of its side, or a side of a hand or the result; empty for other changes."""
    if act not in ("side", "confirm"):
        return ""
    part = after["confirming"]
    about = {"hand": None, "side": part["own"]} if act == "side" else part["voices"][-1]
    kind = KINDS[act]
    return change_text(after["setup"], {"kind": kind, "hand": about["hand"], "before": {}, "after": about})


def state(own: "dict[str, Any]") -> "dict[str, Any]":
    """The state of a match, with what can be called in its next hand."""
    found: dict[str, Any] = dict(offline_match.state(own, say))
    found["call"] = match_pages.calls_of(own, found)
    return found


def _standing(own: "dict[str, Any]") -> "tuple[tuple[str, int | None], Deal]":
    """The result (status and winner), and the next deal."""
    table = offline_match.played(own)[1]
    return (offline_match.status_of(own, table), table["winner"]), (len(own["hands"]), table["dealer"])


def _entry(own: "dict[str, Any]", asked: "dict[str, Any]") -> "dict[str, Any]":
    return entry_of(own, posted_form(own["setup"], asked["fields"], asked["hand"]))


def entry_of(own: "dict[str, Any]", form: EntryForm) -> "dict[str, Any]":
    """The entry that a form holds, all its questions answered. Raises Refusal."""
    return form.answered(lambda entry: offline_match.preview(own, entry, form.number))


def _strikes_rest(asked: "dict[str, Any]") -> bool:
    return "strike_rest" in dict(asked["fields"])


def _side(asked: "dict[str, Any]") -> int:
    """The side that a form names; -1 where it names none."""
    text = dict(asked["fields"]).get("side", "")
    return int(text) if is_whole(text) else -1


ACTS: "dict[str, Any]" = {
    "record": lambda own, asked: offline_match.record(own, _entry(own, asked), key=asked["key"], at=asked["at"]),
    "correct": lambda own, asked: offline_match.correct(
        own, asked["hand"], _entry(own, asked), key=asked["key"], strike_rest=_strikes_rest(asked)
    ),
    "strike": lambda own, asked: offline_match.strike(
        own, asked["hand"], key=asked["key"], strike_rest=_strikes_rest(asked)
    ),
    "note": lambda own, asked: offline_match.annotate(
        own, asked["hand"], dict(asked["fields"]).get("note", ""), key=asked["key"]
    ),
    "undo": lambda own, asked: offline_match.undo(own, key=asked["key"]),
    "redo": lambda own, asked: offline_match.redo(own, key=asked["key"]),
    "finish": lambda own, asked: offline_match.finish(
        own, key=asked["key"], at=asked["at"], stands=dict(asked["fields"]).get("stands") != "0"
    ),
    "side": lambda own, asked: offline_match.sit(own, _side(asked)),
    "confirm": lambda own, asked: offline_match.confirm(own, _side(asked), asked["hand"]),
}
KINDS = {act: {"note": "annotate", "side": "sit"}.get(act, act) for act in ACTS}
