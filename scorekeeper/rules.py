"""The rules as a library: `score`, `claim`, `problems` and `next_hand` of a match document, and the `games` there are.

Documents are plain values, as `json` reads them (docs/command-line.md). What cannot be is refused with `Refusal`, whose
text has a line for each problem. It runs in MicroPython too, except for `games`.
"""

from typing import Any

from .games import Refusal, claim, score
from .games.engine import play
from .games.engine.checks import told

__all__ = ["Refusal", "claim", "games", "next_hand", "problems", "score"]


def problems(document: Any, entry: Any) -> "list[dict[str, Any]]":
    """Returns what is wrong with an entry as the next hand of a match: a list, empty if the hand can be scored.

    Each problem has its `message` in English, its `hand`, `field` and `rule`. Raises Refusal if the document is wrong.
    """
    setup, _hands, table = play.opened(document)
    return [told(problem) for problem in play.problems(setup, table, entry)]


def next_hand(document: Any) -> "dict[str, Any]":
    """Returns what players know before the next hand, by game; an empty dict once the match is over. Raises Refusal."""
    setup, _hands, table = play.opened(document)
    return play.next_hand(setup, table)


def games() -> "list[dict[str, Any]]":
    """Returns all games: each with its `slug`, `title`, `presets`, `options`, `ways` to enter a hand, and `rules`."""
    from .games.described import games_described  # not for MicroPython
    from .games.engine.game import GAMES

    described: list[dict[str, Any]] = games_described(GAMES, str)["games"]
    return described
