"""What the rules of Tresette say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    (
        "parlett",
        (2, 2),
        {},
        "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 21, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games",
    ),
    (
        "parlett-honours",
        (2, 2),
        {},
        "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 31, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games, "
        "14: 4, 15: 3, 16: 3, 19",
    ),
    (
        "mcleod",
        (2, 2),
        {},
        "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 21, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games, "
        "14: 4, 15: 3, 16: 3",
    ),
    (
        "scarne",
        (2, 2),
        {},
        "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 31, 8, 9: 2 games, 10: 6 games, 11: 3 games, 12: 8 games, 13: 16 games, "
        "14: 4, 15: 3, 16: 3",
    ),
    ("in-due", (2, 1), {}, "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 21, 8"),
    ("in-tre", (3, 1), {}, "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 31, 8, 21"),
    ("perdere", (2, 1), {}, "1: 1, 2: 1/3, 3: 1, 4: 11, 26, 27: 11, 28: 31"),
    ("perdere", (3, 1), {}, "1: 1, 2: 1/3, 3: 1, 4: 11, 21, 26, 27: 11, 28: 31"),
    ("parlett", (2, 2), {"special_wins": False}, "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 21, 8"),
    (
        "in-due",
        (2, 1),
        {"special_wins": True, "honours": True},
        "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 21, 8, 9: 2 games, 11: 3 games, 13: 16 games, 14: 4, 15: 3, 16: 3",
    ),
    (
        "in-tre",
        (3, 1),
        {"leftover": "nobody", "honours": True, "buon_gioco": True, "target": 41},
        "1: 1, 2: 1/3, 3: 1, 4: 11, 5: 41, 8, 14: 4, 15: 3, 16: 3, 19",
    ),
    (
        "perdere",
        (4, 1),
        {"ending": "last_in", "cappotto": False, "target": 100},
        "1: 1, 2: 1/3, 3: 1, 4: 11, 21, 26, 29: 100",
    ),
    ("perdere", (3, 1), {"target": None, "hands": 9}, "1: 1, 2: 1/3, 3: 1, 4: 11, 21, 26, 27: 11, 28: 9"),
]

OF_HONOURS: list[Any] = [
    "player player TRE-14 required",
    "kind choice TRE-14 required choices=four|three|napoletana",
    "rank choice TRE-14 choices=3|2|A",
    "missing choice TRE-15 choices=coins|cups|swords|batons",
    "suit choice TRE-16 choices=coins|cups|swords|batons",
]
COUNTED = [
    "aces count TRE-1 required when=leftover|None",
    "figures count TRE-2 required when=leftover|None",
    "aces count TRE-1 unless=leftover|None",
    "figures count TRE-2 unless=leftover|None",
    "last_trick flag TRE-3",
]
WAYS: dict[str, list[Any]] = {
    "cards": [
        "aces shares TRE-1 required",
        "figures shares TRE-2 required",
        "last_trick side TRE-3 required",
        "tricks shares TRE-9 when=leftover|None",
        "tricks shares TRE-25 players=2 when=ending|None",
        "honours rows TRE-14 option=honours",
        OF_HONOURS,
        "solo group TRE-10 unplayed_rule=TRE-25 when=leftover|None",
        [
            "player player TRE-10 required",
            "aces count TRE-12",
            "figures count TRE-12",
        ],
    ],
    "quick mark=points first_unless=leftover|None": [
        "points shares TRE-4 required when=leftover|None",
        "points shares TRE-21 required when=leftover|last_trick",
        "points shares TRE-21 required when=leftover|nobody blank=0",
        "tricks shares TRE-9 when=leftover|None",
        "tricks shares TRE-25 players=2 when=ending|None",
        "honours rows TRE-14 option=honours",
        OF_HONOURS,
        "solo group TRE-10 unplayed_rule=TRE-25 when=leftover|None",
        [
            "player player TRE-10 required",
            "aces count TRE-12 unless_players=4 anyway",
            "figures count TRE-12 unless_players=4 anyway",
        ],
    ],
    "claim mark=claim when=ending|None": [
        "claim group TRE-7 required unplayed_rule=TRE-31 when=ending|None",
        [
            "side side TRE-7 required",
            *COUNTED,
        ],
        "honours rows TRE-14 option=honours",
        OF_HONOURS,
    ],
    "decima option=special_wins": [
        "decima player TRE-13 required option=special_wins",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "target TRE-7 when=ending|None unplayed_rule=TRE-31": [
        "side side – required",
        *COUNTED,
        "honours rows TRE-14 option=honours",
        OF_HONOURS,
    ],
    "out TRE-28 option=target unless=ending|None unplayed_rule=TRE-28": [
        "side side TRE-28 required",
        "points points TRE-28",
    ],
    "honours TRE-14 option=honours when=leftover|None": [
        "honours rows TRE-14 required option=honours",
        OF_HONOURS,
    ],
}
