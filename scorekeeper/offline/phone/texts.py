"""The phone's texts: the catalogue of its language, as the server sent it. Stands in for `scorekeeper.i18n` there.

Without a catalogue everything is in English, the texts of the code itself.
"""

from typing import Any

from scorekeeper.games.engine import cards, side_names

from .markup import Markup, escape

# What a page may import from `scorekeeper.i18n`, on a server and on a phone; the bundle's own i18n.py has these names.
INTERFACE = ("called", "card_name", "current_locale", "gettext", "language_tag", "ngettext", "say")

_spoken: "dict[str, Any]" = {"locale": "en", "messages": {}, "plural": []}


def speak(locale: str, catalogue: "dict[str, Any] | None") -> None:
    """Set the language from now on. `catalogue`: each text's forms, and which form goes with 0, 1, 2, …"""
    _spoken["locale"] = locale
    _spoken["messages"] = catalogue["messages"] if catalogue else {}
    _spoken["plural"] = catalogue["plural"] if catalogue else []


def learn(texts: "dict[str, Any]") -> None:
    """More texts of the language: each text's forms."""
    _spoken["messages"].update(texts)


def current_locale() -> str:
    """The current locale."""
    return str(_spoken["locale"])


def language_tag() -> str:
    """The current locale as HTML writes it."""
    return current_locale().replace("_", "-")


def gettext(message: str, **params: Any) -> str:
    """The message, with `%(name)s` filled in where parameters are given."""
    text = str(_spoken["messages"].get(str(message), (message,))[0])
    return text % params if params else text


def ngettext(one: str, many: str, count: int, **params: Any) -> str:
    """The form of the message that goes with `count`, which also fills `%(num)s`."""
    forms = _spoken["messages"].get(str(one))
    plural = _spoken["plural"]
    if forms is None or not plural:
        text = one if count == 1 else many
    else:
        text = forms[min(plural[min(count, len(plural) - 1)], len(forms) - 1)]
    params["num"] = count
    return str(text) % params


def say(message: str, params: "dict[str, Any]") -> str:
    """A rules message (`{name}` placeholders), words of the game translated too; a missing parameter shows its name."""
    filled = cards.filled(params, gettext)
    parts = gettext(message).split("{")
    text = parts[0]
    for part in parts[1:]:
        name, closed, rest = part.partition("}")
        text += str(filled.get(name, "{" + name + "}")) + rest if closed else "{" + part
    return text


def card_name(card: str) -> str:
    """A card as it is shown: `"10H"` is 10♥; a joker is called what the language calls it."""
    return cards.card_name(card, gettext)


def called(name: str) -> str:
    """A side's or a player's name as it is read: where nobody has given one, a word of the current locale."""
    return side_names.called(name, gettext)


def in_template(message: str, **params: Any) -> Markup:
    """`_` of the templates: the message is HTML, what is filled in is not."""
    text = gettext(message)
    return Markup(text % {name: str(escape(value)) for name, value in params.items()})


def counted_in_template(one: str, many: str, count: int, **params: Any) -> Markup:
    """`ngettext` of the templates."""
    return Markup(ngettext(one, many, count, **{name: str(escape(value)) for name, value in params.items()}))
