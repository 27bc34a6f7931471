"""Deleting a tournament: what was entered, paired, ruled and noted in it goes; what was played stays with the club."""

from typing import NamedTuple

from sqlalchemy import delete, func, select

from scorekeeper.clubs.tournaments.keeping import lock
from scorekeeper.store.club_models import Series, SeriesPart, Tournament, TournamentChange, TournamentTable
from scorekeeper.store.models import Match, db


class Stays(NamedTuple):
    """What is told before a tournament is deleted: how many matches stay, and the names of the series it is part of."""

    matches: int
    series: list[str]


def what_stays(tournament: Tournament) -> Stays:
    """The matches that were begun at its tables, and the series that go on without it."""
    played = select(func.count(Match.id)).join(TournamentTable, TournamentTable.sitting_id == Match.sitting_id)
    matches = db.session.scalar(played.where(TournamentTable.tournament_id == tournament.id)) or 0
    part = select(Series.name).join(SeriesPart, SeriesPart.series_id == Series.id)
    series = db.session.scalars(part.where(SeriesPart.tournament_id == tournament.id).order_by(Series.id))
    return Stays(matches, list(series))


def delete_tournament(tournament: Tournament) -> None:
    """Delete it. Its matches stay matches of the club, at the same addresses, also those of tables still in play."""
    lock(tournament)
    for rows in (TournamentTable, TournamentChange, SeriesPart):
        db.session.execute(delete(rows).where(rows.tournament_id == tournament.id))
    db.session.delete(tournament)
    db.session.flush()
