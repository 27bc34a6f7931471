"""Lines of the log in sentences (`scorekeeper.pages.change_texts`), with what only a server knows of them."""

from scorekeeper import ledger
from scorekeeper.games.engine.base import Setup
from scorekeeper.i18n import say
from scorekeeper.pages import change_texts
from scorekeeper.paper.stored_match_sheet import author_of
from scorekeeper.store.models import Change


def said_change(setup: Setup, change: Change) -> str:
    """What happened, and who did it where the link says so: “Anna's phone: Hand 3 was recorded”."""
    text, who = said(setup, change), author_of(change)
    return f"{who}: {text}" if who else text


def said(setup: Setup, change: Change) -> str:
    """What happened; after a re-scoring also what newer rules changed."""
    text = change_texts.change_text(
        setup, {"kind": change.kind, "hand": change.hand, "before": change.before, "after": change.after}
    )
    return ". ".join([text, *ledger.rescoring_texts(change, say)]) if change.kind == "rescore" else text
