"""Notes on results in a list: day, night or tournament, and whether the result was typed or is not confirmed."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.store.club_models import Night, NightTable, Result
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.store.tournament_models import Tournament, TournamentTable

TYPED, UNCONFIRMED = "typed", "unconfirmed"


class Note(NamedTuple):
    """A note on a match that counts for statistics: its time and its score by side.

    `scores` are points, or games if the points are unknown; `winner` is a side, None for a draw. `mark` is
    TYPED, UNCONFIRMED or empty. `night` and `tournament` are ids, None for a match elsewhere, `name` is the name of
    either, `round` and `table` the numbers at a tournament.
    """

    at: datetime
    scores: Sequence[int]
    winner: int | None
    mark: str
    place: str
    night: int | None
    tournament: int | None
    name: str
    round: int | None
    table: int | None


def notes_of(matches: Iterable[int]) -> dict[int, Note]:
    """Returns the notes on these matches by id; matches that do not count have none."""
    rows: dict[int, list[Any]] = {}
    for row in db.session.execute(_results().where(Result.match_id.in_(set(matches)))):
        rows.setdefault(row.match_id, []).append(row)
    return {match: _note(seats) for match, seats in rows.items()}


def _results() -> Any:
    """Returns the query for result rows with the places where they were played."""
    result = (Result.match_id, Result.side, Result.points_for, Result.games, Result.won, Result.played_at)
    of_match = (Result.typed, Result.confirmed, Match.locked, Sitting.place)
    tournament = (
        Tournament.id.label("tournament"),
        Tournament.document["name"].as_string().label("tournament_name"),
        TournamentTable.round,
        TournamentTable.number.label("table"),
    )
    night = (Night.id.label("night"), Night.name.label("night_name"))
    return with_place(select(*result, *of_match, *night, *tournament)).order_by(Result.match_id, Result.seat)


def with_place(query: Any) -> Any:
    """Adds to a query of result rows the match, its sitting, and the night's or tournament's table, if it has one."""
    return (
        query.join(Match, Match.id == Result.match_id)
        .join(Sitting, Sitting.id == Match.sitting_id)
        .outerjoin(NightTable, NightTable.sitting_id == Sitting.id)
        .outerjoin(Night, Night.id == NightTable.night_id)
        .outerjoin(TournamentTable, (TournamentTable.sitting_id == Sitting.id) & TournamentTable.ended_at.is_(None))
        .outerjoin(Tournament, Tournament.id == TournamentTable.tournament_id)
    )


def _note(seats: list[Any]) -> Note:
    row = seats[0]
    by_side = {seat.side: seat for seat in seats}
    sides = [by_side[side] for side in sorted(by_side)]
    points = [side.points_for for side in sides]
    return Note(
        at=row.played_at,
        scores=points if any(points) else [side.games for side in sides],
        winner=next((side.side for side in sides if side.won), None),
        mark=TYPED if row.typed else "" if row.confirmed or row.locked is not None else UNCONFIRMED,
        place=row.place,
        night=row.night,
        tournament=row.tournament,
        name=row.tournament_name or row.night_name or "",
        round=row.round,
        table=row.table,
    )
