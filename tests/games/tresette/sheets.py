"""The rules that a sheet of Tresette prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1: 1, 2: 1/3, 3: 1, 4: 11"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("parlett", (2, 2), {}, "5: 21, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games"),
    (
        "parlett-honours",
        (2, 2),
        {},
        "5: 31, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games, 14: 4, 15: 3, 16: 3, 19",
    ),
    (
        "mcleod",
        (2, 2),
        {},
        "5: 21, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games, 14: 4, 15: 3, 16: 3",
    ),
    (
        "scarne",
        (2, 2),
        {},
        "5: 31, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games, 14: 4, 15: 3, 16: 3",
    ),
    ("in-due", (2, 1), {}, "5: 21, 8"),
    ("in-tre", (3, 1), {}, "5: 31, 8, 21"),
    ("perdere", (2, 1), {}, "26, 27: 11, 28: 31"),
    ("perdere", (3, 1), {}, "21, 26, 27: 11, 28: 31"),
    ("parlett", (2, 2), {"special_wins": False}, "5: 21, 8"),
    (
        "in-due",
        (2, 1),
        {"special_wins": True, "honours": True},
        "5: 21, 8, 9: 2 games, 11: 3 games, 13: 16 games, 14: 4, 15: 3, 16: 3",
    ),
    (
        "in-tre",
        (3, 1),
        {"leftover": "nobody", "honours": True, "buon_gioco": True, "target": 41},
        "5: 41, 8, 14: 4, 15: 3, 16: 3, 19",
    ),
    ("perdere", (4, 1), {"ending": "last_in", "cappotto": False, "target": 100}, "21, 26, 29: 100"),
    ("perdere", (3, 1), {"target": None, "hands": 9}, "21, 26, 27: 11, 28: 9"),
]
