"""A pseudo-language for tests: every text in brackets, with accents, and 40 % longer.

Text outside of ⟦ and ⟧ is not translatable; text that does not fit has too little room for other languages.
"""

import re
from math import ceil
from typing import Any

import pytest

from scorekeeper import i18n
from scorekeeper.i18n import languages, texts

LONGER = 0.4
ACCENTED = str.maketrans("aeiouncyAEIOUNCY", "áéíóúñçýÁÉÍÓÚÑÇÝ")
# Left unchanged: placeholders, HTML, numbers of rules.
KEPT = re.compile(r"(%\(\w+\)[sd]|%%|\{\w+\}|<[^>]*>|&#?\w+;|\b(?:TRE|TRU|ALB|BUR)-\d+\b)")
FILLING = "ǔx "


def pseudo(message: str) -> str:
    """Returns the message in the pseudo-language: `⟦Ŕéçórd ǔx⟧`."""
    if not message.strip():
        return message
    pieces = KEPT.split(message)
    said = "".join(piece if number % 2 else piece.translate(ACCENTED) for number, piece in enumerate(pieces))
    letters = sum(len(piece) for piece in pieces[::2])
    return f"⟦{said} {(FILLING * letters)[: ceil(letters * LONGER) - 1].rstrip() or 'ǔ'}⟧"


class Pseudo(i18n.Catalogue):
    """The catalogue of the pseudo-language."""

    def __init__(self) -> None:
        super().__init__(i18n.TRANSLATIONS / "none")

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


@pytest.fixture
def everything_in_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces every language; dates, which Babel formats, are in brackets too."""
    speak_pseudo(monkeypatch)


def speak_pseudo(patch: pytest.MonkeyPatch) -> None:
    """Uses the pseudo-language until the patch is undone."""
    spoken = Pseudo()
    patch.setattr(texts, "catalogue", lambda _locale: spoken)
    for name in ("babel_date", "babel_datetime"):
        patch.setattr(languages, name, bracketed(getattr(languages, name)))


def bracketed(write: Any) -> Any:
    """Wraps a function so that its text is in brackets."""
    return lambda *given, **options: f"⟦{write(*given, **options)}⟧"


def outside(text: str) -> str:
    """Returns the parts of a text outside of all brackets, with a space for each of these."""
    depth, left = 0, []
    for letter in text:
        depth += letter == "⟦"
        if depth == 0 or letter == "⟦":
            left.append(letter if depth == 0 else " ")
        depth -= letter == "⟧" and depth > 0
    return "".join(left)
