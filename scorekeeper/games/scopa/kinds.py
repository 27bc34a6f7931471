"""Kinds of fields of Scopa alone: the best card of each suit, and cards that each side shows."""

from typing import Any

from ..engine.base import Checks, Field, Kind, Setup, _
from ..engine.cards import cards_typed
from ..engine.entries import BLANK, NOBODY, side
from ..engine.field_checks import check_count_or_side

BEST_CARDS = ("7", "6", "A", "5", "4", "3", "2", "F")  # by primiera value, high to low; F is any figure
SUITS_OF_BEST = (_("coins"), _("cups"), _("swords"), _("batons"))


class Best(Kind):
    """The best card of each suit, None for a suit without one."""

    name = "best"
    cards, suits = [[card, card] for card in BEST_CARDS], SUITS_OF_BEST

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        cards = [form.get(path + "." + str(suit), "") for suit in range(len(SUITS_OF_BEST))]
        return [None if card == NOBODY else card or None for card in cards] if any(cards) else BLANK

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        return {"type": "array", "items": {"enum": list(BEST_CARDS) + [None]}, "minItems": 4, "maxItems": 4}

    def check(self, checks: Checks, setup: Setup, field: Field) -> None:
        self.check_cards(checks, field, field["name"], checks.mapping[field["name"]])

    def check_cards(self, checks: Checks, field: Field, path: str, cards: Any) -> None:
        """Refuses anything but a card or None for each suit."""
        is_list = isinstance(cards, list) and len(cards) == len(SUITS_OF_BEST)
        if not is_list or not all(card is None or card in BEST_CARDS for card in cards):
            text = _("This must be the best card of each of the four suits, or null")
            checks.refuse(path, field["rule"], text)


class BestOrSide(Best):
    """The side with the best cards (or None), or each side's best cards: `{"best": [cards of a side, …]}`."""

    name = "best_or_side"

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        rows = [Best.read(self, field, form, path + ".best." + str(at), sides) for at in range(sides)]
        if all(row is BLANK for row in rows):
            return side(field, form, path, sides)
        return {"best": [[None] * len(SUITS_OF_BEST) if row is BLANK else row for row in rows]}

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        best = {"type": "array", "items": Best.schema(self, field, sides), "maxItems": sides}
        rows = {"type": "object", "required": ["best"], "properties": {"best": best}, "additionalProperties": False}
        return {"anyOf": [rows, {"type": ["integer", "array", "null"]}]}

    def check(self, checks: Checks, setup: Setup, field: Field) -> None:
        value, sides = checks.mapping[field["name"]], len(setup["sides"])
        if not isinstance(value, dict):
            check_count_or_side(checks, setup, field)
            return
        inner = Checks(value, checks.path + field["name"] + ".", checks.problems)
        inner.only(("best",))
        if not inner.required("best", field["rule"]):
            return
        rows = value["best"]
        if not isinstance(rows, list) or len(rows) != sides:
            inner.refuse("best", field["rule"], _("This must be one list for each of the {sides} sides"), sides=sides)
            return
        for at, cards in enumerate(rows):
            self.check_cards(inner, field, "best." + str(at), cards)


class CardsOfSides(Kind):
    """A list of cards for each side."""

    name = "cards_of_sides"

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        return [cards_typed(form.get(path + "." + str(at), "")) for at in range(sides)]

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        return {"type": "array", "items": {"type": "array", "items": {"type": "string"}}, "maxItems": sides}

    def cards_in(self, setup: Setup, field: Field, texts: "dict[str, str]") -> "list[tuple[str, str]]":
        return [(setup["sides"][int(path.split(".")[1])]["name"], texts[path]) for path in sorted(texts)]
