"""Scopa, Scopone, Escoba and Cirulla."""

from typing import Any

from ..engine.base import Entry, Setup, Table, Words, _, field
from ..engine.entries import CLAIMANT, NOBODY
from ..engine.side_names import SIGNS
from ..engine.words import each_share, record_claim, shares
from .claims import CLAIMS, RANKS
from .entry import best_of, counts_of, primiera_of
from .fields import CALLED, OPTIONS, PRESETS, PRIMIERA_PLAYED, RULES, SHAPES, WAYS
from .kinds import CardsOfSides
from .rules import Rules

NO_ONE = "–"
SHORT_OF_THE_TARGET = 4  # points of every deal without its sweeps


class Scopa(Rules):
    slug = "scopa"
    title = _("Scopa")
    blurb = _("Cards, coins, settebello, primiera, and a point for each sweep")
    rulebook = RULES
    won_rule = "SCO-11"
    presets = PRESETS
    preset_words = {
        "scopa": _("To 11 points. Two or three players, or two against two."),
        "scopone": _("Two against two to 11 points: nine cards each, four on the table."),
        "scientifico": _("Two against two to 21 points: ten cards each, none on the table."),
        "assi": _("To 31 points. An ace takes all, the napola counts, and all ten coins win the match."),
        "cirulla": _("To 51 points. Piccola, grande and accusi count, and all ten coins win the match."),
        "escoba": _("To 21 points. Captures make fifteen, and the sevens count instead of the primiera."),
    }
    options = OPTIONS
    every_shape = SHAPES
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "primiera",
            "rule": "SCO-5",
            "title": _("The primiera is ours"),
            "when": PRIMIERA_PLAYED["when"],
            "unplayed": PRIMIERA_PLAYED["unplayed"],
            "unplayed_rule": PRIMIERA_PLAYED["unplayed_rule"],
            "goes_to": _("The primiera goes to {who}."),
            "fields": [
                CLAIMANT,
                field("cards", CardsOfSides(), _("Cards taken"), "SCO-5", required=True, ranks=RANKS),
            ],
        },
        {"slug": "target", "title": _("We have the points: we call out"), "fields": CALLED},
    ]
    endings = {
        "claim": (_("Called out, and the points were there"), _("Won by calling out in play, rightly")),
        "claim_failed": (
            _("The other side called out without having the points"),
            _("Won because the other side called out wrongly"),
        ),
        "claim_failed_drawn": (
            _("The claim did not hold, and the two others are level: a draw"),
            _("Drawn: the claim did not hold, and the two others were level"),
        ),
        "napola": (_("All ten coins taken"), _("Won with all ten coins")),
    }
    pad_waits = True
    special_title = _("Most sweeps in a match")
    special_rules = ("SCO-7",)

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns the announcement of sides near the target, and of counting in order (SCO-11, SCO-12)."""
        options, totals = setup["options"], table["totals"]
        target = options["target"]
        if max(totals) >= target:
            words: Words = [[_("Level in the lead: the leader after this deal wins"), {}]]
        else:
            words = [
                [_("{who}: {missing} short of {target}"), _missing(setup, side, target - total, target)]
                for side, total in enumerate(totals)
                if target - total <= SHORT_OF_THE_TARGET
            ]
        if words and options["order"]:
            order = _ORDER_OF_CIRULLA if options["grande"] or options["accusi"] else _ORDER
            words.append([order[options["fourth_point"]], {}])
        return words

    def told(self, setup: Setup, entry: Entry) -> Words:
        if "claim" in entry:
            return _claim(entry["claim"])
        words = _point(entry, "cards", _("cards {shares}")) + _point(entry, "coins", _("coins {shares}"))
        words.append([_("settebello {sign}"), {"sign": SIGNS[entry["settebello"]]}])
        words += _primiera(entry) + _point(entry, "sevens", _("sevens {shares}"))
        if "re_bello" in entry:
            words.append([_("re bello {sign}"), {"sign": SIGNS[entry["re_bello"]]}])
        if entry.get("grande") is not None:
            words.append([_("grande {sign}"), {"sign": SIGNS[entry["grande"]]}])
        some = {name: entry[name] for name in ("napola", "scope") if any(entry.get(name, []))}
        words += each_share(some, (("napola", _("napola {shares}")), ("scope", _("sweeps {shares}"))))
        knocks: Entry = entry.get("accusi", {})
        accusi = {worth: knocks[worth] for worth in knocks if any(knocks[worth])}
        return words + each_share(accusi, (("3", _("accusi of 3 {shares}")), ("10", _("accusi of 10 {shares}"))))

    def claim_of(self, entry: Entry) -> "tuple[str, Entry] | None":
        """Returns the slug and the fields of the claim that stopped this deal, or None."""
        return ("target", dict(entry["claim"])) if "claim" in entry else None

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns the forms offered after a verdict: to add a primiera to a hand, or to record a call as a deal."""
        winner = verdict["effect"]["winner"]
        if slug == "primiera":
            text = [_("Add primiera to hand"), {}]
            return [{"text": text, "side": winner, "fields": {"primiera": NOBODY if winner is None else str(winner)}}]
        claimed = {name: claim[name] for name in claim if name != "type"}
        return [record_claim(setup, {"claim": claimed}, winner)]


def _missing(setup: Setup, side: int, missing: int, target: int) -> "dict[str, Any]":
    return {"who": setup["sides"][side]["name"], "missing": missing, "target": target}


_ORDER = {
    "primiera": _("Counted in order: cards, coins, settebello, primiera, re bello, napola, sweeps"),
    "sevens": _("Counted in order: cards, coins, settebello, sevens, re bello, napola, sweeps"),
}


_ORDER_OF_CIRULLA = {
    "primiera": _("Counted in order: cards, coins, settebello, primiera, re bello, grande, napola, sweeps and accusi"),
    "sevens": _("Counted in order: cards, coins, settebello, sevens, re bello, grande, napola, sweeps and accusi"),
}


def _point(entry: Entry, name: str, message: str) -> Words:
    """Returns a field in words: the count of each side, or the side with the point."""
    if name not in entry:
        return []
    counts = counts_of(entry, name)
    if counts is not None:
        return [[message, {"shares": shares(counts)}]]
    side = entry[name]
    return [[message, {"shares": NO_ONE if side is None else SIGNS[side]}]]


def _primiera(entry: Entry) -> Words:
    best = best_of(entry)
    if best is None:
        return _point(entry, "primiera", _("primiera {shares}"))
    sums = [primiera_of(cards) for cards in best]
    told_sums = " : ".join([NO_ONE if value is None else str(value) for value in sums])
    return [[_("primiera {shares}"), {"shares": told_sums}]]


def _claim(claim: Entry) -> Words:
    """Returns a claim in words: the side that called out, and the cards and points it claimed."""
    words: Words = [[_("called out {sign}"), {"sign": SIGNS[claim["side"]]}]]
    for name, message in _COUNTED:
        if claim.get(name):
            words.append([message, {"count": claim[name]}])
    for kind, message in (("3", _("accusi of 3 {count}")), ("10", _("accusi of 10 {count}"))):
        if claim.get("accusi", {}).get(kind):
            words.append([message, {"count": claim["accusi"][kind]}])
    for name, message in (("settebello", _("settebello")), ("re_bello", _("re bello")), ("grande", _("grande"))):
        if claim.get(name):
            words.append([message, {}])
    if "best" in claim:
        worth = primiera_of(claim["best"])
        words.append([_("primiera {shares}"), {"shares": NO_ONE if worth is None else worth}])
    return words


_COUNTED = (
    ("cards", _("cards {count}")),
    ("coins", _("coins {count}")),
    ("sevens", _("sevens {count}")),
    ("napola", _("napola {count}")),
    ("scope", _("sweeps {count}")),
)


GAME = Scopa()
