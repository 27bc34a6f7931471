"""The texts of the scripts that keep on a phone what it has not sent, and send it: message ids by name.

{name} stands for a value, which the scripts put in.
"""

from scorekeeper.games.engine.base import _

WORDS = {
    "waits": _("Saved on this phone"),
    "waits_long": _("Saved on this phone · waiting to send"),
    "match_too": _("Offline: saved on this phone"),
    "kept_here": _("Changes are sent as soon as you are online."),
    "may_go": _("This browser may delete it after some days without a visit. Save it as a file to be sure."),
    "sent": _("All changes sent."),
    "send": _("Send now"),
    "export": _("Save as a file"),
    "asked": _("Two phones recorded different hands."),
    "decide": _("Compare"),
    "ended": _("This link no longer works. Save the match as a file, or keep it as a separate match."),
    "own": _("Keep as a separate match"),
    "forget": _("Delete from this phone"),
    "forget_sure": _("Delete? This is the only copy."),
    "conflict_title": _("Two phones recorded hand {number}"),
    "conflict_other": _("Others changed this match"),
    "conflict_why": _("This phone was offline, and others went on. Nothing is lost: choose what is right."),
    "theirs": _("At the table"),
    "mine": _("On this phone"),
    "same": _("Both are the same: probably one hand, recorded twice."),
    "follows": _("Your hand {number} ({points}) follows."),
    "keep": _("Keep both: mine comes next"),
    "keep_other": _("Save mine anyway"),
    "replace": _("Replace theirs with mine"),
    "amend": _("Change mine"),
    "drop": _("Keep theirs, discard mine"),
    "look_again": _("Look again"),
    "later": _("Decide later"),
    "refused": _("This can’t be saved now: {reason}"),
    "tick_refused": _("The tick for no. {number} was not accepted: {reason}"),
}
