"""Short sentences about the changes of a match, for its log and for notices on the page."""

from typing import Any, TypeAlias, TypedDict

from scorekeeper.games.engine.base import Setup, _
from scorekeeper.games.engine.history import kind_of
from scorekeeper.games.engine.play import last_former
from scorekeeper.games.engine.words import step_text
from scorekeeper.i18n import say

KINDS = {
    "start": _("Match started"),
    "record": _("Hand {hand} recorded"),
    "correct": _("Hand {hand} corrected"),
    "strike": _("Hand {hand} struck out"),
    "annotate": _("Note on hand {hand} changed"),
    "seat": _("Seat renamed"),
    "clock": _("Clock set"),
    "confirming": _("Confirmation settings changed"),
    "sit": _("A phone now plays for {who}"),
    "confirm": _("{who} confirmed hand {hand}"),
    "contest": _("{who} contested hand {hand}"),
    "rescore": _("Scores updated to the newest rules"),
    "approve": _("Result approved"),
    "reopen": _("Match reopened"),
    "finish": _("Match ended"),
    "erase": _("A player’s name was erased"),
    "decline": _("Discarded: hand {hand}, recorded on a phone that was offline"),
    "undo": _("Undone: {what}"),
    "redo": _("Redone: {what}"),
}

DECLINED = _("Discarded: a change made on a phone that was offline")
RESULT = _("{who} confirmed the result")
LENT = _("{what}, on the phone of {other}")
SEATED = _("From hand {hand}: {new} instead of {old}")
SIDES = _("Side renamed")
OWN_SIDE = _("This phone plays for {who}")
CLOCK = _("Clock set to {minutes} minutes")
NO_CLOCK = _("Clock removed")
CONFIRMING = {
    "hands": _("Both sides now confirm every hand"),
    "result": _("Both sides now confirm the result"),
}
NO_CONFIRMING = _("Sides no longer confirm")
DEALS = _("{done}. {name} deals now")


Deal: TypeAlias = "tuple[int, int | None]"  # hands so far, struck ones too, and the seat of the next dealer, if any


class Change(TypedDict):
    """A row of a match's log: its kind, its hand's number, and the values before and after it."""

    kind: str
    hand: "int | None"
    before: dict[str, Any]
    after: dict[str, Any]


def change_text(setup: Setup, change: Change, own: bool = False) -> str:
    """Returns a sentence about a change, with details (e.g. names) if its kind has any; `own`: made by this phone."""
    kind = change["kind"]
    if own and kind == "sit":
        return _sit(setup, change, OWN_SIDE)
    if kind in _WITH_DETAILS:
        return _WITH_DETAILS[kind](setup, change)  # type: ignore[no-any-return]
    return plain_text(kind, change["hand"], change["before"], change["after"])


def plain_text(kind: str, hand: "int | None", before: "dict[str, Any]", after: "dict[str, Any]") -> str:
    """Returns a sentence about a change of this kind, without details; for undo and redo with the change concerned."""
    turned = {"undo": (after, before), "redo": (before, after)}.get(kind)
    what = step_text(kind_of(hand, *turned), hand, say) if turned else ""
    return say(DECLINED if kind == "decline" and hand is None else KINDS[kind], {"hand": hand, "what": what})


def with_dealer(done: str, setup: Setup, before: Deal, after: Deal) -> str:
    """Returns the sentence `done`, with the next dealer added if the dealer changed but the number of hands did not."""
    if before[0] != after[0] or after[1] is None or after[1] == before[1]:
        return done
    return say(DEALS, {"done": done, "name": setup["seats"][after[1]]})


def with_result(done: str, setup: Setup, status: str, winner: "int | None") -> str:
    """Returns the sentence `done`, with another one added about the changed result of the match."""
    if winner is not None:
        who = setup["sides"][winner]["name"]
        return say(_("{done}. This changes the result: it now goes to {who}."), {"done": done, "who": who})
    if status == "in_progress":
        return say(_("{done}. This changes the result: the match goes on."), {"done": done})
    return say(_("{done}. This changes the result: nobody wins."), {"done": done})


def _confirm(setup: Setup, change: Change) -> str:
    names = [side["name"] for side in setup["sides"]]
    text = KINDS[change["kind"]] if change["hand"] is not None else RESULT
    confirmed = say(text, {"who": names[change["after"]["side"]], "hand": change["hand"]})
    lent = change["after"].get("lent")
    return confirmed if lent is None else say(LENT, {"what": confirmed, "other": names[lent]})


def _sit(setup: Setup, change: Change, text: str = KINDS["sit"]) -> str:
    return say(text, {"who": setup["sides"][change["after"]["side"]]["name"]})


def _seat(_setup: Setup, change: Change) -> str:
    """Returns sentences that name the old and the new player of each changed seat."""
    before, after = change["before"]["setup"], change["after"]["setup"]
    hand = (after["until"] if "until" in after else last_former(after["former"])) + 1
    pairs = [pair for pair in zip(before["seats"], after["seats"]) if pair[0] != pair[1]]
    return ". ".join([say(SEATED, {"hand": hand, "old": old, "new": new}) for old, new in pairs]) or say(SIDES, {})


def _clock(_setup: Setup, change: Change) -> str:
    minutes = change["after"]["setup"]["about"].get("minutes")
    return say(CLOCK, {"minutes": minutes}) if minutes else say(NO_CLOCK, {})


def _confirming(_setup: Setup, change: Change) -> str:
    return say(CONFIRMING.get(change["after"]["setup"]["about"].get("confirm"), NO_CONFIRMING), {})


_WITH_DETAILS: "dict[str, Any]" = {
    "confirm": _confirm,
    "contest": _confirm,
    "sit": _sit,
    "seat": _seat,
    "clock": _clock,
    "confirming": _confirming,
}
