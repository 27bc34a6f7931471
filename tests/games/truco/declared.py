"""What the rules of Brazilian Truco say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("brazilian", (2, 2), {}, "1: 3 2 A K J Q 7 6 5 4, 2, 3, 4, 6: 1 3 6 9 12, 8, 10, 11, 13: 3, 15: 1, 16: 12"),
    ("paulista", (2, 2), {}, "1: 3 2 A K J Q 7 6 5 4, 2, 3, 4, 6: 1 3 6 9 12, 8, 12, 13: 3, 14: 1, 15: 1, 16: 12"),
    ("mineiro", (2, 2), {}, "1: 3 2 A K J Q 7 6 5 4, 2, 3, 4, 6: 2 4 6 10 12, 8, 12, 13: 4, 14: 2, 15: 2, 16: 12"),
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
        "1: 3 2 A K J Q 7 6 5 4, 2, 3, 4, 6: 2 5, 8, 10, 11, 13: 5, 14: 2, 15: 2, 16: 24",
    ),
]

OF_TRUCO: list[Any] = [
    "trick count TRU-6 required",
    "side side TRU-6 required",
    "proposals count TRU-7 required",
    "answer choice TRU-7 required choices=accept|run",
    "tied_card_before_call flag TRU-11",
]
WAYS: dict[str, list[Any]] = {
    "quick": [
        "winner side TRU-2 required nullable",
        "stake count TRU-6",
    ],
    "full mark=tricks": [
        "tricks tricks TRU-2 required",
        "truco group TRU-6",
        OF_TRUCO,
    ],
    "fold option=match_point_fold known=may_fold": [
        "fold flag TRU-14 required option=match_point_fold",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "trick TRU-1": [
        "side side –",
        "vira card TRU-1 required when=manilhas|vira",
        "cards trick TRU-1 required backs players=4",
        "cards trick TRU-1 required backs players=2",
        "cards trick TRU-1 required backs players=6",
    ],
    "hand TRU-2": [
        "side side – required",
        "tricks tricks TRU-2 required",
        "truco group TRU-6",
        OF_TRUCO,
    ],
}
