"""Reads JSON columns, also what earlier versions stored without asking how deep it was."""

import json
from threading import Thread
from typing import Any

DEEPEST = 20  # lists and groups inside each other that are shown of such a value; no match has half of that


def read(text: str | bytes) -> Any:
    """The value of a column."""
    try:
        return json.loads(text)
    except RecursionError:
        return _cut(text)


def _cut(text: str | bytes) -> Any:
    """The value without what lies too deep in it, where reading all of it takes more calls than this one may make."""
    found: list[Any] = []
    # A thread of its own begins with no calls at all: whatever a request could read, it can.
    reader = Thread(target=lambda: found.append(json.loads(text)))
    reader.start()
    reader.join()
    return _shallow(found[0], DEEPEST) if found else None


def _shallow(value: Any, deep: int) -> Any:
    if isinstance(value, (dict, list)) and not deep:
        return None
    if isinstance(value, list):
        return [_shallow(each, deep - 1) for each in value]
    if isinstance(value, dict):
        return {name: _shallow(each, deep - 1) for name, each in value.items()}
    return value
