"""Texts in lines of a given width, for pictures: broken between words, the end left out where that is not enough.

How wide a text is, who draws knows: a server by its fonts, a phone about (`about_width`), as its drawing gives way.
"""

from typing import Callable, TypeAlias

WidthOf: TypeAlias = "Callable[[str, int, bool], float]"  # a text, its size, whether it is bold → pixels

# Widths in parts of the size, of letters that are far from the usual one.
USUAL = 0.57
WIDTHS = (
    (" .,:;'|!iljI", 0.28),
    ('frt()[]-·"/', 0.38),
    ("mwMW@%", 0.9),
    ("ABCDEFGHKNOPQRSTUVXYZ&+–=", 0.67),
    ("…—", 0.95),
)
OF_LETTER = {letter: width for letters, width in WIDTHS for letter in letters}
FULL = 0x2190  # from here on signs and letters are as wide as they are high
BOLD = 1.06


def about_width(text: str, size: int, bold: bool) -> float:
    """How wide a text is in a usual typeface without serifs, some parts in a hundred off."""
    parts = [1.0 if ord(letter) >= FULL else OF_LETTER.get(letter, USUAL) for letter in text]
    return sum(parts) * size * (BOLD if bold else 1)


def wrapped(text: str, size: int, bold: bool, wide: float, width_of: WidthOf) -> "list[str]":
    """A text in lines of at most that width, where its words allow it."""
    lines: list[str] = []
    for word in text.split():
        longer = lines[-1] + " " + word if lines else word
        if lines and width_of(longer, size, bold) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shortened(text: str, size: int, bold: bool, wide: float, width_of: WidthOf) -> str:
    """A text that fits, its end left out where it would not."""
    if width_of(text, size, bold) <= wide:
        return text
    left = text
    while left and width_of(left + "…", size, bold) > wide:
        left = left[:-1]
    return left.rstrip() + "…"
