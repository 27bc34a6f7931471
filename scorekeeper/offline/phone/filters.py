"""The filters and tests of Jinja that our templates use; a test checks that none is missing.

Each returns the same as Jinja's own for the arguments that our templates pass.
"""

import json
from typing import Any

from scorekeeper.games.engine.figures import side_by_side

from .engine_parts import quoted
from .texts import Markup, called, escape, forceescape, plain

_UNSAFE = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027"))


def replace(text: Any, old: str, new: Any) -> str:
    """Replaces every `old` in a text by `new`, which is escaped if the text is HTML."""
    if isinstance(text, Markup):
        return Markup(str(text).replace(str(old), str(escape(new))))
    return str(text).replace(str(old), str(new))


def join(values: Any, between: str = "") -> str:
    """Joins values; the result is HTML if one of them is."""
    texts = list(values)
    if any(isinstance(value, Markup) for value in texts):
        return Markup(str(escape(between)).join([str(escape(value)) for value in texts]))
    return str(between).join([str(value) for value in texts])


def tojson(value: Any) -> Markup:
    """Returns a value as JSON that is safe inside HTML."""
    text = json.dumps(plain(value))
    for character, escaped in _UNSAFE:
        text = text.replace(character, escaped)
    return Markup(text)


def mapped(values: Any, name: "str | None" = None, attribute: "str | None" = None) -> "list[Any]":
    """Returns the attribute of each value, or each value passed through the filter `name`."""
    if attribute is not None:
        return [_part(value, attribute) for value in values]
    return [FILTERS[name](value) for value in values]


def _part(thing: Any, name: str) -> Any:
    """Returns the item of a dict, or the attribute of an object."""
    return thing[name] if isinstance(thing, dict) else getattr(thing, name)


def selectattr(values: Any, attribute: str, test: str = "", than: Any = None) -> "list[Any]":
    """Returns the values with an attribute that passes a test; without a test, with one that is true."""
    if not test:
        return [value for value in values if _part(value, attribute)]
    return [value for value in values if TESTS[test](_part(value, attribute), than)]


def unique(values: Any) -> "list[Any]":
    """Returns the values without duplicates."""
    distinct: list[Any] = []
    for value in values:
        if value not in distinct:
            distinct.append(value)
    return distinct


def summed(values: Any, attribute: str) -> Any:
    """Returns the sum of an attribute of the values."""
    return sum([_part(value, attribute) for value in values])


def number(value: Any, default: int = 0) -> int:
    """Returns the value as an integer, or the default."""
    try:
        return int(value)
    except (TypeError, ValueError):
        return default


def last(values: Any) -> Any:
    """Returns the last value; an empty text if there is none."""
    items = list(values)
    return items[-1] if items else ""


def formatted(text: Any, *values: Any) -> str:
    """The `format` filter: %-formatting; values are escaped if the text is HTML."""
    if not isinstance(text, Markup):
        return str(text) % values
    return Markup(str(text) % tuple([str(escape(value)) if isinstance(value, str) else value for value in values]))


def reverse(values: Any) -> "list[Any]":
    """Returns a list in reverse order."""
    return list(reversed(list(values)))


FILTERS: "dict[Any, Any]" = {
    "called": called,
    "date": str,
    "forceescape": forceescape,
    "format": formatted,
    "int": number,
    "join": join,
    "last": last,
    "length": lambda values: len(values),
    "list": list,
    "lower": lambda value: str(value).lower(),
    "map": mapped,
    "max": max,
    "min": min,
    "number": str,
    "replace": replace,
    "reverse": reverse,
    "safe": Markup,
    "side_by_side": side_by_side,
    "selectattr": selectattr,
    "sort": sorted,
    "string": lambda value: value if isinstance(value, str) else str(value),
    "sum": summed,
    "tojson": tojson,
    "unique": unique,
    "urlencode": lambda value: quoted(str(value), "/"),
}

TESTS: "dict[str, Any]" = {
    "eq": lambda value, other: value == other,
    "none": lambda value: value is None,
}
