"""The same match again: what was agreed for one, as the head of the next."""

from typing import Any

from .base import Setup
from .match import document


def rematch_head(setup: Setup) -> "dict[str, Any]":
    """The head of a match document like that of the last match; whoever sat after the first dealer deals first."""
    head = document(setup, [])
    head.pop("hands")
    head["first_dealer"] = setup["seats"][(setup["first_dealer"] + 1) % len(setup["seats"])]
    head["about"] = {name: text for name, text in setup["about"].items() if name != "ends"}  # the clock starts anew
    return head
