"""Mails to an account about what was changed of it, where a mail server is configured. To be sent after the commit."""

from collections.abc import Iterable

from scorekeeper import mail
from scorekeeper.clubs.signing_in import address_of
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import current_locale, gettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.store.club_models import Account, Club

SUBJECT = message("Your account at Scorekeeper")
NOT_YOU = message("If you did not expect this, tell an owner of your club at once.")


def may_be_sent() -> bool:
    """Whether mails can be sent from here."""
    return mail.is_on()


def password_changed(account: Account) -> None:
    """Tell that there is a new password."""
    _send(account, [address_of(account)], message("The password of %(login)s at Scorekeeper was changed."))


def address_changed(account: Account, before: str | None) -> None:
    """Tell it to both addresses, so that whoever loses the mails learns of it."""
    text = message("The e-mail address of %(login)s at Scorekeeper was changed.")
    _send(account, dict.fromkeys([before, address_of(account)]), text)


def role_changed(account: Account, club: Club, role: str) -> None:
    """Tell the new role; `role` is its name in English."""
    text = message("%(login)s now has this role in %(club)s at Scorekeeper: %(role)s.")
    _send(account, [address_of(account)], text, club=club.name, role=role)


def removed(account: Account, club: Club) -> None:
    """Tell that the account is no longer of the club."""
    text = message("%(login)s is no longer in %(club)s at Scorekeeper.")
    _send(account, [address_of(account)], text, club=club.name)


def passkeys_changed(account: Account) -> None:
    """Tell that passkeys came or went, or are asked for in another way."""
    _send(account, [address_of(account)], message("The passkeys of %(login)s at Scorekeeper were changed."))


def _send(account: Account, addresses: Iterable[str | None], text: str, **about: str) -> None:
    if not mail.is_on():
        return
    with speaking(account.language or current_locale()):
        if "role" in about:
            about["role"] = gettext(about["role"])
        said = gettext(text, login=account.login, **about) + "\n\n" + gettext(NOT_YOU) + "\n"
        mails = [Mail(address, gettext(SUBJECT), said) for address in addresses if address]
    mail.submit(lambda: mails)
