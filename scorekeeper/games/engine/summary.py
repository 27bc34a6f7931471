"""A hand's entry in a few words: what stands in a row of the history, on the screen and on paper.

Shown, the words are joined by a raised dot. An entry must be good: whoever calls has had it checked by the game. Shares
are written in the order of the sides, a side by its sign.
"""

from typing import Any, Sequence

from .base import Entry, Setup, Words, _
from .entry_fields import fields_of
from .entry_text import way_of
from .match import game_of
from .side_names import SIGNS as SIGNS

NO_SHARE = "×"  # of a side that took no part, or has nothing to count


def short(setup: Setup, entry: Entry) -> Words:
    """What was entered for a hand, without its note."""
    if entry.get("stop"):
        return [[_("stopped"), {}]]
    game = game_of(setup)
    return game.told(setup, entry) if game.told else told_by_fields(setup, entry, game.ways)


def shares(values: "Sequence[int | None]") -> str:
    """One number a side, as they are said at the table: 12–8."""
    return "–".join([NO_SHARE if value is None else str(value) for value in values])


def each_share(entry: Entry, messages: "tuple[tuple[str, str], ...]") -> Words:
    """The fields among these that hold one number a side. `messages`: field and message with the place `{shares}`."""
    return [[message, {"shares": shares(entry[name])}] for name, message in messages if name in entry]


def told_by_fields(setup: Setup, entry: Entry, ways: "list[dict[str, Any]]") -> Words:
    """An entry by its fields' labels, for a game that has no words of its own for it."""
    way = way_of(ways, entry)
    fields = fields_of(way["fields"], setup["options"], len(setup["seats"]))
    return [_one(field, entry[field["name"]]) for field in fields if field["name"] in entry]


def _one(field: "dict[str, Any]", value: Any) -> "list[Any]":
    kind = field["kind"]
    if kind == "flag":
        return ["{label}", {"label": field["label"]}]
    if kind == "choice":
        named = [label for each, label in field["choices"] if each == value]
        return ["{label} {choice}", {"label": field["label"], "choice": named[0]}]
    return ["{label} {value}", {"label": field["label"], "value": _written(kind, value)}]


def _written(kind: str, value: Any) -> str:
    """A value as it is said: sides by their signs, one number a side with dashes between, groups part by part."""
    if value is None:
        return "–"
    if value is True or value is False:
        return "✓" if value else "–"
    if kind == "side":
        return SIGNS[value]
    if kind == "shares":
        return shares(value)
    if isinstance(value, dict):
        return " ".join([str(name) + " " + _written("", value[name]) for name in sorted(value)])
    if isinstance(value, list):
        return " ".join([_written("side" if kind == "tricks" else "", each) for each in value])
    return str(value)


def figure(value: int) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")
