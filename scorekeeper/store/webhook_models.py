"""The tables of a club's webhooks and of the messages sent to them (see `clubs.webhooks`)."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Code, CodeJson, now


class Webhook(Base):
    """An https address to which the `events` of a club are sent in this `form`, one of `clubs.webhooks.FORMS`.

    Messages are in `language`; links in them begin with `root`. Its secret is derived from `nonce` and the secret key;
    `digest` identifies that key. `failures` counts the messages given up since the last one that arrived.
    """

    __tablename__ = "webhook"
    __table_args__ = (Index(None, "club_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    address: Mapped[str] = mapped_column(Code(500))
    form: Mapped[str] = mapped_column(Code(8))
    events: Mapped[list[str]] = mapped_column(CodeJson)
    language: Mapped[str] = mapped_column(Code(16))
    root: Mapped[str] = mapped_column(Code(400))
    nonce: Mapped[str] = mapped_column(Code(32))
    digest: Mapped[str] = mapped_column(Code(64))
    active: Mapped[bool] = mapped_column(default=True)
    failures: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[datetime] = mapped_column(default=now)


class Delivery(Base):
    """A message to a webhook about an `event`: of the match, tournament or night with the id `subject`.

    Its text is written when it is sent, and not stored. `mark` distinguishes the events of one subject: a digest of the
    result, the number of the round, the time of closing. `key` is sent along, so that receivers recognise a copy.
    `due_at` is the time of the next try, None at the end; `status` is the last HTTP status, or `problem` the reason
    why there is none (`outgoing.PROBLEMS`).
    """

    __tablename__ = "webhook_delivery"
    __table_args__ = (Index("ix_webhook_delivery_newest", "webhook_id", "made_at"), Index(None, "due_at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhook.id"))
    event: Mapped[str] = mapped_column(Code(16))
    subject: Mapped[int]
    mark: Mapped[str] = mapped_column(Code(32))
    key: Mapped[str] = mapped_column(Code(32))
    made_at: Mapped[datetime] = mapped_column(default=now)
    due_at: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(default=0)
    status: Mapped[int | None]
    problem: Mapped[str] = mapped_column(Code(16), default="")
