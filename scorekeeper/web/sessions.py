"""Sessions of accounts: who is logged in, logging in and out."""

import time
from contextlib import suppress
from urllib.parse import urlsplit

from flask import Flask, current_app, g, redirect, request, session, url_for
from flask_login import LoginManager, UserMixin, current_user, login_fresh, login_user, logout_user
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import i18n
from scorekeeper.clubs import accounts, signing_in
from scorekeeper.clubs.passkeys import Site
from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account, SignIn
from scorekeeper.store.models import db, now
from scorekeeper.web.public_address import own_path
from scorekeeper.web.visitors import device_of, masked_address_of, remember_account

PURPOSE = "passkey"  # length of the signature


def site() -> Site:
    """Returns the WebAuthn site (host and origin) of PUBLIC_URL, or of the request's address if it is not set."""
    parts = urlsplit(current_app.config["PUBLIC_URL"] or request.host_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def handle_of(account: Account) -> str:
    """Returns the account's WebAuthn user handle, a keyed digest that reveals nothing about the account."""
    return sign(PURPOSE, str(account.id), current_app.config["SECRET_KEY"])


# Session keys removed when another session begins.
SESSION_KEYS = ("csrf_token", "second", "challenge", "new_challenge")

_login_manager = LoginManager()
_login_manager.session_protection = None  # a phone's address changes as it moves; the session's row is the protection


class Visitor(UserMixin):  # type: ignore[misc]  # Flask-Login ships no type hints
    """A user object for Flask-Login, made from an account's session; its id is the session's secret."""

    def __init__(self, begun: SignIn, secret: str) -> None:
        self.begun, self.number, self.secret = begun, begun.id, secret

    @property
    def account(self) -> Account:
        """The account of the session."""
        return self.begun.account

    def get_id(self) -> str:
        return self.secret


def init_app(app: Flask) -> None:
    """Sets up Flask-Login, which loads the session when `current_user` is first read."""
    _login_manager.init_app(app)
    i18n.use_account_language(app, _language)
    app.teardown_appcontext_funcs.insert(0, _note_use)  # runs last, when the request holds no database lock
    # We have no remember-me cookie, and reading the session after each request would add `Vary: Cookie` to every
    # response, so caches could not share responses for watchers.
    app.after_request_funcs[None].remove(_login_manager._update_remember_cookie)  # noqa: SLF001


def _language() -> str | None:
    """Returns the account's language; None if logged out, or if the database fails, as on error pages."""
    try:
        account = signed_in() if login_fresh() else None
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
    """Records after the request that its session is still in use; database errors are ignored."""
    used = g.pop("used_session", None)
    if used is not None:
        with suppress(SQLAlchemyError), db.engine.begin() as connection:
            connection.execute(update(SignIn).where(SignIn.id == used).values(seen_at=now()))


def sign_in(account: Account) -> None:
    """Starts a session of the account and a new CSRF token; the browser's former session ends. The caller commits.

    The browser's list of sittings and its language are kept.
    """
    sign_out()
    g.pop("csrf_token", None)
    secret = accounts.start_session(account, device_of(request), masked_address_of(request))
    begun = accounts.find_session(secret)
    assert begun is not None  # noqa: S101 (it has just begun)
    login_user(Visitor(begun, secret))
    remember_account(session, account)
    session.permanent = True


def sign_out() -> None:
    """Ends the session in the database and the cookie; the caller commits."""
    if current_user.is_authenticated:
        accounts.end_session(current_user.number)
    logout_user()
    for name in SESSION_KEYS:
        session.pop(name, None)


def redirect_logged_out(address: str) -> AnyResponse:
    """Returns the redirect after logging out: the browser deletes its cached pages, which Back would show to others."""
    response = redirect(address, code=303)
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


def this_session() -> SignIn | None:
    """Returns the row of the current login session; None if logged out."""
    return current_user.begun if current_user.is_authenticated else None


def signed_in() -> Account | None:
    """Returns the account of the current login session; None if logged out."""
    return current_user.account if current_user.is_authenticated else None


WAITS = 600  # seconds between password and passkey


def let_in(account: Account, next_page: str = "") -> AnyResponse:
    """Logs in after a correct password and redirects to `next_page`, or to the page for the passkey. Commits."""
    if account.passkey_too:
        sign_out()
        session["second"] = [account.id, int(time.time())]
        db.session.commit()
        return redirect(url_for("sign_in.ask_passkey", next=own_path(next_page)), code=303)
    return welcome(account, next_page)


def welcome(account: Account, next_page: str = "") -> AnyResponse:
    """Logs the account in; redirects to `next_page`, or to its first club. Commits."""
    sign_in(account)
    signing_in.note(account, "login", device=device_of(request))
    db.session.commit()
    return redirect(own_path(next_page) or url_for("sign_in.enter"), code=303)


def waiting() -> Account | None:
    """Returns the account that has just sent its password in this browser and must now confirm with a passkey.

    None if there is none, or if the password was sent too long ago.
    """
    number, began = session.get("second") or (0, 0)
    if time.time() > began + WAITS:
        return None
    account = db.session.get(Account, number)
    return account if account is not None and account.passkey_too else None
