"""The tables of long work that workers do: one row a job, and the pieces of what was sent for it and made by it.

They stand in the database, so that every machine finds them; nothing in them outlives two hours (see `jobs.expiry`).
"""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Json, now


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
