"""Whole numbers in texts that visitors send."""

import re

from scorekeeper.games.engine.base import _, refuse

MINUS = "\u2212"  # as pages print it
LONGEST = 19  # digits: an entrant's number in a document made elsewhere
# Digits, or groups of three with a sign between: points are whole in every language, so that is no fraction.
TYPED = re.compile(r"-?(?:[0-9]+|[0-9]{1,3}(?:[ .,'\u2019\u00a0\u202f][0-9]{3})+)")


def number_in(text: str, digits: int = 9) -> int | None:
    """The number of so many ASCII digits at most; None for any other text. Longer ones are too large for a row's id."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def typed_number(text: str, field: str) -> int:
    """The whole number that was typed into a field, also one below zero, or one too large for it. Raises Refusal."""
    plain = text.replace(MINUS, "-")
    digits = [each for each in plain if each.isdecimal()]
    if not TYPED.fullmatch(plain) or len(digits) > LONGEST:
        raise refuse(field, None, _("This must be a whole number"))
    return int("".join(digits)) * (-1 if plain.startswith("-") else 1)
