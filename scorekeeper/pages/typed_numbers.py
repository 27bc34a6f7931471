"""Whole numbers as people type them. MicroPython's texts have no `isascii` and no `isdecimal`."""

LONGEST = 9  # digits: more than any option, hand or seat needs


def is_whole(text: str) -> bool:
    """Whether a text is a whole number, 0 or more, of at most LONGEST digits."""
    return 0 < len(text) <= LONGEST and all(sign in "0123456789" for sign in text)
