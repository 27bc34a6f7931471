"""Whole numbers as strangers send them: digits of any length, or no digits at all."""


def number_in(text: str, digits: int = 9) -> int | None:
    """The number of so many ASCII digits at most; None for any other text. Longer ones are too large for a row's id."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
