"""The game of Terziglio, also called calabresella."""

from typing import Any

from ..engine.base import Entry, Setup, Words, _, but, field
from ..engine.entries import CLAIMANT
from ..engine.final_result import adds_up_to_zero
from ..engine.side_names import SIGNS, signs_of
from ..engine.thirds import ACES, FIGURES
from ..engine.words import HANDS_PLAYED, each_share, record_deal
from .claims import CLAIMS
from .fields import BIDS, OF_A_HAND, OPTIONS, PRESETS, RULES, WAYS
from .rules import Rules, bid_of


class Terziglio(Rules):
    slug = "terziglio"
    title = _("Terziglio")
    blurb = _("One player against two, for six of eleven points")
    tint = 5
    rulebook = RULES
    presets = PRESETS
    preset_words = {
        "stakes": _("Each of the others pays or gets the stake of the bid. The first with 21 points wins."),
        "difference": _("The thirds are counted, and the difference is paid. You play until you stop."),
    }
    options = OPTIONS
    every_shape = [(3, 1)]
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "deal",
            "title": _("We won this hand"),
            "rule": "TER-4",
            "fields": [CLAIMANT] + [but(each, required=each["name"] == "soloist") for each in OF_A_HAND],
        },
        {
            "slug": "safe_win",
            "title": _("We are sure to win this hand"),
            "rule": "TER-4",
            "fields": [
                CLAIMANT,
                OF_A_HAND[0],
                field("aces", "count", _("Aces"), "TER-1", min=0, max=ACES),
                field("figures", "count", _("Figures"), "TER-1", min=0, max=FIGURES),
                field("last_trick", "flag", _("The last trick is won already"), "TER-1"),
            ],
        },
    ]
    endings = HANDS_PLAYED
    digits = 3

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a hand in words: soloist and bid, then the points or thirds."""
        if "passed" in entry:
            return [[_("all passed"), {}]]
        soloist = entry["soloist"]
        words: Words = [["{sign} {choice}", {"sign": SIGNS[soloist], "choice": dict(BIDS)[bid_of(entry)]}]]
        if "made" in entry:
            words.append([_("made") if entry["made"] else _("lost"), {}])
        words += each_share(entry, _COUNTED)
        if "last_trick" in entry:
            party = [side for side in range(len(setup["sides"])) if (side == soloist) == (entry["last_trick"] == 0)]
            words.append([_("last trick {sign}"), {"sign": signs_of(party)}])
        return words

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns a prefilled form that records the claimed hand, whether the claim was upheld or not."""
        return [] if slug == "safe_win" else [record_deal(setup, claim)]

    def final_problem(self, options: "dict[str, Any]", totals: "list[int]") -> "str | None":
        return adds_up_to_zero(options, totals)


_COUNTED = (
    ("points", _("points {shares}")),
    ("thirds", _("thirds {shares}")),
    ("aces", _("aces {shares}")),
    ("figures", _("figures {shares}")),
)


GAME = Terziglio()
