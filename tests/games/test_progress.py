"""How far a side is on its way to the target."""

import pytest

from scorekeeper.games.engine.progress import reached
from scorekeeper.games.engine.setup import begin

FOUR = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]


@pytest.mark.parametrize(
    "game, total, percent",
    [("tresette", -2, 0), ("tresette", 14, 66), ("tresette", 20, 95), ("tresette", 23, 100), ("albastini", 70, None)],
)
def test_a_total_is_a_rounded_down_share_of_the_target(game: str, total: int, percent: int | None) -> None:
    assert reached(begin({"format": "scorekeeper/1", "game": game, "sides": FOUR}), total) == percent
