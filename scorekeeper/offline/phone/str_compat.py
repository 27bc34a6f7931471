"""Methods of texts that MicroPython lacks, as functions; `scorekeeper.offline.bundle.plain` calls them."""


def isascii(text: str) -> bool:
    """Whether every letter is one of the first 128."""
    return all(ord(letter) < 128 for letter in text)


def isdecimal(text: str) -> bool:
    """Whether the text is digits that a number can be made of."""
    return text != "" and all(letter in "0123456789" for letter in text)


def removeprefix(text: str, prefix: str) -> str:
    """The text without its beginning, where it begins so."""
    return text[len(prefix) :] if text.startswith(prefix) else text
