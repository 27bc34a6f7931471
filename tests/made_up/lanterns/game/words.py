"""Lanterns in words."""

from typing import Any

from scorekeeper.games.engine.base import Entry, Setup, Table, Words, _, field
from scorekeeper.games.engine.entries import CLAIMANT
from scorekeeper.games.engine.words import each_share

BLURB = _("Twenty lanterns and an echo")
PRESET_WORDS = {"usual": _("To thirty lanterns.")}
ENDINGS = {"shore": (_("{who} lit the shore"), _("Won by lighting the shore"))}
CLAIM_FIELDS: "list[dict[str, Any]]" = [
    {
        "slug": "most",
        "title": _("We have more than half"),
        "goes_to": _("The light is with {who}."),
        "fields": [CLAIMANT, field("lanterns", "count", _("Lanterns lit"), "LAN-1", min=0, max=20, required=True)],
    }
]


def next_hand(setup: Setup, table: Table) -> "dict[str, Any]":
    """How many echoes there were."""
    return {"echoes": table.get("private", {}).get("echoes", 0)}


def announced(setup: Setup, table: Table, known: "dict[str, Any]") -> Words:
    """The same in words."""
    return [[_("Echoes so far: {echoes}"), known]]


def told(setup: Setup, entry: Entry) -> Words:
    """A hand in a few words."""
    return each_share(entry, (("lanterns", _("lit {shares}")),))


def follow_ups(setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
    """The lanterns go into the hand."""
    path = "lanterns." + str(claim["side"])
    return [{"text": [_("Put them into the hand"), {}], "side": None, "fields": {path: str(claim["lanterns"])}}]
