"""A club's tables: its sittings."""

from collections.abc import Sequence

from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.models import Sitting, db


def open_table(club: Club, name: str = "", place: str = "") -> Sitting:
    """A new sitting of the club; its matches count for the standings."""
    sitting = ledger.open_sitting(name, place)
    db.session.add(ClubSitting(sitting_id=sitting.id, club_id=club.id))
    db.session.flush()
    return sitting


def open_tables(club: Club, names: Sequence[str], place: str = "", best_of: int = 0) -> list[Sitting]:
    """As many new sittings of the club as there are names, inserted at once."""
    sittings = ledger.open_sittings(names, place, best_of)
    db.session.add_all(ClubSitting(sitting_id=sitting.id, club_id=club.id) for sitting in sittings)
    db.session.flush()
    return sittings


def newest(club: Club, most: int = 12) -> list[Sitting]:
    """The club's newest sittings, the newest first."""
    found = select(Sitting).join(ClubSitting, ClubSitting.sitting_id == Sitting.id)
    return list(
        db.session.scalars(
            found.where(ClubSitting.club_id == club.id).order_by(ClubSitting.sitting_id.desc()).limit(most)
        )
    )
