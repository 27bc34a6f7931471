"""What a hand, or one duel of it, is played with: who is mano, how the match stands, what a falta is worth.

A `Deal` is what the three parts of a hand are checked and scored by: flor, envido and truco (TAR-15, TAR-23, TAR-26).
"""

from typing import Any, TypedDict

from ..engine.base import Setup, Table

PARTS = ("flor", "envido", "truco")  # in the order in which they are counted
DUELS = 3


class Deal(TypedDict):
    """`totals` are those before the part, `mano` is a side, `players` those of one side."""

    options: dict[str, Any]
    totals: list[int]
    mano: int
    players: int
    is_duel: bool


def mano_seat(setup: Setup, table: Table, duel: int = 0) -> int:
    """The seat of the mano of the next hand: after the dealer; of a later duel the one after that."""
    return ((table["dealer"] or 0) + 1 + duel) % len(setup["seats"])


def deal_of(setup: Setup, table: Table, totals: "list[int]", duel: "int | None" = None) -> Deal:
    """The next hand, or one of its duels (counted from 0), with the totals before it."""
    players = len(setup["sides"][0]["players"])
    return {
        "options": setup["options"],
        "totals": totals,
        "mano": setup["seat_sides"][mano_seat(setup, table, duel or 0)],
        "players": players if duel is None else 1,
        "is_duel": duel is not None,
    }


def half_of(options: "dict[str, Any]") -> int:
    """Where the buenas begin; an odd target's half is rounded up (TAR-25)."""
    return (int(options["target"]) + 1) // 2


def _capped(deal: Deal, points: int) -> int:
    """At least 1; in a duel no more than was agreed (TAR-15, TAR-26)."""
    most = deal["options"]["duel_falta"]
    return max(1, min(points, most) if deal["is_duel"] and most is not None else points)


def rest(deal: Deal) -> int:
    """What the leading side needs to the target (TAR-14, TAR-22)."""
    return _capped(deal, deal["options"]["target"] - max(deal["totals"]))


def falta(deal: Deal, winner: int) -> int:
    """What a falta is worth to the side that wins it (TAR-15)."""
    options, totals = deal["options"], deal["totals"]
    way = options["falta"]
    half = half_of(options)
    if way == "leader" or not options["halves"] or max(totals) >= half:
        return rest(deal)
    goal = options["target"] if way == "match" else half
    return _capped(deal, goal - (max(totals) if way == "half" else totals[winner]))


def is_played(part: Any) -> bool:
    """Whether a part of a hand was played: left out, null or [0, 0] it was not."""
    return part is not None and part != [0, 0]


def raises(calls: int, by: int) -> int:
    """The side that made the last of so many calls, which alternate from `by` on."""
    return by if calls % 2 else 1 - by


def won_by(deal: Deal, totals: "list[int]") -> "int | None":
    """The side that these totals make the winner at once (TAR-23); None where the hand goes on."""
    target = deal["options"]["target"]
    if not deal["options"]["ends_at_once"] or max(totals) < target:
        return None
    return 0 if totals[0] >= target else 1
