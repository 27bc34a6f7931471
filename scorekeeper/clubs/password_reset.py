"""A way back in by mail for who forgot a password: a one-time link to the address that belongs to the account.

Whether there is such an account is found out behind the request, so nobody learns it from the answer.
"""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import or_, select, update

from scorekeeper.clubs import accounts, one_time_links
from scorekeeper.clubs.accounts import folded
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import gettext, speaking
from scorekeeper.mail import Letter
from scorekeeper.store.club_models import Account, Pass
from scorekeeper.store.models import db, now

LONGEST = 254  # letters of an address
PAUSE = timedelta(minutes=5)  # before the same account is written to again
MOST = 3  # accounts that one address is written about


def set_address(account: Account, typed: str) -> None:
    """Where a link may be sent; nothing for nowhere. Raises Refusal for what is no address."""
    address = folded(typed)
    if address and not is_address(address):
        raise refuse("email", None, _("This is no e-mail address"))
    account.email = address or None


def is_address(text: str) -> bool:
    """Whether mail could go there: somebody at some place, in letters that need no further care."""
    who, at, place = text.rpartition("@")
    plain = text.isascii() and text.isprintable() and not any(sign in ' ",;:<>()[]\\' for sign in text)
    return bool(at and who and "@" not in who and "." in place.strip(".")) and plain and len(text) <= LONGEST


def address_of(account: Account) -> str | None:
    """The account's address; a log-in name that is one serves too."""
    return account.email or (account.login if is_address(account.login) else None)


def letters(asked: str, language: str, address_for: Callable[[str], str]) -> list[Letter]:
    """The letters for whoever is meant by a log-in name or an address; `address_for` makes a link of a secret.

    Makes the links that they hold, and ends earlier ones; the caller commits.
    """
    key = folded(asked)
    if not key:
        return []
    found = db.session.scalars(
        select(Account).where(or_(Account.login == key, Account.email == key)).order_by(Account.id).limit(MOST)
    )
    return [letter for account in found if (letter := _letter(account, language, address_for))]


def _letter(account: Account, language: str, address_for: Callable[[str], str]) -> Letter | None:
    address, clubs = address_of(account), accounts.clubs_of(account)
    if address is None or not clubs or _was_written_to(account):
        return None
    _end_earlier(account)
    _given, secret = one_time_links.by_mail(clubs[0].club, account)
    with speaking(account.language or language):
        text = gettext(
            "Somebody, probably you, asked for a new password for %(login)s at Scorekeeper.\n\nChoose it here: "
            "%(address)s\n\nThe link is good once and for an hour. If it was not you, leave it: nothing was changed.",
            login=account.login,
            address=address_for(secret),
        )
        return Letter(address, gettext("A new password for Scorekeeper"), text + "\n")


def _was_written_to(account: Account) -> bool:
    recent = select(Pass.id).where(Pass.account_id == account.id, Pass.purpose == "mail", Pass.made_at > now() - PAUSE)
    return db.session.scalar(recent.limit(1)) is not None


def _end_earlier(account: Account) -> None:
    earlier = update(Pass).where(Pass.account_id == account.id, Pass.purpose == "mail", Pass.used_at.is_(None))
    db.session.execute(earlier.values(expires_at=now()))
