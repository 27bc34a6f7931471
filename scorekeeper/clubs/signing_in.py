"""Signing in: the log of who did or tried to, recovery codes, password resets, and the code for the first club."""

import hmac
import logging
import secrets
from base64 import b32encode, urlsafe_b64decode
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from sqlalchemy import CursorResult, delete, func, or_, select
from sqlalchemy.orm import Session

from scorekeeper.clubs import accounts, log
from scorekeeper.clubs.accounts import folded
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import gettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account, Club, ClubLogLine, OneTimeLink, RecoveryCode
from scorekeeper.store.models import db, now

logger = logging.getLogger("scorekeeper.security")
FIELDS = "fields"  # the attribute of a log record with further fields of its line, as `web.request_log` has it
OF_STRANGERS = ("failed", "locked")  # what somebody without an account can bring about
MOST_LINES_AN_HOUR = 10  # such lines of a club's log within an hour; the server's log has them all
HOUR = timedelta(hours=1)


def note(account: Account, kind: str, **about: object) -> None:
    """Add a line to the logs of the account's clubs, done by the account itself; the caller commits."""
    clubs = [member.club for member in accounts.clubs_of(account)]
    tell(kind, clubs, account)
    for club in clubs:
        log.note(club, account.name, kind, who=account.name, **about)


def note_try(account: Account | None, kind: str) -> None:
    """Add a line about somebody who is not in: `failed` or `locked`; the caller commits.

    A club's log takes a few an hour of these, so that nobody can fill it.
    """
    clubs = [member.club for member in accounts.clubs_of(account)] if account else []
    tell(kind, clubs, account)
    for club in clubs:
        if account is not None and _has_room(club):
            log.note(club, "", kind, who=account.name)


def _has_room(club: Club) -> bool:
    lately = (
        select(func.count())
        .select_from(ClubLogLine)
        .where(ClubLogLine.club_id == club.id, ClubLogLine.at > now() - HOUR, ClubLogLine.kind.in_(OF_STRANGERS))
    )
    return (db.session.scalar(lately) or 0) < MOST_LINES_AN_HOUR


def tell(kind: str, clubs: Iterable[Club], account: Account | None = None) -> None:
    """Write a line of the server's log only."""
    level = logging.WARNING if kind in OF_STRANGERS else logging.INFO
    fields = {"kind": kind, "account": account.id if account else None, "clubs": [club.id for club in clubs]}
    logger.log(level, "security", extra={FIELDS: fields})


def newest(club: Club, before: int, size: int) -> list[ClubLogLine]:
    """The club's lines about security, newest first; `before` is the number of the last line already shown, or 0."""
    found = select(ClubLogLine).where(ClubLogLine.club_id == club.id, ClubLogLine.kind.in_(log.OF_SECURITY))
    if before:
        found = found.where(ClubLogLine.id < before)
    return list(db.session.scalars(found.order_by(ClubLogLine.id.desc()).limit(size)))


HOW_MANY = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one
CODE_LENGTH = 10  # letters: 49 bits
CODE_PURPOSE = "recovery-code"


def make(account: Account, key: str) -> list[str]:
    """New codes in place of the earlier ones, each as two groups of five letters; `key` signs what is stored."""
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account.id))
    made = ["".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH)) for _code in range(HOW_MANY)]
    for code in made:
        db.session.add(RecoveryCode(account_id=account.id, digest=_digest(account, code, key)))
    db.session.flush()
    return [f"{code[:5]}-{code[5:]}" for code in made]


def _digest(account: Account, code: str, key: str) -> str:
    return sign(CODE_PURPOSE, f"{account.id}:{code}", key)


def use(account: Account, typed: str, keys: Sequence[str]) -> bool:
    """Whether this is one of the account's codes, which is used up then. Case, spaces and hyphens do not matter."""
    code = "".join(typed.split()).replace("-", "").lower()[: CODE_LENGTH + 1]
    digests = [_digest(account, code, key) for key in keys]
    spent = delete(RecoveryCode).where(RecoveryCode.account_id == account.id, RecoveryCode.digest.in_(digests))
    done = db.session.execute(spent)
    assert isinstance(done, CursorResult)  # noqa: S101 (for mypy: a DELETE always answers one)
    return done.rowcount > 0


def left(account: Account) -> int:
    """How many codes the account has."""
    found = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.account_id == account.id)
    return db.session.scalar(found) or 0


LONGEST = 254  # letters of an address
PAUSE = timedelta(minutes=5)  # between two mails to one account
MOST_SHARING = 3  # accounts that share the address


def set_address(account: Account, typed: str) -> None:
    """Set the account's address; an empty text removes it. Raises Refusal for what is no address."""
    address = folded(typed)
    if address and not is_address(address):
        raise refuse("email", None, _("This is not an e-mail address; check it"))
    if account.email != (address or None):
        accounts.end_resets(account)  # one may lie at the old address
    account.email = address or None


def is_address(text: str) -> bool:
    """Whether this is a plain ASCII address, name@host.domain, without anything that would need quoting."""
    who, at, place = text.rpartition("@")
    plain = text.isascii() and text.isprintable() and not any(sign in ' ",;:<>()[]\\' for sign in text)
    return bool(at and who and "@" not in who and "." in place.strip(".")) and plain and len(text) <= LONGEST


def address_of(account: Account) -> str | None:
    """The account's address; a log-in name that is one serves too."""
    return account.email or (account.login if is_address(account.login) else None)


def reset_mails(name: str, language: str, address_for: Callable[[str], str]) -> list[Mail]:
    """The mails for the accounts with this log-in name or address; `address_for` makes a link of a secret.

    Makes the links that they hold, and ends earlier ones; the caller commits.
    """
    key = folded(name)
    if not key:
        return []
    found = db.session.scalars(
        select(Account).where(or_(Account.login == key, Account.email == key)).order_by(Account.id).limit(MOST_SHARING)
    )
    return [mail for account in found if (mail := _mail(account, language, address_for))]


def _mail(account: Account, language: str, address_for: Callable[[str], str]) -> Mail | None:
    address, clubs = address_of(account), accounts.clubs_of(account)
    if address is None or not clubs or _was_mailed_lately(account):
        return None
    _given, secret = accounts.by_mail(clubs[0].club, account)
    with speaking(account.language or language):
        text = gettext(
            "Someone, probably you, asked for a new password for %(login)s at Scorekeeper.\n\nChoose it here: "
            "%(address)s\n\nThe link works once and expires in one hour. If it wasn’t you, ignore this mail: nothing "
            "has changed.",
            login=account.login,
            address=address_for(secret),
        )
        return Mail(address, gettext("Reset your Scorekeeper password"), text + "\n")


def _was_mailed_lately(account: Account) -> bool:
    recent = select(OneTimeLink.id).where(
        OneTimeLink.account_id == account.id, OneTimeLink.purpose == "mail", OneTimeLink.made_at > now() - PAUSE
    )
    return db.session.scalar(recent.limit(1)) is not None


SET_UP_LENGTH = 8  # letters: 40 bits
SET_UP_PURPOSE = "set-up"


def wanted(session: Session) -> bool:
    """Whether there is no account yet, so that the first club may be set up."""
    return session.scalar(select(Account.id).limit(1)) is None


def code(session: Session, key: str) -> str:
    """The code, two groups of four letters."""
    clubs = session.scalar(select(func.count()).select_from(Club))
    letters = b32encode(urlsafe_b64decode(sign(SET_UP_PURPOSE, str(clubs), key) + "==")).decode()[:SET_UP_LENGTH]
    return f"{letters[:4]}-{letters[4:]}"


def fits(session: Session, typed: str, key: str) -> bool:
    """Whether this is the code. Case, spaces and hyphens do not matter."""
    given = "".join(typed.split()).replace("-", "").upper()
    return hmac.compare_digest(code(session, key).replace("-", "").encode(), given.encode("utf-8", "replace"))
