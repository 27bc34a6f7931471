"""The game of Buraco."""

from typing import Any

from ..engine.base import Entry, Setup, Table, Words, _, but, field
from ..engine.cards import RANKS
from ..engine.entries import CLAIMANT, melds_laid_down
from ..engine.side_names import SIGNS
from ..engine.words import HANDS_PLAYED, shares
from .claims import CLAIMS
from .entry import CARDS_OF_A_POT, CLASSES, FLAT, PACK_POINTS, STEP, points_of
from .fields import OPTIONS, POT_FIELDS, PRESETS, RULES, RUN_FIELDS, SHAPES, WAYS
from .melds import CLEAN
from .rules import Rules
from .three import CARDS_OF_THE_LONE_POT, PARTS, is_for_three

MOST_RUNS = 15  # clean ones of seven cards: more than the 14 that the 104 natural cards of two packs hold

_MELDS_SHOWN = 6


class Buraco(Rules):
    slug = "buraco"
    title = _("Buraco")
    blurb = _("Melds, runs and pots")
    tint = 4
    rulebook = RULES
    won_rule = "BUR-15"
    presets = PRESETS
    preset_words = {
        "us": _("To 2,000 points, with jokers. The first meld needs 50, from 1,500 on 75."),
        "classic": _("Without jokers; otherwise as in the United States."),
        "three-teams": _("Three pairs and three packs, to 2,000 points."),
        "two-by-three": _("Two teams of three and three packs, to 2,000 points."),
        "timed": _("For an agreed time: when you stop, most points win."),
        "burraco": _("To 2,005 points. No first meld, semi-clean runs for 150, any run lets you go out."),
        "burraco-fitab": _("To 2,005 points, and more for thirteen in a row or eight of a rank."),
        "burraco-3": _(
            "To 1,505 points. Up to 1,000 the player who takes the first pot plays alone against the two others."
        ),
        "aberto": _("To 3,000 points. No groups; 500 for all thirteen ranks, 1,000 from ace to ace."),
        "fechado": _("To 3,000 points. Groups of any rank, and any run lets you go out."),
        "stbl": _("To 3,000 points. No groups, and only a clean run lets you go out."),
    }
    presets_at_home = {
        "it": ("burraco", "burraco-fitab", "burraco-3"),
        "pt_BR": ("aberto", "fechado", "stbl"),
        "pt_PT": ("aberto", "fechado", "stbl"),
    }
    tournament_preset = "burraco"
    options = OPTIONS
    every_shape = SHAPES
    clockwise = True
    ways = WAYS
    point_step = STEP
    most_a_hand = {"burraco": 2 * PACK_POINTS + MOST_RUNS * CLEAN + FLAT}
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "meld",
            "rule": "BUR-16",
            "title": _("This is a meld"),
            "fields": [
                field("cards", "cards", _("Cards of the meld"), "BUR-16", required=True, ranks=RANKS, jokers="jokers")
            ],
        },
        {
            "slug": "first_meld",
            "rule": "BUR-13",
            "title": _("We may open with this"),
            "fields": [
                CLAIMANT,
                melds_laid_down("BUR-13", _MELDS_SHOWN, "jokers"),
                field("failed_melds", "count", _("Failed attempts before, in this hand"), "BUR-14", min=0, max=None),
            ],
        },
        {
            "slug": "go_out",
            "rule": "BUR-9",
            "title": _("We may go out"),
            "fields": [CLAIMANT]
            + [but(declared, refused_by="BUR-9") for declared in POT_FIELDS]
            + [but(declared, refused_by="BUR-9", unplayed_rule=str(declared["rule"])) for declared in RUN_FIELDS]
            + [
                field(
                    "hand",
                    "count",
                    _("Cards left in the player’s hand"),
                    "BUR-9",
                    min=0,
                    max=None,
                    required=True,
                    classes=CLASSES,
                    refused_by="BUR-6",
                    inner_rule="BUR-1",
                )
            ],
        },
    ]
    endings = HANDS_PLAYED
    digits = 4
    special_title = _("Most runs in a match")
    special_rules = ("BUR-3", "BUR-4", "BUR-5", "BUR-28")

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns the next hand's pots in words (BUR-32, BUR-34); empty unless three play."""
        if "pots" not in next_hand:
            return []
        if next_hand["pots"] == [CARDS_OF_THE_LONE_POT, CARDS_OF_A_POT]:
            pots = {"lone": CARDS_OF_THE_LONE_POT, "other": CARDS_OF_A_POT}
            return [[_("Pots of {lone} and {other} cards: the first to take the {lone} plays alone"), pots]]
        return [[_("Three pots of {cards} cards: everybody plays for himself"), {"cards": CARDS_OF_A_POT}]]

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a hand in words; in a lone hand the lone player's part is before the pair's."""
        signs = [SIGNS[side] for side in range(len(setup["sides"]))]
        words: Words = []
        parts = entry.get("sides")
        if parts is None:
            lone = signs.pop(entry["lone"])
            words.append([_("alone {sign}"), {"sign": lone}])
            parts, signs = [entry[name] for name in PARTS], [lone, "".join(signs)]
        words += _counted(setup, parts)
        for sign, part in zip(signs, parts):
            words += _pot(sign, part)
        words += _if_any(parts, (("failed_melds", _("failed melds {shares}")),))
        words += [[_("cut {sign}"), {"sign": sign}] for sign, part in zip(signs, parts) if part.get("cut_bonus")]
        if entry.get("went_out") is not None:
            words.append([_("out {sign}"), {"sign": SIGNS[entry["went_out"]]}])
        return words

    def follow_ups(self, setup: Setup, slug: str, claim: Entry, verdict: Any) -> "list[dict[str, Any]]":
        """Returns prefilled forms of a hand: the meld for each side, or the claimant's first or failed meld.

        Empty with three players, because a claim does not contain whether its side plays alone.
        """
        if is_for_three(setup):
            return []
        if slug == "meld" and verdict["upheld"]:
            return [_meld(setup, side, verdict["effect"]) for side in range(len(setup["sides"]))]
        if slug == "first_meld":
            return [_first_meld(setup, claim["side"], verdict)]
        return []


_RUNS_TOLD = (
    ("clean", _("clean {shares}")),
    ("semi_clean", _("semi-clean {shares}")),
    ("dirty", _("dirty {shares}")),
    ("thirteen", _("thirteen {shares}")),
    ("thirteen_dirty", _("thirteen with a wild card {shares}")),
    ("fourteen", _("ace to ace {shares}")),
    ("eight", _("group of eight {shares}")),
    ("eight_dirty", _("group of eight with a wild card {shares}")),
)


def _counted(setup: Setup, parts: "list[Entry]") -> Words:
    """Returns in words the points of melds, the runs, and the points left in hand, for all parts."""
    options = setup["options"]
    words: Words = [[_("melds {shares}"), {"shares": shares([points_of(options, part["melds"]) for part in parts])}]]
    words += _if_any(parts, _RUNS_TOLD)
    words.append([_("hand {shares}"), {"shares": shares([points_of(options, part["hand"]) for part in parts])}])
    return words


def _if_any(parts: "list[Entry]", messages: "tuple[tuple[str, str], ...]") -> Words:
    """Returns the message of each field that is not 0 in all parts, with the parts' counts."""
    words: Words = []
    for name, message in messages:
        counts = [part.get(name) or 0 for part in parts]
        if any(counts):
            words.append([message, {"shares": shares(counts)}])
    return words


def _pot(sign: str, part: Entry) -> Words:
    if part["pot"] == "played":
        return []
    if part["pot"] == "none":
        return [[_("no pot {sign}"), {"sign": sign}]]
    if part["pot"] == "stock":
        return [[_("pot to the stock {sign}"), {"sign": sign}]]
    if part.get("pot_cards") is None:
        return [[_("pot unplayed {sign}"), {"sign": sign}]]
    return [[_("pot unplayed {sign} {worth}"), {"sign": sign, "worth": part["pot_cards"]}]]


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
        text = [_("Add these melds to the hand of {who}"), who]
        return {"text": text, "side": side, "fields": {path + "melds": str(verdict["effect"]["points"])}}
    text = [_("Note the failed attempt of {who}"), who]
    return {"text": text, "side": side, "fields": {path + "failed_melds": "1"}}


GAME = Buraco()
