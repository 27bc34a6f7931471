"""Kinds of fields of Belote alone: what each side announces, and the melds that it shows."""

from typing import Any

from ..engine.base import Checks, Field, Kind, Setup, _
from ..engine.cards import melds
from ..engine.entries import BLANK


class Lists(Kind):
    """A list of choices for each side."""

    name = "lists"

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        lists = []
        for side in range(sides):
            texts = [form.get(path + "." + str(side) + "." + str(at), "") for at in range(field["most"])]
            lists.append([text for text in texts if text])
        return lists if any(lists) else BLANK

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        choices = {"enum": [choice[0] for choice in field["choices"]]}
        return {"type": "array", "items": {"type": "array", "items": choices}, "maxItems": sides}

    def check(self, checks: Checks, setup: Setup, field: Field) -> None:
        lists, sides = checks.mapping[field["name"]], len(setup["sides"])
        if not isinstance(lists, list) or len(lists) != sides or not all(isinstance(each, list) for each in lists):
            text = _("This must be one list for each of the {sides} sides")
            checks.refuse(field["name"], field["rule"], text, sides=sides)
            return
        choices = [choice[0] for choice in field["choices"]]
        if not all(isinstance(value, str) and value in choices for values in lists for value in values):
            listed = ", ".join(choices)
            checks.refuse(field["name"], field["rule"], _("This must be one of: {choices}"), choices=listed)


class MeldsOfSides(Kind):
    """The melds of each side, a list of cards each."""

    name = "melds_of_sides"

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        return [melds(field, form, path + "." + str(side), sides) for side in range(sides)]

    def schema(self, field: Field, sides: int) -> "dict[str, Any]":
        of_side = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}
        return {"type": "array", "items": of_side, "maxItems": sides}
