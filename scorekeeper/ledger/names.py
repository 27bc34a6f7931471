"""Names of people: how they are compared, and how those of one person are found wherever they stand."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Any

from scorekeeper.games.engine.messages import WORDS

DEEPEST = 20  # lists and groups inside each other


def name_key(name: str) -> str:
    """A name as names are compared: however it is written, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Names:
    """The names of one person, and what stands in their place; `others` are names that stay as they are."""

    def __init__(self, names: Collection[str], instead: str, others: Iterable[str] = ()) -> None:
        self.instead = instead
        self.keys = {name_key(name) for name in names}
        longer = [other for other in others if self._is_longer(other)]
        # Of two names that begin alike the longer one is somebody else, and comes first.
        words = [_words(name) for name in sorted(longer, key=len, reverse=True)]
        own = [_words(name) for name in sorted(names, key=len, reverse=True)]
        kept = f"({'|'.join(words)})|" if words else "((?!))|"
        self._pattern = re.compile(rf"(?<!\w)(?:{kept}(?:{'|'.join(own)}))(?!\w)", re.IGNORECASE)

    def _is_longer(self, other: str) -> bool:
        key = name_key(other)
        return key not in self.keys and any(own in key for own in self.keys)

    def name(self, text: str) -> str:
        """A place that holds a name and nothing else; a side may be called after two people."""
        return self.instead if name_key(text) in self.keys else self.text(text)

    def text(self, text: str) -> str:
        """Free text: every whole word that is the name."""
        return self._pattern.sub(lambda found: found[0] if found[1] else self.instead, text)

    def texts(self, value: Any, deep: int = DEEPEST) -> Any:
        """Every text in a JSON value, its names of members left alone.

        What lies deeper than `deep` goes: nothing that scores lies there, and nobody could be erased from it.
        """
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, (list, dict)) and not deep:
            return None
        if isinstance(value, list):
            return [self.texts(each, deep - 1) for each in value]
        if isinstance(value, dict):
            return {name: each if name in WORDS else self.texts(each, deep - 1) for name, each in value.items()}
        return value

    def are_in(self, texts: Iterable[str]) -> bool:
        """Whether any of these names is one of the person's."""
        return any(name_key(text) in self.keys for text in texts)


def _words(name: str) -> str:
    return r"\s+".join(re.escape(word) for word in name.split())
