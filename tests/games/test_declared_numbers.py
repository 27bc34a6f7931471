"""Options and presets of every game have the values that its rules name; other values are refused by their rule."""

from itertools import product
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.game import folder_of
from scorekeeper.games.engine.setup import with_all_options
from tests.games.options_and_presets import BEFORE, BESIDE, OF_SOME, OPTIONS, PRESETS, TEXTS, YES_OR_NO, Values

BY_FOLDER = {folder_of(game.slug): game for game in GAMES}
OF_EVERY_GAME = pytest.mark.parametrize("folder", OPTIONS)  # also of one that cannot be imported, which is no game


def head(folder: str, variant: str, shape: tuple[int, int], **parts: Any) -> dict[str, Any]:
    """Returns the head of a match of these sides and players of a side."""
    sides = [{"name": f"{side}", "players": [f"{side} {seat}" for seat in range(shape[1])]} for side in range(shape[0])]
    return {"format": "scorekeeper/1", "game": BY_FOLDER[folder].slug, "variant": variant, "sides": sides, **parts}


def refused(folder: str, variant: str, name: str, value: Any) -> list[str | None]:
    """Returns the rules that refuse a value of an option by itself, not because of the others."""
    shape = PRESETS[folder][variant][0][0]
    try:
        play.begin(head(folder, variant, shape, options={name: value}))
    except Refusal as refusal:
        return [problem["rule"] for problem in refusal.problems if problem["message"] == "This value cannot be chosen"]
    return []


def has(folder: str, variant: str, rule: str | None) -> bool:
    """True if the option of this rule is one of the preset's."""
    return variant in OF_SOME.get(folder, {}).get(rule or "", variant).split()


def near(folder: str, name: str, values: Values) -> tuple[list[Any], list[Any]]:
    """Returns the values to be accepted, for a range of numbers its ends, and some just beside them."""
    if isinstance(values, range):
        return [values[0], values[-1]], [values[0] - 1, values[-1] + 1, str(values[0]), True]
    if (folder, name) in BESIDE:
        return list(values), BESIDE[folder, name]
    if values == YES_OR_NO:
        return list(values), [0, 1, "", "yes"]
    if isinstance(values[0], int):
        beside = [number + step for number in values for step in (-1, 1)]
        return list(values), [number for number in beside if number not in values]
    return list(values), ["", "x", 0, False]


@OF_EVERY_GAME
def test_options_have_the_order_and_the_values_of_the_rules(folder: str) -> None:
    game = BY_FOLDER[folder]
    assert [option["name"] for option in game.options] == [option[0] for option in OPTIONS[folder]]
    for declared, (name, rule, values, *empty) in zip(game.options, OPTIONS[folder], strict=True):
        if "choices" in declared:
            assert tuple(value for value, _text in declared["choices"]) == values
        (variant, *_others) = [preset for preset in PRESETS[folder] if has(folder, preset, rule)]
        good, bad = near(folder, name, values)
        for value in good + empty:
            assert refused(folder, variant, name, value) == [], (name, value)
        for value in bad if empty else [*bad, None]:
            assert refused(folder, variant, name, value) == [rule], (name, value)


@OF_EVERY_GAME
def test_numbers_to_choose_from_are_shown_as_numbers(folder: str) -> None:
    for option in BY_FOLDER[folder].options:
        if option["kind"] == "number":
            usual = [str(value) if value else "none" for value, _text in option["choices"]]
            shown = [text for _value, text in option["choices"]]
            assert shown == TEXTS.get((folder, option["name"]), usual)


@OF_EVERY_GAME
def test_presets_have_the_options_and_sides_of_the_rules(folder: str) -> None:
    game = BY_FOLDER[folder]
    assert [preset["slug"] for preset in game.presets] == list(PRESETS[folder])
    usual = next(iter(PRESETS[folder].values()))[1]
    for variant, (shapes, options) in PRESETS[folder].items():
        for shape in shapes:
            assert play.begin(head(folder, variant, shape))["options"] == {**usual, **options}
        for shape in sorted({*product(range(1, 14), range(1, 8))} - {*shapes}):
            with pytest.raises(Refusal):
                play.begin(head(folder, variant, shape))
    assert [preset["slug"] for preset in game.presets if preset["timed"]] == ["timed"] * (folder == "buraco")


@pytest.mark.parametrize("folder", OF_SOME)
def test_options_of_some_presets_are_refused_in_the_others(folder: str) -> None:
    for (name, rule, values, *_empty), variant in product(OPTIONS[folder], PRESETS[folder]):
        names = [rule for other, rule, *_values in OPTIONS[folder] if other == name]
        shape = PRESETS[folder][variant][0][0]
        if not any(has(folder, variant, each) for each in names):
            with pytest.raises(Refusal) as refusal:
                play.begin(head(folder, variant, shape, options={name: values[0]}))
            assert [(each["field"], each["rule"]) for each in refusal.value.problems] == [(f"options.{name}", rule)]


@OF_EVERY_GAME
def test_options_that_a_match_did_not_have_yet_change_nothing_in_it(folder: str) -> None:
    variant, (shapes, _options) = next(iter(PRESETS[folder].items()))
    setup = with_all_options({**play.begin(head(folder, variant, shapes[0])), "options": {}})
    expected = {
        name: False
        if values == YES_OR_NO
        else None
        if (folder, name) in BESIDE or isinstance(values, range)
        else values[0]
        for name, _rule, values, *_empty in OPTIONS[folder]
    }
    assert setup["options"] == {**expected, **BEFORE.get(folder, {})}
