"""Claims of Briscola, one of each type."""

from typing import Any

from tests.documents.pieces import Entry

# Words of its pages that stay as they are: players in the examples, and sources.
NAMES = {"Ada", "Bice", "Carlo", "Dario", "Elsa", "it", "timendum", "viniciocoletti", "giuseppefilianoti", "github"}
NAMES |= {"carte", "Vinicio", "Coletti", "Giuseppe", "Filianoti", "Jacopo", "Gelli", "Hoepli"}
NEVER_CITED = {"BRI-8"}  # settled without a line: the deal


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
