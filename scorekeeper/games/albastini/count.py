"""Counting Albastini's cards: their values, and what must add up (ALB-1, ALB-2, ALB-9)."""

from ..engine.base import Checks, Entry, Setup, _, field

VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2, "6": 0, "5": 0, "4": 0, "3": 0}
RANKS = ("A", "7", "K", "J", "Q", "6", "5", "4", "3")  # high to low
COUNTING = ("A", "7", "K", "J", "Q")
CARDS_OF_A_RANK = 4
ALL_POINTS = 120
# Name, label, points of one, cards of the rank: as fields list classes of cards.
BY_RANK = [[rank, rank, VALUES[rank], CARDS_OF_A_RANK] for rank in COUNTING]

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


def copies(rank: str, undrawn: "str | None") -> int:
    """How many cards of a rank the sides share."""
    return CARDS_OF_A_RANK - (1 if rank == undrawn else 0)


def check_undrawn(checks: Checks, setup: Setup) -> "str | None":
    """Five players name the rank of the turned-up trump, which is never drawn; others have none (ALB-9)."""
    if len(setup["sides"]) == 5:
        rank = checks.choice("undrawn", "ALB-9", RANKS)
        return None if rank is None else str(rank)
    if checks.has("undrawn"):
        checks.refuse("undrawn", "ALB-9", _("Only with five players a card stays undrawn"))
    return None


def check_cards(checks: Checks, setup: Setup, undrawn: "str | None") -> None:
    """The cards of each counting rank, a number for each side, which add up to all there are."""
    cards = checks.inner("cards")
    if cards is None:
        return
    cards.only(COUNTING)
    for rank in COUNTING:
        cards.shares(rank, "ALB-1", len(setup["sides"]), copies(rank, undrawn))


def card_points_of(setup: Setup, entry: Entry) -> list[int]:
    """Each side's card points, from an entry without problems."""
    if "points" in entry:
        return list(entry["points"])
    return [sum(entry["cards"][rank][side] * VALUES[rank] for rank in COUNTING) for side in range(len(setup["sides"]))]
