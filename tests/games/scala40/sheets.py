"""The rules that a sheet of Scala 40 prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1: 10 J Q K: 10 · A: 11 · joker: 25"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("101", (2, 1), {}, "2: 0, 6: 101, 8, 11: 40"),
    ("151", (2, 1), {}, "2: 0, 6: 151, 8, 11: 40"),
    ("201", (2, 1), {}, "2: 0, 6: 201, 8, 11: 40"),
    ("301", (2, 1), {}, "2: 0, 6: 301, 8, 11: 40"),
    (
        "101",
        (2, 1),
        {"doubled_from_hand": True, "unopened": "flat", "lone_ace": True, "reentries": 2, "clean_opening": True},
        "1: 1, 2: 0, 4: × 2, 5: 100, 6: 101, 8, 9: × 2, 15: 40",
    ),
]
