"""Series: tournaments and nights of a club that make a championship together."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Json, now


class Series(Base):
    """A championship. `scheme` is how its parts are counted (`clubs.series.scheme.Scheme`).

    `public` is the nonce of the address at which anybody may see it; without one there is none.
    """

    __tablename__ = "series"
    __table_args__ = (Index("ix_series_club", "club_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(80))
    scheme: Mapped[dict[str, Any]] = mapped_column(Json)
    public: Mapped[str | None] = mapped_column(String(32))
    made_at: Mapped[datetime] = mapped_column(default=now)


class SeriesPart(Base):
    """A part of a series: a tournament or a night; the other one is empty."""

    __tablename__ = "series_part"
    __table_args__ = (UniqueConstraint("series_id", "tournament_id"), UniqueConstraint("series_id", "night_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    series_id: Mapped[int] = mapped_column(ForeignKey("series.id"))
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournament.id"))
    night_id: Mapped[int | None] = mapped_column(ForeignKey("night.id"))
