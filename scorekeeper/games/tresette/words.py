"""Tresette in words: presets, hands, ends of a match, and claims."""

from typing import Any

from ..engine.base import Entry, Setup, Words, _, field
from ..engine.elimination import LAST_IN, LAST_IN_DRAWN
from ..engine.entries import CLAIMANT, typed_entry
from ..engine.side_names import SIGNS
from ..engine.thirds import ALL_POINTS
from ..engine.words import BEST_AFTER_HANDS, EQUAL_AFTER_HANDS, each_share
from .fields import CLAIMED_CARDS, MOST_POINTS_WIN
from .honours import HONOURS_FIELDS, POINTS

BLURB = _("Aces and figures counted in thirds, eleven points a deal")
PRESET_WORDS = {
    "parlett": _("To 21 points, without honours."),
    "parlett-honours": _("To 31 points. Honours count and must be announced before the first trick."),
    "mcleod": _("To 21 points. Honours count, unannounced."),
    "scarne": _("To 31 points, clockwise. Honours count, unannounced."),
    "in-due": _("Two players, ten cards each and a stock. To 21 points."),
    "in-tre": _("Three players, thirteen cards each. To 31 points."),
    "perdere": _("Two to eight players, or two against two. At 31 points the lowest total wins."),
}
# Messages for the screen and for paper.
ENDINGS = {
    "claim": (_("The target was claimed, and reached"), _("Won by a claim that was right")),
    "claim_failed": (_("The claim of the other side did not hold"), _("Won because the other side’s claim was wrong")),
    "claim_failed_drawn": (
        _("The claim did not hold, and the two others are level: a draw"),
        _("Drawn: the claim did not hold, and the two others were level"),
    ),
    "cappotto": (_("Cappotto: all the tricks"), _("Won by a cappotto")),
    "cappottone": (_("Cappottone: all ten tricks taken by one player"), _("Won by a cappottone")),
    "stramazzo": (_("Stramazzo: all the points in cards"), _("Won by a stramazzo")),
    "stramazzone": (_("Stramazzone: all the points in cards taken by one player"), _("Won by a stramazzone")),
    "napoletana_decima": (
        _("Napoletana decima: ten cards of one suit dealt to one player"),
        _("Won by a napoletana decima"),
    ),
    "last_in": LAST_IN,
    "last_in_drawn": LAST_IN_DRAWN,
    "hands_played": BEST_AFTER_HANDS,
    "hands_played_drawn": EQUAL_AFTER_HANDS,
}

CLAIM_FIELDS: list[dict[str, Any]] = [
    {
        "slug": "target",
        "title": _("We have reached the target"),
        "rule": "TRE-7",
        "when": MOST_POINTS_WIN["when"],
        "unplayed": _("Nobody claims the target here: the lowest total wins"),
        "unplayed_rule": "TRE-31",
        "fields": [CLAIMANT]
        + CLAIMED_CARDS
        + [field("last_trick", "flag", _("The last trick is won already"), "TRE-3"), HONOURS_FIELDS],
    },
    {
        "slug": "out",
        "title": _("You are at the limit"),
        "rule": "TRE-28",
        "option": "target",
        "unless": MOST_POINTS_WIN["when"],
        "unplayed": _("This is claimed only where the lowest total wins"),
        "unplayed_rule": "TRE-28",
        "fields": [
            field("side", "side", _("Who is at the limit?"), "TRE-28", required=True),
            field("points", "points", _("With these points of the deal"), "TRE-28", min=0, max=ALL_POINTS),
        ],
    },
    {
        "slug": "honours",
        "title": _("These honours count"),
        "option": "honours",
        "when": ["leftover", None],
        "rule": "TRE-14",
        "fields": [dict(HONOURS_FIELDS, required=True)],
    },
]


def told(setup: Setup, entry: Entry) -> Words:
    """Returns the entry of a hand in words."""
    if "decima" in entry:
        return [[_("napoletana decima {player}"), {"player": entry["decima"]}]]
    words = _claim(entry["claim"]) if "claim" in entry else each_share(entry, _COUNTED)
    if "last_trick" in entry:
        words.append([_("last trick {sign}"), {"sign": SIGNS[entry["last_trick"]]}])
    words += each_share(entry, (("tricks", _("tricks {shares}")),))
    words += _honours(setup, entry.get("honours", []))
    if "solo" in entry:
        words.append([_("all by {player}"), {"player": entry["solo"]["player"]}])
    return words


_COUNTED = (
    ("points", _("points {shares}")),
    ("aces", _("aces {shares}")),
    ("figures", _("figures {shares}")),
)


def _claim(claim: Entry) -> Words:
    words = [
        [_("claim {sign}"), {"sign": SIGNS[claim["side"]]}],
        [_("aces {count}"), {"count": claim.get("aces", 0)}],
        [_("figures {count}"), {"count": claim.get("figures", 0)}],
    ]
    if claim.get("last_trick"):
        words.append([_("last trick"), {}])
    return words


def _honours(setup: Setup, honours: "list[Entry]") -> Words:
    """Returns in words the points for honours of each player who declared any, in the order of the seats."""
    words: Words = []
    for player in setup["seats"]:
        worth = sum([POINTS[honour["kind"]] for honour in honours if honour["player"] == player])
        if worth:
            words.append([_("honours {player} {worth}"), {"player": player, "worth": worth}])
    return words


def claim_of(entry: Entry) -> "tuple[str, dict[str, Any]] | None":
    """Returns the slug and the fields of the claim that stopped this hand, or None."""
    if "claim" not in entry:
        return None
    fields = dict(entry["claim"])
    if "honours" in entry:
        fields["honours"] = entry["honours"]
    return "target", fields


def follow_ups(setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
    """Returns the forms offered after a verdict: to add honours to the hand, or to record the claim as a hand."""
    honours = typed_entry({"honours": claim.get("honours", [])})
    if slug == "honours" and verdict["upheld"]:
        return [{"text": [_("Add honours to hand"), {}], "side": None, "fields": honours}]
    if slug != "target":
        return []
    fields = dict(honours)
    fields["way"] = "claim"
    fields.update(typed_entry({"claim": {name: claim[name] for name in _CLAIMED if name in claim}}))
    winner = verdict["effect"]["winner"]
    if winner is None:
        text = [_("The match is drawn"), {}]
    else:
        text = [_("The match goes to {who}"), {"who": setup["sides"][winner]["name"]}]
    return [{"text": text, "side": winner, "fields": fields, "record": True}]


_CLAIMED = ("side", "aces", "figures", "last_trick")
