"""Mails to an account about changes of it."""

from collections.abc import Iterable

from scorekeeper import mail
from scorekeeper.clubs.signing_in import address_of
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import current_locale, gettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.store.club_models import Account, Club
from scorekeeper.web.rate_limits import quotas

SUBJECT = N_("Your account at Scorekeeper")
MOST_NOTICES = 10  # of a kind to one account in a day: users can enter another person's address in their account
NOT_YOU = N_("If you did not expect this, tell an owner of your club at once.")


def password_changed(account: Account) -> None:
    """Mails the account that its password was changed."""
    _send(account, "password", [address_of(account)], N_("The password of %(login)s at Scorekeeper was changed."))


def address_changed(account: Account, before: str | None) -> None:
    """Mails both addresses, so that the owner of the old one learns of the change."""
    text = N_("The e-mail address of %(login)s at Scorekeeper was changed.")
    _send(account, "address", dict.fromkeys([before, address_of(account)]), text)


def role_changed(account: Account, club: Club, role: str) -> None:
    """Mails the account its new role; `role` is the role's name in English."""
    text = N_("%(login)s now has this role in %(club)s at Scorekeeper: %(role)s.")
    _send(account, "role", [address_of(account)], text, club=club.name, role=role)


def removed(account: Account, club: Club) -> None:
    """Mails the account that it was removed from the club."""
    text = N_("%(login)s is no longer in %(club)s at Scorekeeper.")
    _send(account, "role", [address_of(account)], text, club=club.name)


def passkeys_changed(account: Account) -> None:
    """Mails the account that its passkeys or two-step login were changed."""
    text = N_("The passkeys of %(login)s at Scorekeeper were changed.")
    _send(account, "passkeys", [address_of(account)], text)


def _send(account: Account, kind: str, addresses: Iterable[str | None], text: str, **about: str) -> None:
    limits = quotas()
    if not mail.is_on() or (limits and limits.take(f"notices of a new {kind}", str(account.id), MOST_NOTICES)):
        return
    with speaking(account.language or current_locale()):
        if "role" in about:
            about["role"] = gettext(about["role"])
        said = gettext(text, login=account.login, **about) + "\n\n" + gettext(NOT_YOU) + "\n"
        mails = [Mail(address, gettext(SUBJECT), said) for address in addresses if address]
    mail.submit(lambda: mails)
