"""Club nights: a day, a place, and numbered tables."""

from datetime import date, datetime

from sqlalchemy import Date, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, now


class Night(Base):
    """An evening of the club, at several tables."""

    __tablename__ = "night"
    __table_args__ = (Index("ix_night_newest", "club_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(80))
    place: Mapped[str] = mapped_column(String(80))
    day: Mapped[date] = mapped_column(Date)
    made_at: Mapped[datetime] = mapped_column(default=now)


class NightTable(Base):
    """A table of a night: the sitting that is played at it."""

    __tablename__ = "night_table"
    __table_args__ = (UniqueConstraint("sitting_id"),)

    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
