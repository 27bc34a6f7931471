"""What Scopa's cards allow: primiera values, named coins, and how many cards a side can have (SCO-5, SCO-16 to SCO-20).

`best` lists a side's best card in coins, cups, swords, batons, as fields.BEST_CARDS writes them, None for no card.
"""

from typing import Any

PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10}
# How many cards of a suit are not above a best card (SCO-20).
NOT_ABOVE = {"7": 10, "6": 9, "A": 8, "5": 7, "4": 6, "3": 5, "2": 4, "F": 3, None: 0}
COINS_IN_A_ROW = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")  # the order of the napola
CARDS_OF_A_SUIT = 10


def primiera_of(best: "list[str | None]") -> "int | None":
    """The sum of a side's best cards; None for a side without a card in some suit (SCO-5)."""
    return None if None in best else sum([PRIMIERA[card] for card in best if card is not None])


def is_sure(best: "list[str | None]", coins: int) -> bool:
    """Whether nobody can get a higher primiera any more, or an equal one (SCO-14)."""
    own = primiera_of(best)
    if own is None:
        return False
    others = sum([PRIMIERA["6"] if card == "7" else PRIMIERA["7"] for card in best])
    return own > others or coins == CARDS_OF_A_SUIT


def named_coins(settebello: bool, re_bello: bool, napola: int, best: "str | None") -> "list[str]":
    """The coins that an entry names as a side's, each once (SCO-17)."""
    named = list(COINS_IN_A_ROW[:napola])
    for card, is_named in (("7", settebello), ("K", re_bello), (best, best not in (None, "F"))):
        if is_named and card is not None and card not in named:
            named.append(card)
    return named


def is_whole_row(napola: int, named: "list[str]") -> bool:
    """Whether a side has not the coin after its napola, which would make it longer (SCO-17)."""
    return not 0 < napola < CARDS_OF_A_SUIT or COINS_IN_A_ROW[napola] not in named


def fits_napola(napola: int, best: "str | None") -> bool:
    """Whether a best coin can be that of a side with this napola (SCO-20)."""
    if napola == 0:
        return True
    allowed = ("7", "6") if napola >= 6 else ("7", "A") if napola == 5 else ("7", "6", "A")
    return best in allowed


def bounds(best: "list[Any]", side: int) -> "tuple[int, int]":
    """The fewest and the most cards of one suit that a side can have, by every side's best card there (SCO-20)."""
    own = best[side]
    if own is None:
        return 0, 0
    others = [card for index, card in enumerate(best) if index != side and card is not None]
    lower = [card for card in others if NOT_ABOVE[card] < NOT_ABOVE[own] or card == own]
    most = NOT_ABOVE[own] - len(lower)
    if own == "7":
        return CARDS_OF_A_SUIT - max([NOT_ABOVE[card] for card in others] + [0]), most
    return 1, most
