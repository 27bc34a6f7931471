"""The rules that a sheet of King prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1: 13 × −20, 1: 13 × −20, 1: 4 × −50, 1: 8 × −30, 1: 1 × −160, 1: 2 × −90, 2: +25"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("portugal", (4, 1), {}, "3: 325 − 75, 4, 6, 7"),
    ("brazil", (4, 1), {}, "4, 6, 7"),
    ("plain", (4, 1), {}, "6, 7"),
    ("free", (4, 1), {}, "4, 6, 7"),
    ("quick", (4, 1), {}, "3: 325 − 75, 4, 6, 7"),
    ("plain", (4, 1), {"nulos": True, "order": "men_first"}, "3: 325 − 75, 6, 7"),
]
