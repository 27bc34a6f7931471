"""Club nights: a day with numbered tables, each a sitting of the club."""

from datetime import date

from sqlalchemy import func, select

from scorekeeper.clubs import results
from scorekeeper.clubs.tables import open_table
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import gettext
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, Night, NightTable
from scorekeeper.store.models import Match, Sitting, Stake, db

MOST_TABLES = 40

Table = tuple[int, Sitting]  # the table's number and its sitting


def plan_night(club: Club, name: str, place: str, day: str) -> Night:
    """A new night, without tables yet. `day` is written as 2026-11-21; raises Refusal where it is none."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise refuse("day", None, _("Choose a day")) from None
    night = Night(club_id=club.id, name=tidy(name)[:80], place=tidy(place)[:80], day=found)
    db.session.add(night)
    db.session.flush()
    return night


def add_tables(club: Club, night: Night, count: int) -> list[Sitting]:
    """Add that many tables, numbered on. Raises Refusal where that would be too many."""
    results.lock_results(db.session, club.id)  # two phones must not give the same number
    last = db.session.scalar(select(func.max(NightTable.number)).where(NightTable.night_id == night.id)) or 0
    if not 0 < count <= MOST_TABLES - last:
        raise refuse("tables", None, _("A night has 1 to 40 tables"))
    made, stake = [], _stake_of(night)
    for number in range(last + 1, last + count + 1):
        sitting = open_table(club, gettext("Table %(number)s", number=number), night.place)
        db.session.add(NightTable(night_id=night.id, number=number, sitting_id=sitting.id))
        if stake:
            db.session.add(Stake(sitting_id=sitting.id, amount=stake.amount, decimals=stake.decimals, unit=stake.unit))
        made.append(sitting)
    db.session.flush()
    return made


def _stake_of(night: Night) -> Stake | None:
    """The stake of the night's first table, which further tables get too."""
    found = select(Stake).join(NightTable, NightTable.sitting_id == Stake.sitting_id)
    return db.session.scalar(found.where(NightTable.night_id == night.id).order_by(NightTable.number).limit(1))


def nights(club: Club, most: int = 50) -> list[Night]:
    """The club's nights, the latest first."""
    found = select(Night).where(Night.club_id == club.id).order_by(Night.day.desc(), Night.id.desc())
    return list(db.session.scalars(found.limit(most)))


def find_night(club: Club, number: int) -> Night | None:
    """A night of the club by its id."""
    return db.session.scalar(select(Night).where(Night.id == number, Night.club_id == club.id))


def tables_of(night: Night) -> list[Table]:
    """The tables by number."""
    found = select(NightTable.number, Sitting).join(Sitting, Sitting.id == NightTable.sitting_id)
    rows = db.session.execute(found.where(NightTable.night_id == night.id).order_by(NightTable.number))
    return [(row.number, row.Sitting) for row in rows]


def matches_of(night: Night) -> list[Match]:
    """All matches of the night, table by table."""
    found = select(Match).join(NightTable, NightTable.sitting_id == Match.sitting_id)
    found = found.where(NightTable.night_id == night.id).order_by(NightTable.number, Match.number)
    return list(db.session.scalars(found))
