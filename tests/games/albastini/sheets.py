"""The rules that a sheet of Albastini prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 3, 4: 1 game point, 5: 2 game points, 7"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("standard", (2, 2), {}, "8"),
    ("standard", (5, 1), {}, "8, 9"),
    ("standard", (2, 2), {"target": 7}, "8: 7"),
]
