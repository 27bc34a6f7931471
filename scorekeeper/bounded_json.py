"""JSON that somebody else wrote: read within bounds, so that whatever is kept of it can be stored, walked and exported.

What Python's own reader takes besides JSON (NaN, Infinity, numbers beyond every size) is refused, and so is what JSON
has and no database or sheet keeps: NUL, and halves of a character.
"""

import json
from math import isfinite
from typing import Any, NamedTuple, NoReturn


class Bounds(NamedTuple):
    """How large a document may be: its bytes or characters as it was sent, how deep its lists and groups lie in each
    other, how many values it holds in all, how many one list or group has, and the characters of a name and of a text.
    """

    size: int = 1_000_000
    deep: int = 20
    values: int = 250_000
    members: int = 50_000
    name: int = 500
    text: int = 20_000


DOCUMENT = Bounds()  # a match document with its log: 2,000 hands of the wordiest game hold 100,000 values
SMALL = Bounds(size=60_000, deep=8, values=1_000, members=400, text=1_000)  # one entry, or the head of a match


class BadJson(ValueError):
    """It is no JSON, or more than its bounds allow; the text says which, in English."""


def read(sent: str | bytes, bounds: Bounds = DOCUMENT) -> Any:
    """The value that a JSON text stands for. Raises BadJson."""
    if len(sent) > bounds.size:
        raise BadJson("too long")
    try:
        text = sent.decode("utf-8-sig") if isinstance(sent, bytes) else sent
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise BadJson("too deeply nested") from None
    except ValueError as error:  # no JSON, no UTF-8, a number of too many digits
        raise BadJson(str(error)) from None
    check(value, bounds)
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def check(value: Any, bounds: Bounds = DOCUMENT) -> None:
    """Raise BadJson for a value beyond its bounds. Level by level: nothing here is as deep as what was sent."""
    level, left = [value], bounds.values
    for _depth in range(bounds.deep + 1):
        level = [inner for each in level for inner in _checked(each, bounds)]
        left -= len(level)
        if left < 0:
            raise BadJson("too many values")
        if not level:
            return
    raise BadJson("too deeply nested")


def _checked(value: Any, bounds: Bounds) -> list[Any]:
    """What lies inside a value that is good itself."""
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
        raise BadJson("a text has characters that cannot be kept")


def is_sound(text: str) -> bool:
    """Whether a text has neither a NUL nor half a character (a lone surrogate)."""
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
