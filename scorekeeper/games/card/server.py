"""Rules in short and demonstration of games on cards, which only the server uses."""

from typing import Any

from scorekeeper.i18n import _

from ..engine.base import Setup
from ..engine.figures import figure
from ..paper import CribLine
from ..rulebook import GAME_SECTION, RULES
from .library import card_named
from .reading import Setting, card_of

DEMO_OPTIONS: dict[str, Any] = {"card": card_named("6-nimmt")}
DEMO_WEIGHT = 1
SECTIONS = (("variants", _("Games on cards")), GAME_SECTION, RULES)


def rules_in_short(setup: Setup) -> list[CribLine]:
    """Returns the labels of the card's lines and checks, and how the match ends."""
    card, options = card_of(setup["options"]), setup["options"]
    lines = [CribLine("CAR-24", _("The lowest total wins") if card.lowest else _("The highest total wins"))]
    if options["target"]:
        lines.append(CribLine("CAR-24", _("Target"), figure(options["target"])))
    if options["hands"]:
        lines.append(CribLine("CAR-24", _("Hands"), figure(options["hands"])))
    lines += [CribLine("CAR-6", _(setting.label), _agreed(options, setting)) for setting in card.settings]
    lines += [CribLine(line.rule, _(line.label)) for line in card.lines]
    return lines + [CribLine(check.rule, _(check.label)) for check in card.checks]


def _agreed(options: dict[str, Any], setting: Setting) -> str:
    """Returns the value of a setting as text."""
    value = options["settings"][setting.name]
    if setting.kind == "flag":
        return _("yes") if value else _("no")
    if setting.kind == "choice":
        return next(_(choice.label) for choice in setting.choices if choice.name == value)
    return figure(value)
