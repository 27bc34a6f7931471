"""The melds that Buraco's page shows, judged while the page is made."""

from typing import Any

from scorekeeper.games import buraco
from scorekeeper.games.engine import match
from scorekeeper.games.rulebook.examples import FORMAT
from scorekeeper.games.rulebook.worked import TWO_SIDES, with_signs
from scorekeeper.i18n import say

# Preset and cards of the melds that Buraco's page judges.
MELDS: list[tuple[str, str]] = [
    ("us", "AS 2S 3S 4S 5S 6S 7S"),
    ("us", "2H 3H 4H 5H 6H 7H 8H"),
    ("us", "AS 2S 3S 4S 5S 6S 2D"),
    ("us", "AS 2S 2S 4S 5S 6S 7S"),
    ("us", "2C 3C 4C 5C 6C 7C 2C"),
    ("us", "AS 3S 4S 5S 6S 7S 8S 2H"),
    ("us", "5D 6D JOKER 8D 9D 10D JD"),
    ("us", "5D 6D JOKER 8D 2S 10D JD"),
    ("us", "AS 2S 3S JOKER 5S 6S 7S"),
    ("us", "3H 4H 5H 6H 7H 8H 9H JOKER"),
    ("burraco", "3H 4H 5H 6H 7H 8H 9H JOKER"),
    ("us", "9S 9H 9D"),
    ("us", "QS QH 2C"),
    ("us", "QS KS AS 2S 3S"),
    ("us", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"),
]

# A meld is judged by the game's first preset unless another one is named.
PRESET_TITLES = {preset["slug"]: preset["title"] for preset in buraco.GAME.presets[1:]}


def judged_melds() -> list[dict[str, Any]]:
    """The melds of MELDS with the engine's verdicts; the line about what the cards are worth is left out."""
    return [_judged(variant, cards.split()) for variant, cards in MELDS]


def _judged(variant: str, cards: list[str]) -> dict[str, Any]:
    document = {"format": FORMAT, "game": "buraco", "variant": variant, "sides": TWO_SIDES, "hands": []}
    verdict = match.claim(document, {"type": "meld", "cards": cards}, say)
    reasons = [reason for reason in verdict["reasons"] if reason["rule"] != "BUR-1"]
    return {
        "cards": with_signs(cards),
        "preset": PRESET_TITLES.get(variant),
        "effect": verdict["effect"],
        "reasons": reasons,
    }
