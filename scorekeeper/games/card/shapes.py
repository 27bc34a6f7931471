"""Checks the JSON of a card piece by piece: keys, words, labels, lists, whole numbers.

Each check returns the value, and raises Refusal with the place (`points.1.worth`) of a wrong one.
"""

from typing import Any

from ..engine.base import Refusal, _, refuse
from ..engine.checks import is_printable, trimmed

LETTERS = "abcdefghijklmnopqrstuvwxyz"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
LONGEST_WORD = 20
MOST_LANGUAGES = 12
RESERVED = (
    "and", "or", "not", "if", "else", "true", "false", "my", "sum", "any", "all", "count", "least", "most", "min",
    "max", "abs", "hand", "sides", "total", "points", "dealer", "out", "note", "at", "stop", "final", "card",
)  # fmt: skip

TEXT_WANTED = _("This must be a text of 1 to {longest} characters")
LANGUAGES_WANTED = _("This must be a text, or a group of texts by language, such as en or pt-BR")
RESERVED_WORD = _('"{name}" is a word of the language.')
TWICE = _('"{name}" is there twice.')


def inside(place: str, key: "str | int") -> str:
    """Returns the place of a part."""
    return place + "." + str(key) if place else str(key)


def group(value: Any, place: str, required: "tuple[str, ...]", others: "tuple[str, ...]" = ()) -> "dict[str, Any]":
    """Returns a JSON object that has all `required` keys, and no key that is not named here."""
    if not isinstance(value, dict):
        raise refuse(place or None, None, _("This must be a group of named fields"))
    for key in sorted(value):
        if key not in required and key not in others:
            raise refuse(inside(place, key), None, _("Unknown field: {unknown}"), unknown=key)
    for key in required:
        if key not in value:
            raise refuse(inside(place, key), None, _("Fill this in"))
    return value


def listed(value: Any, place: str, least: int, most: int) -> "list[Any]":
    """Returns a list of `least` to `most` members."""
    if not isinstance(value, list):
        raise refuse(place, None, _("This must be a list"))
    if not least <= len(value) <= most:
        raise refuse(place, None, _("This must be a list of {least} to {most}"), least=least, most=most)
    return value


def whole(value: Any, place: str, least: int, most: int) -> int:
    """Returns a whole number from `least` to `most`."""
    if type(value) is not int:
        raise refuse(place, None, _("This must be a whole number"))
    if not least <= value <= most:
        raise refuse(place, None, _("This must be a number from {least} to {most}"), least=least, most=most)
    return value


def flag(value: Any, place: str) -> bool:
    """Returns true or false."""
    if type(value) is not bool:
        raise refuse(place, None, _("This must be yes or no"))
    return value


def one_of(value: Any, place: str, choices: "tuple[str, ...]") -> str:
    """Returns one of these texts."""
    if not isinstance(value, str) or value not in choices:
        raise refuse(place, None, _("This must be one of: {choices}"), choices=", ".join(choices))
    return value


def text(value: Any, place: str, longest: int) -> str:
    """Returns a text that can be printed, of 1 to `longest` characters without the spaces around it."""
    if not isinstance(value, str) or not 1 <= len(trimmed(value)) <= longest:
        raise refuse(place, None, TEXT_WANTED, longest=longest)
    if not is_printable(value.replace("\n", " ").replace("\t", " ")):
        raise refuse(place, None, _("This text has characters that cannot be printed"))
    return trimmed(value)


def label(value: Any, place: str, longest: int = 60) -> "str | dict[str, str]":
    """Returns a label: a text, or a text for each of some languages."""
    if not isinstance(value, dict):
        return text(value, place, longest)
    if not 1 <= len(value) <= MOST_LANGUAGES or not all(_is_language(language) for language in value):
        raise refuse(place, None, LANGUAGES_WANTED)
    return {language: text(value[language], inside(place, language), longest) for language in sorted(value)}


def _is_language(code: str) -> bool:
    language, hyphen, region = code.partition("-")
    if not 2 <= len(language) <= 3 or not all(letter in LETTERS for letter in language):
        return False
    if not hyphen:
        return True
    return 2 <= len(region) <= 8 and all(letter in DIGITS + LETTERS + CAPITALS for letter in region)


def word(value: Any, place: str) -> str:
    """Returns a word: 1 to 20 small letters, digits and `_`, of which the first is a letter."""
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_WORD or value[0] not in LETTERS:
        raise _no_word(place)
    if not all(letter in LETTERS or letter in DIGITS or letter == "_" for letter in value):
        raise _no_word(place)
    return value


def _no_word(place: str) -> Refusal:
    text = _("This must be a word of 1 to {longest} small letters, digits and _, which begins with a letter")
    return refuse(place, None, text, longest=LONGEST_WORD)


def name(value: Any, place: str, taken: "list[str]") -> str:
    """Returns a word that is no word of the language and not among those `taken`, to which it adds the word."""
    new = word(value, place)
    if new in RESERVED:
        raise refuse(place, None, RESERVED_WORD, name=new)
    if new in taken:
        raise refuse(place, None, TWICE, name=new)
    taken.append(new)
    return new


def span(value: Any, place: str, least: int, most: int) -> "tuple[int, int]":
    """Returns two whole numbers from `least` to `most`, of which the first is not above the second."""
    ends = listed(value, place, 2, 2)
    first, last = [whole(end, inside(place, at), least, most) for at, end in enumerate(ends)]
    if first > last:
        raise refuse(place, None, _("The first number must not be above the second"))
    return first, last
