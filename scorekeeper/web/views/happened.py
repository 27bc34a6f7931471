"""The log of a match in words: who did what, and to whom; for whoever missed it."""

from scorekeeper import ledger
from scorekeeper.games.engine.base import Setup, _
from scorekeeper.i18n import say
from scorekeeper.pages.change_texts import KINDS
from scorekeeper.store.models import Change

RESULT = _("{who} agreed with the result")
LENT = _("{what}, on the phone of {other}")
SEATED = _("From hand {hand} on {new} sits for {old}")
CLOCK = _("The clock was set to {minutes} minutes")
NO_CLOCK = _("The clock was taken away")


def said_change(setup: Setup, change: Change) -> str:
    """What happened, and who did it where the link says so: “Anna's phone: Hand 3 was recorded”."""
    text = said(setup, change)
    return f"{change.actor}: {text}" if change.actor else text


def said(setup: Setup, change: Change) -> str:
    """What happened."""
    if change.kind in SAID:
        return SAID[change.kind](setup, change)
    return say(KINDS[change.kind], {"hand": change.hand})


def _agreed(setup: Setup, change: Change) -> str:
    names = [side["name"] for side in setup["sides"]]
    text = KINDS["confirm"] if change.hand is not None else RESULT
    what = say(text, {"who": names[change.after["side"]], "hand": change.hand})
    lent = change.after.get("lent")
    return what if lent is None else say(LENT, {"what": what, "other": names[lent]})


def _sits(setup: Setup, change: Change) -> str:
    return say(KINDS["sit"], {"who": setup["sides"][change.after["side"]]["name"]})


def _seated(_setup: Setup, change: Change) -> str:
    """Both names: who sat there, and who sits there now."""
    before, after = change.before["setup"], change.after["setup"]
    former = after["former"]
    hand = former[-1]["until"] + 1 if former else 1
    pairs = [pair for pair in zip(before["seats"], after["seats"], strict=True) if pair[0] != pair[1]]
    return ". ".join(say(SEATED, {"hand": hand, "old": old, "new": new}) for old, new in pairs)


def _clock(_setup: Setup, change: Change) -> str:
    minutes = change.after["setup"]["about"].get("minutes")
    return say(CLOCK, {"minutes": minutes}) if minutes else say(NO_CLOCK, {})


def _rescored(_setup: Setup, change: Change) -> str:
    return ". ".join([say(KINDS["rescore"], {}), *ledger.sentences(change, say)])


SAID = {"confirm": _agreed, "sit": _sits, "seat": _seated, "clock": _clock, "rescore": _rescored}
