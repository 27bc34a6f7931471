"""The texts of Albastini: its preset, its claims, and deals in words."""

from typing import Any

from ..engine.base import Entry, Setup, Words, _
from ..engine.entries import CLAIMANT
from ..engine.words import counted
from .fields import CARDS, COUNTED, POINTS, TAKEN, UNDRAWN

BLURB = _("120 points to share, and a clear win counts twice")
PRESET_WORDS = {"standard": _("Most of the 120 points win the deal. You play until you stop, or to a target.")}

_DEAL = [CLAIMANT] + [dict(counted, required=False) for counted in POINTS + [CARDS]] + [UNDRAWN]
CLAIM_FIELDS: list[dict[str, Any]] = [
    {"slug": "deal", "title": _("We won this deal"), "fields": _DEAL, "rule": "ALB-3"},
    {"slug": "double", "title": _("We won it for two game points"), "fields": _DEAL, "rule": "ALB-3"},
    {
        "slug": "safe_win",
        "title": _("Nobody can catch us in this deal"),
        "fields": [CLAIMANT, TAKEN, UNDRAWN],
        "rule": "ALB-3",
    },
]


def told(setup: Setup, entry: Entry) -> Words:
    """Returns the entry of a deal in words."""
    words = counted(entry, COUNTED.classes)
    if "undrawn" in entry:
        words.append([_("undrawn {rank}"), {"rank": entry["undrawn"]}])
    if "next_dealer" in entry:
        words.append([_("{player} deals next"), {"player": entry["next_dealer"]}])
    return words
