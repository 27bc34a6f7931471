"""Albastini in words: its preset, deals, and claims as they are asked."""

from typing import Any

from ..engine.base import Entry, Setup, Words, _, field
from ..engine.counting import ALL_POINTS
from ..engine.entries import CLAIMANT
from ..engine.words import counted
from .fields import BY_RANK, UNDRAWN

BLURB = _("120 points to share, and a clear win counts twice")
PRESET_WORDS = {"standard": _("Most of the 120 points win the deal. You play until you stop, or to a target.")}

_DEAL = [
    CLAIMANT,
    field("points", "shares", _("Card points"), "ALB-2", total=ALL_POINTS),
    field("cards", "ranks", _("Cards taken"), "ALB-1", per="side", classes=BY_RANK),
    UNDRAWN,
]
CLAIM_FIELDS: list[dict[str, Any]] = [
    {"slug": "deal", "title": _("We won this deal"), "fields": _DEAL},
    {"slug": "double", "title": _("We won it for two game points"), "fields": _DEAL},
    {
        "slug": "safe_win",
        "title": _("Nobody can catch us in this deal"),
        "fields": [
            CLAIMANT,
            field("cards", "amounts", _("Cards taken so far"), "ALB-1", classes=BY_RANK),
            UNDRAWN,
        ],
    },
]


def told(setup: Setup, entry: Entry) -> Words:
    """What was entered for a deal."""
    words = counted(entry, BY_RANK)
    if "undrawn" in entry:
        words.append([_("undrawn {rank}"), {"rank": entry["undrawn"]}])
    if "next_dealer" in entry:
        words.append([_("{player} deals next"), {"player": entry["next_dealer"]}])
    return words
