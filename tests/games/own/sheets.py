"""The rules that a sheet of own games prints, and what beside them (see `test_sheets`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("own", (2, 1), {}, "6, 9"),
    (
        "own",
        (2, 1),
        {"step": 5, "negative": False, "sum": 100, "target": 300, "hands": 12},
        "2: 5, 3, 4: 100, 6: 300, 6, 7: 12",
    ),
    ("own", (3, 1), {"best": "low", "limit": 101}, "6, 8: 101"),
    ("own", (2, 1), {"columns": [{"name": "Nests", "factor": 20}]}, "1: × 20, 6, 9"),
]
