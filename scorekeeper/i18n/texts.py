"""Texts in the current language: those of the pages, messages of the rules with what fills them, names and cards."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scorekeeper.games.engine import cards, side_names
from scorekeeper.i18n.catalogues import catalogue
from scorekeeper.i18n.formats import format_clock, format_time
from scorekeeper.i18n.languages import current_locale


def gettext(message: str, **params: object) -> str:
    """The message in the current locale, with `%(name)s` filled in where parameters are given."""
    text = catalogue(current_locale()).gettext(message)
    return text % params if params else text


def ngettext(one: str, many: str, count: int, **params: object) -> str:
    """The form of the message that goes with `count`, which also fills `%(num)s`."""
    return plural(one, many, count) % {"num": count, **params}


def plural(one: str, many: str, count: int) -> str:
    """The form of the message that goes with `count`, its places not filled in."""
    return catalogue(current_locale()).ngettext(one, many, count)


_ = gettext


class _Params(dict[str, object]):
    """Parameters of a message; a missing one renders as its own placeholder."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def say(message: str, params: Mapping[str, Any]) -> str:
    """A rules message (`{name}` placeholders) in the current locale, words of the game translated too.

    Timestamps are written as the locale writes them: of `time` the time of day alone.

    Never raises: a translation with a wrong placeholder falls back to English, a missing parameter shows its name.
    """
    translate = catalogue(current_locale()).gettext
    filled = _Params(cards.filled(params, translate))
    for name, value in filled.items():
        if isinstance(value, datetime):
            moment = value.astimezone()
            filled[name] = format_clock(moment) if name == "time" else format_time(moment)
    for template in (translate(message), message):
        try:
            return template.format_map(filled)
        except (ValueError, LookupError, AttributeError, TypeError):
            continue
    return message


def card_name(card: str) -> str:
    """A card as it is shown: `"10H"` is 10♥; a joker is called what the locale calls it."""
    return cards.card_name(card, catalogue(current_locale()).gettext)


def called(name: str) -> str:
    """A side's or a player's name as it is read: where nobody has given one, a word of the current locale."""
    return side_names.called(name, catalogue(current_locale()).gettext)
