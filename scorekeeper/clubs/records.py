"""The records of a club in a game, read from stored highlights, streaks and sums of partners."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import ColumnElement, func, select

from scorekeeper.clubs.erasing import PLACEHOLDER
from scorekeeper.clubs.results.sums import in_year
from scorekeeper.games.engine.highlights import LEAST_STREAK
from scorekeeper.i18n import called
from scorekeeper.pages.records import KINDS, LEAST_TOGETHER, OF_ONE_MATCH, PARTNERS, STREAK, Record, record
from scorekeeper.store.club_models import Club, Player, Result
from scorekeeper.store.models import db
from scorekeeper.store.sum_models import ALL_GAMES, ALL_YEARS, GameTally, MatchHighlight, PartnerTally, Tally


def years(club: Club) -> list[int]:
    """Returns the years in which the club has a result, the newest first."""
    played = select(GameTally.year).where(GameTally.club_id == club.id, GameTally.year != ALL_YEARS).distinct()
    return list(db.session.scalars(played.order_by(GameTally.year.desc())))


def matches_by_game(club: Club, year: int | None = None) -> dict[str, int]:
    """Returns the number of matches by game, in the year or of all time, the most played first."""
    query = select(GameTally).where(GameTally.club_id == club.id, GameTally.year == (year or ALL_YEARS))
    rows = db.session.scalars(query.order_by(GameTally.played.desc(), GameTally.game))
    return {row.game: row.played for row in rows}


def most_wins(club: Club, year: int) -> tuple[str, int] | None:
    """Returns the player of the roster with the most wins in the year, and the number of wins; None without any.

    Of equals who played less, then the first name. Erased players are left out.
    """
    query = select(Player.name, Tally.won).join(Player, Player.id == Tally.player_id)
    query = query.where(Tally.club_id == club.id, Tally.game == ALL_GAMES, Tally.year == year, Tally.won > 0)
    query = query.where(Player.name.not_like(f"{PLACEHOLDER}%"))
    row = db.session.execute(query.order_by(Tally.won.desc(), Tally.played, Player.name_key).limit(1)).one_or_none()
    return row and (row.name, row.won)


def records(club: Club, game: str, year: int | None = None) -> list[Record]:
    """Returns the club's records in a game, as `pages.records.records_of` does."""
    within = year or ALL_YEARS
    found = [_of_one_match(club.id, game, kind, within) for kind in OF_ONE_MATCH]
    found += [_streak(club.id, game, within), _partners(club.id, game, within)]
    by_kind = {row["kind"]: row for row in found if row is not None}
    return [by_kind[kind] for kind in KINDS if kind in by_kind]


def _first_best(value: Any, first: Iterable[Any], columns: Collection[Any], *whose: ColumnElement[bool]) -> Any:
    """Returns the row with the highest value; ties are broken by the columns `first`, ascending."""
    best = select(value).where(*whose).order_by(value.desc()).limit(1).scalar_subquery()
    query = select(value.label("value"), *columns).where(*whose, value == best).order_by(*first)
    return db.session.execute(query.limit(1)).one_or_none()


def _of_one_match(club: int, game: str, kind: str, year: int) -> Record | None:
    kept = MatchHighlight
    whose = (kept.club_id == club, kept.game == game, kept.kind == kind, *in_year(kept.played_at, year))
    order = (kept.played_at, kept.match_id)
    row = _first_best(kept.value, order, (*order, kept.side, kept.hand), *whose)
    if row is None:
        return None
    names = _names(Result.match_id == row.match_id, *([] if row.side is None else [Result.side == row.side]))
    return record(kind, row.value, names, match=row.match_id, at=row.played_at, hand=row.hand)


def _streak(club: int, game: str, year: int) -> Record | None:
    whose = (Result.club_id == club, Result.game == game, Result.streak >= LEAST_STREAK)
    order = (Result.played_at, Result.match_id)
    row = _first_best(Result.streak, order, order, *whose, *in_year(Result.played_at, year))
    if row is None:
        return None
    names = _names(Result.match_id == row.match_id, Result.streak == row.value)
    return record(STREAK, row.value, names, match=row.match_id, at=row.played_at)


def _names(*whose: ColumnElement[bool]) -> list[str]:
    """Returns the names of the players in these results, by seat."""
    name = func.coalesce(Player.name, Result.name)
    query = select(name).select_from(Result).outerjoin(Player, Player.id == Result.player_id)
    return [called(text) for text in db.session.scalars(query.where(*whose).order_by(Result.seat))]


def _partners(club: int, game: str, year: int) -> Record | None:
    kept = PartnerTally
    whose = (kept.club_id == club, kept.game == game, kept.year == year, kept.won >= LEAST_TOGETHER)
    who = (kept.player_id, kept.other_id)
    row = _first_best(kept.won, (kept.played, *who), (kept.played, *who), *whose)
    if row is None:
        return None
    pair = [row.player_id, row.other_id]
    names = {player.id: player.name for player in db.session.scalars(select(Player).where(Player.id.in_(pair)))}
    return record(PARTNERS, row.value, [names[each] for each in pair], played=row.played, who=pair)
