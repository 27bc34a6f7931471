"""A card as players read it: what its names are called, and its expressions in their words.

A value that has no label is said by its expression, if that is short, else by a number.
"""

from typing import Any, Callable

from ..engine.base import _
from .parsing import END, PRECEDENCE, tokens_of
from .reading import Card, Value

SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "-": "−", "*": "×", "//": "÷"}
WORDS = {
    "and": _("and"), "or": _("or"), "not": _("not"), "if": _("if"), "else": _("otherwise"), "true": _("yes"),
    "false": _("no"), "my": _("own"), "sum": _("all together"), "any": _("for any side"), "not any": _("for no side"),
    "all": _("for every side"), "count": _("number of sides with"), "least": _("lowest"), "most": _("highest"),
    "abs": _("size of"), "min": _("smallest of"), "max": _("largest of"),
    "hand": _("number of the hand"), "sides": _("number of sides"), "total": _("total"),
    "points": _("points of the hand"), "dealer": _("deals"),
}  # fmt: skip
NUMBERED = _("value {number}")
BEFORE_A_VALUE = ("(", ",", "not", "else") + tuple(PRECEDENCE)
SHORT = 6  # words and signs of an expression that stands for its value

Say = Callable[[str, "dict[str, Any]"], str]


def spelled(expression: str, names: Any, say: Say) -> "list[tuple[str, bool]]":
    """Returns an expression as players read it, in parts: each a text, and True if it is a name of the card's."""
    parts: list[tuple[str, bool]] = []
    words: list[str] = []
    for word, _place in tokens_of(expression)[:-1]:  # without the end
        if word == "any" and words and words[-1] == "not":
            word = words.pop() + " any"
        words.append(word)
    before, last = "", "("
    for at, word in enumerate(words):
        is_tight = word in (")", ",") or last == "("
        if not is_tight and not (last == "-" and before in BEFORE_A_VALUE):
            parts.append((" ", False))
        said = _said(word, names, say)
        following = words[at + 1] if at + 1 < len(words) else END
        is_alone = last == "(" and following in (")", END)  # needs no brackets
        parts += said if len(said) == 1 or is_alone else [("(", False)] + said + [(")", False)]
        before, last = last, word
    return parts


def text_of(parts: "list[tuple[str, bool]]") -> str:
    """Returns the parts of an expression as one text."""
    return "".join([text for text, _named in parts])


def _said(word: str, names: Any, say: Say) -> "list[tuple[str, bool]]":
    if word.startswith("my."):
        return [(say(WORDS["my"], {}) + " " + text_of(_said(word[3:], names, say)), True)]
    if word in names:
        return list(names[word])
    return [(say(WORDS[word], {}) if word in WORDS else SIGNS.get(word, word), False)]


def names_of(card: Card, say: Say) -> "dict[str, list[tuple[str, bool]]]":
    """Returns what the names of a card are called, in parts as `spelled` returns them."""
    named: list[Any] = card.settings + card.fields + card.counters
    names = {each.name: [(_label(each, say), True)] for each in named}
    with_choices: list[Any] = card.settings + card.fields
    for each in with_choices:
        for choice in each.choices:
            text = _label(each, say) + ": " + _label(choice, say)
            names[each.name + "." + choice.name] = [(text, True)]
    for at, value in enumerate(card.values):
        names[value.name] = _name_of(value, at, names, say)
    return names


def _label(part: Any, say: Say) -> str:
    return say("{label}", {"label": part.label})


def _name_of(value: Value, at: int, names: Any, say: Say) -> "list[tuple[str, bool]]":
    if value.label:
        return [(_label(value, say), True)]
    if is_numbered(value):
        return [(say(NUMBERED, {"number": at + 1}), True)]
    return spelled(value.worth.text, names, say)


def is_numbered(value: Value) -> bool:
    """True if a value has no label, and an expression that is too long to stand for it."""
    return not value.label and len(tokens_of(value.worth.text)) > SHORT + 1


def listed_values(card: Card) -> "list[Value]":
    """Returns the values whose names the rules mention: those with a label or a number."""
    return [value for value in card.values if value.label or is_numbered(value)]
