"""Lanterns, an invented game with all that a game may have."""

from typing import Any

from scorekeeper.games.engine.base import TWO_PAIRS, Entry, Setup, Table, Words, _, field
from scorekeeper.games.engine.entries import CLAIMANT
from scorekeeper.games.engine.words import each_share

from .claims import CLAIMS
from .fields import OPTIONS, PRESETS, RULES, WAYS
from .rules import Rules


class Lanterns(Rules):
    slug = "lanterns"
    title = _("Lanterns")
    blurb = _("Twenty lanterns and an echo")
    rulebook = RULES
    presets = PRESETS
    preset_words = {"usual": _("To thirty lanterns.")}
    options = OPTIONS
    every_shape = TWO_PAIRS
    clockwise = True
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "most",
            "title": _("We have more than half"),
            "goes_to": _("The light is with {who}."),
            "fields": [CLAIMANT, field("lanterns", "count", _("Lanterns lit"), "LAN-1", min=0, max=20, required=True)],
        }
    ]
    endings = {"shore": (_("{who} lit the shore"), _("Won by lighting the shore"))}
    tally = 30
    digits = 2
    pad_waits = True

    def next_hand(self, setup: Setup, table: Table) -> "dict[str, Any]":
        return {"echoes": table.get("private", {}).get("echoes", 0)}

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        return [[_("Echoes so far: {echoes}"), next_hand]]

    def told(self, setup: Setup, entry: Entry) -> Words:
        return each_share(entry, (("lanterns", _("lit {shares}")),))

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        path = "lanterns." + str(claim["side"])
        return [{"text": [_("Put them into the hand"), {}], "side": None, "fields": {path: str(claim["lanterns"])}}]


GAME = Lanterns()
