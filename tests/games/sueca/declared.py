"""What the rules of Sueca say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("standard", (2, 2), {}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 4, 8: 4"),
    ("brazil", (2, 2), {}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 4, 8: 4"),
    ("doubling", (2, 2), {}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 4, 8: 4"),
    ("standard", (2, 2), {"target": None}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7, 8: 4"),
    ("brazil", (2, 2), {"target": 7}, "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 4: 1 · 2, 5: 4, 6, 7: 7, 8: 4"),
]

OF_DEAL: list[Any] = [
    "side side – required",
    "points shares SUE-2",
    "cards ranks SUE-2 classes=A|7|K|J|Q instead_of=points",
    "tricks shares SUE-3",
]
WAYS: dict[str, list[Any]] = {
    "points": [
        "points shares SUE-2 required",
        "tricks shares SUE-3",
    ],
    "cards mark=cards": [
        "cards ranks SUE-2 required classes=A|7|K|J|Q instead_of=points",
        "tricks shares SUE-3",
    ],
    "bandeira": [
        "points shares SUE-2 required",
        "tricks shares SUE-3 required",
    ],
    "revoke": [
        "revoke side SUE-8 required",
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "deal SUE-4": OF_DEAL,
    "bandeira SUE-4": OF_DEAL,
    "safe_win SUE-4": [
        "side side – required",
        "cards amounts SUE-1 required classes=A|7|K|J|Q",
    ],
}
