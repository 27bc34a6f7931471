"""The missing parts of a game are listed as sentences, for authors of our games and of packages alike."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.completeness import failures, lacks
from scorekeeper.games.engine.base import Entry, Game, Outcome, Setup, Table, line, outcome
from tests.made_up.pebbles.game import GAME as PEBBLES

USUAL = PEBBLES.presets[0]
QUICK, EVERYTHING = PEBBLES.ways[:2]
TARGET, ECHO = PEBBLES.options


def way(**changes: Any) -> list[Any]:
    """Returns the ways to enter a hand, with a change of the first one's last field."""
    fields = [QUICK["fields"][0], {**QUICK["fields"][1], **changes}]
    return [{**QUICK, "fields": fields}, EVERYTHING]


def preset(**changes: Any) -> list[dict[str, Any]]:
    """Returns the only preset with some values changed."""
    return [{**USUAL, **changes}]


LACKING: dict[str, dict[str, Any]] = {
    "its title is empty": {"title": ""},
    "its slug others is not the name of its folder": {"slug": "others"},
    "it has claims without claim_fields, or claim_fields without claims": {"claims": {"most": print}},
    "RULES has no PEB-2, which its fields or options cite": {"rules": ("PEB-1", "PEB-3")},
    "its RULES are not numbered from 1 without a gap, after three capital letters": {
        "rulebook": [{"rule": number} for number in ("PEB-1", "PEB-2", "PEB-3", "PEB-5")]
    },
    "its rules are numbered like those of truco": {"rules": (*PEBBLES.rules, "TRU-1")},
    "two presets are called usual": {"presets": [USUAL, USUAL]},
    "its preset usual has no value for the option echo": {"presets": preset(options={"target": 30})},
    "its preset usual sets speed, which is no option": {"presets": preset(options={**USUAL["options"], "speed": 1})},
    "its preset usual has no title": {"presets": preset(title="")},
    "nothing says how many sides and players may play it (every_shape)": {"every_shape": []},
    "two ways to enter a hand are called quick": {"ways": [QUICK, QUICK]},
    "its way quick has no title or no fields": {"ways": [{**QUICK, "title": ""}]},
    "its last is of the kind unheard of, which there is not": {"ways": way(kind="unheard of")},
    "its last has no label": {"ways": way(label="")},
    "its option echo has choices without being a choice, or is one without choices": {
        "options": [TARGET, {**ECHO, "choices": []}]
    },
    "a field depends on the option speed, which there is not": {"ways": way(option="speed")},
}


def changed(changes: dict[str, Any]) -> Game:
    """Returns Pebbles with some of its parts changed."""
    game = copy(PEBBLES)
    for name, value in changes.items():
        setattr(game, name, value)
    return game


def test_a_complete_game_lacks_nothing() -> None:
    assert lacks(PEBBLES, "pebbles") == []


@pytest.mark.parametrize("sentence", LACKING)
def test_what_a_game_lacks_is_said(sentence: str) -> None:
    assert sentence in lacks(changed(LACKING[sentence]), "pebbles")


def scored_with(rule: str, message: str) -> Callable[[Setup, Table, Entry], Outcome]:
    """Returns a function that scores a hand with a line by this rule, in these words."""
    return lambda setup, table, _entry: outcome(setup, table, [line(0, rule, message, 1)])


@pytest.mark.parametrize(
    "changes, sentence",
    [
        (
            {"presets": preset(options={**USUAL["options"], "target": 0})},
            "Refusal: options.target: This value cannot be chosen (PEB-3)",
        ),
        ({"score": scored_with("PEB-9", "One")}, "ValueError: a line cites PEB-9, which RULES does not have"),
        ({"score": scored_with("PEB-1", "{count} of {all}")}, "ValueError: “{count} of {all}” lacks all, count"),
        ({"score": scored_with("PEB-1", "One")}, ""),  # no winner: a match of any length is tried
    ],
)
def test_what_fails_in_random_matches_is_said(changes: dict[str, Any], sentence: str, listed: list[Game]) -> None:
    game = changed(changes)
    listed.append(game)
    assert failures(game) == ([f"no hand of it can be scored: {sentence}"] if sentence else [])


@pytest.fixture
def listed() -> Iterator[list[Game]]:
    """The list of games, to which a test may add some."""
    before = GAMES.copy()
    yield GAMES
    GAMES[:] = before
