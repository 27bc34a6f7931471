"""King, of Portugal and Brazil."""

from typing import Any

from ..engine.base import Entry, Field, Setup, Table, Words, _, but, field
from ..engine.cards import RANKS
from ..engine.cards import SIGNS as SUITS
from ..engine.entries import CLAIMANT
from ..engine.final_result import adds_up_to_zero
from ..engine.side_names import SIGNS
from ..engine.words import record_deal, shares
from .claims import CLAIMS
from .fields import FESTA, FIELDS, HOW_MANY, KEYS, OF_A_FESTA, OPTIONS, PRESETS, RULES, TITLES, TRUMPS, WAYS
from .rules import Rules


def _so_far(key: str) -> Field:
    """Returns the claim's field with the number taken so far by each player in a game; None for a king still out."""
    if key == "king":
        return but(FIELDS[key], required=False, nullable=True, nobody=_("still out"), ask=False)
    return but(FIELDS[key], required=False, total=None, max=HOW_MANY[key], blank=0)


_HAND = field("hand", "group", _("The hand so far"), None, fields=[_so_far(key) for key in KEYS] + OF_A_FESTA)


class King(Rules):
    slug = "king"
    title = _("King")
    blurb = _("Six hands to avoid things, then a festa for each player")
    tint = 3
    rulebook = RULES
    won_rule = "KIN-7"
    presets = PRESETS
    preset_words = {
        "portugal": _("Six negative games in a fixed order, then four festas: with trumps, without, or as nulos."),
        "brazil": _("As in Portugal, without nulos: the festa is auctioned."),
        "plain": _("Everybody plays their own festa, with trumps or without."),
        "free": _("The dealer chooses a negative game that is left, or plays the festa."),
        "quick": _("Two negative games in one hand: seven hands instead of ten."),
    }
    presets_at_home = {"pt_BR": ("brazil",)}
    options = OPTIONS
    every_shape = [(4, 1)]
    ways = WAYS
    point_step = 5
    claims = CLAIMS
    claim_fields = [
        {"slug": "safe_win", "rule": "KIN-11", "title": _("I have won whatever comes"), "fields": [CLAIMANT, _HAND]},
        {
            "slug": "over",
            "rule": "KIN-1",
            "title": _("Nothing is still out: this hand is over"),
            "fields": [CLAIMANT, but(_HAND, required=True)],
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
    told_in_list = True
    endings = {
        "hands_played": (
            _("All games are played, the highest total wins: {totals}"),
            _("The highest total of all games"),
        ),
        "hands_played_drawn": (_("All games are played: a draw"), _("Equal after all games")),
    }
    digits = 4

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns in words the hand to be played now, a festa with its owner; nothing if the dealer has a choice."""
        words: Words = []
        for keys in next_hand["choice"] if len(next_hand["choice"]) == 1 else []:
            if keys == [FESTA] and next_hand["owner"] is not None:
                words.append([_("{who}’s festa"), {"who": setup["sides"][next_hand["owner"]]["name"]}])
            else:
                words.append([_("a festa: whose?") if keys == [FESTA] else TITLES[",".join(keys)], {}])
        return words

    def told(self, setup: Setup, entry: Entry) -> Words:
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

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns the form for recording the hand if the claim “over” was upheld; an empty list after other claims."""
        return [record_deal(setup, claim["hand"])] if slug == "over" and verdict["upheld"] else []

    def final_problem(self, options: "dict[str, Any]", totals: "list[int]") -> "str | None":
        return adds_up_to_zero(options, totals)


GAME = King()
