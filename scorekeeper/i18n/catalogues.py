"""The translated texts of each language, read from its .po file on first use; nothing is compiled."""

from collections.abc import Callable
from functools import lru_cache
from gettext import NullTranslations, c2py
from pathlib import Path

from babel.messages.pofile import read_po

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
