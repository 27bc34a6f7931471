"""Series made, found, changed and deleted. Nothing here commits."""

from collections.abc import Collection

from sqlalchemy import delete, select

from scorekeeper.clubs.series.scheme import Scheme
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Club, Night, Series, SeriesPart, Tournament
from scorekeeper.store.models import db

LONGEST = 80
MOST_PARTS = 60
MOST_LISTED = 100


def make(club: Club, name: str, scheme: Scheme) -> Series:
    """A new series, without parts yet. Raises Refusal."""
    series = Series(club_id=club.id, name="", scheme={})
    change(series, name, scheme)
    db.session.add(series)
    db.session.flush()
    return series


def change(series: Series, name: str, scheme: Scheme) -> None:
    """Change its name and how it is counted. Raises Refusal."""
    told = tidy(name)
    if not 1 <= len(told) <= LONGEST:
        raise refuse("name", None, _("Enter 1 to {longest} characters"), longest=LONGEST)
    series.name, series.scheme = told, {**scheme._asdict(), "points": list(scheme.points)}


def choose(series: Series, tournaments: Collection[int], nights: Collection[int]) -> None:
    """Have the series consist of these tournaments and nights; ids that are none of the club's are left out.

    Raises Refusal for too many.
    """
    if len(tournaments) + len(nights) > MOST_PARTS:
        raise refuse("parts", None, _("Choose at most {most} tournaments and nights"), most=MOST_PARTS)
    own = Tournament.club_id == series.club_id, Night.club_id == series.club_id
    held = db.session.scalars(select(Tournament.id).where(Tournament.id.in_(tournaments), own[0])).all()
    met = db.session.scalars(select(Night.id).where(Night.id.in_(nights), own[1])).all()
    db.session.execute(delete(SeriesPart).where(SeriesPart.series_id == series.id))
    parts = [SeriesPart(series_id=series.id, tournament_id=each) for each in held]
    db.session.add_all([*parts, *(SeriesPart(series_id=series.id, night_id=each) for each in met)])
    db.session.flush()


def delete_series(series: Series) -> None:
    """Delete it; its tournaments and nights stay."""
    db.session.execute(delete(SeriesPart).where(SeriesPart.series_id == series.id))
    db.session.delete(series)
    db.session.flush()


def all_of(club: Club) -> list[Series]:
    """The club's series, the newest first."""
    found = select(Series).where(Series.club_id == club.id).order_by(Series.id.desc())
    return list(db.session.scalars(found.limit(MOST_LISTED)))


def load(club: Club, number: int) -> Series | None:
    """A series of the club by its id."""
    return db.session.scalar(select(Series).where(Series.id == number, Series.club_id == club.id))
