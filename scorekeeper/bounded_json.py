"""Parses untrusted JSON within bounds of size, depth and number, so that its values can be stored and exported.

NaN, Infinity and numbers that are too large, which Python's parser accepts, are refused; so are NUL and lone
surrogates, which databases and PDFs cannot contain.
"""

import json
from math import isfinite
from typing import Any, NamedTuple, NoReturn


class Bounds(NamedTuple):
    """The limits for a JSON document.

    `size` is the length of the text in bytes or characters, `deep` the levels of nested lists and objects, `values`
    the number of all values, `members` the most in one list or object; `name` and `text` are the longest key and
    string.
    """

    size: int = 1_000_000
    deep: int = 20
    values: int = 250_000
    members: int = 50_000
    name: int = 500
    text: int = 20_000


DOCUMENT = Bounds()  # a match document with its log: 2,000 hands of the wordiest game hold 100,000 values
HEAD = Bounds(size=100_000, deep=12, values=6_000, members=400, text=1_000)  # of a match, perhaps with its own card
SMALL = Bounds(size=60_000, deep=8, values=1_000, members=400, text=1_000)  # one entry


class BadJson(ValueError):
    """Raised for text that is not JSON or exceeds its bounds; the message, in English, names the reason."""


def read(data: str | bytes, bounds: Bounds = DOCUMENT) -> Any:
    """Parses a JSON text. Raises BadJson."""
    if len(data) > bounds.size:
        raise BadJson("too long")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise BadJson("too deeply nested") from None
    except ValueError as error:  # not JSON, not UTF-8, or a number with too many digits
        raise BadJson(str(error)) from None
    check(value, bounds)
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def check(value: Any, bounds: Bounds = DOCUMENT) -> None:
    """Raises BadJson for a value that exceeds its bounds. Works level by level, without recursion."""
    level, left = [value], bounds.values
    for _depth in range(bounds.deep + 1):
        level = [member for item in level for member in _members(item, bounds)]
        left -= len(level)
        if left < 0:
            raise BadJson("too many values")
        if not level:
            return
    raise BadJson("too deeply nested")


def _members(value: Any, bounds: Bounds) -> list[Any]:
    """Returns the members of a list or object, else []. Raises BadJson if the value exceeds its bounds."""
    if isinstance(value, str):
        _check_text(value, bounds.text)
    elif isinstance(value, float):
        if not isfinite(value):
            raise BadJson("a number is too large")
    elif isinstance(value, (dict, list)):
        if len(value) > bounds.members:
            raise BadJson("too many members")
        if isinstance(value, list):
            return value
        for name in value:
            _check_text(name, bounds.name)
        return list(value.values())
    return []


def _check_text(text: str, longest: int) -> None:
    if len(text) > longest:
        raise BadJson("a text is too long")
    if not is_sound(text):
        raise BadJson("a text has characters that cannot be stored")


def is_sound(text: str) -> bool:
    """True if a text contains neither NUL nor lone surrogates."""
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
