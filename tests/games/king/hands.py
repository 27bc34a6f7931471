"""Hands of King that several tests play: the six negative games in their order, two a hand, and four festas."""

from typing import Any

SIX: list[dict[str, Any]] = [
    {"tricks": [4, 4, 2, 3]}, {"hearts": [5, 4, 4, 0]}, {"queens": [2, 1, 0, 1]}, {"men": [3, 0, 4, 1]}, {"king": 2},
    {"last_two": [1, 0, 0, 1]},
]  # fmt: skip
FESTAS: list[dict[str, Any]] = [
    {"festa": [3, 2, 5, 3]}, {"festa": [2, 6, 1, 4]}, {"festa": [4, 3, 3, 3]}, {"festa": [1, 7, 3, 2]},
]  # fmt: skip
PAIRS: list[dict[str, Any]] = [
    {"tricks": [4, 4, 2, 3], "last_two": [0, 1, 0, 1]}, {"hearts": [6, 0, 3, 4], "king": 3},
    {"queens": [2, 1, 0, 1], "men": [3, 0, 4, 1]},
]  # fmt: skip
