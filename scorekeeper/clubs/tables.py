"""A club's tables (sittings): opening them, the names suggested for their seats, and the payments that settle them.

`ledger.reckon` computes the payments; all names of a club's player mean one person there.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from decimal import Decimal

from sqlalchemy import ColumnElement, Select, and_, or_, select
from sqlalchemy.orm import Session, object_session

from scorekeeper import ledger
from scorekeeper.clubs.recognising import Known, is_named, names_on_roster, people_offered
from scorekeeper.clubs.results import players_of
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import _, called, decimal_sign
from scorekeeper.ledger.log import tidy
from scorekeeper.ledger.names import name_key
from scorekeeper.pages.start_form import StartForm
from scorekeeper.store.club_models import Club, ClubSitting, NightTable, Player, Result
from scorekeeper.store.models import Match, Sitting, Stake, db
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
    """Returns the two alternative conditions for listing a sitting."""
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


def name_seats(sitting: Sitting, form: StartForm) -> None:
    """Names the typed players whom the sitting's club knows as on its roster."""
    club = club_of(sitting)
    typed = {seat.path: tidy(form.text(seat.path)) for seat in form.seats if form.text(seat.path).strip()}
    if club and typed:
        known = names_on_roster(club.id, list(typed.values()))
        if len(set(known)) == len(known):  # else two spellings of one person, who cannot have two seats
            form.typed.update(zip(typed, known, strict=True))


def offered_at(match: Match) -> dict[int, tuple[Known, ...]]:
    """Returns whom the names at the seats may mean on the roster of the match's club, by seat."""
    club, seats = club_of(match.sitting), match.setup["seats"]
    offers = people_offered(club.id, seats) if club else {}
    free = {name_key(name) for name in seats}
    by_seat = {
        seat: tuple(person for person in offers.get(name, ()) if name_key(person.name) not in free)
        for seat, name in enumerate(seats)
    }
    return {seat: offered for seat, offered in by_seat.items() if offered}


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


def reckon(sittings: Iterable[Sitting]) -> list[ledger.Reckoning]:
    """Returns the payments that settle these sittings: one reckoning per unit of the stakes.

    Players without a name get their table's name too, if there are several tables, in the reader's language.
    """
    return ledger.reckon(sittings, names_of)


def names_of(matches: Sequence[Match]) -> Callable[[Match, int], str]:
    """Returns the function `name(match, seat)`, which gives each person the same name in all of these matches."""
    return _People(matches).name


class _People:
    """The people of several matches: a club's player under any earlier name, others as written.

    A player without a name is a different person at each table.
    """

    def __init__(self, matches: Sequence[Match]) -> None:
        self.clubs: dict[int, int] = {}
        self.players: dict[tuple[int, str], int] = {}
        self.shown: dict[object, str] = {}
        session = (object_session(matches[0]) if matches else None) or db.session
        sittings = {match.sitting_id for match in matches}
        self.tables = _tables(session, {match.sitting for match in matches}) if len(sittings) > 1 else {}
        for row in session.execute(select(ClubSitting).where(ClubSitting.sitting_id.in_(sittings))).scalars():
            self.clubs[row.sitting_id] = row.club_id
        for club in set(self.clubs.values()):
            names = [name for match in matches for name in match.setup["seats"]]
            for key, player in players_of(session, club, names).items():
                self.players[club, key] = player
        for player_row in session.scalars(select(Player).where(Player.id.in_(set(self.players.values())))):
            self.shown[player_row.id] = player_row.name

    def name(self, match: Match, seat: int) -> str:
        """Returns the person's name, the same for all matches of the evening."""
        written: str = match.setup["seats"][seat]
        if self.tables and is_placeholder(written):
            return f"{called(written)} · {self.tables[match.sitting_id]}"
        key = name_key(written)
        person = self.players.get((self.clubs.get(match.sitting_id, 0), key), key)
        return self.shown.setdefault(person, written)


def _tables(session: Session, sittings: set[Sitting]) -> dict[int, str]:
    """Returns table names by sitting; the table's number at the night for a name that is empty or repeated."""
    named = Counter(sitting.name for sitting in sittings)
    named_tables = {
        sitting.id: called(sitting.name) for sitting in sittings if sitting.name and named[sitting.name] == 1
    }
    query = select(NightTable.sitting_id, NightTable.number)
    rows = session.execute(
        query.where(NightTable.sitting_id.in_({sitting.id for sitting in sittings} - named_tables.keys()))
    )
    return named_tables | {row.sitting_id: _("Table %(number)s", number=row.number) for row in rows}


def typed(stake: Stake | None) -> dict[str, str]:
    """Returns a stake as the texts of its form fields; empty without a stake."""
    if stake is None:
        return {}
    amount = f"{Decimal(stake.amount).scaleb(-stake.decimals):f}"
    return {"amount": amount.replace(".", decimal_sign()), "unit": stake.unit}
