"""Finds the pairing of all entrants with the lowest total cost; preferences decide ties (TOU-11, TOU-12).

`cost(one, other)` is 0 for two entrants who may meet, and the higher the less they should; a pairing costs the
sum. The first entrant of the order gets the best opponent with whom everybody can still be paired at the lowest
cost, then the next one. networkx finds a cheapest pairing; most steps need no search, because swapping two or three
pairs gives one.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

Cost = Callable[[int, int], int]
Preferences = Callable[[int, list[int]], list[int]]
LowerBound = Callable[[Sequence[int]], int]
Mates = dict[int, int]


def in_given_order(one: int, others: list[int]) -> list[int]:
    """Returns the opponents unchanged, for pairings that prefer the next entrant in the order."""
    return others


def no_lower_bound(unpaired: Sequence[int]) -> int:
    """Returns 0, the lower bound of the cost of pairing entrants if there is no better one."""
    return 0


def least_pairing(
    order: Sequence[int],
    cost: Cost,
    preferences: Preferences = in_given_order,
    lower_bound: LowerBound = no_lower_bound,
) -> list[tuple[int, int]]:
    """Pairs an even number of entrants at the lowest cost; returns pairs in the order of their first entrants.

    `preferences(one, others)` sorts the opponents of an entrant, best first; `lower_bound(entrants)` is a quick lower
    bound for the cost of pairing these entrants.
    """
    pairs = _pair_greedily(order, cost, preferences)
    back = 1
    while 2 * len(pairs) < len(order):
        # The first pairs stay if the others can be paired at no cost: redo the last pair, then the last 2, 4, 8 …
        stay = pairs[:-back]
        paired = {entrant for pair in stay for entrant in pair}
        unpaired = [entrant for entrant in order if entrant not in paired]
        mates = None if lower_bound(unpaired) else free_pairing(unpaired, cost)
        if mates is None and not stay:
            mates = cheapest(unpaired, cost)
        if mates is not None:
            pairs = stay + _pair_within_cost(unpaired, mates, cost, preferences, lower_bound)
        back *= 2
    return pairs


def _pair_greedily(order: Sequence[int], cost: Cost, preferences: Preferences) -> list[tuple[int, int]]:
    """Pairs each entrant in turn with its best opponent at no cost; stops at the first entrant without one.

    If this pairs everybody, the result is the least pairing.
    """
    unpaired, pairs = list(order), []
    while unpaired:
        one, *others = unpaired
        other = next((candidate for candidate in preferences(one, others) if not cost(one, candidate)), None)
        if other is None:
            break
        pairs.append((one, other))
        others.remove(other)
        unpaired = others
    return pairs


def _pair_within_cost(
    unpaired: list[int], mates: Mates, cost: Cost, preferences: Preferences, lower_bound: LowerBound
) -> list[tuple[int, int]]:
    """Pairs each entrant in turn with the best opponent that still allows the lowest total cost.

    `mates` is any pairing at that cost.
    """
    pairs = []
    budget = total(mates, cost)
    while unpaired:
        one, *others = unpaired
        candidates = (
            (other, _without(mates, (one, other), budget - cost(one, other), cost, lower_bound))
            for other in preferences(one, others)
            if cost(one, other) <= budget
        )
        other, mates = next((other, rest) for other, rest in candidates if rest is not None)
        budget -= cost(one, other)
        pairs.append((one, other))
        others.remove(other)
        unpaired = others
    return pairs


def _without(mates: Mates, pair: tuple[int, int], budget: int, cost: Cost, lower_bound: LowerBound) -> Mates | None:
    """Returns a pairing of all entrants but these two that costs exactly `budget`; None if there is none.

    `mates` is a cheapest pairing of everybody, in which the two need not meet.
    """
    one, other = pair
    rest = {entrant: mate for entrant, mate in mates.items() if entrant not in pair}
    if mates[one] == other:
        return rest
    if lower_bound(list(rest)) > budget:
        return None
    swapped = _exchange(rest, (mates[one], mates[other]), budget, cost)
    if swapped is not None:
        return swapped
    pairing = cheapest(list(rest), cost) if budget else free_pairing(list(rest), cost)
    return pairing if pairing is not None and total(pairing, cost) == budget else None


def _exchange(rest: Mates, alone: tuple[int, int], budget: int, cost: Cost) -> Mates | None:
    """Returns `rest` with the two entrants `alone` paired: with each other, or with the two of another pair.

    None if neither makes the cost exactly `budget`.
    """
    one, other = alone
    for entrant in alone:
        del rest[entrant]
    short = budget - total(rest, cost)
    if cost(one, other) == short:
        return {**rest, one: other, other: one}
    for third, fourth in rest.items():
        if cost(one, third) + cost(other, fourth) - cost(third, fourth) == short:
            return {**rest, one: third, third: one, other: fourth, fourth: other}
    rest.update({one: other, other: one})
    return None


def total(mates: Mates, cost: Cost) -> int:
    """Returns the cost of a pairing, the sum of its pairs' costs."""
    return sum(cost(one, other) for one, other in mates.items()) // 2


def cheapest(unpaired: Sequence[int], cost: Cost) -> Mates:
    """Returns a pairing of all entrants at the lowest cost."""
    return _matched((one, other, -cost(one, other)) for one, other in combinations(unpaired, 2))


def free_pairing(unpaired: Sequence[int], cost: Cost) -> Mates | None:
    """Returns a pairing of all entrants that costs nothing; None if there is none."""
    mates = _matched((one, other, 0) for one, other in combinations(unpaired, 2) if not cost(one, other))
    return mates if len(mates) == len(unpaired) else None


def _matched(edges: Iterable[tuple[int, int, int]]) -> Mates:
    """Returns the matching with most pairs and, among these, the greatest weight; edges are `(one, other, weight)`."""
    import networkx  # here: loading it takes a quarter of a second, and most pairings do not need it

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}
