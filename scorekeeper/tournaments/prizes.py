"""Prizes from a pool of money: whole numbers of cents, rounded, that add up to the pool exactly.

Decision: the pool is shared in units of `step` by the method of the largest remainder, equal remainders going to the
better place; what is left of the pool below one unit goes to the first prize.
"""

from collections.abc import Sequence

WHOLE = 100  # percent


def pool_of(collected: int, percent: int, coin: int) -> int:
    """Returns what goes into prizes: `percent` of what was collected, rounded down to a multiple of `coin`."""
    return collected * percent // WHOLE // coin * coin


def split(pool: int, shares: Sequence[int], step: int) -> list[int]:
    """Returns the prizes, first prize first; `shares` are percentages that add up to 100, `step` is at least 1.

    Every prize but the first is a multiple of `step`.
    """
    if not shares:
        return []
    units = pool // step
    exact = [divmod(units * share, WHOLE) for share in shares]
    prizes = [whole for whole, _rest in exact]
    by_remainder = sorted(range(len(shares)), key=lambda place: -exact[place][1])
    for place in by_remainder[: units - sum(prizes)]:
        prizes[place] += 1
    amounts = [prize * step for prize in prizes]
    amounts[0] += pool - units * step
    return amounts
