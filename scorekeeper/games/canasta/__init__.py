"""The game of Canasta, with Samba."""

from typing import Any

from ..engine.base import Entry, Setup, Table, Words, _
from ..engine.side_names import SIGNS
from ..engine.words import shares
from .claims import CLAIMS
from .fields import CLAIM_FIELDS, OPTIONS, PRESETS, RULES, STEP, WAYS
from .melds import canasta_of, points_of
from .rules import Rules

_COUNTED = (
    ("natural", _("natural {shares}")),
    ("mixed", _("mixed {shares}")),
    ("samba", _("sambas {shares}")),
    ("wild", _("wild {shares}")),
    ("red_threes", _("red threes {shares}")),
)


class Canasta(Rules):
    slug = "canasta"
    title = _("Canasta")
    blurb = _("Seven of a rank make a canasta, to five thousand")
    tint = 1
    rulebook = RULES
    won_rule = "CAN-17"
    presets = PRESETS
    preset_words = {
        "classic": _("Two pairs, two packs, to 5,000 points. One canasta lets you go out."),
        "two-handed": _("Each alone with fifteen cards; it takes two canastas to go out."),
        "three-handed": _("Each for himself with thirteen cards, to 5,000 points."),
        "samba": _("Three packs and sequences of a suit, to 10,000 points. Two canastas to go out, 1,500 for a samba."),
    }
    options = OPTIONS
    clockwise = True
    ways = WAYS
    point_step = STEP
    claims = CLAIMS
    claim_fields = CLAIM_FIELDS
    digits = 5

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns the points that first melds need in words, by side if they differ; empty if none (CAN-14)."""
        due = next_hand["first_meld"]
        if not any(due):
            return []
        if min(due) == max(due):
            return [[_("First meld: {points}"), {"points": due[0]}]]
        by_side = [SIGNS[side] + " " + str(points) for side, points in enumerate(due)]
        return [[_("First meld: {points}"), {"points": ", ".join(by_side)}]]

    def told(self, setup: Setup, entry: Entry) -> Words:
        sides = entry["sides"]
        if "base" in sides[0]:
            return [
                [_("base {shares}"), {"shares": _signed_shares([side["base"] for side in sides])}],
                [_("count {shares}"), {"shares": _signed_shares([side["count"] for side in sides])}],
            ]
        words: Words = [[_("melds {shares}"), {"shares": shares([points_of(side["melds"]) for side in sides])}]]
        for name, message in _COUNTED:
            counts = [side.get(name, 0) for side in sides]
            if any(counts):
                words.append([message, {"shares": shares(counts)}])
        words.append([_("hand {shares}"), {"shares": shares([points_of(side["hand"]) for side in sides])}])
        went_out = entry.get("went_out")
        if went_out is not None:
            message = _("out concealed {sign}") if entry.get("concealed") else _("out {sign}")
            words.append([message, {"sign": SIGNS[went_out]}])
        return words

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns prefilled forms that add an upheld claim (canasta, first meld, going out) to a hand."""
        if slug == "canasta" and verdict["upheld"]:
            return [_canasta(setup, side, verdict["effect"]) for side in range(len(setup["sides"]))]
        if slug == "first_meld" and verdict["upheld"]:
            return [_first_meld(setup, claim, verdict["effect"])]
        if slug == "go_out" and verdict["upheld"]:
            text = [_("{who} went out: add to hand"), {"who": setup["sides"][claim["side"]]["name"]}]
            return [{"text": text, "side": claim["side"], "fields": {"went_out": str(claim["side"])}}]
        return []


def _signed_shares(values: "list[int]") -> str:
    """Returns the numbers with slashes between them, because a dash would look like a minus sign."""
    return " / ".join([str(value).replace("-", "−") for value in values])


def _canasta(setup: Setup, side: int, effect: "dict[str, Any]") -> "dict[str, Any]":
    path = "add.sides." + str(side) + "."
    text = [_("{points} for {who}"), {"points": effect["points"], "who": setup["sides"][side]["name"]}]
    return {"text": text, "side": side, "fields": {path + "melds": str(effect["points"]), path + effect["kind"]: "1"}}


def _first_meld(setup: Setup, claim: Entry, effect: "dict[str, Any]") -> "dict[str, Any]":
    side = claim["side"]
    path = "add.sides." + str(side) + "."
    fields = {path + "melds": str(effect["points"])}
    kinds = [canasta_of(cards, setup["options"]) for cards in claim["melds"]]
    for kind in kinds:
        if kind is not None:
            fields[path + kind] = str(kinds.count(kind))
    text = [_("Add these melds to the hand of {who}"), {"who": setup["sides"][side]["name"]}]
    return {"text": text, "side": side, "fields": fields}


GAME = Canasta()
