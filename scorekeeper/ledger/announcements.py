"""Who is told when what came of a match may have changed: whoever asked for it, in the order of asking."""

from collections.abc import Callable

from scorekeeper.store.models import Match

Listener = Callable[[Match], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have this called, before the commit, with every match that has ended or was changed once it was over."""
    if listener not in _listeners:
        _listeners.append(listener)


def result_changed(match: Match) -> None:
    """Tell all listeners."""
    for listener in _listeners:
        listener(match)
