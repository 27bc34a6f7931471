"""A hand that was sent: the texts of a form, or JSON in the shape of a match document."""

from collections.abc import Callable
from typing import Any

from flask import request

from scorekeeper.games.engine.base import N_, Entry, refuse
from scorekeeper.pages.entry_form import EntryForm, posted_form
from scorekeeper.store.models import Match
from scorekeeper.web.request_limits import is_sent, json_field

HAND = "hand"  # the member of a JSON body


class SentHand(EntryForm):
    """A form filled by a JSON body, whose hand needs no reading: the rules check it as they check a document's."""

    @property
    def entry(self) -> Entry:
        """The hand as it was sent. Raises Refusal if there is none."""
        if not is_sent(HAND):
            raise refuse(HAND, None, N_("Fill this in"))
        hand: Entry = json_field(HAND)
        return hand

    def answered(self, preview: Callable[[Entry], Any]) -> Entry:
        """Returns the hand as it was sent: a document may leave out what a form asks for. Raises Refusal."""
        return self.entry


def sent_form(match: Match, number: int | None = None) -> EntryForm:
    """Returns the form that this request has sent, to record a hand or to correct hand `number`."""
    form = posted_form(match.setup, request.form.items(multi=True), number)
    return SentHand(match.setup, form.way, form.typed, number) if request.is_json else form
