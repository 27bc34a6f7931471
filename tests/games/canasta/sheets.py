"""The rules that a sheet of Canasta prints, and what beside them (see `test_sheets`)."""

from typing import Any

ALWAYS = "1, 3: +500, 4: +300"  # first on each
SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("classic", (2, 2), {}, "7: +100, 8: minus, 9: +100, 10: +200, 11: − value, 14, 17: 5000, 18: 3"),
    ("two-handed", (2, 1), {}, "7: +100, 8: minus, 9: +100, 10: +200, 11: − value, 14, 17: 5000, 18: 3"),
    ("three-handed", (3, 1), {}, "7: +100, 8: minus, 9: +100, 10: +200, 11: − value, 14, 17: 5000, 18: 3"),
    ("samba", (2, 2), {}, "5: +1500, 7: +100, 8: −100 each, 9: +200, 11: − value, 14, 17: 10000, 18: 2"),
    (
        "classic",
        (2, 2),
        {"wild_canasta": 2000, "samba": 1500, "concealed": 0, "first_meld": [], "target": None, "packs": 3},
        "5: +1500, 6: +2000, 7: +100, 8: minus, 9: +100, 11: − value, 17, 18: 3",
    ),
    (
        "samba",
        (2, 2),
        {"red_threes_minus": "same", "go_out": 100, "max_wilds": 3, "canastas_to_go_out": 1},
        "5: +1500, 7: +100, 8: minus, 9: +100, 11: − value, 14, 17: 10000, 18: 3",
    ),
]
