"""Buraco in words: presets, hands, and claims as they are asked."""

from typing import Any

from ..engine.base import Entry, Setup, Words, _, field
from ..engine.cards import RANKS
from ..engine.claim_fields import CLAIMANT
from ..engine.summary import SIGNS, shares
from .entry import POTS, points_of

BLURB = _("Melds, runs and pots, to two thousand points")
PRESET_WORDS = {
    "us": _("To 2,000 points, with jokers. The first meld needs 50, from 1,500 on 75."),
    "classic": _("Without jokers; otherwise as in the United States."),
    "three-teams": _("Three pairs and three packs, to 2,000 points."),
    "two-by-three": _("Two teams of three and three packs, to 2,000 points."),
    "timed": _("For an agreed time: when you stop, most points win."),
    "burraco": _("To 2,005 points. No first meld, semi-clean runs for 150, any run lets you go out."),
}

_MELDS_SHOWN = 6
CLAIM_FIELDS: list[dict[str, Any]] = [
    {
        "slug": "meld",
        "title": _("This is a meld"),
        "fields": [
            field("cards", "cards", _("Cards of the meld"), "BUR-16", required=True, ranks=RANKS, jokers="jokers")
        ],
    },
    {
        "slug": "first_meld",
        "title": _("We may open with this"),
        "fields": [
            CLAIMANT,
            field(
                "melds",
                "melds",
                _("Melds laid down"),
                "BUR-13",
                required=True,
                ranks=RANKS,
                most=_MELDS_SHOWN,
                jokers="jokers",
            ),
            field("failed_melds", "count", _("Failed attempts before, in this hand"), "BUR-14", min=0, max=None),
        ],
    },
    {
        "slug": "go_out",
        "title": _("We may go out"),
        "fields": [
            CLAIMANT,
            field("pot", "choice", _("Pot"), "BUR-7", choices=POTS, required=True),
            field("clean", "count", _("Clean runs"), "BUR-3", min=0, max=None),
            field("semi_clean", "count", _("Semi-clean runs"), "BUR-5", min=0, max=None, option="semi_clean"),
            field("dirty", "count", _("Dirty runs"), "BUR-4", min=0, max=None),
            field("hand", "count", _("Cards left in the player's hand"), "BUR-9", min=0, max=None, required=True),
        ],
    },
]


def told(setup: Setup, entry: Entry) -> Words:
    """What was entered for a hand."""
    sides, options = entry["sides"], setup["options"]
    words: Words = [[_("melds {shares}"), {"shares": shares([points_of(options, side["melds"]) for side in sides])}]]
    words += _if_any(sides, (("clean", _("clean {shares}")), ("semi_clean", _("semi-clean {shares}"))))
    words += _if_any(sides, (("dirty", _("dirty {shares}")),))
    words.append([_("hand {shares}"), {"shares": shares([points_of(options, side["hand"]) for side in sides])}])
    for index, side in enumerate(sides):
        words += _pot(SIGNS[index], side)
    words += _if_any(sides, (("failed_melds", _("failed melds {shares}")),))
    words += [[_("cut {sign}"), {"sign": SIGNS[index]}] for index, side in enumerate(sides) if side.get("cut_bonus")]
    if entry.get("went_out") is not None:
        words.append([_("out {sign}"), {"sign": SIGNS[entry["went_out"]]}])
    return words


def _if_any(sides: "list[Entry]", messages: "tuple[tuple[str, str], ...]") -> Words:
    """The counts that are not nought for every side."""
    words: Words = []
    for name, message in messages:
        counts = [side.get(name) or 0 for side in sides]
        if any(counts):
            words.append([message, {"shares": shares(counts)}])
    return words


def _pot(sign: str, side: Entry) -> Words:
    if side["pot"] == "none":
        return [[_("no pot {sign}"), {"sign": sign}]]
    if side["pot"] == "played":
        return []
    if side.get("pot_cards") is None:
        return [[_("pot unplayed {sign}"), {"sign": sign}]]
    return [[_("pot unplayed {sign} {worth}"), {"sign": sign, "worth": side["pot_cards"]}]]


def follow_ups(setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
    """A meld's points and runs go into the hand of either side, a first meld or its failure into the claimant's."""
    if slug == "meld" and verdict["upheld"]:
        return [_meld(setup, side, verdict["effect"]) for side in range(len(setup["sides"]))]
    if slug == "first_meld":
        return [_first_meld(setup, claim["side"], verdict)]
    return []


def _meld(setup: Setup, side: int, effect: "dict[str, Any]") -> "dict[str, Any]":
    path = "add.sides." + str(side) + "."
    fields = {path + "melds": str(effect["points"])}
    if effect["run"]:
        fields[path + effect["run"]] = "1"
    text = [_("{points} for {who}"), {"points": effect["points"], "who": setup["sides"][side]["name"]}]
    return {"text": text, "side": side, "fields": fields}


def _first_meld(setup: Setup, side: int, verdict: Any) -> "dict[str, Any]":
    path = "add.sides." + str(side) + "."
    who = {"who": setup["sides"][side]["name"]}
    if verdict["upheld"]:
        text = [_("Put the points of these melds into the hand of {who}"), who]
        return {"text": text, "side": side, "fields": {path + "melds": str(verdict["effect"]["points"])}}
    text = [_("Note the failed attempt of {who}"), who]
    return {"text": text, "side": side, "fields": {path + "failed_melds": "1"}}
