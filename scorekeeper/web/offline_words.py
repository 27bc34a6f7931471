"""The texts of the scripts that keep on a phone what it has not sent, and send it: message ids by name.

{name} stands for a value, which the scripts put in.
"""

from scorekeeper.games.engine.base import _

WORDS = {
    "hands_one": _("{count} hand not sent yet"),
    "hands_other": _("{count} hands not sent yet"),
    "changes_one": _("{count} change not sent yet"),
    "changes_other": _("{count} changes not sent yet"),
    "match_too": _("This match is only on this phone so far"),
    "kept_here": _("Everything is kept on this phone and sent when there is a network."),
    "may_go": _(
        "This browser may throw away what it keeps after some days without a visit. Save it as a file to be sure."
    ),
    "sending": _("Sending …"),
    "sent": _("Everything has arrived."),
    "send": _("Send now"),
    "export": _("Save as a file"),
    "asked": _("Two phones recorded different hands."),
    "decide": _("Look and decide"),
    "ended": _("The link that this was recorded with has ended. Save it as a file, or keep it as a match of its own."),
    "own": _("Keep it as a match of its own"),
    "forget": _("Remove it from this phone"),
    "forget_sure": _("Really remove it: it is nowhere else"),
    "recorded_here": _("Kept on this phone."),
    "conflict_title": _("Two phones recorded hand {number}"),
    "conflict_other": _("Something else happened at this table meanwhile"),
    "conflict_why": _("While this phone was without a network, others went on. Nothing is lost: choose what is right."),
    "theirs": _("At the table"),
    "mine": _("On this phone"),
    "same": _("Both say the same: it is one hand, recorded twice."),
    "keep": _("These are two hands: mine comes next"),
    "keep_other": _("Do mine all the same"),
    "replace": _("Mine is right: it replaces theirs"),
    "amend": _("Change mine and record it again"),
    "drop": _("Theirs is right: drop mine"),
    "look_again": _("Look at it again"),
    "later": _("Decide later"),
    "refused": _("This cannot be recorded as things stand: {reason}"),
    "rescored": _("The server has newer rules. {said}"),
    "tick_refused": _("A tick at the door was not taken, for no. {number}: {reason}"),
    "nothing": _("This phone keeps nothing of this page."),
}
