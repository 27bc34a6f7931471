"""What each player's results add up to, by game and year: standings read these few rows instead of every result."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import delete, func, insert, literal, select
from sqlalchemy.orm import Session

from scorekeeper.club_models import Result, Tally

SUMS = ("won", "lost", "games", "points_for", "points_against")


def add_up(session: Session, club: int, players: Iterable[int | None], moments: Iterable[datetime]) -> None:
    """Add the results of these players up anew, for the years in which these moments lie. The caller has the turn."""
    whose = {player for player in players if player is not None}
    for year in sorted({moment.astimezone(UTC).year for moment in moments}) if whose else ():
        session.execute(
            delete(Tally).where(Tally.club_id == club, Tally.year == year, Tally.player_id.in_(whose)),
            execution_options={"synchronize_session": False},
        )
        sums = [func.sum(getattr(Result, name)) for name in SUMS]
        found = (
            select(Result.club_id, Result.game, literal(year), Result.player_id, func.count(), *sums)
            .where(
                Result.player_id.in_(whose),
                Result.club_id == club,
                Result.played_at >= datetime(year, 1, 1, tzinfo=UTC),
                Result.played_at < datetime(year + 1, 1, 1, tzinfo=UTC),
            )
            .group_by(Result.club_id, Result.game, Result.player_id)
        )
        columns = ["club_id", "game", "year", "player_id", "played", *SUMS]
        session.execute(insert(Tally).from_select(columns, found))


def add_up_all(session: Session, club: int, players: Iterable[int]) -> None:
    """Add everything up that these players have played: for when results became somebody else's."""
    whose = set(players)
    bounds = select(func.min(Result.played_at), func.max(Result.played_at)).where(Result.player_id.in_(whose))
    first, last = session.execute(bounds).one()
    session.execute(
        delete(Tally).where(Tally.club_id == club, Tally.player_id.in_(whose)),
        execution_options={"synchronize_session": False},
    )
    if first is not None:
        years = range(first.year, last.year + 1)
        add_up(session, club, whose, (datetime(year, 1, 1, tzinfo=UTC) for year in years))
