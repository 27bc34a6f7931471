"""A game's options as form fields: an option's value as typed texts by path, and back."""

from collections.abc import Mapping
from itertools import count
from typing import Any

Option = dict[str, Any]

SPARE_STEPS = 1  # blank rows after the last step of a list of thresholds


def written(option: Option, value: Any) -> dict[str, str]:
    """The texts that stand for a value, by dotted path: `{"options.target": "21"}`; nothing is an empty text."""
    path = f"options.{option['name']}"
    if option["kind"] == "flag":
        return {path: "1" if value else "0"}
    if option["kind"] == "increasing":
        return {path: " ".join(str(each) for each in value)}
    if option["kind"] == "thresholds":
        steps = [*value, *([["", ""]] * SPARE_STEPS)]
        return {f"{path}.{row}.{at}": str(each) for row, step in enumerate(steps) for at, each in enumerate(step)}
    return {path: "" if value is None else str(value)}


def read(option: Option, typed: Mapping[str, str]) -> Any:
    """The value that was typed. What is no number stays a text, for the game to refuse."""
    path = f"options.{option['name']}"
    text = typed.get(path, "").strip()
    if option["kind"] == "flag":
        return text == "1"
    if option["kind"] == "increasing":
        return [_number(part) for part in text.replace(",", " ").split()]
    if option["kind"] == "thresholds":
        return _steps(option, typed)
    if option["kind"] == "choice":
        return text
    return _number(text) if text else None


def rows(option: Option, typed: Mapping[str, str]) -> int:
    """How many rows of a list of thresholds there are, blank ones too."""
    return next(row for row in count() if f"options.{option['name']}.{row}.0" not in typed)


def _steps(option: Option, typed: Mapping[str, str]) -> list[list[Any]]:
    path = f"options.{option['name']}"
    pairs = [[typed.get(f"{path}.{row}.{at}", "").strip() for at in (0, 1)] for row in range(rows(option, typed))]
    return [[_number(text) for text in pair] for pair in pairs if any(pair)]


def _number(text: str) -> int | str:
    """Whole numbers as people write them; anything else as it is. Long ones stay text: no option is that large."""
    try:
        return int(text) if len(text) < 10 else text
    except ValueError:
        return text
