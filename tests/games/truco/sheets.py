"""The rules that a sheet of Brazilian Truco prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1: 3 2 A K J Q 7 6 5 4, 2, 3, 4"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("brazilian", (2, 2), {}, "6: 1 3 6 9 12, 8, 10, 11, 13: 3, 15: 1, 16: 12"),
    ("paulista", (2, 2), {}, "6: 1 3 6 9 12, 8, 12, 13: 3, 14: 1, 15: 1, 16: 12"),
    ("mineiro", (2, 2), {}, "6: 2 4 6 10 12, 8, 12, 13: 4, 14: 2, 15: 2, 16: 12"),
    (
        "brazilian",
        (2, 1),
        {
            "match_point_fold": True,
            "manilhas": "vira",
            "stakes": [2, 5],
            "target": 24,
            "match_point": 22,
            "match_point_stake": 5,
        },
        "6: 2 5, 8, 10, 11, 13: 5, 14: 2, 15: 2, 16: 24",
    ),
]
