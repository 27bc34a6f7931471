"""Tresette."""

from typing import Any

from ..engine import elimination
from ..engine.base import TWO_PAIRS, Entry, Setup, Table, Words, _, but, field
from ..engine.entries import CLAIMANT, typed_entry
from ..engine.side_names import SIGNS
from ..engine.thirds import ALL_POINTS
from ..engine.words import BEST_AFTER_HANDS, EQUAL_AFTER_HANDS, each_share, record_claim
from .claims import CLAIMS
from .fields import CLAIMED_CARDS, FIRST_OVER, LAST_IN, MOST_POINTS_WIN, OPTIONS, PRESETS, RULES, WAYS
from .honours import HONOURS_FIELDS, POINTS
from .losing import is_losing
from .rules import Rules


class Tresette(Rules):
    slug = "tresette"
    title = _("Tresette")
    blurb = _("Aces and figures counted in thirds, eleven points a deal")
    tint = 1
    rulebook = RULES
    won_rule = "TRE-5"
    presets = PRESETS
    preset_words = {
        "parlett": _("To 21 points, without honours."),
        "parlett-honours": _("To 31 points. Honours count and must be announced before the first trick."),
        "mcleod": _("To 21 points. Honours count, unannounced."),
        "scarne": _("To 31 points, clockwise. Honours count, unannounced."),
        "in-due": _("Two players, ten cards each and a stock. To 21 points."),
        "in-tre": _("Three players, thirteen cards each. To 31 points."),
        "perdere": _("Two to eight players, or two against two. At 31 points the lowest total wins."),
    }
    options = OPTIONS
    every_shape = TWO_PAIRS
    ways = WAYS
    lowest_wins = ("ending", (FIRST_OVER, LAST_IN))
    claims = CLAIMS
    claim_fields = [
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
                field(
                    "points", "count", _("With these points of the deal"), "TRE-28", typed=True, min=0, max=ALL_POINTS
                ),
            ],
        },
        {
            "slug": "honours",
            "title": _("These honours count"),
            "option": "honours",
            "when": ["leftover", None],
            "rule": "TRE-14",
            "fields": [but(HONOURS_FIELDS, required=True)],
        },
    ]
    endings = {
        "claim": (_("The target was claimed, and reached"), _("Won by a claim that was right")),
        "claim_failed": (
            _("The claim of the other side did not hold"),
            _("Won because the other side’s claim was wrong"),
        ),
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
        "last_in": elimination.LAST_IN,
        "last_in_drawn": elimination.LAST_IN_DRAWN,
        "hands_played": BEST_AFTER_HANDS,
        "hands_played_drawn": EQUAL_AFTER_HANDS,
    }
    special_title = _("Most honours in a match")
    special_rules = ("TRE-14", "TRE-15", "TRE-16")

    def told(self, setup: Setup, entry: Entry) -> Words:
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

    def claim_of(self, entry: Entry) -> "tuple[str, Entry] | None":
        """Returns the slug and the fields of the claim that stopped this hand, or None."""
        if "claim" not in entry:
            return None
        fields = dict(entry["claim"])
        if "honours" in entry:
            fields["honours"] = entry["honours"]
        return "target", fields

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns the forms offered after a verdict: to add honours to the hand, or to record the claim as a hand."""
        entry: Entry = {"honours": claim.get("honours", [])}
        if slug == "honours" and verdict["upheld"]:
            return [{"text": [_("Add honours to hand"), {}], "side": None, "fields": typed_entry(entry)}]
        if slug != "target":
            return []
        entry["claim"] = {name: claim[name] for name in _CLAIMED if name in claim}
        return [record_claim(setup, entry, verdict["effect"]["winner"])]

    def limit_of(self, options: "dict[str, Any]") -> "int | None":
        """Returns the total from which on a side is out; None if no side goes out (TRE-28)."""
        limit: int | None = options["target"] if options["ending"] == LAST_IN else None
        return limit

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns in words who is out, or that a shared lead has kept the match going."""
        target, totals = setup["options"]["target"], table["totals"]
        if "out" in next_hand:
            return super().announced(setup, table, next_hand)
        if target is None or max(totals) < target:
            return []
        if is_losing(setup):
            return [[_("Level at the lowest: the lowest after this deal wins"), {}]]
        return [[_("Level in the lead: the leader after this deal wins"), {}]]


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


_CLAIMED = ("side", "aces", "figures", "last_trick")


GAME = Tresette()
