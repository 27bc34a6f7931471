"""Who came in or tried to, for the owners of an account's clubs and for the server's log.

The server's log gets numbers of accounts and clubs, no names and no addresses.
"""

import logging
from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import func, select

from scorekeeper.clubs import accounts, club_log
from scorekeeper.store.club_models import Account, Club, ClubLogLine
from scorekeeper.store.models import db, now

logger = logging.getLogger("scorekeeper.security")
FIELDS = "fields"  # the attribute of a log record with further fields of its line, as `web.request_log` has it
OF_STRANGERS = ("failed", "locked")  # what somebody without an account can bring about
MOST = 10  # such lines of a club's log within an hour; the server's log has them all
HOUR = timedelta(hours=1)


def note(account: Account, kind: str, **about: object) -> None:
    """Add a line to the logs of the account's clubs, done by the account itself; the caller commits."""
    clubs = [member.club for member in accounts.clubs_of(account)]
    tell(kind, clubs, account)
    for club in clubs:
        club_log.note(club, account.name, kind, who=account.name, **about)


def note_try(account: Account | None, kind: str) -> None:
    """Add a line about somebody who is not in: `failed` or `locked`; the caller commits.

    A club's log takes a few an hour of these, so that nobody can fill it.
    """
    clubs = [member.club for member in accounts.clubs_of(account)] if account else []
    tell(kind, clubs, account)
    for club in clubs:
        if account is not None and _has_room(club):
            club_log.note(club, "", kind, who=account.name)


def _has_room(club: Club) -> bool:
    lately = (
        select(func.count())
        .select_from(ClubLogLine)
        .where(ClubLogLine.club_id == club.id, ClubLogLine.at > now() - HOUR, ClubLogLine.kind.in_(OF_STRANGERS))
    )
    return (db.session.scalar(lately) or 0) < MOST


def tell(kind: str, clubs: Iterable[Club], account: Account | None = None) -> None:
    """Write a line of the server's log only."""
    level = logging.WARNING if kind in OF_STRANGERS else logging.INFO
    fields = {"kind": kind, "account": account.id if account else None, "clubs": [club.id for club in clubs]}
    logger.log(level, "security", extra={FIELDS: fields})


def newest(club: Club, before: int, size: int) -> list[ClubLogLine]:
    """The club's lines about security, newest first; `before` is the number of the last line already shown, or 0."""
    found = select(ClubLogLine).where(ClubLogLine.club_id == club.id, ClubLogLine.kind.in_(club_log.OF_SECURITY))
    if before:
        found = found.where(ClubLogLine.id < before)
    return list(db.session.scalars(found.order_by(ClubLogLine.id.desc()).limit(size)))
