"""Listeners that are called when a match's result may have changed, in the order in which they registered."""

from collections.abc import Callable

from scorekeeper.store.models import Match

Listener = Callable[[Match], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Register a function, called before the commit with every match that ended or was changed after its end."""
    if listener not in _listeners:
        _listeners.append(listener)


def result_changed(match: Match) -> None:
    """Call all listeners."""
    for listener in _listeners:
        listener(match)
