"""Changes of a match in words for whoever made one, also on a phone without a network."""

from scorekeeper.games.engine.base import _
from scorekeeper.i18n import say
from scorekeeper.store.models import Change, Match

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


def said_done(match: Match, change: Change, done: str = "") -> str:
    """What was `done`, and whether that changed who has won."""
    done = done or say(KINDS[change.kind], {"hand": change.hand})
    if not change.winner_changed:
        return done
    if match.winner is not None:
        who = match.setup["sides"][match.winner]["name"]
        return say(_("{done}. That changes the result: {who} wins."), {"done": done, "who": who})
    if match.status == "in_progress":
        return say(_("{done}. That changes the result: nobody has won yet."), {"done": done})
    return say(_("{done}. That changes the result: nobody wins."), {"done": done})
