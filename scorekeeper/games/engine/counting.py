"""Games in which the sides share the 120 points of forty cards: checked by points, or by the cards of each rank.

`values` maps the ranks that count to the points of one card; there are four of each. No cards make one point, so nobody
can have 1 (or 119).
"""

from .base import Checks, Entry, _

CARDS_OF_A_RANK = 4
ALL_POINTS = 120
MORE_THAN_HALF = ALL_POINTS // 2 + 1


def check_counted(checks: Checks, values: "dict[str, int]", sides: int, rule: str) -> None:
    """Points or cards of so many sides, one of the two: they add up to all there are."""
    if checks.has("cards") and checks.has("points"):
        checks.refuse("points", rule, _("Enter either the card points or the cards"))
    elif checks.has("cards"):
        _check_cards(checks, values, sides, rule)
    else:
        points = checks.shares("points", rule, sides, ALL_POINTS)
        if points is not None and 1 in points:
            checks.refuse("points", rule, _("No cards make 1 point: this was miscounted"))


def _check_cards(checks: Checks, values: "dict[str, int]", sides: int, rule: str) -> None:
    cards = checks.inner("cards")
    if cards is None:
        return
    cards.only(tuple(values))
    for rank in sorted(values):
        cards.shares(rank, rule, sides, CARDS_OF_A_RANK)


def counted_points(entry: Entry, values: "dict[str, int]", sides: int) -> "list[int]":
    """Each side's card points, from an entry without problems."""
    if "points" in entry:
        return list(entry["points"])
    return [sum([entry["cards"][rank][side] * values[rank] for rank in values]) for side in range(sides)]


def counting_cards(entry: Entry, values: "dict[str, int]", side: int) -> int:
    """How many cards that count a side has, from an entry by cards without problems."""
    return sum([entry["cards"][rank][side] for rank in values])


def check_taken(checks: Checks, values: "dict[str, int]", rule: str) -> "int | None":
    """The points of the cards that one side has taken so far; a rank left out is 0."""
    cards = checks.inner("cards")
    if cards is None:
        return None
    cards.only(tuple(values))
    before = len(checks.problems)
    for rank in sorted(values):
        if cards.has(rank):
            cards.whole(rank, rule, 0, CARDS_OF_A_RANK)
    if len(checks.problems) > before:
        return None
    taken = [int(cards.mapping.get(rank, 0)) * values[rank] for rank in values]
    return sum(taken)


def most_points(values: "dict[str, int]", cards: int) -> int:
    """The most points that so many cards can be worth."""
    best = sorted([worth for worth in values.values() for _copy in range(CARDS_OF_A_RANK)], reverse=True)
    return sum(best[:cards])
