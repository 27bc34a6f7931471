"""The rules that a sheet of Sueca prints, and what beside them (see `test_sheets`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("standard", (2, 2), {}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 4, 8: 4"),
    ("brazil", (2, 2), {}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 4, 8: 4"),
    ("doubling", (2, 2), {}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 4, 8: 4"),
    ("standard", (2, 2), {"target": None}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7, 8: 4"),
    ("brazil", (2, 2), {"target": 7}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 7, 8: 4"),
]
