"""Albastini's cards: their values, and the one that stays undrawn where five play (ALB-1, ALB-2, ALB-9)."""

from ..engine.base import Checks, Setup, _, field
from ..engine.counting import ALL_POINTS, classes_of

VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2, "6": 0, "5": 0, "4": 0, "3": 0}
RANKS = ("A", "7", "K", "J", "Q", "6", "5", "4", "3")  # high to low
COUNTING = ("A", "7", "K", "J", "Q")
BY_RANK = classes_of(VALUES, COUNTING, {})

UNDRAWN = field(
    "undrawn",
    "choice",
    _("Rank of the turned-up trump (not drawn)"),
    "ALB-9",
    players=5,
    required=True,
    choices=[[rank, rank] for rank in RANKS],
)


def in_play(undrawn: "str | None") -> int:
    """The card points that the sides share."""
    return ALL_POINTS - (VALUES[undrawn] if undrawn else 0)


def check_undrawn(checks: Checks, setup: Setup) -> "str | None":
    """Five players name the rank of the turned-up trump, which is never drawn; others have none (ALB-9)."""
    if len(setup["sides"]) == 5:
        rank = checks.choice("undrawn", "ALB-9", RANKS)
        return None if rank is None else str(rank)
    if checks.has("undrawn"):
        checks.refuse("undrawn", "ALB-9", _("Only with five players a card stays undrawn"))
    return None
