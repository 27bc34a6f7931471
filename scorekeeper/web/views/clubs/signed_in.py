"""The signed-in account: Flask-Login configured for the sessions of `clubs.accounts`."""

from contextlib import suppress

from flask import Flask, g, request, session
from flask_login import LoginManager, UserMixin, current_user, login_user
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import i18n
from scorekeeper.clubs import accounts
from scorekeeper.store.club_models import Account, SignIn
from scorekeeper.store.models import db, now
from scorekeeper.web.browsers import device_of, masked_address_of, remember_account

# Dropped when another session begins.
SESSION_KEYS = ("csrf_token", "_user_id", "_fresh", "_id", "second", "challenge", "new_challenge")

_login_manager = LoginManager()
_login_manager.session_protection = None  # a phone's address changes as it moves; the row guards the session


class Visitor(UserMixin):  # type: ignore[misc]  # Flask-Login ships no type hints
    """A session for Flask-Login; its id is the session's secret."""

    def __init__(self, begun: SignIn, secret: str) -> None:
        self.begun, self.number, self.secret = begun, begun.id, secret

    @property
    def account(self) -> Account:
        """Whose session it is."""
        return self.begun.account

    def get_id(self) -> str:
        return self.secret


def init_app(app: Flask) -> None:
    """Set up Flask-Login, which loads the session when `current_user` is first read."""
    _login_manager.init_app(app)
    i18n.ask_account(app, _language)
    app.teardown_appcontext_funcs.insert(0, _note_use)  # the last of all: nothing of the request holds a lock any more
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
def _load(secret: str) -> Visitor | None:
    begun = accounts.find_session(secret)
    if begun is None:
        return None
    if begun.seen_at < now() - accounts.NOTED:
        g.used_session = begun.id
    return Visitor(begun, secret)


def _note_use(_failure: BaseException | None) -> None:
    """Note that a session is still in use. A database that only reads goes on reading."""
    used = g.pop("used_session", None)
    if used is not None:
        with suppress(SQLAlchemyError), db.engine.begin() as connection:
            connection.execute(update(SignIn).where(SignIn.id == used).values(seen_at=now()))


def sign_in(account: Account) -> None:
    """Begin a session of this account; the caller commits. An earlier one of this browser ends, its CSRF token too.

    The browser's list of sittings and its language are its own and stay.
    """
    sign_out()
    g.pop("csrf_token", None)
    secret = accounts.begin(account, device_of(request), masked_address_of(request))
    begun = accounts.find_session(secret)
    assert begun is not None  # noqa: S101 (it has just begun)
    login_user(Visitor(begun, secret))
    remember_account(session, account)
    session.permanent = True


def sign_out() -> None:
    """End the session, on the server and in the cookie; the caller commits."""
    if current_user.is_authenticated:
        accounts.end(current_user.number)
    for name in SESSION_KEYS:
        session.pop(name, None)
    g.pop("_login_user", None)


def this_session() -> SignIn | None:
    """The session that this request belongs to."""
    return current_user.begun if current_user.is_authenticated else None


def signed_in() -> Account | None:
    """The account that is signed in."""
    return current_user.account if current_user.is_authenticated else None
