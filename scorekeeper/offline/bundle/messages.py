"""The texts of a language for the phone, as JSON by their English text; English itself needs none."""

import hashlib
import json
from functools import lru_cache

from scorekeeper.i18n import catalogue

COUNTS = 200  # beyond, every language takes the form of the last one


@lru_cache
def messages_of(locale: str) -> str:
    """`{"messages": {text: [forms]}, "plural": [the form for 0, for 1, …]}`, with every translated text."""
    words = catalogue(locale)
    texts = {"messages": words.messages, "plural": [words.form(count) for count in range(COUNTS)]}
    return json.dumps(texts, ensure_ascii=False, sort_keys=True)


def stamp(text: str) -> str:
    """A short digest: equal texts have equal ones."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
