"""Resetting a forgotten password by mail: a one-time link to the account's own address.

The account is looked up in the mail worker, after the answer: neither its text nor its duration tells whether there is
one.
"""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import or_, select

from scorekeeper.clubs import accounts, one_time_links
from scorekeeper.clubs.accounts import folded
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.i18n import gettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.store.club_models import Account, OneTimeLink
from scorekeeper.store.models import db, now

LONGEST = 254  # letters of an address
PAUSE = timedelta(minutes=5)  # between two mails to one account
MOST = 3  # accounts that share the address


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
        select(Account).where(or_(Account.login == key, Account.email == key)).order_by(Account.id).limit(MOST)
    )
    return [mail for account in found if (mail := _mail(account, language, address_for))]


def _mail(account: Account, language: str, address_for: Callable[[str], str]) -> Mail | None:
    address, clubs = address_of(account), accounts.clubs_of(account)
    if address is None or not clubs or _was_mailed_lately(account):
        return None
    _given, secret = one_time_links.by_mail(clubs[0].club, account)
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
