"""What the rules of Buraco say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    (
        "us",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20 · joker: 30, 3: +200, 4: +100, 6: − value, 7: −100, 8: − value, "
        "−100 at most, 9: +100, 11: +100, 13: 50, 13: 75, 14: 15, 15: 2000",
    ),
    (
        "classic",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20, 3: +200, 4: +100, 6: − value, 7: −100, 8: − value, −100 at most, "
        "9: +100, 11: +100, 13: 50, 13: 75, 14: 15, 15: 2000",
    ),
    (
        "three-teams",
        (3, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20 · joker: 30, 3: +200, 4: +100, 6: − value, 7: −100, 8: − value, "
        "−100 at most, 9: +100, 11: +100, 13: 50, 13: 75, 14: 15, 15: 2000",
    ),
    (
        "two-by-three",
        (2, 3),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20 · joker: 30, 3: +200, 4: +100, 6: − value, 7: −100, 8: − value, "
        "−100 at most, 9: +100, 11: +100, 13: 50, 13: 75, 14: 15, 15: 2000",
    ),
    (
        "timed",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20 · joker: 30, 3: +200, 4: +100, 6: − value, 7: −100, 8: − value, "
        "−100 at most, 9: +100, 11: +100, 13: 50, 13: 75, 14: 15, 15",
    ),
    (
        "burraco",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20 · joker: 30, 3: +200, 4: +100, 5: +150, 6: − value, 7: −100, "
        "8: − value, 9: +100, 15: 2005",
    ),
    (
        "burraco-fitab",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20 · joker: 30, 3: +200, 4: +100, 5: +150, 6: − value, 7: −100, "
        "8: − value, 9: +100, 15: 2005, 28: +300 · +250, 28: +250 · +200",
    ),
    (
        "burraco-3",
        (3, 1),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 20 · joker: 30, 3: +200, 4: +100, 5: +150, 6: − value, 7: −100, "
        "8: − value, 9: +100, 15: 1505, 32, 33, 34: 1000",
    ),
    (
        "aberto",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 10 · joker: 20, 3: +200, 4: +100, 6: − value, 7: −100, 8: −100, "
        "9: +100, 15: 3000, 28: +500, 28: +1000, 30: 0",
    ),
    (
        "fechado",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 10 · joker: 20, 3: +200, 4: +100, 6: − value, 7: −100, 8: −100, "
        "9: +100, 15: 3000, 28: +500, 28: +1000, 30: 0",
    ),
    (
        "stbl",
        (2, 2),
        {},
        "1: 3–7: 5 · 8–K: 10 · A: 15 · 2: 10 · joker: 20, 3: +200, 4: +100, 6: − value, 7: −100, 8: −100, "
        "9: +100, 15: 3000, 28: +500, 28: +1000, 30: 0",
    ),
]

COUNTED = [
    "melds points BUR-2 required classes=3-7|8-K|A|2|joker inner_rule=BUR-1",
    "clean count BUR-3",
    "semi_clean count BUR-5 option=semi_clean idle=0",
    "dirty count BUR-4",
    "thirteen count BUR-28 option=thirteen",
    "thirteen_dirty count BUR-28 option=thirteen_dirty",
    "fourteen count BUR-28 option=fourteen",
    "eight count BUR-28 option=eight",
    "eight_dirty count BUR-28 option=eight_dirty",
    "hand points BUR-6 required classes=3-7|8-K|A|2|joker inner_rule=BUR-1",
]
POTS = [  # where a player may also have taken none
    "pot choice BUR-7 required choices=played|unplayed|none|stock beside= option=pot_to_stock",
    "pot choice BUR-7 required choices=played|unplayed|none beside= unless=pot_to_stock|True",
]
LEFT = [
    "pot_cards points BUR-8 inner_rule=BUR-1 nullable",
    "failed_melds count BUR-14",
]
WAYS: dict[str, list[Any]] = {
    "lone players=3 mark=lone unless=lone_hand_until|0 known=pots|18,11": [
        "lone side BUR-32 required",
        "alone group BUR-32 required",
        [
            *COUNTED,
            "pot choice BUR-7 required choices=played|unplayed beside=none|stock option=pot_to_stock",
            "pot choice BUR-7 required choices=played|unplayed beside=none unless=pot_to_stock|True",
            *LEFT,
            "cut_bonus flag BUR-11 unless_players=3 anyway",
        ],
        "pair group BUR-32 required",
        [
            *COUNTED,
            *POTS,
            *LEFT,
            "cut_bonus flag BUR-11 unless_players=3 anyway",
        ],
        "went_out side BUR-9 nullable",
    ],
    "hand": [
        "sides sides BUR-2 required",
        [
            *COUNTED,
            *POTS,
            *LEFT,
            "cut_bonus flag BUR-11 option=exact_cut unplayed_rule=BUR-26",
        ],
        "went_out side BUR-9 nullable",
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "meld BUR-16": [
        "cards cards BUR-16 required jokers=jokers",
    ],
    "first_meld BUR-13": [
        "side side – required",
        "melds melds BUR-13 required jokers=jokers",
        "failed_melds count BUR-14",
    ],
    "go_out BUR-9": [
        "side side – required",
        "pot choice BUR-7 required choices=played|unplayed|none|stock beside= option=pot_to_stock refused_by=BUR-9",
        "pot choice BUR-7 required choices=played|unplayed|none beside= unless=pot_to_stock|True refused_by=BUR-9",
        "clean count BUR-3 refused_by=BUR-9 unplayed_rule=BUR-3",
        "semi_clean count BUR-5 option=semi_clean idle=0 refused_by=BUR-9 unplayed_rule=BUR-5",
        "dirty count BUR-4 refused_by=BUR-9 unplayed_rule=BUR-4",
        "thirteen count BUR-28 option=thirteen refused_by=BUR-9 unplayed_rule=BUR-28",
        "thirteen_dirty count BUR-28 option=thirteen_dirty refused_by=BUR-9 unplayed_rule=BUR-28",
        "fourteen count BUR-28 option=fourteen refused_by=BUR-9 unplayed_rule=BUR-28",
        "eight count BUR-28 option=eight refused_by=BUR-9 unplayed_rule=BUR-28",
        "eight_dirty count BUR-28 option=eight_dirty refused_by=BUR-9 unplayed_rule=BUR-28",
        "hand count BUR-9 required classes=3-7|8-K|A|2|joker refused_by=BUR-6 inner_rule=BUR-1",
    ],
}
