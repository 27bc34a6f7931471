"""A game's options as form fields: an option's value as typed texts by path, and back."""

from typing import Any, TypeAlias

Option: TypeAlias = "dict[str, Any]"
Typed: TypeAlias = "dict[str, str]"

SPARE_STEPS = 1  # blank rows after the last step of a list of thresholds


def written(option: Option, value: Any) -> Typed:
    """The texts that stand for a value, by dotted path: `{"options.target": "21"}`; nothing is an empty text."""
    path = _path(option)
    if option["kind"] == "flag":
        return {path: "1" if value else "0"}
    if option["kind"] == "increasing":
        return {path: " ".join([str(each) for each in value])}
    if option["kind"] == "thresholds":
        steps = list(value) + [["", ""]] * SPARE_STEPS
        return {f"{path}.{row}.{at}": str(each) for row, step in enumerate(steps) for at, each in enumerate(step)}
    if option["kind"] == "factors":
        return _factors_written(option, value)
    return {path: "" if value is None else str(value)}


def read(option: Option, typed: Typed) -> Any:
    """The value that was typed. What is no number stays a text, for the game to refuse."""
    text = typed.get(_path(option), "").strip()
    if option["kind"] == "flag":
        return text == "1"
    if option["kind"] == "increasing":
        return [_number(part) for part in text.replace(",", " ").split()]
    if option["kind"] == "thresholds":
        return _steps(option, typed)
    if option["kind"] == "factors":
        return _factors(option, typed)
    if option["kind"] in ("choice", "text"):
        return text
    return _number(text) if text else None


def rows(option: Option, typed: Typed) -> int:
    """How many rows of a list of thresholds there are, blank ones too."""
    row = 0
    while f"{_path(option)}.{row}.0" in typed:
        row += 1
    return row


def _path(option: Option) -> str:
    return "options." + str(option["name"])


def _steps(option: Option, typed: Typed) -> "list[list[Any]]":
    paths = [f"{_path(option)}.{row}" for row in range(rows(option, typed))]
    pairs = [[typed.get(f"{path}.{at}", "").strip() for at in (0, 1)] for path in paths]
    return [[_number(text) for text in pair] for pair in pairs if any(pair)]


def _factors_written(option: Option, value: Any) -> Typed:
    """A row for each name that there can be, the blank ones last."""
    path, blank = _path(option), {"name": "", "factor": ""}
    given = list(value) + [blank] * (option["most"] - len(value))
    return {f"{path}.{row}.{part}": str(each[part]) for row, each in enumerate(given) for part in ("name", "factor")}


def _factors(option: Option, typed: Typed) -> "list[dict[str, Any]]":
    """The names with their factors; a factor that is left blank is 1, a blank row counts for nothing."""
    paths = [f"{_path(option)}.{row}" for row in range(option["most"])]
    given = [[typed.get(f"{path}.{part}", "").strip() for part in ("name", "factor")] for path in paths]
    return [{"name": name, "factor": _number(factor) if factor else 1} for name, factor in given if name or factor]


def _number(text: str) -> "int | str":
    """Whole numbers as people write them; anything else as it is. Long ones stay text: no option is that large."""
    try:
        return int(text) if len(text) < 10 else text
    except ValueError:
        return text
