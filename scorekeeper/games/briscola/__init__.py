"""The game of Briscola, with the chiamata for five players."""

from typing import Any

from ..engine.base import Entry, Setup, Words, _, but
from ..engine.entries import CLAIMANT
from ..engine.side_names import SIGNS
from ..engine.words import HANDS_PLAYED, counted, record_deal
from .claims import CLAIMS
from .fields import BID, CALLER, COUNTED, OPTIONS, PARTNER, PRESETS, RULES, SHAPES, WAYS, of_sides_or_parties
from .rules import Rules, bid_of

_PARTIES = [CALLER, PARTNER, BID]
_POINTS_OR_CARDS = [
    but(counted, required=False)
    for shared in (COUNTED.points, COUNTED.cards)
    for counted in of_sides_or_parties(shared)
]


class Briscola(Rules):
    slug = "briscola"
    title = _("Briscola")
    blurb = _("120 points to share, and more than half of them win")
    tint = 2
    rulebook = RULES
    won_rule = "BRI-6"
    presets = PRESETS
    preset_words = {
        "best-of-three": _("The first to win two games wins the match."),
        "single": _("One game is the match."),
        "best-of-five": _("The first to win three games wins the match."),
        "first-to-five": _("The first to win five games wins the match."),
        "chiamata": _(
            "Five play, each for himself: the highest bidder calls a card, and its holder helps him in secret."
        ),
    }
    options = OPTIONS
    every_shape = SHAPES
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "deal",
            "title": _("We won this hand"),
            "fields": [CLAIMANT] + _PARTIES + _POINTS_OR_CARDS,
            "rule": "BRI-3",
        },
        {
            "slug": "safe_win",
            "title": _("We are sure to win this hand"),
            "fields": [CLAIMANT] + _PARTIES + [COUNTED.taken],
            "rule": "BRI-3",
        },
    ]
    endings = HANDS_PLAYED

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a hand in words: caller, partner and bid of a chiamata, then points or cards."""
        return (_called(entry) if "caller" in entry else []) + counted(entry, COUNTED.classes)

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns a prefilled form that records the claimed hand, whether the claim was upheld or not."""
        return [] if slug == "safe_win" else [record_deal(setup, claim)]


def _called(entry: Entry) -> Words:
    caller = SIGNS[entry["caller"]]
    if entry["partner"] is None:
        words: Words = [[_("{caller} called, alone"), {"caller": caller}]]
    else:
        words = [[_("{caller} called {partner}"), {"caller": caller, "partner": SIGNS[entry["partner"]]}]]
    if "bid" in entry:
        words.append([_("bid {bid}"), {"bid": bid_of(entry)}])
    return words


GAME = Briscola()
