"""Matches of Sueca: a match that goes on and one that is over, claims."""

from typing import Any

from tests.documents.pieces import Document, Entry
from tests.games.table import document

# Words of its pages that stay as they are: players in the examples, and sources.
NAMES = {"Rita", "Nuno", "Marta", "br", "copag", "ludoteka"}
NEVER_CITED = {"SUE-9"}  # settled without a line: the deal


GOING_ON: tuple[Document, list[int]] = (document("sueca", {"points": [91, 29]}), [2, 0])
FINISHED: tuple[Document, list[int], int | None] = (document("sueca", {"revoke": 0}), [0, 4], 1)
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
