"""Jinja's filters and tests, as far as our templates use them."""

import json
from typing import Any

from .markup import Markup, escape, forceescape, plain

_UNSAFE = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027"))
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"


def replace(text: Any, old: str, new: str) -> str:
    """A text with another in place of one."""
    if isinstance(text, Markup):
        return Markup(str(text).replace(str(escape(old)), str(escape(new))))
    return str(text).replace(str(old), str(new))


def join(values: Any, between: str = "", attribute: "str | None" = None) -> str:
    """Values in a row."""
    texts = parts(values, attribute)
    if any(isinstance(each, Markup) for each in texts) or isinstance(between, Markup):
        return Markup(str(escape(between)).join([str(escape(each)) for each in texts]))
    return str(between).join([str(each) for each in texts])


def tojson(value: Any) -> Markup:
    """A value as JSON that may stand in HTML."""
    text = json.dumps(plain(value))
    for sign, written in _UNSAFE:
        text = text.replace(sign, written)
    return Markup(text)


def mapped(values: Any, name: "str | None" = None, attribute: "str | None" = None) -> "list[Any]":
    """Each value's attribute, or what a filter makes of it."""
    if attribute is not None:
        return parts(values, attribute)
    return [FILTERS[name](each) for each in values]


def _part(thing: Any, path: str) -> Any:
    """An item or attribute of a value, or of a part of it (`side.name`)."""
    for name in path.split("."):
        thing = thing[name] if isinstance(thing, dict) else getattr(thing, name)
    return thing


def selectattr(values: Any, attribute: str, test: "str | None" = None, *than: Any) -> "list[Any]":
    """The values whose attribute is true, or passes a test."""
    return [each for each in values if _passes(_part(each, attribute), test, than)]


def rejectattr(values: Any, attribute: str, test: "str | None" = None, *than: Any) -> "list[Any]":
    """The values whose attribute is not."""
    return [each for each in values if not _passes(_part(each, attribute), test, than)]


def select(values: Any, test: "str | None" = None, *than: Any) -> "list[Any]":
    """The values that are true, or pass a test."""
    return [each for each in values if _passes(each, test, than)]


def reject(values: Any, test: "str | None" = None, *than: Any) -> "list[Any]":
    """The values that do not."""
    return [each for each in values if not _passes(each, test, than)]


def _passes(value: Any, test: "str | None", than: Any) -> bool:
    return bool(TESTS[test](value, *than) if test else value)


def parts(values: Any, attribute: "str | None") -> "list[Any]":
    """The values, or an attribute of each."""
    return [_part(each, attribute) if attribute else each for each in values]


def unique(values: Any, attribute: "str | None" = None) -> "list[Any]":
    """Each value once."""
    once: list[Any] = []
    known: list[Any] = []
    for each in values:
        key = _part(each, attribute) if attribute else each
        if key not in known:
            known.append(key)
            once.append(each)
    return once


def ordered(values: Any, reverse: bool = False, attribute: "str | None" = None) -> "list[Any]":
    """The values in order."""
    return sorted(values, key=lambda each: _part(each, attribute) if attribute else each, reverse=reverse)


def summed(values: Any, attribute: "str | None" = None, start: int = 0) -> Any:
    """The sum of the values."""
    return sum(parts(values, attribute), start)


def largest(values: Any, attribute: "str | None" = None) -> Any:
    """The value that is largest."""
    return max(values, key=lambda each: _part(each, attribute) if attribute else each)


def smallest(values: Any, attribute: "str | None" = None) -> Any:
    """The value that is smallest."""
    return min(values, key=lambda each: _part(each, attribute) if attribute else each)


def number(value: Any, default: int = 0) -> int:
    """A whole number, or the default."""
    try:
        return int(value)
    except (TypeError, ValueError):
        return default


def first(values: Any) -> Any:
    """The first of a list; an empty text where it has none."""
    for each in values:
        return each
    return ""


def last(values: Any) -> Any:
    """The last of a list; an empty text where it has none."""
    every = list(values)
    return every[-1] if every else ""


def default(value: Any, otherwise: Any = "", falsy: bool = False) -> Any:
    """A value, or another where it is not given (with `falsy`: where it is empty)."""
    return value if (value if falsy else TESTS["defined"](value)) else otherwise


def filled(text: Any, *values: Any) -> str:
    """A text with its %-signs filled in."""
    made = str(text) % values
    return Markup(made) if isinstance(text, Markup) else made


def urlencode(value: Any) -> str:
    """A text, or names and values, as a part of an address."""
    if isinstance(value, str):
        return quoted(value)
    pairs = value.items() if isinstance(value, dict) else value
    return "&".join([quoted(str(name), "") + "=" + quoted(str(each), "") for name, each in pairs])


def quoted(text: str, safe: str = "/") -> str:
    """A text as it stands in an address, the `safe` signs as they are."""
    known = _UNRESERVED + safe
    return "".join([chr(code) if chr(code) in known else f"%{code:02X}" for code in text.encode()])


def _length(values: Any) -> int:
    return len(values)


def _reverse(values: Any) -> Any:
    return list(reversed(list(values)))


def _text(change: str) -> Any:
    """A filter that is a method of texts."""
    return lambda value, *given: getattr(str(value), change)(*given)


FILTERS: "dict[Any, Any]" = {
    "abs": abs,
    "count": _length,
    "d": default,
    "date": str,
    "default": default,
    "e": escape,
    "escape": escape,
    "first": first,
    "forceescape": forceescape,
    "format": filled,
    "int": number,
    "items": lambda values: list(values.items()),
    "join": join,
    "last": last,
    "length": _length,
    "list": list,
    "lower": _text("lower"),
    "map": mapped,
    "max": largest,
    "min": smallest,
    "number": str,
    "reject": reject,
    "rejectattr": rejectattr,
    "replace": replace,
    "reverse": _reverse,
    "safe": Markup,
    "select": select,
    "selectattr": selectattr,
    "sort": ordered,
    "string": lambda value: value if isinstance(value, str) else str(value),
    "sum": summed,
    "time": str,
    "tojson": tojson,
    "trim": _text("strip"),
    "unique": unique,
    "upper": _text("upper"),
    "urlencode": urlencode,
}


def _equal(value: Any, other: Any) -> bool:
    return bool(value == other)


TESTS: "dict[str, Any]" = {
    "==": _equal,
    "defined": lambda value: type(value).__name__ != "Undefined",
    "divisibleby": lambda value, number: value % number == 0,
    "eq": _equal,
    "equalto": _equal,
    "even": lambda value: value % 2 == 0,
    "in": lambda value, values: value in values,
    "mapping": lambda value: isinstance(value, dict),
    "ne": lambda value, other: value != other,
    "none": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)),
    "odd": lambda value: value % 2 == 1,
    "string": lambda value: isinstance(value, str),
    "undefined": lambda value: type(value).__name__ == "Undefined",
}
