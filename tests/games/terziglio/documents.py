"""Claims of Terziglio, one of each type."""

from typing import Any

from tests.documents.pieces import Entry

# Words of its pages that stay as they are: players in the examples, and sources.
NAMES = {"Ada", "Bice", "Carlo", "it", "maku85", "card", "club", "github", "treccani", "pagat", "McLeod", "John"}
NEVER_CITED = {"TER-2", "TER-3"}  # settled without a line: the parties and the bids


CLAIMS: list[Entry] = [
    {"type": "deal", "side": 0, "soloist": 0, "points": [7, 4]},
    {"type": "safe_win", "side": 0, "soloist": 0, "aces": 3, "figures": 8},
]
# What the worked examples of its rules page come to.
EXAMPLES: list[Any] = [
    ([2, -1, -1], None), ([-4, 2, 2], None), ([2, -1, -1], None), ([-12, 24, -12], None), ([-2, 1, 1], None),
    ([18, -9, -9], None), ([26, -52, 26], None), ["TER-7"], ([-2, 1, 1], None),
]  # fmt: skip
