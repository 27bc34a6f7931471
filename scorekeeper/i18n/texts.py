"""Texts in the current language: catalogues, texts of pages, messages of the rules with parameters, names, cards."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from gettext import NullTranslations, c2py
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from scorekeeper.games.engine import cards, side_names
from scorekeeper.i18n.languages import current_locale, format_clock, format_time

TRANSLATIONS = Path(__file__).parents[1] / "translations"


class Catalogue(NullTranslations):
    """The messages of one .po file; a message without a translation is returned as it is."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._messages: dict[str, tuple[str, ...]] = {}
        self._form: Callable[[int], int] = lambda number: int(number != 1)
        if file.is_file():
            self._read(file)

    def _read(self, file: Path) -> None:
        with file.open("rb") as stream:
            catalogue = read_po(stream)
        self._form = c2py(catalogue.plural_expr)
        for message in catalogue:
            if message.id and not message.fuzzy:
                msgid = message.id if isinstance(message.id, str) else message.id[0]
                forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
                if forms and all(forms):
                    self._messages[msgid] = forms

    @property
    def messages(self) -> dict[str, tuple[str, ...]]:
        """Every translated text: its plural forms by the English text."""
        return self._messages

    def form(self, count: int) -> int:
        """The index of the plural form for a count."""
        return self._form(count)

    def gettext(self, message: str) -> str:
        return self._messages.get(message, (message,))[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._messages.get(msgid1)
        if forms is None:
            return msgid1 if n == 1 else msgid2
        return forms[min(self._form(n), len(forms) - 1)]


@lru_cache
def catalogue(locale: str) -> Catalogue:
    """The messages of a locale of LOCALES."""
    return Catalogue(TRANSLATIONS / locale / "LC_MESSAGES" / "messages.po")


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
