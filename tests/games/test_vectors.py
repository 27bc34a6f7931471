"""Reference matches, each with its result or its refusal."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from tests.support.unfinished import listed
from tests.support.vectors import VECTORS, vectors_of

CASES = [pytest.param(case, id=f"{game.slug}: {case['name']}") for game in GAMES for case in vectors_of(game.slug)]


def test_all_vectors_are_of_a_game() -> None:
    assert {path.stem for path in VECTORS.glob("*.jsonl")} <= set(listed())


@pytest.mark.parametrize("case", CASES)
def test_a_vector_gets_the_agreed_answer(case: dict[str, Any]) -> None:
    if case.get("error"):
        with pytest.raises(Refusal):
            play.score(case["document"])
        return
    result = play.score(case["document"])
    assert len(result["hands"]) == len(case["result"]["hands"])
    for hand, agreed in zip(result["hands"], case["result"]["hands"], strict=True):
        assert {key: hand[key] for key in agreed} == agreed
        by_side = [sum(line["points"] for line in hand["lines"] if line["side"] == side) for side in range(12)]
        assert by_side[: len(hand["points"])] == hand["points"]
    for key, value in case["result"].items():
        if key != "hands":
            assert result[key] == value, key
