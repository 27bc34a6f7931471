"""The filters and tests of Jinja that our templates use, and no others, as a test checks.

Each returns what Jinja's own returns, for the arguments that our templates pass.
"""

import json
from typing import Any

from .markup import Markup, escape, forceescape, plain
from .texts import called

_UNSAFE = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027"))


def replace(text: Any, old: str, new: Any) -> str:
    """A text with each occurrence of a part replaced."""
    if isinstance(text, Markup):
        return Markup(str(text).replace(str(old), str(escape(new))))
    return str(text).replace(str(old), str(new))


def join(values: Any, between: str = "") -> str:
    """Values joined; HTML if one of them is HTML."""
    texts = list(values)
    if any(isinstance(each, Markup) for each in texts):
        return Markup(str(escape(between)).join([str(escape(each)) for each in texts]))
    return str(between).join([str(each) for each in texts])


def tojson(value: Any) -> Markup:
    """A value as JSON that is safe in HTML."""
    text = json.dumps(plain(value))
    for sign, written in _UNSAFE:
        text = text.replace(sign, written)
    return Markup(text)


def mapped(values: Any, name: "str | None" = None, attribute: "str | None" = None) -> "list[Any]":
    """Each value's attribute, or each value filtered."""
    if attribute is not None:
        return [_part(each, attribute) for each in values]
    return [FILTERS[name](each) for each in values]


def _part(thing: Any, name: str) -> Any:
    """An item or attribute of a value."""
    return thing[name] if isinstance(thing, dict) else getattr(thing, name)


def selectattr(values: Any, attribute: str, test: str, than: Any) -> "list[Any]":
    """The values whose attribute passes a test."""
    return [each for each in values if TESTS[test](_part(each, attribute), than)]


def unique(values: Any) -> "list[Any]":
    """The values without duplicates."""
    once: list[Any] = []
    for each in values:
        if each not in once:
            once.append(each)
    return once


def summed(values: Any, attribute: str) -> Any:
    """The sum of an attribute of the values."""
    return sum([_part(each, attribute) for each in values])


def number(value: Any, default: int = 0) -> int:
    """A whole number, or the default."""
    try:
        return int(value)
    except (TypeError, ValueError):
        return default


def last(values: Any) -> Any:
    """The last of a list; an empty text where it has none."""
    every = list(values)
    return every[-1] if every else ""


def filled(text: Any, *values: Any) -> str:
    """%-formatting."""
    if not isinstance(text, Markup):
        return str(text) % values
    return Markup(str(text) % tuple([str(escape(each)) if isinstance(each, str) else each for each in values]))


def reverse(values: Any) -> "list[Any]":
    """A list in reverse order."""
    return list(reversed(list(values)))


FILTERS: "dict[Any, Any]" = {
    "called": called,
    "date": str,
    "forceescape": forceescape,
    "format": filled,
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
    "selectattr": selectattr,
    "sort": sorted,
    "string": lambda value: value if isinstance(value, str) else str(value),
    "sum": summed,
    "tojson": tojson,
    "unique": unique,
}

TESTS: "dict[str, Any]" = {
    "eq": lambda value, other: value == other,
    "none": lambda value: value is None,
}
