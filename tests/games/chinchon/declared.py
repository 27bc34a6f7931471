"""What the rules of Chinchón say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("spain", (2, 1), {}, "1: A: 1 · J: 10 · Q: 10 · K: 10 · joker: 25, 3: 3, 4: −10, 5: −10, 8: 101, 9: × 1"),
    ("argentina", (2, 1), {}, "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 25, 3: 5, 4: −10, 5: −25, 8: 100, 9: × 1"),
    ("uruguay", (2, 1), {}, "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 25, 3: 5, 4: −10, 5: −25, 8: 101, 9: × 1"),
    (
        "spain",
        (2, 1),
        {"reentries": 0, "close": 0, "jokers": "two", "figures": "rank", "joker_chinchon": 50, "limit": 70},
        "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 25, 3: 0, 4: −10, 5: −50, 8: 70",
    ),
    (
        "uruguay",
        (5, 1),
        {"reentries": 3, "joker_points": 50, "jokers": "ace", "pack": 48},
        "1: A: 1 · J: 10 · Q: 11 · K: 12 · joker: 50, 3: 5, 4: −10, 5: −25, 8: 101, 9: × 3",
    ),
    ("spain", (2, 1), {"jokers": "none"}, "1: A: 1 · J: 10 · Q: 10 · K: 10, 3: 3, 4: −10, 5, 8: 101, 9: × 1"),
]

WAYS: dict[str, list[Any]] = {
    "hand": [
        "reenter some_sides CHI-9 option=reentries",
        "closed side CHI-2 required ask",
        "counts shares CHI-8 required left_out inner_rule=CHI-7 out",
        "chinchon choice CHI-5 choices=clean|joker nullable folded",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "close CHI-3": [
        "side side – required",
        "cards cards CHI-11 required jokers_when=jokers|two when=pack|40",
        "cards cards CHI-11 required jokers_when=jokers|two when=pack|48",
    ],
    "out": [
        "side side CHI-8 required",
        "count points CHI-7",
    ],
}
