"""Belote, coinche and contrée."""

from typing import Any

from ..engine.base import TWO_PAIRS, Entry, Setup, Table, Words, _, field
from ..engine.cards import SIGNS as SUIT_SIGNS
from ..engine.entries import CLAIMANT
from ..engine.side_names import SIGNS
from ..engine.words import HANDS_PLAYED, each_share, record_deal
from .claims import CLAIMS
from .fields import (
    ANNOUNCED,
    MOST_SAID,
    NAMED_BIDS,
    NO_SUIT,
    OF_A_DEAL,
    OPTIONS,
    PRESETS,
    ROW,
    RULES,
    SAID,
    SO_FAR,
    WAYS,
)
from .kinds import MeldsOfSides
from .rules import Rules, belotes_of


class Belote(Rules):
    slug = "belote"
    title = _("Belote")
    blurb = _("Two pairs, 32 cards: the takers must make more than the defence")
    rulebook = RULES
    won_rule = "BEL-20"
    presets = PRESETS
    preset_words = {
        "classic": _("The takers must make more than the defence. 1000 points win."),
        "announcements": _("As usual, with tierce, cinquante, cent and carrés."),
        "coinche": _("The sides bid a contract; announcements count. 2000 points win."),
        "contree": _("The sides bid a contract, without announcements. 2000 points win."),
        "announced": _("As contrée, but only the contract is written. 1000 points win."),
    }
    options = OPTIONS
    every_shape = TWO_PAIRS
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {"slug": "deal", "title": _("We won this deal"), "rule": "BEL-8", "fields": [CLAIMANT] + OF_A_DEAL},
        {"slug": "capot", "title": _("We took all tricks"), "rule": "BEL-3", "fields": [CLAIMANT] + OF_A_DEAL},
        {"slug": "made", "title": _("This deal is ours already"), "rule": "BEL-27", "fields": [CLAIMANT] + SO_FAR},
        {"slug": "safe_win", "title": _("The match is ours already"), "rule": "BEL-27", "fields": [CLAIMANT] + SO_FAR},
        {
            "slug": "announcements",
            "title": _("Our announcements count"),
            "rule": "BEL-26",
            "option": "announcements",
            "unplayed": _("Announcements are not played here"),
            "unplayed_rule": "BEL-5",
            "fields": [
                CLAIMANT,
                field("melds", MeldsOfSides(), _("Announcements"), "BEL-26", True, ranks=ROW, most=MOST_SAID),
            ]
            + [each for each in SAID if each["name"] == "trump"],
        },
    ]
    endings = HANDS_PLAYED
    digits = 4
    special_title = _("Most belotes in a match")
    special_rules = ("BEL-4",)

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns in words the points that are carried over; empty if there are none."""
        pot = next_hand["pot"]
        return [[_("{pot} carried over"), {"pot": pot}]] if pot else []

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a deal in words: taker and contract, points, belote and announcements."""
        if "passed" in entry:
            return [[_("all passed"), {}]]
        words: Words = []
        if "fault" in entry:
            words.append([_("fault {sign}"), {"sign": SIGNS[entry["fault"]]}])
        else:
            words.append([_("taken by {sign}"), {"sign": SIGNS[entry["taker"]]}])
        if "contract" in entry:
            words.append(["{choice}", {"choice": NAMED_BIDS.get(entry["contract"], str(entry["contract"]))}])
        if entry.get("coinche", 1) > 1:
            words.append(["× {times}", {"times": entry["coinche"]}])
        if "trump" in entry:
            words.append(["{choice}", {"choice": dict(NO_SUIT).get(entry["trump"]) or SUIT_SIGNS[entry["trump"]]}])
        words += each_share(entry, (("points", _("points {shares}")),))
        if "alone" in entry:
            words.append([_("by one player") if entry["alone"] else _("by both"), {}])
        for side, count in enumerate(belotes_of(entry)):
            words += [[_("belote {sign}"), {"sign": SIGNS[side]}]] * count
        for side, said in enumerate(entry.get("announcements", [])):
            words += [["{choice} {sign}", {"choice": dict(ANNOUNCED)[name], "sign": SIGNS[side]}] for name in said]
        if "player" in entry:
            words.append(["{who}", {"who": entry["player"]}])
        return words

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns the action that records a deal claimed to its end, whether the claim was upheld or not."""
        return [record_deal(setup, claim)] if slug in ("deal", "capot") else []


GAME = Belote()
