"""Kinds of fields that only cards have: a yes or no, and a choice, of each side."""

from typing import Any

from ..engine.declared import Field, Kind
from ..engine.entries import BLANK, NO, NOBODY, YES, group


class OfEachSide(Kind):
    """One value for each side, with its side's number behind the name of the field; None for a side that is out."""

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        """Returns the values that have been entered; `BLANK` if there are none."""
        texts = [form.get(path + "." + str(side), "") for side in range(sides)]
        if not any(text and text != NOBODY for text in texts) and not field["required"]:
            return BLANK
        return [None if text == NOBODY else self.value(text) for text in texts]

    def value(self, text: str) -> Any:
        """Returns the value of one side from the text of its control."""
        return text or None


class FlagOfEachSide(OfEachSide):
    """A yes or no of each side; what is not ticked is no."""

    name = "flags"

    def value(self, text: str) -> Any:
        return {YES: True, NO: False, "": False}.get(text, text)


class ChoiceOfEachSide(OfEachSide):
    """A choice of each side, by its name."""

    name = "choices"


class WholeHand(Kind):
    """A hand of the match, which the claim's judge checks; `fields` are those of the card."""

    name = "hand"

    def read(self, field: Field, form: "dict[str, str]", path: str, sides: int) -> Any:
        return group(field["fields"], form, path + ".", sides)


FLAGS, CHOICES, HAND = FlagOfEachSide(), ChoiceOfEachSide(), WholeHand()
