"""Bisca is complete, and scores as agreed."""

from pathlib import Path

from scorekeeper.cli.check_game import problems_of
from scorekeeper.games import score

FOLDER = Path(__file__).parents[1] / "scorekeeper_bisca"
SIDES = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]


def test_nothing_is_missing_or_fails() -> None:
    assert problems_of(FOLDER) == []


def test_the_first_to_reach_the_target_wins() -> None:
    hands = [{"points": [70, 50], "tricks": [6, 4]}] * 8
    result = score({"format": "scorekeeper/1", "game": "bisca", "sides": SIDES, "hands": hands})
    assert (result["totals"], result["winner"]) == ([560, 400], 0)
