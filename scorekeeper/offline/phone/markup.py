"""Texts that are HTML, and escaping for those that are not, as in MarkupSafe."""

from collections import OrderedDict
from typing import Any

_SPECIAL = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&#34;"), ("'", "&#39;"))


class Markup(str):
    """A text that is HTML and is not escaped again."""


def escape(value: Any) -> Markup:
    """A value as HTML text."""
    return value if isinstance(value, Markup) else forceescape(value)


def forceescape(value: Any) -> Markup:
    """A value as HTML text, escaped once more where it is HTML already."""
    text = str(value)
    for sign, written in _SPECIAL:
        if sign in text:
            text = text.replace(sign, written)
    return Markup(text)


def plain(value: Any) -> Any:
    """A value with plain texts (MicroPython's JSON writes no subclasses) and sorted names, recursively."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return OrderedDict([(str(name), plain(value[name])) for name in sorted(value)])
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def concat(parts: Any) -> str:
    """Texts of either kind as one plain text."""
    return "".join([str(part) for part in parts])


def markup_join(parts: Any) -> str:
    """The `~` operator: HTML if one part is HTML, the others escaped."""
    parts = list(parts)
    if any(isinstance(part, Markup) for part in parts):
        return Markup(concat([escape(part) for part in parts]))
    return concat(parts)
