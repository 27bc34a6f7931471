"""The rules that a sheet of Chinchón prints, and what beside them (see `test_sheets`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("spain", (2, 1), {}, "1: A: 1 · J: 10 · Q: 10 · K: 10 · joker: 25, 3: 3, 4: −10, 5: −10, 8: 101, 9: × 1"),
    ("argentina", (2, 1), {}, "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 25, 3: 5, 4: −10, 5: −25, 8: 100, 9: × 1"),
    ("uruguay", (2, 1), {}, "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 25, 3: 5, 4: −10, 5: −25, 8: 101, 9: × 1"),
    (
        "spain",
        (2, 1),
        {"reentries": 0, "close": 0, "jokers": "two", "figures": "rank", "joker_chinchon": 50, "limit": 70},
        "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 25, 3: 0, 4: −10, 5: −50, 8: 70",
    ),
    (
        "uruguay",
        (5, 1),
        {"reentries": 3, "joker_points": 50, "jokers": "ace", "pack": 48},
        "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 50, 3: 5, 4: −10, 5: −25, 8: 101, 9: × 3",
    ),
    ("spain", (2, 1), {"jokers": "none"}, "1: A: 1 · J: 10 · Q: 10 · K: 10, 3: 3, 4: −10, 5, 8: 101, 9: × 1"),
]
