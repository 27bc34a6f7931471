"""How wide texts are in print, estimated from their letters, in em."""

from unicodedata import east_asian_width

LETTERS = {"ijl.,:;'’|! \N{NARROW NO-BREAK SPACE}": 0.29, "frt-()/\N{NO-BREAK SPACE}": 0.4, "mwMW@%–—": 0.94}
CAPITAL, OTHER, IDEOGRAPH, BOLD = 0.69, 0.6, 1.0, 1.06


def width_of(text: str) -> float:
    """Returns about the width of a text in regular type."""
    return sum(map(_width_of_letter, text))


def _width_of_letter(letter: str) -> float:
    for letters, width in LETTERS.items():
        if letter in letters:
            return width
    if east_asian_width(letter) in "WF":
        return IDEOGRAPH
    return CAPITAL if letter.isupper() else OTHER
