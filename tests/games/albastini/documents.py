"""Claims of Albastini, one of each type."""

from typing import Any

from tests.documents.pieces import Entry

NEVER_CITED = {"ALB-6"}  # settled without a line: the seats
CLAIMS: list[Entry] = [
    {"type": "deal", "side": 0, "points": [70, 50]},
    {"type": "double", "side": 0, "points": [70, 50]},
    {"type": "safe_win", "side": 0, "cards": {"A": 3}},
]


# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([1, 0], None), ([1, 0], None), ([2, 0], None), ([1, 0], None), ([2, 0, 0], None),
    ([0, 0, 0], None), ([2, 0, 0], None), ([2, 0], None), ([1, 0], None), ([1, 0, 0, 0, 0], None),
]  # fmt: skip
