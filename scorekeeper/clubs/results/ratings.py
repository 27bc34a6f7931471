"""Ratings, estimates of a player's strength from the results with and against others, and streaks of wins.

Both are updated match by match.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, delete, insert, or_, select, union_all, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.results.sums import INNER, store_last_ratings
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.sum_models import RatingOwed

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """An estimate of a player's strength, and its uncertainty."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """Returns the rating as pages show it: a whole number, 1000 for a new player."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


START = Rating(25.0, 25 / 3)


@cache
def _model() -> "PlackettLuce":
    """Returns the rating model of `openskill`, which is imported on first use because only clubs need it."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=START.mu, sigma=START.sigma)


def rated(before: Iterable[Rating], sides: list[int], won: list[int]) -> list[Rating]:
    """Returns the ratings after a match, one per seat.

    `before`, `sides` and `won` have one value per seat. A match without a winner is a tie.
    """
    model = _model()
    seats_of: dict[int, list[int]] = defaultdict(list)
    for seat, side in enumerate(sides):
        seats_of[side].append(seat)
    ratings = [model.create_rating([rating.mu, rating.sigma]) for rating in before]
    teams = [[ratings[seat] for seat in seats] for seats in seats_of.values()]
    ranks = [0.0 if won[seats[0]] else 1.0 for seats in seats_of.values()]
    after = dict(
        pair
        for seats, team in zip(seats_of.values(), model.rate(teams, ranks=ranks), strict=True)
        for pair in zip(seats, team, strict=True)
    )
    return [Rating(after[seat].mu, after[seat].sigma) for seat in range(len(sides))]


class Form(NamedTuple):
    """A player's running values in a game, updated match by match: the rating, and the current wins in a row."""

    rating: Rating
    streak: int


NEW = Form(START, 0)
AT_ONCE = 100  # matches rated by one request, or one batch of the backlog
MOST_SEATS = 12  # of a match, in any game

Seated = Any  # a row: match_id, played_at, seat, side, won, player_id


class Place(NamedTuple):
    """The position of a match in the order of play."""

    played_at: datetime
    match_id: int

    def is_after(self, row: type[Result]) -> ColumnElement[bool]:
        """Returns the SQL condition for results of matches before this place; its first half is for the index."""
        return and_(row.played_at <= self.played_at, or_(row.played_at < self.played_at, row.match_id < self.match_id))

    def and_after(self) -> ColumnElement[bool]:
        """Returns the SQL condition for results of matches at this place or later."""
        later = or_(Result.played_at > self.played_at, Result.match_id >= self.match_id)
        return and_(Result.played_at >= self.played_at, later)


def rate_from(session: Session, club: int, game: str, place: Place) -> None:
    """Rates a batch of the game's matches, from `place` on in the order of play; the rest goes to the backlog."""
    owed = session.get(RatingOwed, (club, game), populate_existing=True)
    if owed is not None and (owed.played_at, owed.match_id) <= place:
        return  # it is in the backlog already
    _owe(session, club, game, _rate(session, club, game, place))


def add_to_backlog(session: Session, club: int, game: str, place: Place) -> None:
    """Extends the backlog of the game to all matches from `place` on, unless it starts earlier already."""
    owed = session.get(RatingOwed, (club, game), populate_existing=True)
    if owed is None or place < (owed.played_at, owed.match_id):
        _owe(session, club, game, place)


def has_backlog(session: Session, club: int) -> bool:
    """True if the club has matches in the backlog, so that some results, records or ratings are out of date."""
    is_outdated = or_(Club.recount_from.is_not(None), Club.highlights_from.is_not(None))
    outdated = select(Club.id).where(Club.id == club, is_outdated)
    owed = select(RatingOwed.club_id).where(RatingOwed.club_id == club)
    return session.scalar(union_all(outdated, owed).limit(1)) is not None


def rate_backlog(session: Session, club: int) -> bool:
    """Rates a batch of each game in the backlog; True if more is left. The caller holds the club's lock."""
    for owed in session.scalars(select(RatingOwed).where(RatingOwed.club_id == club)).all():
        _owe(session, club, owed.game, _rate(session, club, owed.game, Place(owed.played_at, owed.match_id)))
    return has_backlog(session, club)


def _owe(session: Session, club: int, game: str, place: Place | None) -> None:
    session.execute(delete(RatingOwed).where(RatingOwed.club_id == club, RatingOwed.game == game))
    if place is not None:
        session.execute(insert(RatingOwed), {"club_id": club, "game": game, **place._asdict()})


def _rate(session: Session, club: int, game: str, place: Place) -> Place | None:
    """Rates up to AT_ONCE matches from `place` on; returns the place of the next match, None if none is left."""
    matches = _matches(session, club, game, place)
    following = matches[AT_ONCE][0] if len(matches) > AT_ONCE else None
    now_rated = matches[:AT_ONCE]
    forms = _forms_before(
        session, game, place, {row.player_id for seated in now_rated for row in seated if row.player_id}
    )
    changed: list[dict[str, Any]] = []
    for seated in now_rated:
        before = [forms.get(row.player_id, NEW) for row in seated]
        ratings = [form.rating for form in before]
        after = rated(ratings, [row.side for row in seated], [row.won for row in seated])
        for row, form, rating in zip(seated, before, after, strict=True):
            is_guest = row.player_id is None
            new = Form(rating, 0 if is_guest or not row.won else form.streak + 1)
            if not is_guest:
                forms[row.player_id] = new
            changed.append(_change(row, new))
    if changed:
        session.connection().execute(SET_RATING, changed)
        years = {row.played_at.year for seated in now_rated for row in seated}
        store_last_ratings(session, club, game, {player for player in forms if player is not None}, years)
    return Place(following.played_at, following.match_id) if following else None


def _matches(session: Session, club: int, game: str, place: Place) -> list[list[Seated]]:
    """Returns the seats of each match from `place` on: one batch, and the first match of the next."""
    seats = select(Result.match_id, Result.played_at, Result.seat, Result.side, Result.won, Result.player_id).where(
        Result.club_id == club, Result.game == game, place.and_after()
    )
    most = MOST_SEATS * (AT_ONCE + 1)
    rows = session.execute(seats.order_by(Result.played_at, Result.match_id, Result.seat).limit(most)).all()
    return [list(seated) for _match, seated in groupby(rows, lambda row: row.match_id)][: AT_ONCE + 1]


def _forms_before(session: Session, game: str, place: Place, players: set[int]) -> dict[int | None, Form]:
    """Returns ratings and streaks by player id, after each one's last match before `place` (one index lookup each)."""
    earlier = INNER
    last = (
        select(earlier.match_id)
        .where(earlier.player_id == Player.id, earlier.game == game, place.is_after(earlier))
        .order_by(earlier.played_at.desc(), earlier.match_id.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = (
        select(Result.player_id, Result.mu, Result.sigma, Result.streak)
        .join(Player, Player.id == Result.player_id)
        .where(Player.id.in_(players), Result.match_id == last)
    )
    return {row.player_id: Form(Rating(row.mu, row.sigma), row.streak) for row in session.execute(query)}


SET_RATING = (
    update(Result)
    .where(Result.match_id == bindparam("of_match"), Result.seat == bindparam("of_seat"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), rating=bindparam("new_rating"))
    .values(streak=bindparam("new_streak"))
)


def _change(row: Seated, form: Form) -> dict[str, Any]:
    return {
        "of_match": row.match_id,
        "of_seat": row.seat,
        "new_mu": form.rating.mu,
        "new_sigma": form.rating.sigma,
        "new_rating": form.rating.shown,
        "new_streak": form.streak,
    }
