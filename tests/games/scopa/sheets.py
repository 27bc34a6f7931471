"""The rules that a sheet of Scopa prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1: 1, 2: 1, 4: 1"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("scopa", (2, 1), {}, "5: 1, 7: 1, 11: 11, 15"),
    ("scopone", (2, 2), {}, "5: 1, 7: 1, 11: 11, 15"),
    ("scientifico", (2, 2), {}, "5: 1, 7: 1, 11: 21, 15"),
    ("assi", (2, 1), {}, "5: 1, 7: 1, 8: 3–10, 9, 11: 31, 15"),
    ("escoba", (2, 1), {}, "6: 1, 7: 1, 11: 21, 15"),
    ("cirulla", (2, 1), {}, "5: 1, 7: 1, 8: 3–6, 9, 11: 51, 15, 24: 5, 25, 27"),
    (
        "scopa",
        (2, 2),
        {"napola": "points", "re_bello": True, "order": True},
        "5: 1, 7: 1, 8: 3–10, 10: 1, 11: 11, 12, 15",
    ),
    ("escoba", (3, 1), {"grande": True}, "6: 1, 7: 1, 11: 21, 15, 24: 5"),
    ("scopone", (2, 2), {"accusi": True}, "5: 1, 7: 1, 11: 11, 15, 25, 27"),
]
