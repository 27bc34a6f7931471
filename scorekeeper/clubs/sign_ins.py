"""Sessions of accounts: begun, found by their secret, ended, and how long ago somebody proved who they are."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import joinedload

from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Account, SignIn
from scorekeeper.store.models import db, now

IDLE = timedelta(days=30)  # a session that nobody uses ends after this
LONGEST = timedelta(days=180)  # and any other one after this
CONFIRMED = timedelta(minutes=10)  # for how long a password counts as just given
NOTED = timedelta(hours=1)  # how exactly it is noted when a session was last used
MOST = 30  # sessions of an account; a further one ends the one unused for longest


def begin(account: Account, device: str, network: str) -> str:
    """A new session; returns its secret, of which only a digest is stored. Clears sessions that are over, anybody's."""
    db.session.execute(delete(SignIn).where(SignIn.seen_at < now() - IDLE))
    for surplus in sessions_of(account)[MOST - 1 :]:
        db.session.delete(surplus)
    secret = secrets.token_urlsafe(32)
    db.session.add(SignIn(account_id=account.id, digest=digest_of(secret), device=device[:40], network=network[:40]))
    db.session.flush()
    return secret


def find(secret: str) -> SignIn | None:
    """The session of that secret with its account, unless it has ended."""
    found = select(SignIn).where(
        SignIn.digest == digest_of(secret), SignIn.seen_at > now() - IDLE, SignIn.began_at > now() - LONGEST
    )
    return db.session.scalar(found.options(joinedload(SignIn.account)))


def sessions_of(account: Account) -> Sequence[SignIn]:
    """The account's sessions, the one used last first."""
    found = select(SignIn).where(SignIn.account_id == account.id).order_by(SignIn.seen_at.desc(), SignIn.id.desc())
    return db.session.scalars(found).all()


def end(number: int) -> None:
    """End a session."""
    db.session.execute(delete(SignIn).where(SignIn.id == number))


def end_all(account: Account, but: SignIn | None = None) -> None:
    """End the account's sessions, except one."""
    ended = delete(SignIn).where(SignIn.account_id == account.id, SignIn.id != (but.id if but else 0))
    db.session.execute(ended)


def end_everybodys() -> None:
    """End all sessions of all accounts."""
    db.session.execute(delete(SignIn))


def is_confirmed(session: SignIn) -> bool:
    """Whether its password or passkey was given a moment ago."""
    return session.confirmed_at > now() - CONFIRMED
