"""The options of a match: read from a document, held to what may be chosen, and completed in matches of long ago."""

from typing import Any

from .checks import Checks, _, is_whole
from .game import Game
from .printable import is_printable, trimmed
from .registry import find_game
from .shapes import Entry, Setup

MOST_STEPS = 12  # of a list of stakes or thresholds: more than any game has, few enough to be shown


def read_options(checks: Checks, game: Game, preset: Entry) -> dict[str, Any]:
    """The preset's options with the document's own in their place."""
    options = dict(preset["options"])
    given = checks.mapping.get("options", {})
    if not isinstance(given, dict):
        checks.refuse("options", None, _("This must be a group of named fields"))
        return options
    chosen = Checks(given, "options.", checks.problems)
    chosen.only(tuple(option["name"] for option in game.options))
    for option in game.options:
        name = option["name"]
        if name in given:
            if not is_good_option(option, given[name]):
                chosen.refuse(name, option["rule"], _("This value cannot be chosen"))
            options[name] = given[name]
    if not chosen.problems:
        game.check_options(chosen, options, preset["slug"])
    return options


def with_all_options(setup: Setup) -> Setup:
    """A stored setup with the options that its game has learned since, each as it was played before there was a choice.

    That is what an option's `before` says, else its first choice, no, or nothing.
    """
    game = find_game(setup["game"])
    if game is None or len(setup["options"]) >= len(game.options):
        return setup
    options = {option["name"]: _before(option) for option in game.options}
    options.update(setup["options"])
    complete = setup.copy()
    complete["options"] = options
    return complete


def _before(option: "dict[str, Any]") -> Any:
    """What held in matches that were agreed on before there was this option."""
    if "before" in option:
        return option["before"]
    if "choices" in option:
        return option["choices"][0][0]
    return False if option["kind"] == "flag" else None


def is_good_option(option: dict[str, Any], value: Any) -> bool:
    """Whether a value can be chosen for an option."""
    kind = option["kind"]
    if value is None:
        return bool(option.get("nullable", False))
    if kind == "flag":
        return type(value) is bool
    if kind == "whole":
        return is_whole(value) and option["low"] <= value <= option["high"]
    if kind == "number":
        return is_whole(value) and value in [choice[0] for choice in option["choices"]]
    if kind == "choice":
        return isinstance(value, str) and value in [choice[0] for choice in option["choices"]]
    if kind == "increasing":
        return _is_increasing(value) and len(value) <= option.get("most", MOST_STEPS)
    if kind == "text":
        return is_text(value, option["longest"])
    if kind == "factors":
        return _are_factors(value, option)
    return _are_thresholds(value)


def is_text(value: Any, longest: int) -> bool:
    """Whether a value is a text that can be printed, of so many characters at most, and not blank."""
    return isinstance(value, str) and len(value) <= longest and bool(trimmed(value)) and is_printable(value)


def _are_factors(value: Any, option: "dict[str, Any]") -> bool:
    """A list of names with what one of each counts: no name twice, no factor 0."""
    if not isinstance(value, list) or len(value) > option["most"]:
        return False
    for each in value:
        if not isinstance(each, dict) or sorted(each) != ["factor", "name"]:
            return False
        if not is_text(each["name"], option["longest"]) or not is_whole(each["factor"]):
            return False
        if each["factor"] == 0 or not option["low"] <= each["factor"] <= option["high"]:
            return False
    names = [each["name"] for each in value]
    return len(set(names)) == len(names)


def _is_increasing(value: Any) -> bool:
    """A list of whole numbers from 1 that rise strictly."""
    if not isinstance(value, list) or not value or not all(is_whole(each) for each in value):
        return False
    return bool(value[0] >= 1 and all(low < high for low, high in zip(value, value[1:])))


def _are_thresholds(value: Any) -> bool:
    """Pairs of a total and the points due from it on, by rising total; possibly none."""
    if not isinstance(value, list) or len(value) > MOST_STEPS:
        return False
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_whole(each) for each in pair) or pair[1] < 0:
            return False
    return all(low[0] < high[0] for low, high in zip(value, value[1:]))
