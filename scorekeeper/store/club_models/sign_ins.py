"""How accounts get in: sessions that have begun, passkeys, and recovery codes."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.club_models.accounts import Account
from scorekeeper.store.models import Base, now


class SignIn(Base):
    """A session of an account in one browser. Its row ends with it, so a copied cookie opens nothing afterwards.

    Only a digest of its secret is stored. `device` are the names of browser and system, `network` the first part of the
    address it began at. `confirmed_at` is when the password or a passkey was last asked for and given.
    """

    __tablename__ = "sign_in"
    __table_args__ = (UniqueConstraint("digest"), Index(None, "account_id"), Index(None, "seen_at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    digest: Mapped[str] = mapped_column(String(64))
    device: Mapped[str] = mapped_column(String(40))
    network: Mapped[str] = mapped_column(String(40))
    began_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)
    confirmed_at: Mapped[datetime] = mapped_column(default=now)

    account: Mapped[Account] = relationship()


class Passkey(Base):
    """A WebAuthn credential of an account: `credential` is its id and `public_key` a COSE key, as they were sent.

    `used_at` is when a challenge was last answered with it: only newer challenges count, so that none counts twice.
    """

    __tablename__ = "passkey"
    __table_args__ = (UniqueConstraint("credential"), Index(None, "account_id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    credential: Mapped[bytes] = mapped_column(LargeBinary)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(default=now)
    used_at: Mapped[datetime | None]

    account: Mapped[Account] = relationship()


class RecoveryCode(Base):
    """A digest of a code that stands in for a lost passkey; its row goes when it is used."""

    __tablename__ = "recovery_code"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
