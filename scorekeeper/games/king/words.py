"""The texts of King: presets, endings, claims, next hands, and hands in words."""

from typing import Any

from ..engine.base import Entry, Setup, Table, Words, _, field
from ..engine.cards import RANKS
from ..engine.cards import SIGNS as SUITS
from ..engine.entries import CLAIMANT
from ..engine.side_names import SIGNS
from ..engine.words import record_deal, shares
from .fields import FESTA, FIELDS, HOW_MANY, KEYS, OF_A_FESTA, TITLES, TRUMPS

BLURB = _("Six hands to avoid things, then a festa for each player")
PRESET_WORDS = {
    "portugal": _("Six negative games in a fixed order, then four festas: with trumps, without, or as nulos."),
    "brazil": _("As in Portugal, without nulos: the festa is auctioned."),
    "plain": _("Everybody plays their own festa, with trumps or without."),
    "free": _("The dealer chooses a negative game that is left, or plays the festa."),
    "quick": _("Two negative games in one hand: seven hands instead of ten."),
}
# Messages for the screen and for paper.
ENDINGS = {
    "hands_played": (_("All games are played, the highest total wins: {totals}"), _("The highest total of all games")),
    "hands_played_drawn": (_("All games are played: a draw"), _("Equal after all games")),
}


def _so_far(key: str) -> "dict[str, Any]":
    """Returns the claim's field with the number taken so far by each player in a game; None for a king still out."""
    so_far = dict(FIELDS[key], required=False)
    if key == "king":
        so_far.update({"nullable": True, "nobody": _("still out"), "ask": False})
    else:
        so_far.update({"total": None, "max": HOW_MANY[key], "blank": 0})
    return so_far


_HAND = field("hand", "group", _("The hand so far"), None, fields=[_so_far(key) for key in KEYS] + OF_A_FESTA)
CLAIM_FIELDS: "list[dict[str, Any]]" = [
    {"slug": "safe_win", "rule": "KIN-11", "title": _("I have won whatever comes"), "fields": [CLAIMANT, _HAND]},
    {
        "slug": "over",
        "rule": "KIN-1",
        "title": _("Nothing is still out: this hand is over"),
        "fields": [CLAIMANT, dict(_HAND, required=True)],
    },
    {
        "slug": "rest",
        "rule": "KIN-12",
        "title": _("I am on lead, the rest is mine"),
        "fields": [
            CLAIMANT,
            field("cards", "cards", _("My cards"), "KIN-12", required=True, ranks=RANKS),
            field("others", "cards", _("All cards of the three others"), "KIN-12", required=True, ranks=RANKS),
            field("trump", "choice", _("Trumps"), "KIN-12", choices=TRUMPS),
        ],
    },
]


def announced(setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
    """Returns in words the hands that may be played now, a festa with its owner; nothing if the dealer has a choice."""
    words: Words = []
    for keys in next_hand["choice"] if len(next_hand["choice"]) == 1 else []:
        if keys == [FESTA] and next_hand["owner"] is not None:
            words.append([_("{who}’s festa"), {"who": setup["sides"][next_hand["owner"]]["name"]}])
        else:
            words.append([_("a festa: whose?") if keys == [FESTA] else TITLES[",".join(keys)], {}])
    return words


def told(setup: Setup, entry: Entry) -> Words:
    """Returns the entry of a hand in words: the numbers taken by each player, and the kind of a festa."""
    words: Words = []
    for key in KEYS:
        if key in entry:
            label = _("Nulos") if entry.get("nulos") else TITLES[key]
            value = SIGNS[entry[key]] if key == "king" else shares(entry[key])
            words.append(["{label} {value}", {"label": label, "value": value}])
    if entry.get("trump", "none") != "none":
        words.append([_("trumps {sign}"), {"sign": SUITS[entry["trump"]]}])
    if "sale" in entry:
        words.append(
            [_("sold to {sign} for {bid}"), {"sign": SIGNS[entry["sale"]["buyer"]], "bid": entry["sale"]["bid"]}]
        )
    if "owner" in entry:
        words.append([_("of {sign}"), {"sign": SIGNS[entry["owner"]]}])
    return words


def follow_ups(setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
    """Returns the form for recording the hand if the claim “over” was upheld; an empty list after other claims."""
    return [record_deal(setup, claim["hand"])] if slug == "over" and verdict["upheld"] else []
