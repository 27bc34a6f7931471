"""A game on a card: a small document says how it is counted, for games that have no folder of their own."""

from typing import Any, Callable

from ..engine.base import Entry, Setup, Table, Words, _
from ..engine.elimination import LAST_IN_DRAWN
from ..engine.figures import figure
from ..engine.words import BEST_AFTER_HANDS, EQUAL_AFTER_HANDS, WINS_WITH, shares
from . import asking, bidding, foreseeing
from .claims import judge_possible
from .fields import ALL_SHAPES, CLAIM_FIELDS, LINES, OPTIONS, PRESETS, RULES, TITLE, WAYS
from .library import SLUGS, card_named
from .reading import card_of
from .rules import Rules, readable
from .shelf import shelved
from .words import said


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
    claims = {"possible": judge_possible}
    claim_fields = CLAIM_FIELDS
    endings = {
        "condition": WINS_WITH,
        "condition_drawn": _("Over, with equal totals: a draw"),
        "hands_played": BEST_AFTER_HANDS,
        "hands_played_drawn": EQUAL_AFTER_HANDS,
        "last_in": (_("Won by the last side in"), _("Won as the last side in")),
        "last_in_drawn": LAST_IN_DRAWN,
        "target_drawn": _("The target is reached, with equal totals: a draw"),
    }
    digits = 3
    rules_in_match = True

    def __init__(self) -> None:
        super().__init__()
        self.rules = LINES + self.rules  # a sheet begins with the lines of the card

    @property
    def shelf(self) -> "list[dict[str, Any]]":  # type: ignore[override]
        return shelved()

    def ending_rule(self, last: str) -> str:
        return self.won_rule if last in LINES else last

    def title_of(self, options: "dict[str, Any]", say: "Callable[[str, dict[str, Any]], str]") -> str:
        """Returns the name of the game on the card."""
        card = readable(options)
        return say(self.title, {}) if card is None else say("{label}", {"label": card.name})

    def agreed(
        self, setup: Setup, say: "Callable[[str, dict[str, Any]], str]"
    ) -> "list[tuple[str, str, dict[str, Any]]]":
        """Returns what the card says."""
        sentences = said(card_of(setup["options"]), say, setup["options"]["settings"])
        return [("", "{name}", {"name": sentence}) for sentence in sentences]

    def called(self, variant: "str | None", say: "Callable[[str, dict[str, Any]], str]") -> str:
        return say("{label}", {"label": card_named(variant)["name"]}) if variant in SLUGS else say(self.title, {})

    def bids(self, setup: Setup, table: Table, typed: "dict[str, str]") -> "dict[str, Any] | None":
        return bidding.bids(setup, table, typed)

    def asked(self, setup: Setup, table: Table, entry: Entry) -> "dict[str, Any]":
        return asking.asked(setup, table, entry)

    def foreseen(self, setup: Setup, table: Table, entry: Entry) -> "list[int | None]":
        return foreseeing.foreseen(setup, table, entry)

    def announced(self, setup: Setup, table: Table, next_hand: "dict[str, Any]") -> Words:
        """Returns in words the early values that have a label, the counters of the table, and who is out."""
        card = card_of(setup["options"])
        shown: list[Any] = [value for value in card.values if not value.late and value.label]
        words: Words = []
        for each in shown + [counter for counter in card.counters if not counter.per_side]:
            known = next_hand[each.name]
            value = shares(known) if each.per_side else figure(known)
            words.append(["{label}: {value}", {"label": each.label, "value": value}])
        out = [setup["sides"][side]["name"] for side in next_hand.get("out", [])]
        return words + [[_("{who} is out"), {"who": who}] for who in out]

    def counted(self, setup: Setup, next_hand: "dict[str, Any]", side: int) -> Words:
        """Returns the counters that each side has."""
        counters = [counter for counter in card_of(setup["options"]).counters if counter.per_side]
        numbers = [next_hand[counter.name][side] if counter.name in next_hand else None for counter in counters]
        return [
            ["{label} {value}", {"label": counter.label, "value": figure(number)}]
            for counter, number in zip(counters, numbers)
            if number is not None
        ]

    def squares_counted(self, setup: Setup, next_hand: "dict[str, Any]", side: int) -> "list[int] | None":
        """Returns the number of the first counter of each side that begins again, and after how many."""
        for counter in card_of(setup["options"]).counters:
            if counter.per_side and counter.squares is not None and counter.name in next_hand:
                return [next_hand[counter.name][side], counter.squares]
        return None


GAME = CardGame()
