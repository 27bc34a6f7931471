"""The texts of a language for the phone, as JSON by their English text: those that its code has. English needs none."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import CodeType

from scorekeeper.i18n import catalogue

COUNTS = 200  # beyond, every language takes the form of the last one

TextsOfGames = tuple[tuple[str, frozenset[str]], ...]  # by slug; under an empty one those that all games share


def texts_in(sources: Iterable[str]) -> frozenset[str]:
    """Every text that stands in Python code, rules and compiled templates: whatever is translated is among them."""
    return frozenset(text for source in sources for text in _texts_of(compile(source, "", "exec")))


def _texts_of(constant: object) -> Iterator[str]:
    """The texts among the constants of compiled code, and of what it defines."""
    if isinstance(constant, str):
        yield constant
    elif isinstance(constant, CodeType):
        yield from _texts_of(constant.co_consts)
    elif isinstance(constant, tuple | frozenset):
        for each in constant:
            yield from _texts_of(each)


@lru_cache
def messages_of(locale: str, texts: TextsOfGames) -> str:
    """`{"messages": {text: [forms]}, "games": {slug: {text: [forms]}}, "plural": [the form for 0, for 1, …]}`.

    What all games share stands in `messages`, what a game has beyond that among `games`.
    """
    words = catalogue(locale)
    by_game = dict(texts)
    shared = by_game.pop("")
    told = {
        "messages": _some(words.messages, shared),
        "games": {slug: _some(words.messages, own - shared) for slug, own in by_game.items()},
        "plural": [words.form(count) for count in range(COUNTS)],
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True)


def _some(messages: Mapping[str, object], texts: frozenset[str]) -> dict[str, object]:
    return {text: forms for text, forms in messages.items() if text in texts}


def stamp(text: str) -> str:
    """A short digest: equal texts have equal ones."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
