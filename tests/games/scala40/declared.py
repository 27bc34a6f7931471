"""What the rules of Scala 40 say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("101", (2, 1), {}, "1: 10 J Q K: 10 · A: 11 · joker: 25, 2: 0, 6: 101, 8, 11: 40"),
    ("151", (2, 1), {}, "1: 10 J Q K: 10 · A: 11 · joker: 25, 2: 0, 6: 151, 8, 11: 40"),
    ("201", (2, 1), {}, "1: 10 J Q K: 10 · A: 11 · joker: 25, 2: 0, 6: 201, 8, 11: 40"),
    ("301", (2, 1), {}, "1: 10 J Q K: 10 · A: 11 · joker: 25, 2: 0, 6: 301, 8, 11: 40"),
    (
        "101",
        (2, 1),
        {"doubled_from_hand": True, "unopened": "flat", "lone_ace": True, "reentries": 2, "clean_opening": True},
        "1: 10 J Q K: 10 · A: 11 · joker: 25, 1: 1, 2: 0, 4: × 2, 5: 100, 6: 101, 8, 9: × 2, 15: 40",
    ),
]

WAYS: dict[str, list[Any]] = {
    "hand": [
        "closed side SCA-2 required",
        "counts shares SCA-1 required refused_by=SCA-2 nought=closed inner_rule=SCA-3 unless=unopened|flat",
        "counts shares SCA-1 required refused_by=SCA-2 nought=closed inner_rule=SCA-5 when=unopened|flat",
        "from_hand flag SCA-4",
        "unopened some_sides SCA-5 when=unopened|flat",
        "reenter some_sides SCA-9 option=reentries",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "opening SCA-11": [
        "side side – required",
        "melds melds SCA-11 required jokers",
    ],
    "out": [
        "side side SCA-6 required",
        "count points SCA-1 refused_by=SCA-3 unless=unopened|flat",
        "count points SCA-1 refused_by=SCA-5 when=unopened|flat",
        "from_hand flag SCA-4 option=doubled_from_hand anyway",
        "unopened flag SCA-5 when=unopened|flat",
    ],
}
