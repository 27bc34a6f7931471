"""Club nights: a day, a place, and numbered tables."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Json, now


class Night(Base):
    """An evening of the club, at several tables.

    `defaults` is what its matches begin with (`clubs.night_defaults.Defaults`). No match begins after `closed_at`.
    `public` is the nonce of the address at which anybody may follow the night; without one there is none.
    """

    __tablename__ = "night"
    __table_args__ = (Index("ix_night_newest", "club_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(80))
    place: Mapped[str] = mapped_column(String(80))
    day: Mapped[date] = mapped_column(Date)
    defaults: Mapped[dict[str, Any]] = mapped_column(Json, default=dict, server_default="{}")
    closed_at: Mapped[datetime | None]
    public: Mapped[str | None] = mapped_column(String(32))
    made_at: Mapped[datetime] = mapped_column(default=now)


class NightTable(Base):
    """A table of a night: the sitting that is played at it, and who is to sit there, in the order of play."""

    __tablename__ = "night_table"
    __table_args__ = (UniqueConstraint("sitting_id"),)

    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    names: Mapped[list[str]] = mapped_column(Json, default=list, server_default="[]")
