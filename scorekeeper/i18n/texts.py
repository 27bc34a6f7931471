"""Translation: the catalogues, `gettext` for pages, `say` for messages of the rules, names of cards, players, tables.

The generated name of a table is stored as a sign that is the same in every language: ▦3 for table 3 of a night, ▦2/3
for table 3 in round 2 of a tournament, ▦2/3A if group A plays there.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from gettext import NullTranslations, c2py
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from babel.messages.pofile import read_po
from markupsafe import escape

from scorekeeper.game_folders import files_of_packages
from scorekeeper.games.engine import cards, side_names
from scorekeeper.i18n.languages import BASES, LOCALES, current_locale, format_clock, format_time

NUMBERS = re.compile("[0-9]{1,5}")
COURT_CARDS = re.compile(r"\b[JQK]\b")
TRANSLATIONS = Path(__file__).parents[1] / "translations"


class Catalogue(NullTranslations):
    """The translations of one .po file, others from `base`; untranslated messages are returned unchanged."""

    def __init__(self, file: Path, base: "Catalogue | None" = None) -> None:
        super().__init__()
        self._messages: dict[str, tuple[str, ...]] = dict(base.messages) if base else {}
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

    def add(self, other: "Catalogue") -> None:
        """Adds the messages of another catalogue that this one lacks."""
        self._messages = {**other.messages, **self._messages}

    @property
    def messages(self) -> dict[str, tuple[str, ...]]:
        """The plural forms of every translated message, by its English text."""
        return self._messages

    def form(self, count: int) -> int:
        """Returns the index of the plural form for a count."""
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
    """Returns the catalogue of a locale of LOCALES, read once, with those of its base and of games from packages."""
    base = BASES.get(locale)
    path = Path(locale, "LC_MESSAGES", "messages.po")
    found = Catalogue(TRANSLATIONS / path, catalogue(base) if base else None)
    for _name, file in files_of_packages("translations", path.as_posix()):
        found.add(Catalogue(file))
    return found


class OwnText(str):
    """A text of the players' own, which templates escape; `_` takes all else for HTML with `%(name)s` fields."""

    def __html__(self) -> str:
        return str(escape(str(self))).replace("%", "&#37;")


def gettext(message: "str | dict[str, str]", **params: object) -> str:
    """Returns the translation of a message, with its `%(name)s` fields replaced if there are parameters.

    A text that a card has in several languages, which are its keys, is returned in the reader's.
    """
    translate = catalogue(current_locale()).gettext
    if isinstance(message, dict):
        return OwnText(side_names.in_language(message, current_locale(), translate))
    text = translate(message)
    return text % params if params else text


def ngettext(singular: str, plural: str, count: int, **params: object) -> str:
    """Returns the plural form of a message for `count`, which also replaces `%(num)s`."""
    return plural_form(singular, plural, count) % {"num": count, **params}


def plural_form(singular: str, plural: str, count: int) -> str:
    """Returns the translation of a message in its plural form for `count`, with its fields left in place."""
    return catalogue(current_locale()).ngettext(singular, plural, count)


_ = gettext


class _Params(dict[str, object]):
    """The parameters of a message as a dict; missing ones leave their `{name}` field in place."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def say(message: str, params: Mapping[str, Any]) -> str:
    """Returns a translated message of the rules, with its `{name}` fields replaced.

    Parameters that are words of the game are translated, and datetimes formatted (`time` without its date).

    Never raises: a translation with a wrong field falls back to English, and a missing parameter leaves its field.
    """
    translate = catalogue(current_locale()).gettext
    filled = _Params(cards.filled(params, translate, current_locale()))
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
    """Returns the name of a card: 10♥ for `"10H"`; a joker in the current language."""
    return cards.card_name(card, catalogue(current_locale()).gettext)


def court_cards(text: str) -> str:
    """Returns a text with J, Q and K as the current language's cards have them: “V: 20 · R: 4” in French."""
    return COURT_CARDS.sub(lambda letter: gettext(letter[0]), text)


def table_name_to_store(name: str) -> str:
    """Returns the sign for a table's name that an older version stored in a language; other names unchanged."""
    numbers = [int(digits) for digits in NUMBERS.findall(name)]
    if not 1 <= len(numbers) <= 2:
        return name
    sign = table_sign(numbers[-1], numbers[0] if len(numbers) == 2 else None)
    words = (table_in_words(sign, catalogue(locale).gettext) for locale in LOCALES)
    return sign if name in words else name


def called(name: str) -> str:
    """Returns the name of a side, a player or a table; a name made up by the program is translated."""
    translated = catalogue(current_locale()).gettext
    return table_in_words(side_names.called(name, translated), translated)


SIGN = "▦"
_SIGNED = re.compile(rf"{SIGN}(?:(\d{{1,5}})/)?(\d{{1,5}})([A-Z]?)")


def table_sign(table: int, number: int | None = None, group: int | None = None) -> str:
    """Returns the sign for the name of a table; `number` is its round at a tournament, `group` its group (from 0).

    The sign has no group past the alphabet.
    """
    letter = ascii_uppercase[group : group + 1] if group is not None else ""
    return f"{SIGN}{table}" if number is None else f"{SIGN}{number}/{table}{letter}"


def is_table_sign(name: str) -> bool:
    """True if a table's name is a sign, not a typed name."""
    return _SIGNED.fullmatch(name) is not None


def table_in_words(name: str, gettext: Callable[[str], str]) -> str:
    """Returns a table's name as pages show it: a sign in the language of `gettext`, any other name unchanged."""
    signed = _SIGNED.fullmatch(name)
    if signed is None:
        return name
    number, table, group = signed.groups()
    if number is None:
        return gettext("Table %(number)s") % {"number": table}
    words = gettext("Round %(round)s · Table %(table)s") % {"round": number, "table": table}
    return f"{words} · {gettext('Group %(letter)s') % {'letter': group}}" if group else words
