"""The database tables of sittings, matches, links and jobs; `ledger` writes the tables of matches."""

import json
from datetime import UTC, date, datetime
from threading import Thread
from typing import Any

from flask_sqlalchemy_lite import SQLAlchemy
from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from scorekeeper.games.engine.base import Entry, Line, Setup, Table
from scorekeeper.games.engine.play import status_of
from scorekeeper.games.engine.setup import with_all_options
from scorekeeper.games.engine.shapes import Status

DEEPEST = 20  # levels that are kept of a value nested too deeply to be read; no match has half of that


def read(text: str | bytes) -> Any:
    """Parses the JSON of a column; if it is nested too deeply, levels below DEEPEST are replaced by None."""
    try:
        return json.loads(text)
    except RecursionError:
        return _read_cut(text)


def _read_cut(text: str | bytes) -> Any:
    """Parses deeply nested JSON on the empty stack of a new thread, and cuts it at DEEPEST; None if that fails."""
    values: list[Any] = []
    # A new thread has an empty stack, so it can parse any value that a request could parse when it was stored.
    reader = Thread(target=lambda: values.append(json.loads(text)))
    reader.start()
    reader.join()
    return _shallow(values[0], DEEPEST) if values else None


def _shallow(value: Any, levels: int) -> Any:
    if isinstance(value, (dict, list)) and not levels:
        return None
    if isinstance(value, list):
        return [_shallow(item, levels - 1) for item in value]
    if isinstance(value, dict):
        return {name: _shallow(item, levels - 1) for name, item in value.items()}
    return value


# Rows are not reloaded after a commit: the request shows what it has written, and ends.
db = SQLAlchemy(session_options={"expire_on_commit": False})


class UtcTime(TypeDecorator[datetime]):
    """A column type for times: with time zone in Python, as UTC in the database (SQLite stores no time zone)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return (
            value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        )  # PostgreSQL returns times in its session's time zone


def now() -> datetime:
    """Returns the current time in UTC."""
    return datetime.now(UTC)


def today() -> date:
    """Returns the current day in the server's time zone."""
    return now().astimezone().date()


class FreeText(String):
    """A column type for text that people type, or that quotes it: erasing a person replaces the name in it."""


class Code(String):
    """A column type for text in which erasing replaces nothing: our own words, digests, secrets, parts of addresses."""


class CodeText(Text):
    """As `Code`, for any length."""


class FreeJson(JSON):
    """A column type for JSON with text as in `FreeText`; None is NULL."""

    def __init__(self) -> None:
        super().__init__(none_as_null=True)


class CodeJson(JSON):
    """A column type for JSON with text as in `Code`; None is NULL."""

    def __init__(self) -> None:
        super().__init__(none_as_null=True)


class StoredSetup(TypeDecorator[Setup]):
    """A column type for a match's setup; options missing in older setups get the value of the earlier rules."""

    impl = FreeJson
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> Setup | None:
        return None if value is None else with_all_options(value)  # None from an outer join


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
    """An evening at one table: one match after the other, of any game.

    `papers` counts how often the codes on its printed sheets were revoked; a code contains the count when it was made.
    `best_of` is the number of matches in a series of the same sides (the majority wins); 0 if none was agreed.
    """

    __tablename__ = "sitting"
    __allow_unmapped__ = True  # for `ruling`, which is not a column
    __table_args__ = (Index(None, "key", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(FreeText(80))
    place: Mapped[str] = mapped_column(FreeText(80))
    key: Mapped[str | None] = mapped_column(FreeText(64))  # idempotency key of the write that opened it
    papers: Mapped[int] = mapped_column(default=0, server_default="0")
    best_of: Mapped[int] = mapped_column(default=0, server_default="0")
    opened_at: Mapped[datetime] = mapped_column(default=now)

    matches: Mapped[list["Match"]] = relationship(order_by="Match.number", back_populates="sitting")
    stake: Mapped["Stake | None"] = relationship(back_populates="sitting")
    links: Mapped[list["Link"]] = relationship(order_by="Link.id", back_populates="sitting")

    ruling: str | None = None  # the reason, while an arbiter writes


class Stake(Base):
    """The stake of a game in a sitting that plays for points or money; other sittings have none.

    `amount` is in the smallest unit, of which 10 to the power of `decimals` make one `unit`, which is only a label.
    """

    __tablename__ = "stake"

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    amount: Mapped[int]
    decimals: Mapped[int]
    unit: Mapped[str] = mapped_column(FreeText(12))

    sitting: Mapped[Sitting] = relationship(back_populates="stake")


class Match(Base):
    """A match. `setup` holds its game, options and names; `table` is the state after the last hand.

    `version` is the number of its last change; `undo_top` and `redo_top` are the changes that undo and redo apply
    to next; `hand_count` counts all hands, including struck ones. `rules` is the digest of the rules that computed
    the cached scores, `rescored` the last change in which newer rules gave other scores. `locked` is the change
    that approved the result; after it only arbiters can change the match (see `ledger.approval`). `imported` is the
    last line of an imported log. `call` is the current call (see `games.engine.calls`), `called` counts its
    changes; neither is part of the log.
    """

    __tablename__ = "match"
    __allow_unmapped__ = True  # for `ruling` and `read`, which are not columns
    __table_args__ = (UniqueConstraint("sitting_id", "number"), UniqueConstraint("sitting_id", "key"))

    id: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    number: Mapped[int]
    key: Mapped[str] = mapped_column(FreeText(64))
    setup: Mapped[Setup] = mapped_column(StoredSetup)
    table: Mapped[Table] = mapped_column(FreeJson)
    stopped: Mapped[bool] = mapped_column(default=False)
    hand_count: Mapped[int] = mapped_column(default=0)
    version: Mapped[int] = mapped_column(default=0)
    undo_top: Mapped[int | None]
    redo_top: Mapped[int | None]
    locked: Mapped[int | None]
    rules: Mapped[str | None] = mapped_column(Code(16))
    rescored: Mapped[int | None]
    imported: Mapped[int | None]
    call: Mapped[dict[str, Any] | None] = mapped_column(CodeJson)
    called: Mapped[int | None]
    started_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)

    sitting: Mapped[Sitting] = relationship(back_populates="matches")

    ruling: str | None = None  # the reason, while an arbiter writes
    read: Any = None  # the hands that a command has read, kept until its result is stored

    @property
    def game(self) -> str:
        """The game's slug."""
        return self.setup["game"]

    @property
    def status(self) -> Status:
        """`in_progress`, `finished` by the rules, or `stopped` by the players with no winner."""
        return status_of(self.stopped, self.table)

    @property
    def winner(self) -> int | None:
        """The winning side's index; None while in progress, or without a winner."""
        return self.table["winner"]


class Hand(Base):
    """A hand of a match in its current form; `version` is the number of the last change of its row."""

    __tablename__ = "hand"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[Entry] = mapped_column(FreeJson)
    dealer: Mapped[str | None] = mapped_column(FreeText(40))
    points: Mapped[list[int]] = mapped_column(FreeJson)
    lines: Mapped[list[Line]] = mapped_column(FreeJson)
    table: Mapped[Table] = mapped_column(FreeJson)
    struck: Mapped[bool] = mapped_column(default=False)
    corrected: Mapped[bool] = mapped_column(default=False)
    at: Mapped[datetime] = mapped_column(default=now)
    version: Mapped[int]


class Change(Base):
    """A line of a match's log; lines are never changed, except to erase a name.

    `before` and `after` are facts, e.g. the entries of the changed hands (see `ledger.log`). `target` of an undo
    or redo is the change that was undone or redone. `under` is the change below this one on its stack: for an undo
    the stack of undone changes, for a redo None, for all others the stack of done changes. `device` identifies the
    sender's browser within this match. `reason` is the arbiter's, for changing an approved match.
    """

    __tablename__ = "change"
    __allow_unmapped__ = True  # for `touched` and `imported`, which are not columns
    __table_args__ = (
        UniqueConstraint("match_id", "key"),
        Index("ix_change_newest", "at", "match_id", "number", "kind"),
        Index(
            "ix_change_of_kind",
            "kind",
            "at",
            "match_id",
            "number",
            sqlite_where=text("kind != 'record'"),
            postgresql_where=text("kind != 'record'"),
        ),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(FreeText(64))
    actor: Mapped[str] = mapped_column(FreeText(80))
    device: Mapped[str | None] = mapped_column(FreeText(16))
    at: Mapped[datetime] = mapped_column(default=now)
    kind: Mapped[str] = mapped_column(Code(16))
    hand: Mapped[int | None]
    before: Mapped[dict[str, Any]] = mapped_column(FreeJson)
    after: Mapped[dict[str, Any]] = mapped_column(FreeJson)
    winner_changed: Mapped[bool] = mapped_column(default=False)
    target: Mapped[int | None]
    under: Mapped[int | None]
    reason: Mapped[str | None] = mapped_column(FreeText(200))

    touched: list[Hand] | None = None  # the rows that a new change has stored, if known
    imported: bool = False  # True if the line was imported (set when it is read, see `ledger.log.marked`)


class Link(Base):
    """A link whose token lets its holder watch or score a sitting (`may`), until it is revoked."""

    __tablename__ = "link"
    __table_args__ = (Index(None, "sitting_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    may: Mapped[str] = mapped_column(Code(8))
    label: Mapped[str] = mapped_column(FreeText(80), default="")
    nonce: Mapped[str] = mapped_column(Code(32))
    made_at: Mapped[datetime] = mapped_column(default=now)
    revoked_at: Mapped[datetime | None]

    sitting: Mapped[Sitting] = relationship(back_populates="links")


class Job(Base):
    """A background job. `number` is an HMAC of its order: equal orders share one row, and it cannot be guessed.

    `status` is `waiting`, `working`, `made` or `failed`; `done` of `total` sheets or matches are finished. A worker
    extends `alive_until` while it works; once that has passed, the worker has died. `tries` counts how often the job
    was started. `asked` holds the job's parameters, `told` its result besides the file. A job of a club is visible to
    members from `role` on, any other to those with a link to its sitting; `visitor` is a digest of who ordered it.
    """

    __tablename__ = "job"
    __table_args__ = (Index(None, "club_id"), Index(None, "sitting_id"), Index(None, "status", "made_at"))

    number: Mapped[str] = mapped_column(Code(32), primary_key=True)
    kind: Mapped[str] = mapped_column(Code(24))
    club_id: Mapped[int | None]
    sitting_id: Mapped[int | None]
    visitor: Mapped[str] = mapped_column(Code(32))
    role: Mapped[str] = mapped_column(Code(8))
    title: Mapped[str] = mapped_column(FreeText(200))
    name: Mapped[str] = mapped_column(FreeText(120))
    mime: Mapped[str] = mapped_column(Code(60))
    back: Mapped[str] = mapped_column(Code(400))
    language: Mapped[str] = mapped_column(Code(8))
    root: Mapped[str] = mapped_column(Code(400))
    asked: Mapped[dict[str, Any]] = mapped_column(FreeJson)
    told: Mapped[dict[str, Any] | None] = mapped_column(FreeJson)
    status: Mapped[str] = mapped_column(Code(8), default="waiting")
    total: Mapped[int]
    done: Mapped[int] = mapped_column(default=0)
    tries: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[datetime] = mapped_column(default=now)
    alive_until: Mapped[datetime | None]

    @property
    def going(self) -> bool:
        """True if the job is not finished."""
        return self.status in ("waiting", "working")


class JobPiece(Base):
    """A compressed piece of a job's input file (`sent`) or output file."""

    __tablename__ = "job_piece"

    job: Mapped[str] = mapped_column(Code(32), ForeignKey("job.number"), primary_key=True)
    sent: Mapped[bool] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class SentForm(Base):
    """A submitted form that creates something (`web.once`): its digest and, once there is one, its sealed response."""

    __tablename__ = "sent_form"

    digest: Mapped[str] = mapped_column(Code(64), primary_key=True)
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    made_at: Mapped[datetime] = mapped_column(default=now)
