"""The table of a club's tokens for programs (see `clubs.tokens`)."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.models import Base, Code, CodeJson, FreeText, now


class ClubToken(Base):
    """A secret by which a program may do what its `scopes` say, for one club.

    Only the `digest` of the secret is stored. `name` says who uses it. `used_at` is the time of the last use, to some
    minutes.
    """

    __tablename__ = "club_token"
    __table_args__ = (Index(None, "club_id"), Index(None, "digest", unique=True))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(FreeText(80))
    scopes: Mapped[list[str]] = mapped_column(CodeJson)
    digest: Mapped[str] = mapped_column(Code(64))
    made_at: Mapped[datetime] = mapped_column(default=now)
    used_at: Mapped[datetime | None]
