"""The tables of sittings, matches, links and jobs. Scoring belongs to `games`, permission to write to `ledger`."""

import json
from datetime import UTC, datetime
from threading import Thread
from typing import Any

from flask_sqlalchemy_lite import SQLAlchemy
from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, Index, LargeBinary, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from scorekeeper.games.engine.base import Entry, Line, Setup, Table
from scorekeeper.games.engine.play import status_of
from scorekeeper.games.engine.setup import with_all_options
from scorekeeper.games.engine.shapes import Status

DEEPEST = 20  # lists and groups inside each other that are shown of such a value; no match has half of that


def read(text: str | bytes) -> Any:
    """The value of a column."""
    try:
        return json.loads(text)
    except RecursionError:
        return _cut(text)


def _cut(text: str | bytes) -> Any:
    """The value without what lies too deep in it, where reading all of it takes more calls than this one may make."""
    found: list[Any] = []
    # A thread of its own begins with no calls at all: whatever a request could read, it can.
    reader = Thread(target=lambda: found.append(json.loads(text)))
    reader.start()
    reader.join()
    return _shallow(found[0], DEEPEST) if found else None


def _shallow(value: Any, deep: int) -> Any:
    if isinstance(value, (dict, list)) and not deep:
        return None
    if isinstance(value, list):
        return [_shallow(each, deep - 1) for each in value]
    if isinstance(value, dict):
        return {name: _shallow(each, deep - 1) for name, each in value.items()}
    return value


# Rows are not reloaded after a commit: the request shows what it wrote, and ends.
db = SQLAlchemy(session_options={"expire_on_commit": False})


class UtcTime(TypeDecorator[datetime]):
    """A timestamp: timezone-aware in Python, UTC in the database (SQLite stores no time zone)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return (
            value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        )  # PostgreSQL answers in its session's time zone


def now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


Json = JSON(none_as_null=True)  # a JSON document; None is NULL


class StoredSetup(TypeDecorator[Setup]):
    """What was agreed for a match. Options that its game has learned since are as they were played before."""

    impl = Json
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> Setup | None:
        return None if value is None else with_all_options(value)  # None where a join found no match


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcTime()}  # noqa: RUF012 (read once by SQLAlchemy)


class Sitting(Base):
    """An evening at one table: matches one after the other, of any of the games.

    `papers` counts how often the codes on its printed sheets were revoked; a code holds the count it was made with.
    `best_of` is how many matches decide between the same sides (the majority wins); 0 where that was not agreed.
    """

    __tablename__ = "sitting"
    __allow_unmapped__ = True  # for `ruling`, which is not a column
    __table_args__ = (Index(None, "key", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    place: Mapped[str] = mapped_column(String(80))
    key: Mapped[str | None] = mapped_column(String(64))  # idempotency key of the write that opened it
    papers: Mapped[int] = mapped_column(default=0, server_default="0")
    best_of: Mapped[int] = mapped_column(default=0, server_default="0")
    opened_at: Mapped[datetime] = mapped_column(default=now)

    matches: Mapped[list["Match"]] = relationship(order_by="Match.number", back_populates="sitting")
    stake: Mapped["Stake | None"] = relationship(back_populates="sitting")
    links: Mapped[list["Link"]] = relationship(order_by="Link.id", back_populates="sitting")

    ruling: str | None = None  # while an arbiter writes: the reason


class Stake(Base):
    """What a game is worth in a sitting that plays for something; without a row it plays for nothing.

    `amount` counts the smallest unit; 10 to the power of `decimals` of it make one `unit`, which is a plain label.
    """

    __tablename__ = "stake"

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    amount: Mapped[int]
    decimals: Mapped[int]
    unit: Mapped[str] = mapped_column(String(12))

    sitting: Mapped[Sitting] = relationship(back_populates="stake")


class Match(Base):
    """One match. `setup` is frozen when it starts; `table` is how it stands after the last hand.

    `version` is the number of its last change; `undo_top` and `redo_top` the changes that undo and redo would take
    next; `hand_count` the hands shown, struck ones among them. `rules` is the digest of the rules by which the cached
    scores were made, `rescored` the last change in which other rules came to other ones. `locked` is the change by
    which an arbiter approved the result; only an arbiter changes anything then (see `ledger.approval`). Of an imported
    match `imported` is the last line of the log that came with it. `call` is what is called while a hand is played (see
    `games.engine.calls`), `called` how often that was done: neither is a change.
    """

    __tablename__ = "match"
    __allow_unmapped__ = True  # for `ruling` and `read`, which are not columns
    __table_args__ = (UniqueConstraint("sitting_id", "number"), UniqueConstraint("sitting_id", "key"))

    id: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    number: Mapped[int]
    key: Mapped[str] = mapped_column(String(64))
    setup: Mapped[Setup] = mapped_column(StoredSetup)
    table: Mapped[Table] = mapped_column(Json)
    stopped: Mapped[bool] = mapped_column(default=False)
    hand_count: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column(default=0)
    undo_top: Mapped[int | None]
    redo_top: Mapped[int | None]
    locked: Mapped[int | None]
    rules: Mapped[str | None] = mapped_column(String(16))
    rescored: Mapped[int | None]
    imported: Mapped[int | None]
    call: Mapped[dict[str, Any] | None] = mapped_column(Json)
    called: Mapped[int | None]
    started_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)

    sitting: Mapped[Sitting] = relationship(back_populates="matches")

    ruling: str | None = None  # while an arbiter writes: the reason
    read: Any = None  # while a command is done: the hands that it has read, for whoever stores new ones

    @property
    def game(self) -> str:
        """The slug of its game."""
        return self.setup["game"]

    @property
    def status(self) -> Status:
        """`in_progress`, `finished` by the rules, or `stopped` by the players with no winner."""
        return status_of(self.stopped, self.table)

    @property
    def winner(self) -> int | None:
        """The winning side's index; None while in progress, and where there is no winner."""
        return self.table["winner"]


class Hand(Base):
    """One hand of a match as it is shown; `version` is the number of the change that last touched the row."""

    __tablename__ = "hand"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[Entry] = mapped_column(Json)
    dealer: Mapped[str | None] = mapped_column(String(40))
    points: Mapped[list[int]] = mapped_column(Json)
    lines: Mapped[list[Line]] = mapped_column(Json)
    table: Mapped[Table] = mapped_column(Json)
    struck: Mapped[bool] = mapped_column(default=False)
    corrected: Mapped[bool] = mapped_column(default=False)
    at: Mapped[datetime] = mapped_column(default=now)
    version: Mapped[int]


class Change(Base):
    """One line of a match's log; lines are added and never changed.

    `before` and `after` hold the entries of the hands it was about (see `ledger.log`). An undo or a redo names
    in `target` the change that it took back or made again. `under` is the change that lies below this one on its pile:
    for an undo that of the undone ones, for a redo nothing, for everything else that of the done ones. `device` is the
    browser that sent the change: the same in all changes of one match, another in every match. `reason` is what an
    arbiter gave for changing a match that was approved.
    """

    __tablename__ = "change"
    __allow_unmapped__ = True  # for `touched` and `imported`, which are no columns
    __table_args__ = (
        UniqueConstraint("match_id", "key"),
        Index("ix_change_newest", "at", "match_id", "number", "kind"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(64))
    actor: Mapped[str] = mapped_column(String(80))
    device: Mapped[str | None] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(default=now)
    kind: Mapped[str] = mapped_column(String(16))
    hand: Mapped[int | None]
    before: Mapped[dict[str, Any]] = mapped_column(Json)
    after: Mapped[dict[str, Any]] = mapped_column(Json)
    winner_changed: Mapped[bool] = mapped_column(default=False)
    target: Mapped[int | None]
    under: Mapped[int | None]
    reason: Mapped[str | None] = mapped_column(String(200))

    touched: list[Hand] | None = None  # of a change just made: the rows that it set, where they are known
    imported: bool = False  # of a line that is read: whether it came from elsewhere (see `ledger.log.marked`)


class Link(Base):
    """A capability: who has its token may see (`watch`) or also score (`score`) a sitting, until it is revoked."""

    __tablename__ = "link"
    __table_args__ = (Index(None, "sitting_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    may: Mapped[str] = mapped_column(String(8))
    label: Mapped[str] = mapped_column(String(80), default="")
    nonce: Mapped[str] = mapped_column(String(32))
    made_at: Mapped[datetime] = mapped_column(default=now)
    revoked_at: Mapped[datetime | None]

    sitting: Mapped[Sitting] = relationship(back_populates="links")


class Job(Base):
    """A job. `number` follows from what is wished for, so the same wish is the same row; it cannot be guessed.

    `status` is `waiting`, `working`, `made` or `failed`; `done` of `total` sheets or matches are finished. While
    somebody works on it `alive_until` moves on; where it lies in the past, the worker is gone. `tries` counts those
    who began. `asked` is what the work needs to know, `told` what it has to say besides its file. It belongs to a
    club, of whose members those with `role` may see it, else to a match's sitting; `visitor` stands for whose wish
    it was, without telling an address.
    """

    __tablename__ = "job"
    __table_args__ = (Index(None, "club_id"), Index(None, "sitting_id"), Index(None, "status", "made_at"))

    number: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(24))
    club_id: Mapped[int | None]
    sitting_id: Mapped[int | None]
    visitor: Mapped[str] = mapped_column(String(32))
    role: Mapped[str] = mapped_column(String(8))
    title: Mapped[str] = mapped_column(String(200))
    name: Mapped[str] = mapped_column(String(120))
    mime: Mapped[str] = mapped_column(String(60))
    back: Mapped[str] = mapped_column(String(400))
    language: Mapped[str] = mapped_column(String(8))
    root: Mapped[str] = mapped_column(String(400))
    asked: Mapped[dict[str, Any]] = mapped_column(Json)
    told: Mapped[dict[str, Any] | None] = mapped_column(Json)
    status: Mapped[str] = mapped_column(String(8), default="waiting")
    total: Mapped[int]
    done: Mapped[int] = mapped_column(default=0)
    tries: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[datetime] = mapped_column(default=now)
    alive_until: Mapped[datetime | None]

    @property
    def going(self) -> bool:
        """Whether it is still to come."""
        return self.status in ("waiting", "working")


class JobPiece(Base):
    """A piece of a job's file, compressed: of the one that was `sent` for it, or of the one that it makes."""

    __tablename__ = "job_piece"

    job: Mapped[str] = mapped_column(String(32), ForeignKey("job.number"), primary_key=True)
    sent: Mapped[bool] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)
