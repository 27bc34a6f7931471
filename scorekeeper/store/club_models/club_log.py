"""The log of what was done in a club besides playing."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Json, now


class ClubLogLine(Base):
    """One line of a club's own log; lines are added and never touched again.

    `kind` is one of `clubs.club_log.KINDS`, `about` the names that its sentence speaks of. `actor` is kept as a name,
    so that the line still says who it was when the account has gone.
    """

    __tablename__ = "club_act"
    __table_args__ = (Index("ix_club_act_newest", "club_id", "at", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    at: Mapped[datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(16))
    about: Mapped[dict[str, Any]] = mapped_column(Json)
