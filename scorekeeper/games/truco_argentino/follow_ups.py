"""What a verdict of Truco argentino leads to in the form of the hand."""

from typing import Any

from ..engine.base import Entry, Setup, _
from ..engine.entries import typed_entry


def follow_ups(setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
    """The truco that was judged goes into the hand, as it was played; that of a duel has no place of its own there."""
    if slug != "hand" or "duel" in claim:
        return []
    winner = verdict["effect"]["winner"]
    fields = {"way": "points"}
    fields.update(typed_entry({"truco": claim["truco"]}))
    return [{"text": [_("Add truco to hand"), {}], "side": winner, "fields": fields}]
