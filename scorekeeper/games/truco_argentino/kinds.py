"""Kinds of fields of Truco argentino alone: calls in their order, points or a part in full, cards that players show."""

from typing import Any

from ..engine.base import Checks, Field, Kind, Setup, _
from ..engine.cards import cards_typed
from ..engine.checks import whole
from ..engine.entries import BLANK, group, is_given, shares


class Calls(Kind):
    """Words and numbers in their order; a form offers `courses` (texts of its inputs, words) or takes any."""

    name = "calls"

    def __init__(self, most: int, courses: "list[list[str]] | None" = None, such_as: str = "") -> None:
        self.most, self.courses, self.such_as = most, courses, such_as

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        texts = [form.get(path + "." + str(at), "") for at in range(self.most)]
        return [whole(text) for text in texts if text] or BLANK

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        return {"type": "array", "items": {"type": ["string", "integer"]}}

    def check(self, checks: Checks, setup: Setup, field: Field) -> None:
        if not isinstance(checks.mapping[field["name"]], list):
            checks.refuse(field["name"], field["rule"], _("This must be a list"))


class SharesOrGroup(Kind):
    """The points of each side, or the fields of a part of the hand that is entered in full."""

    name = "shares_or_group"

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        if any(is_given(form, path + "." + inner["name"]) for inner in field["fields"]):
            return group(field["fields"], form, path + ".", sides)
        return shares(field, form, path, sides)

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        return {"type": ["array", "object", "null"]}


class Hands(Kind):
    """Some players' cards, by name: in a form `path.0.who` is a name and `path.0.cards` are the cards."""

    name = "hands"

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        held = [(who, cards_typed(text, field["suits"])) for who, text in self._texts(field, form, path)]
        return {who: cards for who, cards in held if cards}

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        return {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}

    def cards_in(self, setup: Setup, field: Field, texts: "dict[str, str]") -> "list[tuple[str, str]]":
        return [(who, text) for who, text in self._texts(field, texts, field["name"]) if who]

    def _texts(self, field: Field, form: "dict[str, str]", path: str) -> "list[tuple[str, str]]":
        paths = [path + "." + str(at) for at in range(field["most"])]
        return [(form.get(at + ".who", ""), form.get(at + ".cards", "")) for at in paths]
