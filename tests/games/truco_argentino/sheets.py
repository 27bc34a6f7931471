"""The rules that a sheet of Truco argentino prints, and what beside them (see `test_sheets`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("argentino", (2, 2), {}, "2, 5: the mano wins, 6: 2 3 4, 10: 2, 11: 20, 13: 2 3, 15, 23: 30"),
    ("argentino-15", (2, 2), {}, "2, 5: the mano wins, 6: 2 3 4, 10: 2, 11: 20, 13: 2 3, 15, 23: 15"),
    (
        "con-flor",
        (2, 2),
        {},
        "2, 5: the mano wins, 6: 2 3 4, 10: 2, 11: 20, 13: 2 3, 15, 18: 3, 20: 3, 20: 6, 22, 23: 30",
    ),
    (
        "uruguayo",
        (2, 2),
        {},
        "2, 3: 2 4 5 11 10, 5: the mano wins, 6: 2 3 4, 11: 20, 14: 2 3, 15, 18: 3, 21: 3, 22, 23: 40",
    ),
    ("gauderio", (2, 2), {}, "2, 5: nobody wins, 6: 2 3 4, 11: 20, 13: 2 3, 15, 18: 3, 20: 3, 20: 6, 22, 23: 24"),
    (
        "argentino",
        (2, 1),
        {"falta": "winner", "mazo_envido": False},
        "2, 5: the mano wins, 6: 2 3 4, 11: 20, 13: 2 3, 15, 23: 30",
    ),
    (
        "con-flor",
        (2, 1),
        {"muestra": True, "achico": 4, "resto": "rest", "falta": "match", "raises": "free"},
        "2, 3: 2 4 5 11 10, 5: the mano wins, 6: 2 3 4, 10: 2, 11: 20, 14: 2 3, 15, 18: 3, 20: 4, 20: 6, 22, 23: 30",
    ),
    (
        "uruguayo",
        (2, 3),
        {"ends_at_once": False, "duel_falta": 6, "three_ties": "drawn", "target": 30, "resto": "falta"},
        "2, 3: 2 4 5 11 10, 5: nobody wins, 6: 2 3 4, 11: 20, 14: 2 3, 15, 18: 3, 21: 3, 22, 23: 30",
    ),
]
