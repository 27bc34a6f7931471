"""The rules that a sheet of Briscola prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("best-of-three", (2, 2), {}, "3: 61, 6: 2"),
    ("best-of-three", (3, 1), {}, "4, 6: 2"),
    ("single", (2, 2), {}, "3: 61, 6: 1"),
    ("single", (3, 1), {}, "4, 6: 1"),
    ("best-of-five", (2, 2), {}, "3: 61, 6: 3"),
    ("best-of-five", (3, 1), {}, "4, 6: 3"),
    ("first-to-five", (2, 2), {}, "3: 61, 6: 5"),
    ("first-to-five", (3, 1), {}, "4, 6: 5"),
    ("chiamata", (5, 1), {}, "9, 11: 61, 12: +2 +1 −1, 13: +4 −1, 14, 15"),
    ("best-of-three", (2, 1), {"hands": 4, "cappotto": 2, "target": None}, "3: 61, 5: 2, 6, 7: 4"),
    ("chiamata", (5, 1), {"hands": 9, "target": 5, "cappotto": 1}, "7: 9, 9, 11: 61, 12: +2 +1 −1, 13: +4 −1, 15: 5"),
]
