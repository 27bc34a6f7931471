"""The game of Albastini."""

from ..engine.base import Entry, Setup, Words, _, but
from ..engine.entries import CLAIMANT
from ..engine.words import counted
from .claims import CLAIMS
from .fields import CARDS, COUNTED, OPTIONS, POINTS, PRESETS, RULES, SHAPES, TAKEN, UNDRAWN, WAYS
from .rules import Rules

_DEAL = [CLAIMANT] + [but(counted, required=False) for counted in POINTS + [CARDS]] + [UNDRAWN]


class Albastini(Rules):
    slug = "albastini"
    title = _("Albastini")
    blurb = _("120 points to share, and a clear win counts twice")
    tint = 3
    rulebook = RULES
    won_rule = "ALB-8"
    presets = PRESETS
    preset_words = {"standard": _("Most of the 120 points win the deal. You play until you stop, or to a target.")}
    options = OPTIONS
    every_shape = SHAPES
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {"slug": "deal", "title": _("We won this deal"), "fields": _DEAL, "rule": "ALB-3"},
        {"slug": "double", "title": _("We won it for two game points"), "fields": _DEAL, "rule": "ALB-3"},
        {
            "slug": "safe_win",
            "title": _("Nobody can catch us in this deal"),
            "fields": [CLAIMANT, TAKEN, UNDRAWN],
            "rule": "ALB-3",
        },
    ]

    def told(self, setup: Setup, entry: Entry) -> Words:
        words = counted(entry, COUNTED.classes)
        if "undrawn" in entry:
            words.append([_("undrawn {rank}"), {"rank": entry["undrawn"]}])
        if "next_dealer" in entry:
            words.append([_("{player} deals next"), {"player": entry["next_dealer"]}])
        return words


GAME = Albastini()
