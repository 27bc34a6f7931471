"""The tables of a club's tournaments: documents, tables of rounds, the log, and entries from home."""

from datetime import date, datetime, time
from typing import Any

from sqlalchemy import BigInteger, Date, ForeignKey, Index, Time, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Code, CodeJson, FreeJson, FreeText, now


class Tournament(Base):
    """A tournament of the club. `document` holds all of it (see docs/tournaments.md); standings are computed from it.

    `hour` is when it begins in local time; None if unknown.
    `version` counts the changes of the document, `desk_version` those of the `desk`, which holds everything else that
    the evening needs (`clubs.tournaments.desk.Desk`). Nothing changes after `closed_at`. `public` is the nonce of its
    public address; None if the public page is off.
    """

    __tablename__ = "tournament"
    __table_args__ = (Index("ix_tournament_newest", "club_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    day: Mapped[date] = mapped_column(Date)
    hour: Mapped[time | None] = mapped_column(Time)
    place: Mapped[str] = mapped_column(FreeText(80))
    document: Mapped[dict[str, Any]] = mapped_column(FreeJson)
    version: Mapped[int] = mapped_column(default=0)
    desk: Mapped[dict[str, Any]] = mapped_column(FreeJson, default=dict)
    desk_version: Mapped[int] = mapped_column(default=0)
    public: Mapped[str | None] = mapped_column(Code(32))
    closed_at: Mapped[datetime | None]
    made_at: Mapped[datetime] = mapped_column(default=now)


class TournamentTable(Base):
    """A table with a match in a round of a tournament, and its sitting.

    `called_at` is the time of the table's call for the arbiter. `ended_at` is the time when the round was withdrawn
    or seated again, and the table left the tournament; a phone that was offline may still send hands played there.
    `settled` holds the phones' outcome that an arbiter has set aside for the entered result; None otherwise.
    Tables of the document without a row here have no match: their results are typed in.
    """

    __tablename__ = "tournament_table"
    __table_args__ = (Index("ix_tournament_table_round", "tournament_id", "round", "number"),)

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    round: Mapped[int]
    number: Mapped[int]
    called_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    settled: Mapped[dict[str, Any] | None] = mapped_column(CodeJson)


class TournamentChange(Base):
    """A line of a tournament's log; lines are never changed, except to erase a name.

    `version` is the document's version after the change. `kind` is one of `KINDS` in `clubs.tournaments.keeping`;
    `detail` holds the values for its sentence. `actor` is stored as a name, as in the club's log.
    """

    __tablename__ = "tournament_change"
    __table_args__ = (Index("ix_tournament_change_newest", "tournament_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    version: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(default=now)
    actor: Mapped[str] = mapped_column(FreeText(80))
    kind: Mapped[str] = mapped_column(Code(32))
    detail: Mapped[dict[str, Any]] = mapped_column(FreeJson)
    reason: Mapped[str] = mapped_column(FreeText(200), default="")


class RegistrationForm(Base):
    """The form with which people enter a tournament from home.

    `public` is the nonce of its address; None if it is off. `places` is how many entrants there is room for, None
    without a limit. No entry is taken after `closes_at`. With `accepting`, entries become entrants without an
    organiser; with `listed`, the page names the entrants. `consent` is a text that senders tick, or empty; `questions`
    are the organiser's own (`clubs.tournaments.questions`).
    """

    __tablename__ = "registration_form"

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    public: Mapped[str | None] = mapped_column(Code(32))
    places: Mapped[int | None]
    closes_at: Mapped[datetime | None]
    accepting: Mapped[bool] = mapped_column(default=False)
    listed: Mapped[bool] = mapped_column(default=False)
    consent: Mapped[str] = mapped_column(FreeText(1000), default="")
    questions: Mapped[list[dict[str, Any]]] = mapped_column(FreeJson, default=list)

    @property
    def id(self) -> int:
        """The number in the form's public address."""
        return self.tournament_id


class Registration(Base):
    """An entry from home; `state` is one of `clubs.tournaments.registrations.STATES`.

    `public` is the nonce of the private address for withdrawing it; None if that was revoked. `key` is a
    digest that identifies the sent form, so that sending it twice stores one entry. `alone`: looks for a partner.
    `entrant` is the id in the document once the entry is accepted. `language` is the locale for mails. `answers` are
    those to the organiser's questions, each with its question.
    """

    __tablename__ = "registration"
    __table_args__ = (UniqueConstraint("tournament_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    public: Mapped[str | None] = mapped_column(Code(32))
    key: Mapped[str] = mapped_column(Code(64))
    name: Mapped[str] = mapped_column(FreeText(100))
    players: Mapped[list[str]] = mapped_column(FreeJson)
    numbers: Mapped[list[str]] = mapped_column(FreeJson)
    club: Mapped[str] = mapped_column(FreeText(100), default="")
    contact: Mapped[str] = mapped_column(FreeText(254), default="")
    note: Mapped[str] = mapped_column(FreeText(300), default="")
    answers: Mapped[list[dict[str, str]]] = mapped_column(FreeJson, default=list)
    alone: Mapped[bool] = mapped_column(default=False)
    state: Mapped[str] = mapped_column(Code(12))
    entrant: Mapped[int | None] = mapped_column(BigInteger)
    language: Mapped[str] = mapped_column(Code(8), default="")
    made_at: Mapped[datetime] = mapped_column(default=now)
