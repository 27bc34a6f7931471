"""What the rules of Canasta say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    (
        "classic",
        (2, 2),
        {},
        "1, 3: +500, 4: +300, 7: +100, 8: minus, 9: +100, 10: +200, 11: − value, 14, 17: 5000, 18: 3",
    ),
    (
        "two-handed",
        (2, 1),
        {},
        "1, 3: +500, 4: +300, 7: +100, 8: minus, 9: +100, 10: +200, 11: − value, 14, 17: 5000, 18: 3",
    ),
    (
        "three-handed",
        (3, 1),
        {},
        "1, 3: +500, 4: +300, 7: +100, 8: minus, 9: +100, 10: +200, 11: − value, 14, 17: 5000, 18: 3",
    ),
    (
        "samba",
        (2, 2),
        {},
        "1, 3: +500, 4: +300, 5: +1500, 7: +100, 8: −100 each, 9: +200, 11: − value, 14, 17: 10000, 18: 2",
    ),
    (
        "classic",
        (2, 2),
        {"wild_canasta": 2000, "samba": 1500, "concealed": 0, "first_meld": [], "target": None, "packs": 3},
        "1, 3: +500, 4: +300, 5: +1500, 6: +2000, 7: +100, 8: minus, 9: +100, 11: − value, 17, 18: 3",
    ),
    (
        "samba",
        (2, 2),
        {"red_threes_minus": "same", "go_out": 100, "max_wilds": 3, "canastas_to_go_out": 1},
        "1, 3: +500, 4: +300, 5: +1500, 7: +100, 8: minus, 9: +100, 11: − value, 14, 17: 10000, 18: 3",
    ),
]

WAYS: dict[str, list[Any]] = {
    "hand": [
        "sides sides CAN-2 required",
        [
            "melds points CAN-2 required classes=joker|2|A|8-K|4-7|3 inner_rule=CAN-1",
            "natural count CAN-3",
            "mixed count CAN-4",
            "samba count CAN-5 option=samba",
            "wild count CAN-6 option=wild_canasta",
            "red_threes count CAN-7",
            "hand points CAN-11 required classes=joker|2|A|8-K|4-7|3 inner_rule=CAN-1",
        ],
        "went_out side CAN-9 nullable",
        "concealed flag CAN-10 option=concealed",
    ],
    "two-numbers": [
        "sides sides CAN-2 required",
        [
            "base count CAN-3 required",
            "count count CAN-2 required",
        ],
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "canasta CAN-18": [
        "cards cards CAN-18 required jokers",
    ],
    "first_meld CAN-14": [
        "side side – required",
        "melds melds CAN-14 required jokers",
        "going_out flag CAN-16",
    ],
    "go_out CAN-9": [
        "side side – required",
        "natural count CAN-3 idle=0",
        "mixed count CAN-4 idle=0",
        "samba count CAN-5 option=samba idle=0",
        "wild count CAN-6 option=wild_canasta idle=0",
        "hand count CAN-9 required",
        "partner choice CAN-23 choices=yes|no nullable players=4 idle=None",
    ],
}
