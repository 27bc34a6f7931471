"""What the rules of Scopa say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("scopa", (2, 1), {}, "1: 1, 2: 1, 4: 1, 5: 1, 7: 1, 11: 11, 15"),
    ("scopone", (2, 2), {}, "1: 1, 2: 1, 4: 1, 5: 1, 7: 1, 11: 11, 15"),
    ("scientifico", (2, 2), {}, "1: 1, 2: 1, 4: 1, 5: 1, 7: 1, 11: 21, 15"),
    ("assi", (2, 1), {}, "1: 1, 2: 1, 4: 1, 5: 1, 7: 1, 8: 3–10, 9, 11: 31, 15"),
    ("escoba", (2, 1), {}, "1: 1, 2: 1, 4: 1, 6: 1, 7: 1, 11: 21, 15"),
    ("cirulla", (2, 1), {}, "1: 1, 2: 1, 4: 1, 5: 1, 7: 1, 8: 3–6, 9, 11: 51, 15, 24: 5, 25, 27"),
    (
        "scopa",
        (2, 2),
        {"napola": "points", "re_bello": True, "order": True},
        "1: 1, 2: 1, 4: 1, 5: 1, 7: 1, 8: 3–10, 10: 1, 11: 11, 12, 15",
    ),
    ("escoba", (3, 1), {"grande": True}, "1: 1, 2: 1, 4: 1, 6: 1, 7: 1, 11: 21, 15, 24: 5"),
    ("scopone", (2, 2), {"accusi": True}, "1: 1, 2: 1, 4: 1, 5: 1, 7: 1, 11: 11, 15, 25, 27"),
]

OF_ACCUSI: list[Any] = [
    "3 count SCO-25",
    "10 count SCO-25",
]
OF_CLAIM: list[Any] = [
    "side side SCO-13 required",
    "cards count SCO-1",
    "coins count SCO-2",
    "settebello flag SCO-4",
    "scope count SCO-7",
    "best best SCO-5 choices=7|6|A|5|4|3|2|F when=fourth_point|primiera unplayed_rule=SCO-6",
    "sevens count SCO-6 when=fourth_point|sevens",
    "napola count SCO-8 unless=napola|none",
    "re_bello flag SCO-10 idle= option=re_bello",
    "grande flag SCO-24 idle= option=grande",
    "accusi group SCO-25 option=accusi",
    OF_ACCUSI,
]
WAYS: dict[str, list[Any]] = {
    "deal": [
        "cards count_or_side SCO-1 required inner_rule=SCO-16",
        "coins count_or_side SCO-2 required inner_rule=SCO-16",
        "settebello side SCO-4 required",
        "primiera best_or_side SCO-5 required choices=7|6|A|5|4|3|2|F when=fourth_point|primiera unplayed_rule=SCO-6",
        "sevens count_or_side SCO-6 required inner_rule=SCO-16 when=fourth_point|sevens",
        "scope shares SCO-7 blank=0",
        "re_bello side SCO-10 required option=re_bello",
        "napola shares SCO-8 blank=0 unless=napola|none",
        "grande side SCO-24 nullable option=grande",
        "accusi group SCO-25 option=accusi",
        [
            "3 shares SCO-25 blank=0",
            "10 shares SCO-25 blank=0",
        ],
    ],
    "claim": [
        "claim group SCO-13 required refused_by=None",
        OF_CLAIM,
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "primiera SCO-5 when=fourth_point|primiera unplayed_rule=SCO-6": [
        "side side – required",
        "cards cards_of_sides SCO-5 required",
    ],
    "target": OF_CLAIM,
}
