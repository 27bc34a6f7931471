"""HTML texts and escaping, as in MarkupSafe."""

from collections import OrderedDict
from typing import Any

_SPECIAL = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&#34;"), ("'", "&#39;"))


class Markup(str):
    """A string of HTML, which is not escaped again."""


def escape(value: Any) -> Markup:
    """A value as HTML: escaped, unless it is HTML already."""
    return value if isinstance(value, Markup) else forceescape(value)


def forceescape(value: Any) -> Markup:
    """A value escaped for HTML, even if it is HTML already."""
    text = str(value)
    for character, escaped in _SPECIAL:
        if character in text:
            text = text.replace(character, escaped)
    return Markup(text)


def plain(value: Any) -> Any:
    """A copy of a JSON value with sorted keys and plain strings: MicroPython's `json` rejects subclasses."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return OrderedDict([(str(name), plain(value[name])) for name in sorted(value)])
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def concat(parts: Any) -> str:
    """Concatenates parts, HTML or not, as a plain string."""
    return "".join([str(part) for part in parts])


def markup_join(parts: Any) -> str:
    """The `~` operator: if one part is HTML, the others are escaped and the result is HTML."""
    parts = list(parts)
    if any(isinstance(part, Markup) for part in parts):
        return Markup(concat([escape(part) for part in parts]))
    return concat(parts)
