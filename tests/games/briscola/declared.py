"""What the rules of Briscola say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("best-of-three", (2, 2), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 3: 61, 6: 2"),
    ("best-of-three", (3, 1), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 4, 6: 2"),
    ("single", (2, 2), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 3: 61, 6: 1"),
    ("single", (3, 1), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 4, 6: 1"),
    ("best-of-five", (2, 2), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 3: 61, 6: 3"),
    ("best-of-five", (3, 1), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 4, 6: 3"),
    ("first-to-five", (2, 2), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 3: 61, 6: 5"),
    ("first-to-five", (3, 1), {}, "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 4, 6: 5"),
    (
        "chiamata",
        (5, 1),
        {},
        "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 9, 11: 61, 12: +2 +1 −1, 13: +4 −1, 14, 15",
    ),
    (
        "best-of-three",
        (2, 1),
        {"hands": 4, "cappotto": 2, "target": None},
        "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 3: 61, 5: 2, 6, 7: 4",
    ),
    (
        "chiamata",
        (5, 1),
        {"hands": 9, "target": 5, "cappotto": 1},
        "1: A: 11 · 3: 10 · K: 4 · Q: 3 · J: 2, 2: 120, 7: 9, 9, 11: 61, 12: +2 +1 −1, 13: +4 −1, 15: 5",
    ),
]

WAYS: dict[str, list[Any]] = {
    "points": [
        "caller side BRI-10 required ask players=5",
        "partner side BRI-10 required nullable ask players=5",
        "points shares BRI-2 required unless_players=5",
        "points shares BRI-2 required players=5",
        "bid points BRI-9 players=5",
    ],
    "cards mark=cards": [
        "caller side BRI-10 required ask players=5",
        "partner side BRI-10 required nullable ask players=5",
        "cards ranks BRI-2 required classes=A|3|K|Q|J instead_of=points unless_players=5",
        "cards ranks BRI-2 required classes=A|3|K|Q|J instead_of=points players=5",
        "bid points BRI-9 players=5",
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "deal BRI-3": [
        "side side – required",
        "caller side BRI-10 required ask players=5",
        "partner side BRI-10 required nullable ask players=5",
        "bid points BRI-9 players=5",
        "points shares BRI-2 unless_players=5",
        "points shares BRI-2 players=5",
        "cards ranks BRI-2 classes=A|3|K|Q|J instead_of=points unless_players=5",
        "cards ranks BRI-2 classes=A|3|K|Q|J instead_of=points players=5",
    ],
    "safe_win BRI-3": [
        "side side – required",
        "caller side BRI-10 required ask players=5",
        "partner side BRI-10 required nullable ask players=5",
        "bid points BRI-9 players=5",
        "cards amounts BRI-1 required classes=A|3|K|Q|J",
    ],
}
