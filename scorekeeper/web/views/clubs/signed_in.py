"""Who is signed in: Flask-Login set up for our accounts."""

from flask import Flask, g, session
from flask_login import LoginManager, UserMixin, current_user, login_user
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import i18n
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import db

ENDS_WITH_THE_VISIT = ("csrf_token", "_user_id", "_fresh", "_id")

_logins = LoginManager()
_logins.session_protection = None  # a phone changes its address with every cell; the stamp guards the session


class Visitor(UserMixin):  # type: ignore[misc]  # Flask-Login ships no type hints
    """An account as Flask-Login knows it: by its number and its stamp, so that a new password ends the session."""

    def __init__(self, account: Account) -> None:
        self.account = account

    def get_id(self) -> str:
        return f"{self.account.id}.{self.account.stamp}"


def init_app(app: Flask) -> None:
    """Have every request know who is signed in, once it asks."""
    _logins.init_app(app)
    i18n.ask_account(app, _language)
    # Nobody is remembered beyond the session here, and reading the session after every request would tell caches that
    # every answer is one visitor's own, those for a thousand watchers too.
    app.after_request_funcs[None].remove(_logins._update_remember_cookie)


def _language() -> str | None:
    """The language that the account asks for; none where the database is silent, as pages that say so ask too."""
    try:
        account = signed_in() if "_user_id" in session else None
        return account.language if account else None
    except SQLAlchemyError:
        return None


@_logins.user_loader  # type: ignore[untyped-decorator]  # Flask-Login ships no type hints
def _load(text: str) -> Visitor | None:
    number, _dot, stamp = text.partition(".")
    if not number.isdigit():
        return None
    account = db.session.scalar(select(Account).where(Account.id == int(number), Account.stamp == stamp))
    return Visitor(account) if account else None


def sign_in(account: Account) -> None:
    """Begin a session of this account; nothing of who was there before goes on, forms that stand open neither.

    Which sittings the browser knows and which language it reads are its own and stay.
    """
    for name in ENDS_WITH_THE_VISIT:
        session.pop(name, None)
    g.pop("csrf_token", None)
    login_user(Visitor(account))
    session.permanent = True


def sign_out() -> None:
    """End the session."""
    for name in ENDS_WITH_THE_VISIT:
        session.pop(name, None)
    g.pop("_login_user", None)


def signed_in() -> Account | None:
    """The account that is signed in."""
    return current_user.account if current_user.is_authenticated else None
