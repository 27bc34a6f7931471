"""Texts that people type: without white space at their ends, and such as can be printed."""

# What Unicode calls white space; MicroPython's own `strip` knows only ASCII.
SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    [chr(code) for code in range(0x2000, 0x200B)]
)


def trimmed(text: str) -> str:
    """A text without white space at its ends."""
    first = 0
    last = len(text)
    while first < last and text[first] in SPACES:
        first += 1
    while last > first and text[last - 1] in SPACES:
        last -= 1
    return text[first:last]


def is_printable(text: str) -> bool:
    """Whether a text has neither control characters nor halves of a character, which no sheet could print."""
    for character in text:
        code = ord(character)
        if (
            code < 32
            or 127 <= code < 160
            or 0x2028 <= code <= 0x202E
            or 0x2066 <= code <= 0x2069
            or 0xD800 <= code < 0xE000
        ):
            return False
    return True
