"""A club's tables (sittings), and the names suggested for their seats."""

import re
from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Select, and_, or_, select

from scorekeeper import ledger
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.names import name_key
from scorekeeper.store.club_models import Club, ClubSitting, NightTable, Player, Result
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.store.tournament_models import TournamentTable


def open_table(club: Club, name: str = "", place: str = "") -> Sitting:
    """Opens a table: a sitting of the club, whose matches count for the standings."""
    sitting = ledger.open_sitting(name, place)
    db.session.add(ClubSitting(sitting_id=sitting.id, club_id=club.id))
    db.session.flush()
    return sitting


def open_tables(club: Club, names: Sequence[str], place: str = "", best_of: int = 0) -> list[Sitting]:
    """Creates a sitting of the club (an evening at one table) for each name; returns them in that order."""
    sittings = ledger.open_sittings(names, place, best_of)
    db.session.add_all(ClubSitting(sitting_id=sitting.id, club_id=club.id) for sitting in sittings)
    db.session.flush()
    return sittings


def newest_tables(club: Club, most: int = 12) -> list[Sitting]:
    """Returns the club's newest sittings, newest first; tables of one night together, by number.

    Tournament tables are left out while no hand is recorded there, and once their result was entered by hand.
    """
    query = select(Sitting, NightTable.night_id).join(ClubSitting, ClubSitting.sitting_id == Sitting.id)
    query = query.outerjoin(NightTable, NightTable.sitting_id == Sitting.id)
    query = query.where(ClubSitting.club_id == club.id, or_(*_worth_listing()))
    newest = db.session.execute(query.order_by(ClubSitting.sitting_id.desc()).limit(most)).all()
    by_night = _tables_by_night({row.night_id for row in newest if row.night_id})
    listed: list[Sitting] = []
    for sitting, night in newest:
        listed += by_night.pop(night, []) if night else [sitting]
    return listed[:most]


def _worth_listing() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Returns the two conditions of which a listed sitting has to fulfil one."""
    at_tournament = select(TournamentTable.sitting_id).where(TournamentTable.sitting_id == Sitting.id).exists()
    has_hands = select(Match.id).where(Match.sitting_id == Sitting.id, Match.hand_count > 0).exists()
    of_sitting = select(Result.match_id).join(Match, Match.id == Result.match_id).where(Match.sitting_id == Sitting.id)
    return ~at_tournament, and_(has_hands, ~of_sitting.where(Result.typed).exists())


def _tables_by_night(nights: Collection[int]) -> dict[int, list[Sitting]]:
    """Returns the tables of these nights by number."""
    query = select(Sitting, NightTable.night_id).join(NightTable, NightTable.sitting_id == Sitting.id)
    by_night: dict[int, list[Sitting]] = {}
    for sitting, night in db.session.execute(query.where(NightTable.night_id.in_(nights)).order_by(NightTable.number)):
        by_night.setdefault(night, []).append(sitting)
    return by_night


LAST_SITTINGS = 30
LAST_NAMES = 60
MOST = 150  # suggested names on a page
FOUND = 20  # matching names
UNNAMED = re.compile(r" \d+$")
SHORTEST = 2  # characters to search for


def club_of(sitting: Sitting) -> Club | None:
    """Returns the club of a sitting, or None."""
    return club_of_id(sitting.id)


def club_of_id(sitting: int) -> Club | None:
    """Returns the club of the sitting with this id, or None."""
    query = select(Club).join(ClubSitting, ClubSitting.club_id == Club.id)
    return db.session.scalar(query.where(ClubSitting.sitting_id == sitting))


def suggested_names(club: Club) -> tuple[list[str], bool]:
    """Returns up to MOST names to suggest, recent players first; and True if the roster has even more."""
    recent = recent_names(club)
    recent_keys = {name_key(name) for name in recent}
    active_names = db.session.scalars(_active(club).order_by(Player.name_key).limit(MOST + 1)).all()
    others = [name for name in active_names if name_key(name) not in recent_keys]
    return (recent + others)[:MOST], len(active_names) > MOST


def is_named(name: str) -> bool:
    """True if somebody typed the name; False for a placeholder, or a side's name with a number."""
    return not UNNAMED.search(name) and not is_placeholder(name)


def recent_names(club: Club) -> list[str]:
    """Returns the names at the club's newest tables, newest first: guests too, but no inactive players.

    Generated names of unnamed seats are skipped.
    """
    newest = (
        select(ClubSitting.sitting_id)
        .where(ClubSitting.club_id == club.id)
        .order_by(ClubSitting.sitting_id.desc())
        .limit(LAST_SITTINGS)
    )
    setups = db.session.scalars(
        select(Match.setup).where(Match.sitting_id.in_(newest)).order_by(Match.id.desc()).limit(2 * LAST_SITTINGS)
    )
    names: dict[str, str] = {}
    for setup in setups:
        for name in setup["seats"]:
            if is_named(name):
                names.setdefault(name_key(name), name)
    inactive = select(Player.name_key).where(
        Player.club_id == club.id,
        Player.name_key.in_(names),
        or_(Player.active.is_(False), Player.merged_into.is_not(None)),
    )
    for key in db.session.scalars(inactive):
        del names[key]
    return list(names.values())[:LAST_NAMES]


def matching_names(club: Club, text: str) -> list[str]:
    """Returns up to FOUND names of active players that contain the text, those beginning with it first."""
    key = name_key(tidy(text))
    if len(key) < SHORTEST:
        return []
    begin = _active(club).where(Player.name_key.startswith(key, autoescape=True))
    inside = _active(club).where(Player.name_key.contains(key, autoescape=True))
    first = list(db.session.scalars(begin.order_by(Player.name_key).limit(FOUND)))
    more = db.session.scalars(inside.order_by(Player.name_key).limit(2 * FOUND)) if len(first) < FOUND else ()
    return (first + [name for name in more if name not in first])[:FOUND]


def _active(club: Club) -> Select[str]:
    return select(Player.name).where(Player.club_id == club.id, Player.merged_into.is_(None), Player.active)
