"""One-time links: into a club, or back into an account whose password is forgotten. No mail server is needed."""

import secrets
from datetime import timedelta

from sqlalchemy import ColumnElement, CursorResult, and_, func, or_, select, update

from scorekeeper.clubs.accounts import ROLES, end_resets
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.ledger.log import tidy
from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Account, Club, Membership, OneTimeLink
from scorekeeper.store.models import db, now

LASTS = {"invite": timedelta(days=14), "reset": timedelta(days=2), "mail": timedelta(hours=1)}
ELSEWHERE = (  # the account of a link belongs to another club than the link's
    select(Membership.club_id)
    .where(Membership.account_id == OneTimeLink.account_id, Membership.club_id != OneTimeLink.club_id)
    .exists()
)
HERE = (
    select(Membership.club_id)
    .where(Membership.account_id == OneTimeLink.account_id, Membership.club_id == OneTimeLink.club_id)
    .exists()
)


def invite(club: Club, role: str, label: str = "") -> tuple[OneTimeLink, str]:
    """An invitation into the club, and its secret, of which only a digest is stored. `label` says whom it is for."""
    if role not in ROLES:
        raise refuse("role", None, _("Unknown role"))
    return _issue(club, "invite", role=role, label=tidy(label)[:80])


def reset(club: Club, account: Account) -> tuple[OneTimeLink, str]:
    """A link that sets a new password, and its secret. Earlier ones for the account end.

    Raises Refusal for an account that is in other clubs too: their owners have not agreed.
    """
    elsewhere = (
        select(func.count())
        .select_from(Membership)
        .where(Membership.account_id == account.id, Membership.club_id != club.id)
    )
    if db.session.scalar(elsewhere):
        raise refuse("account", None, _("This account is also in another club, so its password can’t be reset here"))
    end_resets(account)
    return _issue(club, "reset", account=account, label=account.name)


def by_mail(club: Club, account: Account) -> tuple[OneTimeLink, str]:
    """A link that sets a new password, for a mail to the account's own address; `club` is one that it belongs to.

    Earlier ones for the account end.
    """
    end_resets(account)
    return _issue(club, "mail", account=account, label=account.name)


def _issue(club: Club, purpose: str, **about: object) -> tuple[OneTimeLink, str]:
    secret = secrets.token_urlsafe(24)
    made = OneTimeLink(club=club, purpose=purpose, digest=digest_of(secret), expires_at=now() + LASTS[purpose], **about)
    db.session.add(made)
    db.session.flush()
    return made, secret


def find(secret: str, *purposes: str) -> OneTimeLink | None:
    """The link of that secret, if it has one of the purposes and is still good: not used, not ended, not expired."""
    found = select(OneTimeLink).where(OneTimeLink.digest == digest_of(secret), OneTimeLink.purpose.in_(purposes))
    return db.session.scalar(found.where(*_good()))


def _good() -> tuple[ColumnElement[bool], ...]:
    """The conditions for a link to be usable.

    An owner's link for a new password is, as long as its account belongs to that club and to no other one.
    """
    from_owner = OneTimeLink.purpose == "reset"
    return (
        OneTimeLink.used_at.is_(None),
        OneTimeLink.expires_at > now(),
        or_(~from_owner, and_(HERE, ~ELSEWHERE)),
    )


def use(found: OneTimeLink) -> bool:
    """Mark it as used, in one conditional UPDATE. False where it has ended since or another request was first."""
    used = update(OneTimeLink).where(OneTimeLink.id == found.id, *_good()).values(used_at=now())
    done = db.session.execute(used.execution_options(synchronize_session=False))
    assert isinstance(done, CursorResult)  # noqa: S101 (for mypy: an UPDATE always answers one)
    return done.rowcount == 1


def waiting(club: Club) -> list[OneTimeLink]:
    """The unused links made by the club's owners, newest first."""
    found = select(OneTimeLink).where(OneTimeLink.club_id == club.id, OneTimeLink.purpose.in_(("invite", "reset")))
    return list(db.session.scalars(found.where(*_good()).order_by(OneTimeLink.id.desc())))
