"""What the rules of Belote say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    (
        "classic",
        (2, 2),
        {},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, 2: 162, 3: 252, "
        "4: 20, 10: 162, 12, 20: 1000, 23",
    ),
    (
        "announcements",
        (2, 2),
        {},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, 2: 162, 3: 252, "
        "4: 20, 5: 20, 50, 100 · 200, 150, 100, 10: 162, 12, 20: 1000, 23",
    ),
    (
        "coinche",
        (2, 2),
        {},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, 2: 162, 3: 252, "
        "4: 20, 5: 20, 50, 100 · 200, 150, 100, 13: 250 · 500, 14, 16, 17: ×2 · ×4, 19, 20: 2000, 23",
    ),
    (
        "contree",
        (2, 2),
        {},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, 2: 162, 3: 252, "
        "4: 20, 13: 250 · 500, 14, 16, 17: ×2 · ×4, 19, 20: 2000, 23",
    ),
    (
        "announced",
        (2, 2),
        {},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, 2: 162, 3: 252, "
        "4: 20, 13: 250 · 500, 14, 16, 17: ×2 · ×4, 19, 20: 1000, 23",
    ),
    (
        "classic",
        (2, 2),
        {"hands": 12, "target": None, "announcements": True},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, 2: 162, 3: 252, "
        "4: 20, 5: 20, 50, 100 · 200, 150, 100, 10: 162, 12, 20, 22: 12, 23",
    ),
    (
        "coinche",
        (2, 2),
        {"generale": True, "no_trump": True, "litige": "carry", "target": 3000, "rounding": False},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, "
        "1: A: 19 · 10: 10 · K: 4 · Q: 3 · J: 2, 1: J: 13 · 9: 9 · A: 6 · 10: 5 · K: 3 · Q: 2, 2: 162, 3: 252, "
        "4: 20, 4, 5: 20, 50, 100 · 200, 150, 100, 5: 200 · 150 · 100, 13: 250 · 500, 14, 16, "
        "17: ×2 · ×4, 20: 3000, 23",
    ),
    (
        "announced",
        (2, 2),
        {"scoring": "made", "hands": 9},
        "1: J: 20 · 9: 14 · A: 11 · 10: 10 · K: 4 · Q: 3, A: 11 · 10: 10 · K: 4 · Q: 3 · J: 2, 2: 162, 3: 252, "
        "4: 20, 13: 250 · 500, 14, 16, 17: ×2 · ×4, 19, 20: 1000, 22: 9, 23",
    ),
]

CONTRACT = (
    "contract choice BEL-13 choices=80|90|…|650|capot|generale usual=80|90|100|110|120|130|140|150|160|170|180|capot"
)
TRUMP = [
    "trump choice BEL-1 choices=S|H|D|C unless=no_trump|True folded",
    "trump choice BEL-1 choices=S|H|D|C|none|all when=no_trump|True folded",
]
TAKEN = ["taker side BEL-9 required ask", CONTRACT, "coinche choice BEL-17 choices=1|2|4 ask"]
SAID = [
    "belote count_or_side BEL-4 nullable",
    "announcements lists BEL-5 option=announcements choices=tierce|cinquante|cent|jacks|nines|aces|tens|"
    "kings|queens idle=,",
    *TRUMP,
    "player player BEL-9 folded",
]
DEAL = [*TAKEN, "points shares BEL-2 required", "alone choice BEL-13 choices=True|False", *SAID]
OF_DEAL = ["side side – required", *DEAL]
OF_MADE = ["side side – required", *TAKEN, "points shares BEL-2 blank=0", *SAID]
WAYS: dict[str, list[Any]] = {
    "deal": DEAL,
    "passed once": [
        "passed flag BEL-23 required",
    ],
    "fault mark=fault once": [
        "fault side BEL-25 required ask",
        CONTRACT,
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "deal BEL-8": OF_DEAL,
    "capot BEL-3": OF_DEAL,
    "made BEL-27": OF_MADE,
    "safe_win BEL-27": OF_MADE,
    "announcements BEL-26 unplayed_rule=BEL-5 option=announcements": [
        "side side – required",
        "melds melds_of_sides BEL-26 required",
        *TRUMP,
    ],
}
