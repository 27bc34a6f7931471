"""The game of Chinchón, called conga in Uruguay."""

from ..engine.base import Details, Entry, Field, Setup, Words, _, field
from ..engine.elimination import LAST_IN, LAST_IN_DRAWN
from ..engine.entries import CLAIMANT
from ..engine.side_names import SIGNS, signs_of
from ..engine.words import shares
from .claims import CLAIMS
from .fields import CLEAN, OPTIONS, PRESETS, RULES, SHAPES, SUITS, TWO, WAYS, order_of
from .rules import Rules


def _cards(pack: int) -> Field:
    """Returns the claim's field for the cards in hand, in a match with a pack of `pack` cards."""
    ranks = tuple(order_of({"pack": pack}))
    more: Details = {"ranks": ranks, "suits": SUITS, "jokers_when": ["jokers", TWO], "when": ["pack", pack]}
    return field("cards", "cards", _("The seven cards"), "CHI-11", required=True, **more)


class Chinchon(Rules):
    slug = "chinchon"
    title = _("Chinchón")
    blurb = _("Seven cards, ten less, and the last player in wins")
    tint = 2
    rulebook = RULES
    won_rule = "CHI-8"
    presets = PRESETS
    preset_words = {
        "spain": _("40 cards, the ace of coins is the joker. Closing with 3, out at 101."),
        "argentina": _("48 cards and two jokers. Closing with 5, out at 100."),
        "uruguay": _("40 cards, the ace of coins is the joker. Closing with 5, out at 101."),
    }
    presets_at_home = {"es_AR": ("argentina",), "es_UY": ("uruguay",)}
    options = OPTIONS
    every_shape = SHAPES
    ways = WAYS
    lowest_wins = True
    claims = CLAIMS
    claim_fields = [
        {
            "slug": "close",
            "rule": "CHI-3",
            "title": _("I can close with these seven"),
            "fields": [CLAIMANT, _cards(40), _cards(48)],
        },
        {
            "slug": "out",
            "title": _("You are out"),
            "fields": [
                field("side", "side", _("Who is said to be out"), "CHI-8", required=True),
                field("count", "count", _("With these cards left in hand"), "CHI-7", typed=True, min=0),
            ],
        },
    ]
    endings = {
        "last_in": LAST_IN,
        "last_in_drawn": LAST_IN_DRAWN,
        "chinchon": (_("Chinchón: all seven cards in a run"), _("Won by a chinchón")),
    }
    digits = 3
    special_title = _("Most chinchóns in a match")
    special_rules = ("CHI-5",)

    def told(self, setup: Setup, entry: Entry) -> Words:
        """Returns the entry of a hand in words: the closer, the way of closing, and the points left in each hand."""
        words: Words = [[_("closed {sign}"), {"sign": SIGNS[entry["closed"]]}]]
        if entry.get("chinchon"):
            words.append([_("chinchón") if entry["chinchon"] == CLEAN else _("chinchón with a joker"), {}])
        if "counts" in entry:
            words.append([_("cards {shares}"), {"shares": shares(entry["counts"])}])
        if entry.get("reenter"):
            words.append([_("back in {signs}"), {"signs": signs_of(entry["reenter"])}])
        return words


GAME = Chinchon()
