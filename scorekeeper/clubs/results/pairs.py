"""Sums of matches: of pairs of players at one table and of games, by year, of partners in a game, and of guests.

Each change of the results updates them by the difference.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, permutations
from typing import Any, NamedTuple

from sqlalchemy import ScalarSelect, SQLColumnExpression, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.store.club_models import Player, Result
from scorekeeper.store.sum_models import ALL_YEARS, NOBODY, GameTally, GuestTally, PairTally, PartnerTally

AT_ONCE = 500  # matches
SEATED = (
    Result.match_id,
    Result.club_id,
    Result.game,
    Result.played_at,
    Result.player_id,
    Result.name_key,
    Result.side,
    Result.won,
)


class Pair(NamedTuple):
    """The key of a row of PairTally."""

    player_id: int
    year: int
    beside: bool
    other_id: int
    name_key: str


class Partners(NamedTuple):
    """The key of a row of PartnerTally."""

    club_id: int
    game: str
    year: int
    player_id: int
    other_id: int


class Game(NamedTuple):
    """The key of a row of GameTally."""

    club_id: int
    year: int
    game: str


class Guest(NamedTuple):
    """The key of a row of GuestTally."""

    club_id: int
    name_key: str


class Counted(NamedTuple):
    """Sums of some matches: of pairs the matches and those that the first one won, of games and guests the matches."""

    pairs: dict[Pair, tuple[int, int]]
    partners: dict[Partners, tuple[int, int]]
    games: dict[Game, tuple[int]]
    guests: dict[Guest, tuple[int]]


def company_in(session: Session, matches: Collection[int]) -> Counted:
    """Returns the sums of the players and guests in these matches, from the stored results."""
    ids, company = sorted(matches), Counted({}, {}, {}, {})
    for start in range(0, len(ids), AT_ONCE):
        seats = select(*SEATED).where(Result.match_id.in_(ids[start : start + AT_ONCE])).order_by(Result.match_id)
        for _match, seated in groupby(session.execute(seats), lambda row: row.match_id):
            _count(company, list(seated))
    return company


def _count(company: Counted, seated: Sequence[Any]) -> None:
    """Adds the seats of one match."""
    first = seated[0]
    for year in (first.played_at.year, ALL_YEARS):
        game = Game(first.club_id, year, first.game)
        company.games[game] = (company.games.get(game, (0,))[0] + 1,)
    for row in seated:
        if row.player_id is None:
            guest = Guest(row.club_id, row.name_key)
            company.guests[guest] = (company.guests.get(guest, (0,))[0] + 1,)
    for row, other in permutations(seated, 2):
        if row.player_id is not None:
            are_partners = row.side == other.side and row.player_id < (other.player_id or NOBODY)
            who = (row.side == other.side, other.player_id or NOBODY, "" if other.player_id else other.name_key)
            for year in (row.played_at.year, ALL_YEARS):
                _add_match(company.pairs, Pair(row.player_id, year, *who), row.won)
                if are_partners:
                    partners = Partners(row.club_id, row.game, year, row.player_id, other.player_id)
                    _add_match(company.partners, partners, row.won)


def _add_match(sums: dict[Any, tuple[int, int]], key: Pair | Partners, is_won: int) -> None:
    played, won = sums.get(key, (0, 0))
    sums[key] = (played + 1, won + is_won)


def keep_company(session: Session, before: Counted, after: Counted) -> None:
    """Changes the stored sums by the difference of these two. The caller holds the club's lock."""
    _add(session, PairTally, ("played", "won"), before.pairs, after.pairs)
    _add(session, PartnerTally, ("played", "won"), before.partners, after.partners)
    _add(session, GameTally, ("played",), before.games, after.games)
    _add(session, GuestTally, ("played",), before.guests, after.guests)


def _add(
    session: Session, kind: Any, sums: tuple[str, ...], before: Mapping[Any, Any], after: Mapping[Any, Any]
) -> None:
    none = (0,) * len(sums)
    rows = [
        {**key._asdict(), **{name: new[at] - old[at] for at, name in enumerate(sums)}}
        for key in before.keys() | after.keys()
        if (new := after.get(key, none)) != (old := before.get(key, none))
    ]
    if not rows:
        return
    keys = [column.name for column in kind.__table__.primary_key]
    added = (postgresql if session.get_bind().dialect.name == "postgresql" else sqlite).insert(kind.__table__)
    more = {name: getattr(kind, name) + added.excluded[name] for name in sums}
    connection = session.connection()
    connection.execute(added.on_conflict_do_update(index_elements=keys, set_=more), rows)
    gone = [{f"old_{name}": value for name, value in key._asdict().items()} for key in before.keys() - after.keys()]
    if gone:
        these = [kind.__table__.c[name] == bindparam(f"old_{name}") for name in keys]
        connection.execute(delete(kind.__table__).where(*these, kind.__table__.c.played == 0), gone)


def count_guests(session: Session, club: int) -> None:
    """Counts the club's guests again, alone and with players, after their names changed in the results."""
    players = select(Player.id).where(Player.club_id == club)
    session.flush()
    for kind, whose in (
        (PairTally, PairTally.player_id.in_(players) & (PairTally.other_id == NOBODY)),
        (GuestTally, GuestTally.club_id == club),
    ):
        session.execute(delete(kind).where(whose), execution_options={"synchronize_session": False})
    matches = select(Result.match_id).where(Result.club_id == club, Result.player_id.is_(None)).distinct()
    company = company_in(session, session.scalars(matches).all())
    with_guests = {pair: sums for pair, sums in company.pairs.items() if pair.other_id == NOBODY}
    keep_company(session, Counted({}, {}, {}, {}), Counted(with_guests, {}, {}, company.guests))


def guest_name(club: int, key: SQLColumnExpression[str]) -> ScalarSelect[str]:
    """Returns the SQL expression for the name of the guests with this folded name, as written in their last match."""
    names = select(Result.name).where(Result.club_id == club, Result.player_id.is_(None), Result.name_key == key)
    return names.order_by(Result.played_at.desc(), Result.name.desc()).limit(1).scalar_subquery()
