"""A card in words: who plays, what is entered, what it is worth, when the match is over."""

from typing import Any

from ..engine.base import Words, _
from .reading import Card, Entered, Line, Value


def in_words(card: Card) -> Words:
    """Returns what a card says as sentences with parameters, in the order in which players need them."""
    words = played(card)
    words += [[_("Setting: {label}, usually {choice}."), _setting(setting)] for setting in card.settings]
    words += [_value(value) for value in card.values if not value.late and value.label]
    words += [_field(field) for field in card.fields]
    words += [_line(line) for line in card.lines]
    words += [[_("Counter: {label}: {worth}."), _worth(each.label, each.next.text)] for each in card.counters]
    return words + [[_("Refused unless {when}: {label}"), _when(check)] for check in card.checks]


def played(card: Card) -> Words:
    """Returns who plays, and when who wins."""
    return [[_("Lowest total wins.") if card.lowest else _("Highest total wins."), {}]] + _end(card) + _sides(card)


def _end(card: Card) -> Words:
    words: Words = []
    if card.hands is not None:
        words.append([_("Hands: {hands}."), {"hands": card.hands.text}])
    if card.target is not None:
        words.append([_("Played to {target}."), {"target": card.target.text}])
    if card.when is not None:
        words.append([_("Over when {when}."), {"when": card.when.text}])
    if card.out is not None:
        words.append([_("Out when {when}."), {"when": card.out.text}])
    if card.winner is not None:
        words.append([_("The best of those for which {when} wins."), {"when": card.winner.text}])
    return words or [[_("You play until you stop."), {}]]


def _sides(card: Card) -> Words:
    least, most = card.sides
    params = {"sides": _span(least, most), "players": _span(card.team[0], card.team[1])}
    return [
        [_("Players: {sides}.") if card.team == (1, 1) else _("Sides: {sides}, of {players} players each."), params]
    ]


def _span(least: int, most: int) -> str:
    return str(least) if least == most else str(least) + "–" + str(most)


def _setting(setting: Any) -> "dict[str, Any]":
    value = setting.default
    if setting.kind == "flag":
        value = "✓" if value else "–"
    elif setting.kind == "choice":
        value = next(choice.label for choice in setting.choices if choice.name == value)
    return {"label": setting.label, "choice": value}


def _value(value: Value) -> "list[Any]":
    return ["{label}: {worth}.", _worth(value.label, value.worth.text)]


def _field(field: Entered) -> "list[Any]":
    params = {"label": field.label, "least": 0 if field.least is None else field.least.text}
    if field.kind == "side":
        return [_("Entered: {label} (which side)."), params]
    if field.sum is not None:
        params["total"] = field.sum.text
        return [_("Entered for each side: {label}, together {total}."), params]
    return [_("Entered for each side: {label}.") if field.per_side else _("Entered: {label}."), params]


def _line(line: Line) -> "list[Any]":
    params = _worth(line.label, line.worth.text)
    if line.when is None:
        return [_("Points: {label}: {worth}."), params]
    params["when"] = line.when.text
    return [_("Points: {label}: {worth}, if {when}."), params]


def _worth(label: Any, worth: str) -> "dict[str, Any]":
    return {"label": label, "worth": worth}


def _when(check: Any) -> "dict[str, Any]":
    return {"label": check.label, "when": check.unless.text}
