"""Rules in short and demonstration of games on cards, and the library's texts, which only the server uses."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.i18n import _, say

from ..engine.base import Setup
from ..engine.figures import figure
from ..engine.side_names import in_language
from ..paper import CribLine
from ..rulebook import GAME_SECTION, RULES
from .library import SLUGS, card_named
from .reading import card_of
from .words import LABELLED, setting_text

DEMO_OPTIONS: dict[str, Any] = {"card": card_named("6-nimmt")}
DEMO_WEIGHT = 1
SECTIONS = (GAME_SECTION, ("variants", _("Games on cards")), RULES)


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the labels of the card's lines and checks, and how the match ends."""
    card, options = card_of(setup["options"]), setup["options"]
    lines = [CribLine("CAR-24", _("The lowest total wins") if card.lowest else _("The highest total wins"))]
    if options["target"]:
        lines.append(CribLine("CAR-24", _("Target"), figure(options["target"])))
    if options["hands"]:
        lines.append(CribLine("CAR-24", _("Hands"), figure(options["hands"])))
    settings = options["settings"]
    lines += [CribLine("CAR-6", _(each.label), setting_text(each, settings, say)) for each in card.settings]
    lines += [CribLine(line.rule, _(line.label)) for line in card.lines]
    return lines + [CribLine(check.rule, _(check.label)) for check in card.checks]


def texts_of_library() -> set[str]:
    """Returns the English texts of the library's cards that have words to translate."""
    texts = {text for slug in SLUGS for text in _texts_of(card_named(slug))}
    return {text for text in texts if any(letter.isalpha() for letter in text)}


def _texts_of(card: dict[str, Any]) -> Iterator[str]:
    yield in_language(card["name"], "en")
    yield in_language(card["about"], "en")
    labelled = [each for name in LABELLED for each in card.get(name, [])]
    for part in labelled + [choice for each in labelled for choice in each.get("choices", [])]:
        if "label" in part:
            yield in_language(part["label"], "en")
