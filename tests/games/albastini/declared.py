"""What the rules of Albastini say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    (
        "standard",
        (2, 2),
        {},
        "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 3, 4: 1 game point, 5: 2 game points, 7, 8",
    ),
    (
        "standard",
        (5, 1),
        {},
        "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 3, 4: 1 game point, 5: 2 game points, 7, 8, 9",
    ),
    (
        "standard",
        (2, 2),
        {"target": 7},
        "1: A: 11 · 7: 10 · K: 4 · J: 3 · Q: 2, 2: 120, 3, 4: 1 game point, 5: 2 game points, 7, 8: 7",
    ),
]

OF_DEAL: list[Any] = [
    "side side – required",
    "points shares ALB-2 unless_players=5",
    "points shares ALB-9 players=5 less=undrawn",
    "cards ranks ALB-1 classes=A|7|K|J|Q instead_of=points less=undrawn",
    "undrawn choice ALB-9 required players=5 choices=A|7|K|J|Q|6|5|4|3",
]
WAYS: dict[str, list[Any]] = {
    "points": [
        "undrawn choice ALB-9 required players=5 choices=A|7|K|J|Q|6|5|4|3",
        "points shares ALB-2 required unless_players=5",
        "points shares ALB-9 required players=5 less=undrawn",
        "next_dealer player ALB-7",
    ],
    "cards mark=cards": [
        "undrawn choice ALB-9 required players=5 choices=A|7|K|J|Q|6|5|4|3",
        "cards ranks ALB-1 required classes=A|7|K|J|Q instead_of=points less=undrawn",
        "next_dealer player ALB-7",
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "deal ALB-3": OF_DEAL,
    "double ALB-3": OF_DEAL,
    "safe_win ALB-3": [
        "side side – required",
        "cards amounts ALB-1 required classes=A|7|K|J|Q less=undrawn",
        "undrawn choice ALB-9 required players=5 choices=A|7|K|J|Q|6|5|4|3",
    ],
}
