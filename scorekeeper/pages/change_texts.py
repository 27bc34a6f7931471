"""Short sentences about the changes of a match, for its log and for notices on the page."""

from typing import Any, TypeAlias, TypedDict

from scorekeeper.games.engine.base import N_, Setup
from scorekeeper.games.engine.history import kind_of
from scorekeeper.games.engine.play import last_former
from scorekeeper.games.engine.words import step_text
from scorekeeper.i18n import say

KINDS = {
    "start": N_("Match started"),
    "record": N_("Hand {hand} recorded"),
    "correct": N_("Hand {hand} corrected"),
    "strike": N_("Hand {hand} struck out"),
    "annotate": N_("Note on hand {hand} changed"),
    "seat": N_("Seat renamed"),
    "clock": N_("Clock set"),
    "confirming": N_("Confirmation settings changed"),
    "sit": N_("A phone now plays for {who}"),
    "confirm": N_("{who} confirmed hand {hand}"),
    "contest": N_("{who} contested hand {hand}"),
    "rescore": N_("Scores updated to the newest rules"),
    "approve": N_("Result approved"),
    "reopen": N_("Match reopened"),
    "finish": N_("Match ended"),
    "erase": N_("A player’s name was erased"),
    "decline": N_("Discarded: hand {hand}, recorded on a phone that was offline"),
    "undo": N_("Undone: {what}"),
    "redo": N_("Redone: {what}"),
}

DECLINED = N_("Discarded: a change made on a phone that was offline")
RESULT = N_("{who} confirmed the result")
LENT = N_("{what}, on the phone of {other}")
SEATED = N_("From hand {hand}: {new} instead of {old}")
SIDES = N_("Side renamed")
OWN_SIDE = N_("This phone plays for {who}")
CLOCK = N_("Clock set to {minutes} minutes")
NO_CLOCK = N_("Clock removed")
CONFIRMING = {
    "hands": N_("Both sides now confirm every hand"),
    "result": N_("Both sides now confirm the result"),
}
NO_CONFIRMING = N_("Sides no longer confirm")
DEALS = N_("{done}. {name} deals now")


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
        return say(N_("{done}. This changes the result: it now goes to {who}."), {"done": done, "who": who})
    if status == "in_progress":
        return say(N_("{done}. This changes the result: the match goes on."), {"done": done})
    return say(N_("{done}. This changes the result: nobody wins."), {"done": done})


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
