"""Helpers that play whole matches of a club."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import accounts, roster, tables
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import Match, db
from tests.support.matches import points, won, write

keys = (f"club-{number}" for number in count())


def a_club(*names: str) -> Club:
    """A new club with these players."""
    club = accounts.create_club(f"Club {next(keys)}")
    for name in names:
        roster.add_player(club, name)
    return club


def begin(club: Club, *names: str, game: str = "truco", day: str = "2026-03-01", **head: Any) -> Match:
    """A new match at a table of the club; `sides` are the players of each side."""
    half = len(names) // 2
    sides = [{"name": "Us", "players": list(names[:half])}, {"name": "Them", "players": list(names[half:])}]
    document = {"format": "scorekeeper/1", "game": game, "sides": sides}
    match = ledger.start_match(tables.open_table(club), document | head, actor="", key=next(keys))
    match.started_at = datetime.fromisoformat(day).replace(tzinfo=UTC)
    return match


def play(club: Club, *names: str, winner: int = 0, day: str = "2026-03-01", game: str = "truco") -> Match:
    """A finished match won by this side: Truco 12 to 3, Tresette 22 to 11."""
    match = begin(club, *names, day=day, game=game)
    if game == "tresette":
        for _hand in range(3):
            write(ledger.record, match, points(8, 3) if winner == 0 else points(3, 8))
        return match
    write(ledger.record, match, won(1 - winner, 3))
    for stake in (6, 6):
        write(ledger.record, match, won(winner, stake))
    return match


def results(match: Match) -> list[Result]:
    """The result rows of a match by seat."""
    db.session.flush()
    return list(db.session.scalars(select(Result).where(Result.match_id == match.id).order_by(Result.seat)))


def player(club: Club, name: str) -> int:
    """The id of a player on the roster."""
    return next(each.id for each in roster.players(club, name, everybody=True) if each.name == name)
