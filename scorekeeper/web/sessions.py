"""Sessions of accounts: who is logged in, logging in and out."""

import time
from contextlib import suppress
from urllib.parse import urlsplit

from flask import Flask, current_app, g, redirect, request, session, url_for
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import i18n
from scorekeeper.clubs import accounts, signing_in
from scorekeeper.clubs.passkeys import Site
from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account, SignIn
from scorekeeper.store.models import db, now
from scorekeeper.store.token_models import ClubToken
from scorekeeper.web.public_address import own_path
from scorekeeper.web.visitors import SIGN_IN, device_of, masked_address_of, remember_account, signed_in, this_session

PURPOSE = "passkey"  # length of the signature


def site() -> Site:
    """Returns the WebAuthn site (host and origin) of PUBLIC_URL, or of the request's address if it is not set."""
    parts = urlsplit(current_app.config["PUBLIC_URL"] or request.host_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def handle_of(account: Account) -> str:
    """Returns the account's WebAuthn user handle, a keyed digest that reveals nothing about the account."""
    return sign(PURPOSE, str(account.id), current_app.config["SECRET_KEY"])


# Session keys removed when another session begins; earlier versions set the second and third, too.
SESSION_KEYS = (SIGN_IN, "_fresh", "_id", "csrf_token", "second", "challenge", "new_challenge")


def init_app(app: Flask) -> None:
    """Registers the account's language, and the note that a session is still in use."""
    i18n.use_account_language(app, _language)
    app.teardown_appcontext_funcs.insert(0, _note_use)  # runs last, when the request holds no database lock


def _language() -> str | None:
    """Returns the account's language; None if logged out, or if the database fails, as on error pages."""
    try:
        account = signed_in()
        return account.language if account else None
    except SQLAlchemyError:
        return None


def _note_use(_failure: BaseException | None) -> None:
    """Records after the request that its session, or its club's token, is still in use; ignores database errors."""
    used_session, used_token = g.pop("used_session", None), g.pop("used_token", None)
    if used_session is None and used_token is None:
        return
    with suppress(SQLAlchemyError), db.engine.begin() as connection:
        connection.execute(update(SignIn).where(SignIn.id == used_session).values(seen_at=now()))
        connection.execute(update(ClubToken).where(ClubToken.id == used_token).values(used_at=now()))


def sign_in(account: Account) -> None:
    """Starts a session of the account and a new CSRF token; the browser's former session ends. The caller commits.

    The browser's list of sittings and its language are kept.
    """
    sign_out()
    g.pop("csrf_token", None)
    secret = accounts.start_session(account, device_of(request), masked_address_of(request))
    session[SIGN_IN], g.sign_in = secret, accounts.find_session(secret)
    remember_account(session, account)
    session.permanent = True


def sign_out() -> None:
    """Ends the session in the database and the cookie; the caller commits."""
    begun = this_session()
    if begun is not None:
        accounts.end_session(begun.id)
    g.sign_in = None
    for name in SESSION_KEYS:
        session.pop(name, None)


def redirect_logged_out(address: str) -> AnyResponse:
    """Returns the redirect after logging out: the browser deletes its cached pages, which Back would show to others."""
    response = redirect(address, code=303)
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


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
