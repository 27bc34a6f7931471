"""The rules that a sheet of Terziglio prints, and what beside them (see `test_sheets`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("stakes", (3, 1), {}, "1: 11, 4: 6, 5, 6, 8, 9: 21"),
    ("difference", (3, 1), {}, "1: 11, 4: 6, 5, 7, 8, 9"),
    ("difference", (3, 1), {"target": 31, "hands": 12, "solissimo": 4}, "1: 11, 4: 6, 5, 7, 8, 9: 31, 9: 12"),
    ("stakes", (3, 1), {"hands": 9, "target": None}, "1: 11, 4: 6, 5, 6, 8, 9, 9: 9"),
]
