"""A club, the accounts of its people, and the one-time links that let somebody in."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.models import Base, now


class Club(Base):
    """A club; `slug` is its name in addresses. In one that is `approving`, arbiters approve results."""

    __tablename__ = "club"
    __table_args__ = (UniqueConstraint("slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    approving: Mapped[bool] = mapped_column(default=False)
    made_at: Mapped[datetime] = mapped_column(default=now)


class ClubLogo(Base):
    """The picture that stands for a club: a PNG re-encoded from the upload (see `clubs.logos`)."""

    __tablename__ = "club_logo"

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    picture: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(String(32))


class Account(Base):
    """Somebody who can log in. `login` is stored folded, and so is `email`, where notices and a link for a forgotten
    password may be sent; several accounts may share one address. `language` is the locale that counts where a phone has
    none. Where `passkey_too`, the password alone lets nobody in.
    """

    __tablename__ = "account"
    __table_args__ = (UniqueConstraint("login"), Index(None, "email"))

    id: Mapped[int] = mapped_column(primary_key=True)
    login: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(String(80))
    password: Mapped[str] = mapped_column(String(255))
    passkey_too: Mapped[bool] = mapped_column(default=False)
    email: Mapped[str | None] = mapped_column(String(254))
    language: Mapped[str | None] = mapped_column(String(8))
    made_at: Mapped[datetime] = mapped_column(default=now)


class Membership(Base):
    """An account's place in a club; `role` is one of `clubs.accounts.ROLES`. A scorer may be made an `arbiter`."""

    __tablename__ = "membership"
    __table_args__ = (Index(None, "account_id"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    role: Mapped[str] = mapped_column(String(8))
    arbiter: Mapped[bool] = mapped_column(default=False)
    since: Mapped[datetime] = mapped_column(default=now)

    club: Mapped[Club] = relationship()
    account: Mapped[Account] = relationship()


class OneTimeLink(Base):
    """A one-time link: an `invite` into a club with a role, or the `reset` of an account's password, also by `mail`.

    Only a digest of its secret is stored, so a stolen database opens nothing.
    """

    __tablename__ = "pass"
    __table_args__ = (UniqueConstraint("digest"), Index(None, "club_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    purpose: Mapped[str] = mapped_column(String(8))
    role: Mapped[str | None] = mapped_column(String(8))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    digest: Mapped[str] = mapped_column(String(64))
    label: Mapped[str] = mapped_column(String(80), default="")
    made_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]

    club: Mapped[Club] = relationship()
    account: Mapped[Account | None] = relationship()
