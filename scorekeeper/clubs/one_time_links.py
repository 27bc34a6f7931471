"""One-time links: into a club, or back into an account whose password is forgotten. No mail server is needed."""

import hashlib
import secrets
from datetime import timedelta

from sqlalchemy import CursorResult, func, select, update

from scorekeeper.clubs.accounts import ROLES
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Account, Club, Membership, Pass
from scorekeeper.store.models import db, now

LASTS = {"invite": timedelta(days=14), "reset": timedelta(days=2), "mail": timedelta(hours=1)}
RESETS = ("reset", "mail")  # made by an owner, or sent to the account's own address


def invite(club: Club, role: str, label: str = "") -> tuple[Pass, str]:
    """An invitation into the club, and its secret, which cannot be had again. `label` says whom it is for."""
    if role not in ROLES:
        raise refuse("role", None, _("This is none of the roles"))
    return _issue(club, "invite", role=role, label=tidy(label)[:80])


def reset(club: Club, account: Account) -> tuple[Pass, str]:
    """A link that sets a new password. Raises Refusal for who is in other clubs too: nobody asked their owners."""
    elsewhere = (
        select(func.count())
        .select_from(Membership)
        .where(Membership.account_id == account.id, Membership.club_id != club.id)
    )
    if db.session.scalar(elsewhere):
        raise refuse("account", None, _("This account belongs to another club too, so this club alone cannot reset it"))
    return _issue(club, "reset", account=account, label=account.name)


def by_mail(club: Club, account: Account) -> tuple[Pass, str]:
    """A link that sets a new password, for a letter to the account's own address; `club` is one that it belongs to."""
    return _issue(club, "mail", account=account, label=account.name)


def _issue(club: Club, purpose: str, **about: object) -> tuple[Pass, str]:
    secret = secrets.token_urlsafe(24)
    made = Pass(club=club, purpose=purpose, digest=_digest(secret), expires_at=now() + LASTS[purpose], **about)
    db.session.add(made)
    db.session.flush()
    return made, secret


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def find(secret: str, *purposes: str) -> Pass | None:
    """The pass of that secret while it is good: not used, not ended, not too old."""
    good = select(Pass).where(Pass.digest == _digest(secret), Pass.purpose.in_(purposes))
    return db.session.scalar(good.where(Pass.used_at.is_(None), Pass.expires_at > now()))


def use(found: Pass) -> bool:
    """Use it up. False where somebody else was faster: then it opens nothing."""
    used = update(Pass).where(Pass.id == found.id, Pass.used_at.is_(None)).values(used_at=now())
    done = db.session.execute(used)
    assert isinstance(done, CursorResult)  # noqa: S101 (for mypy: an UPDATE always answers one)
    return done.rowcount == 1


def waiting(club: Club) -> list[Pass]:
    """The links made by the club's owners that nobody has used yet, newest first."""
    good = select(Pass).where(
        Pass.club_id == club.id, Pass.purpose.in_(("invite", "reset")), Pass.used_at.is_(None), Pass.expires_at > now()
    )
    return list(db.session.scalars(good.order_by(Pass.id.desc())))
