"""The pairing that is least in dictionary order among the cheapest ones (TOU-11, TOU-12).

`cost(one, other)` is 0 for two who may meet and more the less they should; what a pairing costs is the sum. The first
of an order gets the best opponent with whom all can still be paired at the lowest cost there is; then the next one.
networkx finds a cheapest pairing; most steps need no search, as exchanging two or three pairs shows that it goes on.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

Cost = Callable[[int, int], int]
Preferences = Callable[[int, list[int]], list[int]]
LowerBound = Callable[[Sequence[int]], int]
Mates = dict[int, int]


def in_given_order(one: int, others: list[int]) -> list[int]:
    """The next in the order is the best opponent."""
    return others


def no_lower_bound(left: Sequence[int]) -> int:
    """Nothing is known beforehand of what a pairing of these must cost."""
    return 0


def least_pairing(
    order: Sequence[int],
    cost: Cost,
    preferences: Preferences = in_given_order,
    lower_bound: LowerBound = no_lower_bound,
) -> list[tuple[int, int]]:
    """Pair an even number of entrants. `lower_bound` gives quickly what any pairing of these costs at least."""
    pairs = _pair_greedily(order, cost, preferences)
    back = 1
    while 2 * len(pairs) < len(order):
        # The first pairs stay if the others can be paired for nothing; a few of the last ones are tried first.
        kept = pairs[: max(0, len(pairs) - back)]
        settled = {each for pair in kept for each in pair}
        left = [each for each in order if each not in settled]
        mates = None if lower_bound(left) else free_pairing(left, cost)
        if mates is None and not kept:
            mates = cheapest(left, cost)
        if mates is not None:
            pairs = kept + _pair_within_cost(left, mates, cost, preferences, lower_bound)
        back *= 2
    return pairs


def _pair_greedily(order: Sequence[int], cost: Cost, preferences: Preferences) -> list[tuple[int, int]]:
    """Pair each with the first of its preferences that costs nothing, until one has none.

    Where everybody is paired so, this is the least pairing.
    """
    left, pairs = list(order), []
    while left:
        one, *others = left
        other = next((each for each in preferences(one, others) if not cost(one, each)), None)
        if other is None:
            break
        pairs.append((one, other))
        others.remove(other)
        left = others
    return pairs


def _pair_within_cost(
    left: list[int], mates: Mates, cost: Cost, preferences: Preferences, lower_bound: LowerBound
) -> list[tuple[int, int]]:
    """Pair each with the first of its preferences after which the others can still be paired at the lowest cost.

    `mates` is some pairing at that cost.
    """
    pairs = []
    budget = total(mates, cost)
    while left:
        one, *others = left
        tried = (
            (other, _without(mates, (one, other), budget - cost(one, other), cost, lower_bound))
            for other in preferences(one, others)
            if cost(one, other) <= budget
        )
        other, mates = next((other, found) for other, found in tried if found is not None)
        budget -= cost(one, other)
        pairs.append((one, other))
        others.remove(other)
        left = others
    return pairs


def _without(mates: Mates, pair: tuple[int, int], budget: int, cost: Cost, lower_bound: LowerBound) -> Mates | None:
    """A pairing of all but this pair that costs just the budget; None where there is none.

    `mates` is a cheapest pairing of all of them, in which these two need not meet.
    """
    one, other = pair
    rest = {each: mate for each, mate in mates.items() if each not in pair}
    if mates[one] == other:
        return rest
    if lower_bound(list(rest)) > budget:
        return None
    swapped = _exchange(rest, (mates[one], mates[other]), budget, cost)
    if swapped is not None:
        return swapped
    found = cheapest(list(rest), cost) if budget else free_pairing(list(rest), cost)
    return found if found is not None and total(found, cost) == budget else None


def _exchange(rest: Mates, alone: tuple[int, int], budget: int, cost: Cost) -> Mates | None:
    """`rest` with the two who lost their mates paired: with each other, or with the two of another pair.

    None where that does not cost just the budget.
    """
    one, other = alone
    for each in alone:
        del rest[each]
    short = budget - total(rest, cost)
    if cost(one, other) == short:
        return {**rest, one: other, other: one}
    for third, fourth in rest.items():
        if cost(one, third) + cost(other, fourth) - cost(third, fourth) == short:
            return {**rest, one: third, third: one, other: fourth, fourth: other}
    rest.update({one: other, other: one})
    return None


def total(mates: Mates, cost: Cost) -> int:
    """What a pairing costs."""
    return sum(cost(one, other) for one, other in mates.items()) // 2


def cheapest(left: Sequence[int], cost: Cost) -> Mates:
    """Some pairing of all at the lowest cost."""
    return _matched((one, other, -cost(one, other)) for one, other in combinations(left, 2))


def free_pairing(left: Sequence[int], cost: Cost) -> Mates | None:
    """Some pairing of all that costs nothing, or None."""
    found = _matched((one, other, 0) for one, other in combinations(left, 2) if not cost(one, other))
    return found if len(found) == len(left) else None


def _matched(edges: Iterable[tuple[int, int, int]]) -> Mates:
    """As many pairs as there can be, of the greatest weight."""
    import networkx  # here: loading it takes a quarter of a second, and most pairings do not need it

    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}
