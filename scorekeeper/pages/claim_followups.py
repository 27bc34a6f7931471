"""What a verdict leads to in the form of the hand, in the reader's language."""

from typing import Any

from scorekeeper.games.engine.match import game_of
from scorekeeper.i18n import say
from scorekeeper.pages.entry_form import EntryForm
from scorekeeper.store.models import Match


def carried(match: Match, form: EntryForm, verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """What can be done with a verdict: each a text, a side or None, and what is put into or added to a hand's fields.

    With `record` the fields are sent as a hand of their own. Nothing once the match is over.
    """
    game = game_of(match.setup)
    if match.status != "in_progress" or form.way.slug not in game.claims:
        return []
    found = game.follow_ups(match.setup, form.way.slug, form.entry, verdict)
    return [
        {"text": say(*each["text"]), "side": each["side"], "fields": each["fields"], "record": "record" in each}
        for each in found
    ]
