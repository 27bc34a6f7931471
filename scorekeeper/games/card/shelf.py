"""The cards of the library as games among others: their names in other languages, and of what kind they are."""

from typing import Any

from ..engine.game import find_game
from .library import TITLES

BIDS, TRICKS, LAID, FEWEST, PLACES, LISTS = "bids", "tricks", "laid", "fewest", "places", "lists"
_OF_A_KIND = {
    BIDS: ("wizard", "oh-hell", "pocha", "skull-king", "differenzler"),
    TRICKS: (
        "hearts", "spades", "euchre", "five-hundred", "pinochle", "rook", "schieber", "tarot", "tichu",
    ),
    LISTS: ("skat-list", "doppelkopf-list", "schafkopf-list", "zero-sum-list", "fixed-sum", "one-scores"),
    LAID: (
        "rummy-500", "gin-rummy", "rummikub", "uno", "phase-10", "five-crowns", "hand-and-foot", "flip-7", "farkle",
        "ligretto", "dutch-blitz", "cribbage",
    ),
    PLACES: ("president", "thirteen", "big-two", "durak"),
    FEWEST: ("skyjo", "golf", "cabo", "yaniv", "6-nimmt", "mexican-train", "schwimmen"),
}  # fmt: skip

# Names in other languages than English, as the cards have them.
_NAMES: "dict[str, dict[str, str]]" = {
    "hearts": {"it": "Cuori"},
    "fixed-sum": {"it": "Punti che fanno somma"},
    "one-scores": {"it": "Segna un solo lato"},
    "farkle": {"fr": "Dix mille"},
    "schieber": {"fr": "Chibre"},
    "tarot": {"fr": "Tarot"},
    "mexican-train": {"es": "Tren mexicano"},
    "president": {"es": "Presidente", "pt": "Presidente"},
}


def shelved() -> "list[dict[str, Any]]":
    """Returns the cards that are offered: `{"variant", "name", "kind"}`, the name perhaps in several languages.

    A card whose game has a folder of its own is not: there the game is played with more than a card can say.
    """
    kinds = {slug: kind for kind, slugs in _OF_A_KIND.items() for slug in slugs}
    cards = []
    for slug, title in TITLES:
        game = slug[:-5] if slug.endswith("-list") else slug
        if find_game(game) is None:
            name = {"en": title}
            name.update(_NAMES.get(slug, {}))
            cards.append({"variant": slug, "name": name, "kind": kinds[slug]})
    return cards
