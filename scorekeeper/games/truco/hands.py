"""What a hand of Truco can be worth, and who has won it after which tricks (TRU-2 to TRU-5, TRU-13 to TRU-15)."""

from typing import Any

from ..engine.base import Setup, Table

TRICKS_IN_A_HAND = 3


def at_match_point(setup: Setup, table: Table) -> list[int]:
    """The sides that need one more hand (TRU-13)."""
    return [side for side, total in enumerate(table["totals"]) if total >= setup["options"]["match_point"]]


def base_stake(setup: Setup) -> int:
    """What a hand is worth when nobody calls (TRU-6)."""
    return int(setup["options"]["stakes"][0])


def plain_stake(setup: Setup, table: Table) -> int:
    """What playing the hand is worth when nobody calls: the base, or the match point's stake (TRU-13, TRU-15)."""
    if len(at_match_point(setup, table)) == 1:
        return int(setup["options"]["match_point_stake"])
    return base_stake(setup)


def next_hand(setup: Setup, table: Table) -> dict[str, Any]:
    """What playing the next hand can score, the special hand it is, and who may give it up."""
    ready = at_match_point(setup, table)
    special = (None, "eleven", "iron_hand")[len(ready)]
    return {
        "stakes": [plain_stake(setup, table)] if ready else list(setup["options"]["stakes"]),
        "special": special,
        "may_fold": ready[0] if special == "eleven" and setup["options"]["match_point_fold"] else None,
    }


def calls(setup: Setup, table: Table) -> "list[int]":
    """What the next hand can be worth as it is called (TRU-6); at match point nobody calls (TRU-13, TRU-15)."""
    return [] if at_match_point(setup, table) else list(setup["options"]["stakes"])


def winner_of_tricks(tricks: "list[int | None]") -> "tuple[bool, int | None, str]":
    """Whether the tricks so far settle the hand, who won it (None for a draw), and by which rule (TRU-2 to TRU-5)."""
    for side in (0, 1):
        if tricks.count(side) == 2:
            return True, side, "TRU-2"
    won = [winner for winner in tricks if winner is not None]
    if tricks and tricks[0] is None and won:
        return True, won[0], "TRU-3"
    if tricks and tricks[0] is not None and None in tricks:
        return True, tricks[0], "TRU-4"
    if len(tricks) == TRICKS_IN_A_HAND:
        return True, None, "TRU-5"
    return False, None, "TRU-2"
