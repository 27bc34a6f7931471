"""The rating: an estimate of a player's strength from who won with whom and against whom.

openskill's Plackett–Luce model, as published by Weng and Lin (2011): each player is a guess `mu` with an uncertainty
`sigma`; a match moves both, by more the less it was expected. What is shown, `1000 + 40 (mu − 3 sigma)`, begins at
1,000 and is low until enough was played to be sure. Every game has ratings of its own; guests begin anew each time.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """The estimate of a player's strength and its uncertainty."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


START = Rating(25.0, 25 / 3)


@cache
def _model() -> "PlackettLuce":
    """The library's model, imported on first use: only clubs need it."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START.mu, sigma=START.sigma)


def rated(before: Iterable[Rating], sides: list[int], won: list[int]) -> list[Rating]:
    """The ratings after a match, seat by seat;

    `sides` and `won` are given for each seat. Without a winner it is a tie.
    """
    model = _model()
    seats_of: dict[int, list[int]] = defaultdict(list)
    for seat, side in enumerate(sides):
        seats_of[side].append(seat)
    ratings = [model.create_rating([each.mu, each.sigma]) for each in before]
    teams = [[ratings[seat] for seat in seats] for seats in seats_of.values()]
    ranks = [0.0 if won[seats[0]] else 1.0 for seats in seats_of.values()]
    after = dict(
        pair
        for seats, team in zip(seats_of.values(), model.rate(teams, ranks=ranks), strict=True)
        for pair in zip(seats, team, strict=True)
    )
    return [Rating(after[seat].mu, after[seat].sigma) for seat in range(len(sides))]
