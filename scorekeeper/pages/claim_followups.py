"""What a verdict leads to in the form of the hand, in the reader's language."""

from collections import OrderedDict
from typing import Any, TypedDict

from scorekeeper.games.engine.base import Setup
from scorekeeper.games.engine.game import game_of
from scorekeeper.i18n import say
from scorekeeper.pages.entry_form import EntryForm


class Followup(TypedDict):
    """Something to do with a verdict: its text, a side or None, and what is put into a hand's fields or (`add.`) added.

    With `record` the fields are sent as a hand of their own.
    """

    text: str
    side: "int | None"
    fields: dict[str, str]
    record: bool


def followups(setup: Setup, form: EntryForm, verdict: "dict[str, Any]") -> list[Followup]:
    """What can be done with this verdict, in a match that still goes on."""
    game = game_of(setup)
    if form.way.slug not in game.claims:
        return []
    found = game.follow_ups(setup, form.way.slug, form.entry, verdict)
    return [_told(each) for each in found]


def _told(followup: "dict[str, Any]") -> Followup:
    message, params = followup["text"]
    return {
        "text": say(message, params),
        "side": followup["side"],
        "fields": OrderedDict(sorted(followup["fields"].items())),
        "record": "record" in followup,
    }
