"""Reference matches, each with its result or its refusal."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.game import folder_of
from tests.support.unfinished import listed

VECTORS = Path(__file__).parents[1] / "vectors"
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(VECTORS.glob("*.jsonl"))
    if path.stem in [folder_of(game.slug) for game in GAMES]
    for case in map(json.loads, path.read_text(encoding="utf-8").splitlines())
]


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
