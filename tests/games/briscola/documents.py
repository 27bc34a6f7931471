"""Matches of Briscola: a match that goes on and one that is over, claims."""

from typing import Any

from tests.documents.pieces import Document, Entry
from tests.games.table import document

# Words of its pages that stay as they are: players in the examples, and sources.
NAMES = {"Ada", "Bice", "Carlo", "Dario", "Elsa", "it", "timendum", "viniciocoletti", "giuseppefilianoti", "github"}
NAMES |= {"carte", "Vinicio", "Coletti", "Giuseppe", "Filianoti", "Jacopo", "Gelli", "Hoepli"}
NEVER_CITED = {"BRI-8"}  # settled without a line: the deal


GOING_ON: tuple[Document, list[int]] = (document("briscola", {"points": [70, 50]}), [1, 0])
FINISHED: tuple[Document, list[int], int | None] = (
    document("briscola", {"points": [50, 70]}, variant="single"),
    [0, 1],
    1,
)
CLAIMS: list[Entry] = [
    {"type": "deal", "side": 0, "points": [70, 50]},
    {"type": "safe_win", "side": 0, "cards": {"A": 3}},
]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([1, 0], None), ([0, 0], None), ([1, 0], None), ([2, 0], (0, 1, "target")), ([1, 0], None), ([1, 0, 0], None),
    ([0, 0, 0], None), ["BRI-2"], ([2, -1, -1, 1, -1], None), ([-2, 1, 1, -1, 1], None), ([-1, -1, 4, -1, -1], None),
    ([1, 1, -4, 1, 1], None), ([-4, -2, 2, 2, 2], None), ([0, 0], (None, 0, "hands_played")),
]  # fmt: skip
