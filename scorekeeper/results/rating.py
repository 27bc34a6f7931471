"""The rating: how strong a player is likely to be, learnt from whom a match was won with and against.

openskill's Plackett–Luce model, as published by Weng and Lin (2011): each player is a guess `mu` with an uncertainty
`sigma`; a match moves both, by more the less it was expected. What is shown, `1000 + 40 (mu − 3 sigma)`, begins at
1,000 and is low until enough was played to be sure. Every game has ratings of its own; guests begin anew each time.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Row, and_, bindparam, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.club_models import Result

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

FEW = 500  # results that are changed with one statement


class Rating(NamedTuple):
    """What is known of a player's strength."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


START = Rating(25.0, 25 / 3)
Seated = Row[Any]  # match_id, seat, side, won, player_id


@cache
def _model() -> "PlackettLuce":
    """The library's model; it is loaded when the first match of a club ends."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START.mu, sigma=START.sigma)


def rate_from(session: Session, club: int, game: str, since: datetime | None = None, match: int = 0) -> None:
    """Rate the matches of a game in the order in which they were played, from a given one on or all of them."""
    known: dict[int, Rating] = {}
    changed: list[dict[str, Any]] = []
    for seated in _matches(session, club, game, since, match):
        before = [_before(session, known, game, row.player_id, since, match) for row in seated]
        after = rated(before, [row.side for row in seated], [row.won for row in seated])
        for row, rating in zip(seated, after, strict=True):
            if row.player_id is not None:
                known[row.player_id] = rating
            changed.append(_change(row, rating))
    for start in range(0, len(changed), FEW):
        session.connection().execute(SET_RATING, changed[start : start + FEW])


SET_RATING = (
    update(Result)
    .where(Result.match_id == bindparam("of_match"), Result.seat == bindparam("of_seat"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), rating=bindparam("new_rating"))
)


def _change(row: Seated, rating: Rating) -> dict[str, Any]:
    return {
        "of_match": row.match_id,
        "of_seat": row.seat,
        "new_mu": rating.mu,
        "new_sigma": rating.sigma,
        "new_rating": rating.shown,
    }


def _matches(session: Session, club: int, game: str, since: datetime | None, match: int) -> Iterator[list[Seated]]:
    found = select(Result.match_id, Result.seat, Result.side, Result.won, Result.player_id).where(
        Result.club_id == club, Result.game == game
    )
    if since is not None:
        found = found.where(Result.played_at >= since, or_(Result.played_at > since, Result.match_id >= match))
    rows: list[Seated] = list(session.execute(found.order_by(Result.played_at, Result.match_id, Result.seat)))
    return (list(seated) for _match, seated in groupby(rows, lambda row: row.match_id))


def _before(
    session: Session, known: dict[int, Rating], game: str, player: int | None, since: datetime | None, match: int
) -> Rating:
    """A player's rating before the first match that is rated, or after the last one that was."""
    if player is None or (since is None and player not in known):
        return START
    if player not in known:
        earlier = or_(Result.played_at < since, and_(Result.played_at == since, Result.match_id < match))
        row = session.execute(
            select(Result.mu, Result.sigma)
            .where(Result.player_id == player, Result.game == game, earlier)
            .order_by(Result.played_at.desc(), Result.match_id.desc())
            .limit(1)
        ).first()
        known[player] = Rating(row.mu, row.sigma) if row else START
    return known[player]


def rated(before: Iterable[Rating], sides: list[int], won: list[int]) -> list[Rating]:
    """The ratings after a match, seat by seat; `sides` and `won` are those of the seats. Nobody won: all are equal."""
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
