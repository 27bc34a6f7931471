"""Games in which the sides share the 120 points of their cards: checked by points, or by the cards of each rank.

`values` maps the ranks that count to the points of one card, `ranks` lists them high to low; there are four of each.
No cards make one point, so nobody can have 1.
"""

from .base import line
from .checks import Checks, _, refuse
from .shapes import Entry, Verdict

CARDS_OF_A_RANK = 4
ALL_POINTS = 120
MORE_THAN_HALF = ALL_POINTS // 2 + 1


def classes_of(values: "dict[str, int]", ranks: "tuple[str, ...]", names: "dict[str, str]") -> "list[list[str | int]]":
    """Name, label, points of one and cards of each rank: as fields list classes of cards. `names`: labels, if any."""
    return [[rank, names.get(rank, rank), values[rank], CARDS_OF_A_RANK] for rank in ranks]


def check_counted(checks: Checks, rule: str) -> None:
    """Refuses card points that no cards make."""
    if 1 in checks.mapping.get("points", []):
        checks.refuse("points", rule, _("No cards make 1 point: this was miscounted"))


def counted_points(entry: Entry, values: "dict[str, int]", sides: int) -> "list[int]":
    """Each side's card points, from an entry without problems."""
    if "points" in entry:
        return list(entry["points"])
    cards = entry["cards"]
    return [sum([cards[rank][side] * values[rank] for rank in cards]) for side in range(sides)]


def taken_points(cards: "dict[str, int]", values: "dict[str, int]") -> int:
    """Returns the points of the cards that one side has taken so far, by rank; a rank left out is 0."""
    return sum([cards[rank] * values[rank] for rank in cards])


def count_either(entry: Entry, rule: str) -> None:
    """Raises Refusal unless a deal is counted in points or in cards, one of the two."""
    if ("points" in entry) == ("cards" in entry):
        raise refuse("points", rule, _("Enter either the card points or the cards"))


def safe_win(side: int, points: int, needed: int, rule: str) -> Verdict:
    """“Nobody can take this away from us”: upheld when the points taken so far are enough, whatever is still out."""
    still_out = ALL_POINTS - points
    text = (
        _("Has {taken}, it takes {needed}: nothing still out can change it")
        if points >= needed
        else _("Has {taken}, it takes {needed}; {still_out} are still out")
    )
    reason = line(side, rule, text, taken=points, needed=needed, still_out=still_out)
    effect = {"points": points, "needed": needed, "still_out": still_out}
    return {"upheld": points >= needed, "reasons": [reason], "effect": effect}


def most_points(values: "dict[str, int]", cards: int) -> int:
    """The most points that so many cards can be worth."""
    best = sorted([worth for worth in values.values() for _copy in range(CARDS_OF_A_RANK)], reverse=True)
    return sum(best[:cards])
