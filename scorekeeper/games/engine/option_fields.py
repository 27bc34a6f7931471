"""The options of a game as forms draw them and presets set them: numbers, yes or no, one of several choices.

Each takes the option's name, its label (a message id), and the rule that it belongs to; `more` are members that any
option may have, such as `seldom`: it is shown further down in the form.
"""

from typing import Any


def whole(name: str, label: str, rule: "str | None", low: int, high: int, **more: Any) -> "dict[str, Any]":
    """A whole number from `low` to `high`; with `nullable` none too."""
    return _option(name, "whole", label, rule, more, low=low, high=high)


def flag(name: str, label: str, rule: "str | None", **more: Any) -> "dict[str, Any]":
    """Yes or no."""
    return _option(name, "flag", label, rule, more)


def choice(name: str, label: str, rule: "str | None", *choices: "tuple[Any, str]", **more: Any) -> "dict[str, Any]":
    """One of the choices, each a value with its text; texts or numbers are the values of all of them."""
    kind = "choice" if isinstance(choices[0][0], str) else "number"
    return _option(name, kind, label, rule, more, choices=[[value, text] for value, text in choices])


def _option(
    name: str, kind: str, label: str, rule: "str | None", more: "dict[str, Any]", **own: Any
) -> "dict[str, Any]":
    described: dict[str, Any] = {"name": name, "kind": kind, "label": label, "rule": rule}
    described.update(own)
    described.update(more)
    return described
