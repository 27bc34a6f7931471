"""What fills a message of the rules: names that people chose stay as they are, words of the game are translated.

Every `say` fills with these, on a server (`scorekeeper.i18n`) and on a phone (`scorekeeper.offline.phone.words`).
"""

from typing import Any, Callable

from .cards import SUITS, signed
from .side_names import called as called

# Parameters whose values are words of the game, not names that people chose.
WORDS = ("suit", "rank", "card", "label", "choice")


def filled(params: Any, gettext: Callable[[str], str]) -> "dict[str, Any]":
    """The parameters of a message as they are read, words of the game in the language of `gettext`."""
    values = {name: called(value, gettext) if isinstance(value, str) else value for name, value in params.items()}
    for name in WORDS:
        word = values.get(name)
        if isinstance(word, str) and word:
            values[name] = card_name(word, gettext) if name == "card" else gettext(word)
    return values


def card_name(card: str, gettext: Callable[[str], str]) -> str:
    """A card as it is shown: `"10H"` is 10♥; a joker is called what the language calls it."""
    return signed(card) if card[-1] in SUITS else gettext(card.lower())
