"""Sueca."""

from typing import Any

from ..engine.base import TWO_PAIRS, Entry, Setup, Table, Words, _, but
from ..engine.entries import CLAIMANT
from ..engine.side_names import SIGNS
from ..engine.words import counted, each_share, record_deal
from .claims import CLAIMS
from .fields import COUNTED, OPTIONS, PRESETS, RULES, TRICKS, WAYS
from .rules import Rules, bandeira_of, draws_before

_DEAL = [CLAIMANT] + [but(counted_field, required=False) for counted_field in (COUNTED.points, COUNTED.cards, TRICKS)]


class Sueca(Rules):
    slug = "sueca"
    title = _("Sueca")
    blurb = _("Two pairs, 120 points, and a bandeira takes it all")
    tint = 1
    rulebook = RULES
    won_rule = "SUE-7"
    presets = PRESETS
    preset_words = {
        "standard": _("Four games win the match. All ten tricks are a bandeira: four games at once."),
        "brazil": _("All 120 points are a bandeira, and after 60–60 the next deal counts one game more."),
        "doubling": _("As usual, but after 60–60 the next deal counts double."),
    }
    presets_at_home = {"pt_BR": ("brazil",)}
    options = OPTIONS
    every_shape = TWO_PAIRS
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {"slug": "deal", "title": _("We won this deal"), "fields": _DEAL, "rule": "SUE-4"},
        {"slug": "bandeira", "title": _("This is a bandeira"), "fields": _DEAL, "rule": "SUE-4"},
        {
            "slug": "safe_win",
            "title": _("We are sure to win this deal"),
            "fields": [CLAIMANT, COUNTED.taken],
            "rule": "SUE-4",
        },
    ]
    endings = {
        "revoke": (_("The other side revoked"), _("Won because the other side revoked")),
    }
    tally = 8
    special_title = _("Most bandeiras in a match")
    special_rules = ("SUE-5",)

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns in words the games that the next deal is worth, if drawn deals have raised them; else empty."""
        if not draws_before(table) or setup["options"]["after_draw"] == "nothing":
            return []
        low, high, bandeira = next_hand["worth"]
        text = _("After 60–60: worth {low}, from 91 on {high}, a bandeira {bandeira}")
        return [[text, {"low": low, "high": high, "bandeira": bandeira}]]

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a deal in words, beginning with a bandeira."""
        if "revoke" in entry:
            return [[_("revoke {sign}"), {"sign": SIGNS[entry["revoke"]]}]]
        side = bandeira_of(setup, entry)
        words: Words = [] if side is None else [[_("bandeira {sign}"), {"sign": SIGNS[side]}]]
        return words + counted(entry, COUNTED.classes) + each_share(entry, (("tricks", _("tricks {shares}")),))

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns the form of a deal filled in from the claim, whether the claim was right or not."""
        return [] if slug == "safe_win" else [record_deal(setup, claim)]


GAME = Sueca()
