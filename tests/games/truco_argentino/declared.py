"""What the rules of Truco argentino say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

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

OF_TRUCO: list[Any] = [
    "tricks tricks TAR-5 required",
    "calls calls TAR-7",
    "by side – may_be_unset",
    "answer choice – choices=accept|refuse",
    "mazo side TAR-9 may_be_unset",
]
OF_ENVIDO: list[Any] = [
    "calls calls TAR-13 when=raises|table",
    "calls calls TAR-14 when=raises|free such_as=envido, 5, falta_envido",
    "by side – may_be_unset",
    "answer choice – choices=accept|refuse",
    "values shares TAR-12 blank=None",
    "winner side TAR-12 may_be_unset",
]
OF_FLOR: list[Any] = [
    "flors shares TAR-18 blank=0",
    "by side – may_be_unset",
    "calls calls TAR-20 when=flor|table",
    "calls calls TAR-21 when=flor|bids such_as=envido, 5, falta_envido",
    "answer choice – choices=accept|refuse",
    "values shares TAR-12 blank=None",
    "winner side TAR-12 may_be_unset",
]
OF_POINTS: list[Any] = [
    "flor shares_or_group TAR-18 blank=0 one_side=3|6 unless=flor|none unplayed_rule=TAR-16 idle=None|0,0",
    OF_FLOR,
    "envido shares_or_group TAR-13 blank=0 one_side=1|5",
    OF_ENVIDO,
    "truco shares_or_group TAR-6 required blank=0 one_side=1|4 left_out",
    OF_TRUCO,
]
WAYS: dict[str, list[Any]] = {
    "points": OF_POINTS,
    "duels players=6": [
        "duels rows TAR-26 required players=6",
        OF_POINTS,
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "envido TAR-11": [
        "side side – required",
        "muestra card TAR-3 required option=muestra",
        "hands hands TAR-11 required",
    ],
    "flor TAR-16 unless=flor|none unplayed_rule=TAR-16": [
        "side side – required",
        "muestra card TAR-3 required option=muestra",
        "hands hands TAR-16 required",
    ],
    "trick TAR-4": [
        "muestra card TAR-3 required option=muestra",
        "cards trick TAR-4 required backs",
    ],
    "hand TAR-5": [
        "side side – required",
        "truco group TAR-6 required",
        OF_TRUCO,
        "duel count TAR-26 players=6",
    ],
}
