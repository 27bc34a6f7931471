"""Every game refuses an entry or claim that is too large."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.checks import is_bounded
from scorekeeper.games.engine.claims import TOO_LARGE
from tests.support.matches import TRUCO


def nested(deep: int) -> Any:
    value: Any = 1
    for _level in range(deep):
        value = [value]
    return value


def of_values(count: int, last: Any = 1) -> dict[str, Any]:
    """Returns an entry of so many values below the entry itself, names of fields and lists included."""
    lists, rest = divmod(count - 2, 101)  # a field and its list; each list inside counts too
    return {"winner": [[1] * 100] * lists + [[1] * (rest - 2) + [last]]}


LARGE: dict[str, dict[str, Any]] = {
    "a long list": {"winner": [0] * 201},
    "many fields": {f"field {number}": 1 for number in range(201)},
    "a long text": {"winner": "x" * 1001},
    "a long name": {"x" * 1001: 1},
    "lists in lists": {"winner": nested(8)},
    "very deep": {"winner": nested(5_000)},
    "many values": of_values(2001),
    "a long text as the last of many values": of_values(2000, "x" * 1001),
}


@pytest.mark.parametrize("kind", LARGE)
def test_what_is_too_large_is_refused_as_a_whole_by_every_game(kind: str) -> None:
    setup = rules.begin(TRUCO)
    table = rules.first_table(setup)
    (problem,) = rules.problems(setup, table, LARGE[kind])
    assert (problem["message"], problem["hand"]) == (TOO_LARGE, 1)
    with pytest.raises(Refusal, match="larger than any hand"):
        rules.judge(setup, table, {**LARGE[kind], "type": "hand"})


@pytest.mark.parametrize("entry", [{}, {"a": [0] * 200}, {"a": nested(7)}, {"a": "x" * 1000}, of_values(2000)])
def test_what_is_as_large_as_any_hand_is_left_to_the_game(entry: Any) -> None:
    assert is_bounded(entry)


def test_every_list_that_can_be_chosen_for_an_option_has_a_most() -> None:
    lists = [option for game in GAMES for option in game.options if option["kind"] in ("increasing", "thresholds")]
    assert {option["name"] for option in lists} >= {"stakes", "first_meld"}
    for option in lists:
        assert option.get("most", 12) <= 12, option["name"]
