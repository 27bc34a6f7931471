"""Helpers that play whole matches of a club."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import accounts, roster, tables
from scorekeeper.ledger.writing import result_changed
from scorekeeper.store.club_models import Club, Result
from scorekeeper.store.models import Match, db, now
from tests.support.matches import points, won

keys = (f"club-{number}" for number in count())


def a_club(*names: str) -> Club:
    """A new club with these players."""
    club = accounts.create_club(f"Club {next(keys)}")
    for name in names:
        roster.add_player(club, name)
    return club


def begin(club: Club, *names: str, game: str = "truco", day: str = "2026-03-01", **head: Any) -> Match:
    """A new match at a table of the club; `sides` are the players of each side."""
    document = _head(*names, game=game, **head)
    match = ledger.start_match(tables.open_table(club), document, actor="", key=next(keys))
    match.started_at = _moment(day)
    return match


def play(club: Club, *names: str, winner: int = 0, day: str = "2026-03-01", game: str = "truco", **head: Any) -> Match:
    """A finished match won by this side, stored as a whole: Truco 12 to 3, Tresette 22 to 11."""
    hands = [won(1 - winner, 3), won(winner, 6), won(winner, 6)]
    if game == "tresette":
        hands = [points(8, 3) if winner == 0 else points(3, 8)] * 3
    moments = [now()] * (1 + len(hands))
    rows = ledger.rows_from_hands(_head(*names, game=game, **head), hands, moments, actor="Anna", key=next(keys))
    rows.match.sitting_id, rows.match.imported = tables.open_table(club).id, None
    rows.match.started_at = _moment(day)
    ledger.insert_matches(db.session, [rows])
    match = db.session.get_one(Match, rows.match.id)
    result_changed(match)
    return match


def _head(*names: str, **head: Any) -> dict[str, Any]:
    """The head of a match document between sides of these players."""
    half = len(names) // 2
    sides = [{"name": "Us", "players": list(names[:half])}, {"name": "Them", "players": list(names[half:])}]
    return {"format": "scorekeeper/1", "sides": sides, **head}


def _moment(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def results(match: Match) -> list[Result]:
    """The result rows of a match by seat."""
    db.session.flush()
    return list(db.session.scalars(select(Result).where(Result.match_id == match.id).order_by(Result.seat)))


def player(club: Club, name: str) -> int:
    """The id of a player on the roster."""
    return next(each.id for each in roster.players(club, name, everybody=True) if each.name == name)
