"""Counting in games with 120 card points: a hand is entered as points, or as cards of each rank."""

from .base import field, line
from .checks import Checks, _
from .declared import Field, Way
from .shapes import Entry, Verdict

CARDS_OF_A_RANK = 4
ALL_POINTS = 120
MORE_THAN_HALF = ALL_POINTS // 2 + 1


class Counting:
    """How a game counts its 120 points: the fields of a hand and of claims, and the points that they give.

    - `values` maps every rank that counts to the points of one card, `ranks` lists these high to low; there are four
      cards of each. `names` maps ranks to their labels, where these differ.
    - `rules`: the numbers that refuse points (`points`), shares of cards (`cards`) and cards taken so far (`taken`).
    - `points`, `cards`: the fields of a hand, of which a claim has either; `taken`: the cards that one side has so far.
    """

    def __init__(
        self, values: "dict[str, int]", ranks: "tuple[str, ...]", names: "dict[str, str]", rules: "dict[str, str]"
    ) -> None:
        self.values = values
        self.points_rule = rules["points"]
        # Name, label, points of one and cards of each rank.
        self.classes = [[rank, names.get(rank, rank), values[rank], CARDS_OF_A_RANK] for rank in ranks]
        self.points = field("points", "shares", _("Card points"), rules["points"], total=ALL_POINTS, required=True)
        self.cards = field(
            "cards",
            "ranks",
            _("Cards taken"),
            rules["cards"],
            required=True,
            classes=self.classes,
            instead_of=["points", rules["points"], _("Enter either the card points or the cards")],
        )
        self.taken = field(
            "cards", "amounts", _("Cards taken so far"), rules["taken"], required=True, classes=self.classes
        )

    def ways(self, points: "list[Field]", cards: "list[Field]") -> "list[Way]":
        """Returns the two ways to enter a hand: as card points with the fields `points`, or as cards with `cards`."""
        return [
            {"slug": "points", "title": _("Card points"), "fields": points},
            {"slug": "cards", "title": _("Count the cards"), "fields": cards, "mark": "cards"},
        ]

    def check(self, checks: Checks) -> None:
        """Refuses a share of 1 point, which no cards make."""
        if 1 in checks.mapping.get("points", []):
            checks.refuse("points", self.points_rule, _("No cards make 1 point: this was miscounted"))

    def points_of(self, entry: Entry, sides: int) -> "list[int]":
        """Returns each side's card points, from an entry without problems."""
        return counted_points(entry, self.values, sides)

    def points_taken(self, cards: "dict[str, int]") -> int:
        """Returns the points of the cards that a side has so far; `cards`: number by rank, a missing rank is 0."""
        return sum([cards[rank] * self.values[rank] for rank in cards])

    def most_points(self, cards: int) -> int:
        """Returns the highest possible sum of points of this number of cards."""
        best = sorted([worth for worth in self.values.values() for _copy in range(CARDS_OF_A_RANK)], reverse=True)
        return sum(best[:cards])


def values_in_short(values: "dict[str, int]", ranks: "tuple[str, ...]") -> str:
    """Returns the points of one card of each rank as a short text: “A: 11 · K: 4”."""
    return " · ".join([rank + ": " + str(values[rank]) for rank in ranks])


def counted_points(entry: Entry, values: "dict[str, int]", sides: int) -> "list[int]":
    """Returns each side's card points, from an entry without problems; `values`: the points of one card by rank."""
    if "points" in entry:
        return list(entry["points"])
    cards = entry["cards"]
    return [sum([cards[rank][side] * values[rank] for rank in cards]) for side in range(sides)]


def safe_win(side: int, points: int, needed: int, rule: str) -> Verdict:
    """Judges “Nobody can take this away from us”: upheld if the points taken so far are enough to win."""
    still_out = ALL_POINTS - points
    text = (
        _("Has {taken}, it takes {needed}: nothing still out can change it")
        if points >= needed
        else _("Has {taken}, it takes {needed}; {still_out} are still out")
    )
    reason = line(side, rule, text, taken=points, needed=needed, still_out=still_out)
    effect = {"points": points, "needed": needed, "still_out": still_out}
    return {"upheld": points >= needed, "reasons": [reason], "effect": effect}
