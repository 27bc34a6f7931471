"""The signed-in account: Flask-Login configured for the accounts of clubs."""

from flask import Flask, g, session
from flask_login import LoginManager, UserMixin, current_user, login_user
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import i18n
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import db

SESSION_KEYS = ("csrf_token", "_user_id", "_fresh", "_id")  # dropped when another session begins

_login_manager = LoginManager()
_login_manager.session_protection = None  # a phone's address changes as it moves; the stamp guards the session


class Visitor(UserMixin):  # type: ignore[misc]  # Flask-Login ships no type hints
    """An account for Flask-Login. Its id holds the account's stamp, so that a new password ends the session."""

    def __init__(self, account: Account) -> None:
        self.account = account

    def get_id(self) -> str:
        return f"{self.account.id}.{self.account.stamp}"


def init_app(app: Flask) -> None:
    """Set up Flask-Login, which loads the account when `current_user` is first read."""
    _login_manager.init_app(app)
    i18n.ask_account(app, _language)
    # There is no remember-me cookie here, and reading the session after each request would add `Vary: Cookie` to every
    # answer, so that caches could not share those for watchers.
    app.after_request_funcs[None].remove(_login_manager._update_remember_cookie)


def _language() -> str | None:
    """The account's language; None where the database fails, as the page about that failure asks for it too."""
    try:
        account = signed_in() if "_user_id" in session else None
        return account.language if account else None
    except SQLAlchemyError:
        return None


@_login_manager.user_loader  # type: ignore[untyped-decorator]  # Flask-Login ships no type hints
def _load(text: str) -> Visitor | None:
    number, _dot, stamp = text.partition(".")
    if not number.isdigit():
        return None
    account = db.session.scalar(select(Account).where(Account.id == int(number), Account.stamp == stamp))
    return Visitor(account) if account else None


def sign_in(account: Account) -> None:
    """Begin a session of this account. What belongs to an earlier one is dropped, its CSRF token too.

    The browser's list of sittings and its language are its own and stay.
    """
    for name in SESSION_KEYS:
        session.pop(name, None)
    g.pop("csrf_token", None)
    login_user(Visitor(account))
    session.permanent = True


def sign_out() -> None:
    """End the session."""
    for name in SESSION_KEYS:
        session.pop(name, None)
    g.pop("_login_user", None)


def signed_in() -> Account | None:
    """The account that is signed in."""
    return current_user.account if current_user.is_authenticated else None
