"""A game on a card: a small document says how it is counted, for games that have no folder of their own."""

from typing import Any, Callable

from ..engine.base import Setup, _
from ..engine.declared import Option
from .fields import ALL_SHAPES, LINES, OPTIONS, PRESETS, RULES, TITLE, WAYS
from .rules import Rules


class CardGame(Rules):
    slug = "card"
    title = TITLE
    blurb = _("Any game that somebody has described on a card")
    rulebook = RULES
    won_rule = "CAR-24"
    presets = PRESETS
    options = OPTIONS
    every_shape = ALL_SHAPES
    ways = WAYS
    digits = 3

    def __init__(self) -> None:
        super().__init__()
        self.rules += LINES


GAME = CardGame()
