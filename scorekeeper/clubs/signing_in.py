"""Logging in: its log lines, recovery codes, password resets by mail, and the set-up code for the first club."""

import hmac
import logging
import secrets
from base64 import b32encode, urlsafe_b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from scorekeeper.clubs import accounts, log
from scorekeeper.clubs.accounts import fold_login
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import gettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account, Club, ClubLogLine, OneTimeLink, RecoveryCode
from scorekeeper.store.models import db, now

logger = logging.getLogger("scorekeeper.security")
FIELDS = "fields"  # the attribute of a log record with further fields of its line, as `web.request_log` has it
OF_STRANGERS = ("failed", "locked")  # kinds that anybody can cause without an account
MOST_LINES_AN_HOUR = 10  # of these kinds in a club's log; the server's log has all
HOUR = timedelta(hours=1)


def note(account: Account, kind: str, **about: object) -> None:
    """Adds a line to the logs of the account's clubs, with the account as actor, and to the server's log.

    The caller commits.
    """
    clubs = [member.club for member in accounts.clubs_of(account)]
    log_event(kind, clubs, account)
    for club in clubs:
        log.note(club, account.name, kind, who=account.name, **about)


def note_try(account: Account | None, kind: str) -> None:
    """Adds a line about a failed log-in, `failed` or `locked`. The caller commits.

    A club's log takes only a few of these per hour, so that it cannot be flooded.
    """
    clubs = [member.club for member in accounts.clubs_of(account)] if account else []
    log_event(kind, clubs, account)
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


def log_event(kind: str, clubs: Iterable[Club], account: Account | None = None) -> None:
    """Writes a security event to the server's log."""
    level = logging.WARNING if kind in OF_STRANGERS else logging.INFO
    fields = {"kind": kind, "account": account.id if account else None, "clubs": [club.id for club in clubs]}
    logger.log(level, "security", extra={FIELDS: fields})


def security_lines(club: Club, before: int, size: int) -> list[ClubLogLine]:
    """Returns the club's log lines about security, newest first.

    `before` is the id of the last line already shown, or 0.
    """
    query = select(ClubLogLine).where(ClubLogLine.club_id == club.id, ClubLogLine.kind.in_(log.OF_SECURITY))
    if before:
        query = query.where(ClubLogLine.id < before)
    return list(db.session.scalars(query.order_by(ClubLogLine.id.desc()).limit(size)))


CODES = 10  # recovery codes of an account
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters and digits that look alike
CODE_LENGTH = 10  # letters: 49 bits
CODE_PURPOSE = "recovery-code"


def make_recovery_codes(account: Account, key: str) -> list[str]:
    """Replaces the account's recovery codes; returns ten new ones, each two groups of five characters.

    Only signatures of the codes, made with `key`, are stored.
    """
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account.id))
    codes = ["".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH)) for _code in range(CODES)]
    for code in codes:
        db.session.add(RecoveryCode(account_id=account.id, digest=_digest(account, code, key)))
    db.session.flush()
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(account: Account, code: str, key: str) -> str:
    return sign(CODE_PURPOSE, f"{account.id}:{code}", key)


def use_recovery_code(account: Account, text: str, keys: Sequence[str]) -> bool:
    """Uses up the recovery code; True if the account had it. Case, spaces and hyphens are ignored."""
    code = "".join(text.split()).replace("-", "").lower()[: CODE_LENGTH + 1]
    digests = [_digest(account, code, key) for key in keys]
    spent = delete(RecoveryCode).where(RecoveryCode.account_id == account.id, RecoveryCode.digest.in_(digests))
    return accounts.count_rows(spent) > 0


def count_recovery_codes(account: Account) -> int:
    """Returns the number of the account's unused recovery codes."""
    query = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.account_id == account.id)
    return db.session.scalar(query) or 0


LONGEST = 254  # characters of an address
PAUSE = timedelta(minutes=5)  # between two mails to one account
MOST_SHARING = 3  # accounts that share the address


def set_address(account: Account, text: str) -> None:
    """Sets the account's e-mail address; an empty text removes it. Raises Refusal for an invalid address."""
    address = fold_login(text)
    if address and not is_address(address):
        raise refuse("email", None, N_("This is not an e-mail address; check it"))
    if account.email != (address or None):
        accounts.end_resets(account)  # a link may be in the old mailbox
    account.email = address or None


def is_address(text: str) -> bool:
    """True for a plain ASCII address, name@host.domain, without characters that would need quoting."""
    who, at, place = text.rpartition("@")
    plain = text.isascii() and text.isprintable() and not any(sign in ' ",;:<>()[]\\' for sign in text)
    return bool(at and who and "@" not in who and "." in place.strip(".")) and plain and len(text) <= LONGEST


def address_of(account: Account) -> str | None:
    """Returns the account's e-mail address, or its log-in name if that is one; else None."""
    return account.email or (account.login if is_address(account.login) else None)


def reset_mails(name: str, language: str, address_for: Callable[[str], str]) -> list[Mail]:
    """Returns the mails with password reset links, for the accounts with this log-in name or address.

    `address_for(secret)` returns the link's URL. Creates the links and revokes earlier ones; the caller commits.
    """
    key = fold_login(name)
    if not key:
        return []
    accounts_found = db.session.scalars(
        select(Account).where(or_(Account.login == key, Account.email == key)).order_by(Account.id).limit(MOST_SHARING)
    )
    return [mail for account in accounts_found if (mail := _mail(account, language, address_for))]


def _mail(account: Account, language: str, address_for: Callable[[str], str]) -> Mail | None:
    address, clubs = address_of(account), accounts.clubs_of(account)
    if address is None or not clubs or _was_mailed_lately(account):
        return None
    _link, secret = accounts.mail_link(clubs[0].club, account)
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


def set_up_code(session: Session, settings: Mapping[str, object]) -> str:
    """Returns the code for setting up the first club: the operator's, else two groups of four letters that change
    with the number of clubs.
    """
    if settings["SET_UP_CODE"]:
        return str(settings["SET_UP_CODE"])
    key = str(settings["SECRET_KEY"])
    clubs = session.scalar(select(func.count()).select_from(Club))
    letters = b32encode(urlsafe_b64decode(sign(SET_UP_PURPOSE, str(clubs), key) + "==")).decode()[:SET_UP_LENGTH]
    return f"{letters[:4]}-{letters[4:]}"


def is_set_up_code(session: Session, text: str, settings: Mapping[str, object]) -> bool:
    """True if the text is the code. Case, spaces and hyphens do not matter."""
    code, letters = ("".join(each.split()).replace("-", "").upper() for each in (set_up_code(session, settings), text))
    return hmac.compare_digest(code.encode("utf-8", "replace"), letters.encode("utf-8", "replace"))
