"""A card in words: who plays, what is entered, what it is worth, when the match is over."""

from typing import Any, Callable

from ..engine.base import Words, _
from ..engine.figures import figure
from .reading import LONGEST_ABOUT, LONGEST_CHECK, LONGEST_NAME, LONGEST_SOURCE, Card, Entered, Line, Setting
from .spelling import Say, listed_values, names_of, spelled, text_of

EXPRESSIONS = ("hands", "target", "total", "when", "worth")  # parameters of the sentences

Settings = Any  # the agreed values by name; None for the usual ones


def said(card: Card, say: Say, settings: Settings = None) -> "list[str]":
    """Returns what a card says, as sentences for players, in the order in which they need them."""
    names = names_of(card, say)
    shown = how_played(card, say, settings)
    message = _("Setting: {label}, usually {choice}.") if settings is None else "{label}: {choice}."
    for setting in card.settings:
        shown.append(say(message, {"label": setting.label, "choice": setting_text(setting, settings, say)}))
    values = [value for value in listed_values(card) if not (value.late and value.label)]
    words: Words = [["{label}: {worth}.", _worth(text_of(names[each.name]), each.worth.text)] for each in values]
    words += [_field(field) for field in card.fields]
    words += [_line(line, names, say) for line in card.lines]
    words += [_counter(counter, names, say) for counter in card.counters]
    words += [[_("Refused unless {when}: {label}"), _when(check)] for check in card.checks]
    return shown + _sentences(words, names, say)


def how_played(card: Card, say: Say, settings: Settings = None) -> "list[str]":
    """Returns the sentences about who plays and when who wins, with the values of the settings."""
    names = names_of(card, say)
    for setting in card.settings:
        names[setting.name] = [(setting_text(setting, settings, say), True)]
    return _sentences(_played(card), names, say)


def setting_text(setting: Setting, settings: Settings, say: Say) -> str:
    """Returns the value of a setting as text."""
    value = setting.default if settings is None else settings[setting.name]
    if setting.kind == "flag":
        return say(_("yes") if value else _("no"), {})
    if setting.kind == "choice":
        return say("{label}", {"label": next(choice.label for choice in setting.choices if choice.name == value)})
    return figure(value)


def _sentences(words: Words, names: Any, say: Say) -> "list[str]":
    """Returns sentences with their expressions as players read them."""
    shown = []
    for message, params in words:
        texts = dict(params)
        texts.update({name: text_of(spelled(params[name], names, say)) for name in EXPRESSIONS if name in params})
        shown.append(say(message, texts))
    return shown


def _played(card: Card) -> Words:
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


def _field(field: Entered) -> "list[Any]":
    params = {"label": field.label, "least": 0 if field.least is None else field.least.text}
    if field.kind == "side":
        return [_("Entered: {label} (which side)."), params]
    if field.sum is not None:
        params["total"] = field.sum.text
        return [_("Entered for each side: {label}, together {total}."), params]
    return [_("Entered for each side: {label}.") if field.per_side else _("Entered: {label}."), params]


def _line(line: Line, names: Any, say: Say) -> "list[Any]":
    params = _worth(line.label, line.worth.text)
    is_said_twice = text_of(spelled(line.worth.text, names, say)) == say("{label}", params)
    if line.when is None:
        return [_("Points: {label}.") if is_said_twice else _("Points: {label}: {worth}."), params]
    params["when"] = line.when.text
    return [_("Points: {label}, if {when}.") if is_said_twice else _("Points: {label}: {worth}, if {when}."), params]


def _counter(counter: Any, names: Any, say: Say) -> "list[Any]":
    params = _worth(counter.label, counter.next.text)
    word, _more, what = counter.next.text.partition(" + 1 if ")
    counted, _else, otherwise = what.partition(" else ")
    if word == otherwise == counter.name and text_of(names.get(counted, [])) == say("{label}", params):
        return [_("Counter: how often {label}."), params]
    return [_("Counter: {label}: {worth}."), params]


def _worth(label: Any, worth: str) -> "dict[str, Any]":
    return {"label": label, "worth": worth}


def _when(check: Any) -> "dict[str, Any]":
    return {"label": check.label, "when": check.unless.text}


LONGEST_LABEL = 60
LABELLED = ("settings", "values", "fields", "counters", "points", "checks")


def relabelled(card: "dict[str, Any]", change: "Callable[[str], str]") -> "dict[str, Any]":
    """Returns a card with all texts of players changed: names, labels, about and source, no longer than they may be."""
    new = dict(card)
    for key, longest in (("name", LONGEST_NAME), ("about", LONGEST_ABOUT), ("source", LONGEST_SOURCE)):
        if key in card:
            new[key] = _changed(card[key], change, longest)
    for part in LABELLED:
        if part in card:
            longest = LONGEST_CHECK if part == "checks" else LONGEST_LABEL
            new[part] = [_relabelled(row, change, longest) for row in card[part]]
    return new


def _relabelled(row: "dict[str, Any]", change: "Callable[[str], str]", longest: int) -> "dict[str, Any]":
    new = dict(row)
    if "label" in row:
        new["label"] = _changed(row["label"], change, longest)
    if "choices" in row:
        new["choices"] = [_relabelled(choice, change, longest) for choice in row["choices"]]
    return new


def _changed(text: Any, change: "Callable[[str], str]", longest: int) -> Any:
    if isinstance(text, dict):
        return {language: change(text[language])[:longest] for language in text}
    return change(text)[:longest]
