"""Claims of Sueca, one of each type."""

from typing import Any

from tests.documents.pieces import Entry

# Words of its pages that stay as they are: players in the examples, and sources.
NAMES = {"Rita", "Nuno", "Marta", "br", "copag", "ludoteka"}
NEVER_CITED = {"SUE-9"}  # settled without a line: the deal


CLAIMS: list[Entry] = [
    {"type": "deal", "side": 0, "points": [70, 50]},
    {"type": "bandeira", "side": 0, "points": [120, 0], "tricks": [10, 0]},
    {"type": "safe_win", "side": 0, "cards": {"A": 3}},
]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([1, 0], None), ([2, 0], None), ([1, 0], None), ([4, 0], (0, 1, "target")), ([2, 0], None),
    ([4, 0], (0, 1, "target")), ["SUE-5"], ["SUE-3"], ([0, 0], None), ([8, 0], (0, 1, "target")), ([0, 3], None),
    ([0, 4], (1, 1, "revoke")),
]  # fmt: skip
