"""Texts on the phone: translations in place of `scorekeeper.i18n`, and HTML texts and escaping as in MarkupSafe.

The catalogue comes from the server. Without it, texts are in English, as in the code.
"""

from collections import OrderedDict
from typing import Any

from scorekeeper.games.engine import cards, side_names

_SPECIAL = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&#34;"), ("'", "&#39;"))
# The names that pages may import from `scorekeeper.i18n`; the bundle's i18n.py imports them from here.
INTERFACE = ("called", "card_name", "current_locale", "gettext", "language_tag", "ngettext", "say")

_spoken: "dict[str, Any]" = {"locale": "en", "messages": {}, "plural": []}


class Markup(str):
    """A string of HTML, which is not escaped again."""


def escape(value: Any) -> Markup:
    """Returns a value as HTML: escaped, unless it is HTML already."""
    return value if isinstance(value, Markup) else forceescape(value)


def forceescape(value: Any) -> Markup:
    """Returns a value escaped for HTML, even if it is HTML already."""
    text = str(value)
    for character, escaped in _SPECIAL:
        if character in text:
            text = text.replace(character, escaped)
    return Markup(text)


def plain(value: Any) -> Any:
    """Returns a copy of a JSON value with sorted keys and plain strings: MicroPython's `json` rejects subclasses."""
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


def speak(locale: str, catalogue: "dict[str, Any] | None") -> None:
    """Sets the language. `catalogue` has the plural forms of each text, and in `plural` the form for 0, 1, 2, …"""
    _spoken["locale"] = locale
    _spoken["messages"] = catalogue["messages"] if catalogue else {}
    _spoken["plural"] = catalogue["plural"] if catalogue else []


def learn(texts: "dict[str, Any]") -> None:
    """Adds translations: the plural forms of each text."""
    _spoken["messages"].update(texts)


def current_locale() -> str:
    """Returns the current locale."""
    return str(_spoken["locale"])


def language_tag() -> str:
    """Returns the current locale as in HTML: `pt-BR`."""
    return current_locale().replace("_", "-")


def gettext(message: "str | dict[str, str]", **params: Any) -> str:
    """Returns the translation of a message, with its `%(name)s` fields replaced if there are parameters.

    A text that a card has in several languages, which are its keys, is returned in the reader's.
    """
    if isinstance(message, dict):
        return side_names.in_language(message, current_locale(), gettext)
    text = str(_spoken["messages"].get(str(message), (message,))[0])
    return text % params if params else text


def ngettext(singular: str, plural: str, count: int, **params: Any) -> str:
    """Returns the translation of a message in its plural form for `count`, with `%(num)s` replaced."""
    forms = _spoken["messages"].get(str(singular))
    form_of = _spoken["plural"]
    if forms is None or not form_of:
        text = singular if count == 1 else plural
    else:
        text = forms[min(form_of[min(count, len(form_of) - 1)], len(forms) - 1)]
    params["num"] = count
    return str(text) % params


def say(message: str, params: "dict[str, Any]") -> str:
    """Returns a message of the rules, translated, with its `{name}` fields replaced if there is a parameter.

    Parameters that are words of the game are translated too.
    """
    filled = cards.filled(params, gettext, current_locale())
    parts = gettext(message).split("{")
    text = parts[0]
    for part in parts[1:]:
        name, closed, rest = part.partition("}")
        text += str(filled.get(name, "{" + name + "}")) + rest if closed else "{" + part
    return text


def card_name(card: str) -> str:
    """Returns the name of a card: 10♥ for `"10H"`; a joker in the current language."""
    return cards.card_name(card, gettext)


def called(name: str) -> str:
    """Returns the name of a side or player; a name made up by the program is translated."""
    return side_names.called(name, gettext)


def in_template(message: "str | dict[str, str]", **params: Any) -> Markup:
    """`_` in templates: the message is HTML, unless it is the players' own; parameters are escaped."""
    text = gettext(message)
    if isinstance(message, dict):
        return escape(text)
    return Markup(text % {name: str(escape(value)) for name, value in params.items()})


def counted_in_template(singular: str, plural: str, count: int, **params: Any) -> Markup:
    """`ngettext` in templates: the message is HTML; parameters are escaped."""
    return Markup(ngettext(singular, plural, count, **{name: str(escape(value)) for name, value in params.items()}))
