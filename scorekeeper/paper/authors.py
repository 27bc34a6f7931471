"""Who wrote a line of a match's log, as pages and sheets say it."""

from scorekeeper.i18n import _
from scorekeeper.store.models import Change


def author_of(change: Change) -> str:
    """The name that the line holds; of an imported one, which anybody may have written, that it comes from a file."""
    if not change.imported:
        return change.actor
    return _("%(who)s, from a file", who=change.actor) if change.actor else _("from a file")
