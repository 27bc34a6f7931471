"""Brazilian Truco."""

from typing import Any

from ..engine.base import Details, Entry, Field, Setup, Table, Words, _, but, field
from ..engine.entries import CLAIMANT
from ..engine.final_result import one_at_target
from ..engine.side_names import SIGNS
from .claims import CLAIMS, RANKS
from .fields import OPTIONS, PLAYERS, PRESETS, RULES, SHAPES, WAYS
from .rules import Rules

TIE = "="


def _cards_played(players: int) -> Field:
    """Returns the field for the cards of a trick, one of each player (TRU-17)."""
    label = _("Cards as they were played")
    details: Details = {"ranks": RANKS, "most": players, "backs": True, "players": players}
    return field("cards", "trick", label, "TRU-1", required=True, **details)


_VIRA = field(
    "vira",
    "card",
    _("Turned-up card"),
    "TRU-1",
    when=["manilhas", "vira"],
    unplayed=_("The manilhas are fixed in this match, no card is turned up"),
    required=True,
    ranks=RANKS,
)
_FULL = next(way["fields"] for way in WAYS if way["slug"] == "full")


class Truco(Rules):
    slug = "truco"
    title = _("Brazilian Truco")
    blurb = _("Three cards, and a stake that climbs to twelve")
    tint = 2
    rulebook = RULES
    won_rule = "TRU-16"
    presets = PRESETS
    preset_words = {
        "brazilian": _(
            "To 12 points, with fixed manilhas. At eleven the hand is played for 3, and nobody may give up."
        ),
        "paulista": _(
            "To 12 points, manilhas by the card turned up. Truco raises the whole hand; eleven may be given up."
        ),
        "mineiro": _("Stakes 2, 4, 6, 10, 12. At ten the hand is worth 4, and that side may give up."),
    }
    presets_at_home = {"pt_BR": ("paulista", "mineiro")}
    options = OPTIONS
    every_shape = SHAPES
    usual_players = PLAYERS
    ways = WAYS
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "trick",
            "title": _("We won this trick"),
            "goes_to": _("The trick goes to {who}."),
            "rule": "TRU-1",
            "fields": [but(CLAIMANT, required=False), _VIRA]
            + [_cards_played(sides * players) for sides, players in SHAPES],
        },
        {"slug": "hand", "title": _("We won this hand"), "rule": "TRU-2", "fields": [CLAIMANT] + _FULL},
    ]
    endings = {
        "iron_hand": (_("Won in the iron hand"), _("Won by the iron hand")),
    }
    call_words = {3: "Truco!", 4: "Truco!", 6: "Seis!", 9: "Nove!", 10: "Dez!", 12: "Doze!"}
    tally = 15
    capped = True

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns the name of a special hand (TRU-13, TRU-15); empty for other hands."""
        if next_hand["special"] == "iron_hand":
            return [[_("Iron hand, no truco"), {}]]
        if next_hand["special"] == "eleven":
            return [[_("Hand of {point}, no truco"), {"point": setup["options"]["match_point"]}]]
        return []

    def told(self, setup: Setup, entry: Entry) -> Words:
        if entry.get("fold"):
            return [[_("gave up the hand"), {}]]
        if "tricks" not in entry and "truco" not in entry:
            if entry["winner"] is None:
                return [[_("drawn"), {}]]
            return [[_("{stake} for {sign}"), {"stake": entry["stake"], "sign": SIGNS[entry["winner"]]}]]
        words: Words = []
        if entry.get("tricks"):
            won = [TIE if side is None else SIGNS[side] for side in entry["tricks"]]
            words.append([_("tricks {signs}"), {"signs": " ".join(won)}])
        if entry.get("truco"):
            words += _calls(setup["options"]["stakes"], entry["truco"])
        return words

    def final_problem(self, options: "dict[str, Any]", totals: "list[int]") -> "str | None":
        return one_at_target(options, totals)


def _calls(stakes: "list[int]", truco: Entry) -> Words:
    """Returns in words the side that called truco, the trick, and the answer to the last proposal."""
    answer = _("{stake} accepted") if truco["answer"] == "accept" else _("ran from {stake}")
    words: Words = [
        [_("truco {sign} in trick {trick}"), {"sign": SIGNS[truco["side"]], "trick": truco["trick"]}],
        [answer, {"stake": stakes[truco["proposals"]]}],
    ]
    if truco.get("tied_card_before_call"):
        words.append([_("tied card before the call"), {}])
    return words


GAME = Truco()
