"""Sueca in words: presets, the worth of a deal, deals, the end by a revoke, and claims."""

from typing import Any

from ..engine.base import Entry, Setup, Table, Words, _
from ..engine.entries import CLAIMANT
from ..engine.side_names import SIGNS
from ..engine.words import counted, each_share, record_deal
from .fields import COUNTED, TRICKS
from .rules import bandeira_of, draws_before

BLURB = _("Two pairs, 120 points, and a bandeira takes it all")
PRESET_WORDS = {
    "standard": _("Four games win the match. All ten tricks are a bandeira: four games at once."),
    "brazil": _("All 120 points are a bandeira, and after 60–60 the next deal counts one game more."),
    "doubling": _("As usual, but after 60–60 the next deal counts double."),
}
# Messages for the screen and for paper.
ENDINGS = {
    "revoke": (_("The other side revoked"), _("Won because the other side revoked")),
}

_DEAL = [CLAIMANT] + [dict(counted_field, required=False) for counted_field in (COUNTED.points, COUNTED.cards, TRICKS)]
CLAIM_FIELDS: "list[dict[str, Any]]" = [
    {"slug": "deal", "title": _("We won this deal"), "fields": _DEAL, "rule": "SUE-4"},
    {"slug": "bandeira", "title": _("This is a bandeira"), "fields": _DEAL, "rule": "SUE-4"},
    {
        "slug": "safe_win",
        "title": _("We are sure to win this deal"),
        "fields": [CLAIMANT, COUNTED.taken],
        "rule": "SUE-4",
    },
]


def announced(setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
    """Returns in words the games that the next deal is worth, if drawn deals have raised them; else empty."""
    if not draws_before(table) or setup["options"]["after_draw"] == "nothing":
        return []
    low, high, bandeira = next_hand["worth"]
    text = _("After 60–60: worth {low}, from 91 on {high}, a bandeira {bandeira}")
    return [[text, {"low": low, "high": high, "bandeira": bandeira}]]


def told(setup: Setup, entry: Entry) -> Words:
    """Returns the entry of a deal in words, beginning with a bandeira."""
    if "revoke" in entry:
        return [[_("revoke {sign}"), {"sign": SIGNS[entry["revoke"]]}]]
    side = bandeira_of(setup, entry)
    words: Words = [] if side is None else [[_("bandeira {sign}"), {"sign": SIGNS[side]}]]
    return words + counted(entry, COUNTED.classes) + each_share(entry, (("tricks", _("tricks {shares}")),))


def follow_ups(setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
    """Returns the form of a deal filled in from the claim, whether the claim was right or not."""
    return [] if slug == "safe_win" else [record_deal(setup, claim)]
