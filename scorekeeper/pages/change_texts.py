"""Changes of a match in sentences, for whoever made one and for whoever missed it."""

from typing import Any, TypedDict

from scorekeeper.games.engine.base import Setup, _
from scorekeeper.i18n import say

KINDS = {
    "start": _("The match was started"),
    "record": _("Hand {hand} was recorded"),
    "correct": _("Hand {hand} was corrected"),
    "strike": _("Hand {hand} was struck out"),
    "annotate": _("A note was written on hand {hand}"),
    "seat": _("A seat has another name"),
    "clock": _("The clock was set"),
    "confirming": _("It was settled what both sides confirm"),
    "sit": _("A phone sits with {who}"),
    "confirm": _("{who} agreed with hand {hand}"),
    "rescore": _("The match was scored again by newer rules"),
    "approve": _("The result was approved"),
    "reopen": _("The match was re-opened"),
    "finish": _("The match was ended"),
    "erase": _("Somebody's name was erased"),
    "decline": _("What a phone without a network had recorded as hand {hand} was given up"),
    "undo": _("The last change was undone"),
    "redo": _("The undone change was made again"),
}

RESULT = _("{who} agreed with the result")
LENT = _("{what}, on the phone of {other}")
SEATED = _("From hand {hand} on {new} sits for {old}")
SIDES = _("A side has another name")
CLOCK = _("The clock was set to {minutes} minutes")
NO_CLOCK = _("The clock was taken away")


class Change(TypedDict):
    """A line of a match's log: its kind, the hand that it is about, and what held before and after it."""

    kind: str
    hand: "int | None"
    before: dict[str, Any]
    after: dict[str, Any]


def change_text(setup: Setup, change: Change) -> str:
    """What happened, in a sentence."""
    kind = change["kind"]
    return _TOLD[kind](setup, change) if kind in _TOLD else plain_text(kind, change["hand"])


def plain_text(kind: str, hand: "int | None") -> str:
    """What happened, as far as the kind of the change and its hand tell it."""
    return say(KINDS[kind], {"hand": hand})


def with_result(done: str, setup: Setup, status: str, winner: "int | None") -> str:
    """What was `done`, and that it changed who has won."""
    if winner is not None:
        who = setup["sides"][winner]["name"]
        return say(_("{done}. That changes the result: now it goes to {who}."), {"done": done, "who": who})
    if status == "in_progress":
        return say(_("{done}. That changes the result: nobody has won yet."), {"done": done})
    return say(_("{done}. That changes the result: nobody wins."), {"done": done})


def _confirm(setup: Setup, change: Change) -> str:
    names = [side["name"] for side in setup["sides"]]
    text = KINDS["confirm"] if change["hand"] is not None else RESULT
    what = say(text, {"who": names[change["after"]["side"]], "hand": change["hand"]})
    lent = change["after"].get("lent")
    return what if lent is None else say(LENT, {"what": what, "other": names[lent]})


def _sit(setup: Setup, change: Change) -> str:
    return say(KINDS["sit"], {"who": setup["sides"][change["after"]["side"]]["name"]})


def _seat(_setup: Setup, change: Change) -> str:
    """Both names: who sat there, and who sits there now."""
    before, after = change["before"]["setup"], change["after"]["setup"]
    former = after["former"]
    hand = former[-1]["until"] + 1 if former else 1
    pairs = [pair for pair in zip(before["seats"], after["seats"]) if pair[0] != pair[1]]
    return ". ".join([say(SEATED, {"hand": hand, "old": old, "new": new}) for old, new in pairs]) or say(SIDES, {})


def _clock(_setup: Setup, change: Change) -> str:
    minutes = change["after"]["setup"]["about"].get("minutes")
    return say(CLOCK, {"minutes": minutes}) if minutes else say(NO_CLOCK, {})


_TOLD: "dict[str, Any]" = {"confirm": _confirm, "sit": _sit, "seat": _seat, "clock": _clock}
