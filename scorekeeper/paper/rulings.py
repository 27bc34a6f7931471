"""Approvals and changes by arbiters, as sentences for a match's sheet."""

from collections.abc import Iterable

from scorekeeper import ledger
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import _, format_time, say
from scorekeeper.pages.change_texts import plain_text
from scorekeeper.paper.authors import author_of
from scorekeeper.store.models import Change

DONE = ("approve", "reopen", "correct", "strike", "annotate", "undo", "redo", "seat")
ANYTHING_ELSE = message("The match was changed")  # its clock, say


def sentences(changes: Iterable[Change]) -> tuple[str, ...]:
    """Approvals, and everything after one, each with its moment, the arbiter and the reason; oldest first."""
    return tuple(_sentence(change) for change in ledger.rulings(changes))


def _sentence(change: Change) -> str:
    what = plain_text(change.kind, change.hand) if change.kind in DONE else say(ANYTHING_ELSE, {})
    when = format_time(change.at.astimezone())
    parts = {"what": what, "when": f"{when}, {author_of(change)}" if author_of(change) else when}
    if not change.reason:
        return _("%(what)s: %(when)s.", **parts)
    return _("%(what)s: %(when)s. Reason: %(reason)s.", **parts, reason=change.reason.rstrip("."))
