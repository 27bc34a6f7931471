"""A club's tournaments: one document each, the tables of its rounds, and the log of what was changed."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Json, now


class Tournament(Base):
    """A tournament of the club. `document` holds all of it (see docs/tournaments.md); what follows is never stored.

    `version` counts the changes of the document, `desk_version` those of the `desk`, which holds what else the evening
    needs (`clubs.tournaments.desk.Desk`). Nothing is changed after `closed_at`. `public` is the nonce of the address at
    which anybody may follow it; without one there is none.
    """

    __tablename__ = "tournament"
    __table_args__ = (Index("ix_tournament_newest", "club_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    day: Mapped[date] = mapped_column(Date)
    place: Mapped[str] = mapped_column(String(80))
    document: Mapped[dict[str, Any]] = mapped_column(Json)
    version: Mapped[int] = mapped_column(default=0)
    desk: Mapped[dict[str, Any]] = mapped_column(Json, default=dict)
    desk_version: Mapped[int] = mapped_column(default=0)
    public: Mapped[str | None] = mapped_column(String(32))
    closed_at: Mapped[datetime | None]
    made_at: Mapped[datetime] = mapped_column(default=now)


class TournamentTable(Base):
    """A table of a round that has a match: the sitting that is played there.

    `called_at`: when it called the arbiter. After `ended_at` it is no table of the tournament any more, as the round
    was taken back or seated anew; a phone without a network may still send hands that were played there. A table of
    the document that has no row here has no match; its result is typed.
    """

    __tablename__ = "tournament_table"
    __table_args__ = (Index("ix_tournament_table_round", "tournament_id", "round", "number"),)

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    round: Mapped[int]
    number: Mapped[int]
    called_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


class TournamentChange(Base):
    """A line of a tournament's log; lines are added and never touched again.

    `version` is the document's after the change. `kind` is one of `clubs.tournaments.log.KINDS`; `detail` holds what
    its sentence speaks of. `actor` is kept as a name, as in the club's own log.
    """

    __tablename__ = "tournament_change"
    __table_args__ = (Index("ix_tournament_change_newest", "tournament_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    version: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(32))
    detail: Mapped[dict[str, Any]] = mapped_column(Json)
    reason: Mapped[str] = mapped_column(String(200), default="")
