"""What the rules of King say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    (
        "portugal",
        (4, 1),
        {},
        "1: 13 × −20, 1: 13 × −20, 1: 4 × −50, 1: 8 × −30, 1: 1 × −160, 1: 2 × −90, 2: +25, 3: 325 − 75, 4, 6, 7",
    ),
    (
        "brazil",
        (4, 1),
        {},
        "1: 13 × −20, 1: 13 × −20, 1: 4 × −50, 1: 8 × −30, 1: 1 × −160, 1: 2 × −90, 2: +25, 4, 6, 7",
    ),
    ("plain", (4, 1), {}, "1: 13 × −20, 1: 13 × −20, 1: 4 × −50, 1: 8 × −30, 1: 1 × −160, 1: 2 × −90, 2: +25, 6, 7"),
    ("free", (4, 1), {}, "1: 13 × −20, 1: 13 × −20, 1: 4 × −50, 1: 8 × −30, 1: 1 × −160, 1: 2 × −90, 2: +25, 4, 6, 7"),
    (
        "quick",
        (4, 1),
        {},
        "1: 13 × −20, 1: 13 × −20, 1: 4 × −50, 1: 8 × −30, 1: 1 × −160, 1: 2 × −90, 2: +25, 3: 325 − 75, 4, 6, 7",
    ),
    (
        "plain",
        (4, 1),
        {"nulos": True, "order": "men_first"},
        "1: 13 × −20, 1: 13 × −20, 1: 4 × −50, 1: 8 × −30, 1: 1 × −160, 1: 2 × −90, 2: +25, 3: 325 − 75, 6, 7",
    ),
]

OF_SALE: list[Any] = [
    "bid count KIN-4 required",
    "buyer side KIN-4 required",
]
OF_HAND: list[Any] = [
    "tricks shares KIN-1 blank=0",
    "hearts shares KIN-1 blank=0",
    "queens shares KIN-1 blank=0",
    "men shares KIN-1 blank=0",
    "king side KIN-1 ask=False last nullable",
    "last_two shares KIN-1 blank=0",
    "festa shares KIN-2 blank=0",
    "nulos flag KIN-3 option=nulos",
    "trump choice KIN-2 choices=S|H|D|C|none",
    "owner side KIN-6 ask",
    "sale group KIN-4 option=sale",
    OF_SALE,
]
WAYS: dict[str, list[Any]] = {
    "tricks known=choice|tricks unless=pairs|True": [
        "tricks shares KIN-1 required",
    ],
    "hearts known=choice|hearts unless=pairs|True": [
        "hearts shares KIN-1 required",
    ],
    "queens known=choice|queens unless=pairs|True": [
        "queens shares KIN-1 required",
    ],
    "men known=choice|men unless=pairs|True": [
        "men shares KIN-1 required",
    ],
    "king known=choice|king unless=pairs|True": [
        "king side KIN-1 required ask last",
    ],
    "last_two known=choice|last_two unless=pairs|True": [
        "last_two shares KIN-1 required",
    ],
    "tricks-last_two known=choice|tricks,last_two option=pairs": [
        "tricks shares KIN-1 required",
        "last_two shares KIN-1 required",
    ],
    "hearts-king known=choice|hearts,king option=pairs": [
        "hearts shares KIN-1 required",
        "king side KIN-1 required ask last",
    ],
    "queens-men known=choice|queens,men option=pairs": [
        "queens shares KIN-1 required",
        "men shares KIN-1 required",
    ],
    "festa known=choice|festa": [
        "festa shares KIN-2 required",
        "nulos flag KIN-3 option=nulos",
        "trump choice KIN-2 choices=S|H|D|C|none",
        "owner side KIN-6 ask",
        "sale group KIN-4 option=sale",
        OF_SALE,
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "safe_win KIN-11": [
        "side side – required",
        "hand group –",
        OF_HAND,
    ],
    "over KIN-1": [
        "side side – required",
        "hand group – required",
        OF_HAND,
    ],
    "rest KIN-12": [
        "side side – required",
        "cards cards KIN-12 required",
        "others cards KIN-12 required",
        "trump choice KIN-12 choices=S|H|D|C|none",
    ],
}
