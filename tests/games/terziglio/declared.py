"""What the rules of Terziglio say of sheets, ways to enter a hand, and claims (see `test_declared_words`)."""

from typing import Any

SHEETS: list[tuple[str, tuple[int, int], dict[str, Any], str]] = [
    ("stakes", (3, 1), {}, "1: 11, 4: 6, 5, 6, 8, 9: 21"),
    ("difference", (3, 1), {}, "1: 11, 4: 6, 5, 7, 8, 9"),
    ("difference", (3, 1), {"target": 31, "hands": 12, "solissimo": 4}, "1: 11, 4: 6, 5, 7, 8, 9: 31, 9: 12"),
    ("stakes", (3, 1), {"hands": 9, "target": None}, "1: 11, 4: 6, 5, 6, 8, 9, 9: 9"),
]

WAYS: dict[str, list[Any]] = {
    "made mark=made when=payment|stake": [
        "soloist side TER-2 required ask",
        "bid choice TER-3 choices=chiamo|solo|solissimo|dividete|scegliete ask",
        "made choice TER-4 required choices=True|False last when=payment|stake unplayed_rule=TER-7",
    ],
    "points mark=points when=payment|stake": [
        "soloist side TER-2 required ask",
        "bid choice TER-3 choices=chiamo|solo|solissimo|dividete|scegliete ask",
        "points shares TER-1 required when=payment|stake unplayed_rule=TER-7",
    ],
    "thirds mark=thirds": [
        "soloist side TER-2 required ask",
        "bid choice TER-3 choices=chiamo|solo|solissimo|dividete|scegliete ask",
        "thirds shares TER-1 required",
    ],
    "cards": [
        "soloist side TER-2 required ask",
        "bid choice TER-3 choices=chiamo|solo|solissimo|dividete|scegliete ask",
        "aces shares TER-1 required",
        "figures shares TER-1 required",
        "last_trick choice TER-1 required choices=0|1 last",
    ],
    "passed once": [
        "passed flag TER-8 required",
    ],
    "stop ends": [
        "stop flag – required",
    ],
}
CLAIMS: dict[str, list[Any]] = {
    "deal TER-4": [
        "side side – required",
        "soloist side TER-2 required ask",
        "bid choice TER-3 choices=chiamo|solo|solissimo|dividete|scegliete ask",
        "made choice TER-4 choices=True|False last when=payment|stake unplayed_rule=TER-7",
        "points shares TER-1 when=payment|stake unplayed_rule=TER-7",
        "thirds shares TER-1",
        "aces shares TER-1",
        "figures shares TER-1",
        "last_trick choice TER-1 choices=0|1 last",
    ],
    "safe_win TER-4": [
        "side side – required",
        "soloist side TER-2 required ask",
        "aces count TER-1",
        "figures count TER-1",
        "last_trick flag TER-1",
    ],
}
