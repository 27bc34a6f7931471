"""The user's own account: sessions, passkeys, recovery codes, and logging in with a passkey."""

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, passkeys, signing_in
from scorekeeper.i18n import _
from scorekeeper.ledger.log import tidy
from scorekeeper.store.club_models import Account, Passkey
from scorekeeper.store.models import db
from scorekeeper.web import account_mails
from scorekeeper.web.confirming import require_confirmed
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import TRIES, count_try, limiter
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.sessions import handle_of, redirect_logged_out, sign_out, site, waiting, welcome
from scorekeeper.web.visitors import signed_in, this_session, visitor_household

bp = Blueprint("account", __name__)


def load_account() -> Account:
    """Returns the logged-in account; redirects to the log-in page if there is none."""
    account = signed_in()
    if account is None:
        abort(redirect(url_for("sign_in.log_in", next=url_for("account.show")), code=303))
    return account


@bp.get("/account")
def show() -> str:
    """The account page."""
    load_account()
    return page(PlainForm())


def page(form: PlainForm, codes: list[str] | None = None) -> str:
    """Renders the account page.

    `form` is the form of a new passkey, `codes` are new recovery codes, shown only once.
    """
    account = load_account()
    return render_template(
        "clubs/account.html",
        form=form,
        codes=codes or [],
        account=account,
        clubs=accounts.clubs_of(account),
        here=this_session(),
        sessions=accounts.sessions_of(account),
        passkeys=passkeys.passkeys_of(account),
        codes_left=signing_in.count_recovery_codes(account),
    )


@bp.post("/account/sessions/<int:number>/end")
def end(number: int) -> AnyResponse:
    """POST: logs out one of the account's devices by ending its session, perhaps the current one; redirects."""
    account, here = load_account(), this_session()
    session_row = next((row for row in accounts.sessions_of(account) if row.id == number), None) or abort(404)
    signing_in.note(account, "logout", count=1)
    is_here = here is not None and session_row.id == here.id
    if is_here:
        sign_out()
    else:
        accounts.end_session(session_row.id)
    db.session.commit()
    back = _back(_("That device is logged out."))
    return redirect_logged_out(url_for("account.show")) if is_here else back


@bp.post("/account/sessions/end")
def end_others() -> AnyResponse:
    """POST: ends all sessions except this one; redirects."""
    account, here = load_account(), this_session()
    others = len(accounts.sessions_of(account)) - 1
    accounts.end_sessions(account, but=here)
    signing_in.note(account, "logout", count=others)
    db.session.commit()
    return _back(_("All other devices are logged out."))


QUESTIONS = "30 per minute"


def _json(options: str) -> Response:
    return current_app.response_class(options, mimetype="application/json")


@bp.post("/passkeys/question")
@limiter.limit(QUESTIONS, key_func=visitor_household)
def passkey_challenge() -> Response:
    """POST: returns the WebAuthn options for signing a challenge with a passkey.

    Allowed are passkeys of the logged-in account, or the one that has just sent its password, otherwise any.
    """
    session["challenge"] = passkeys.new_challenge()
    return _json(passkeys.options_to_answer(site(), session["challenge"], signed_in() or waiting()))


def _log_in_page(form: PlainForm) -> str:
    signing_in.log_event("failed", [])
    return render_template("clubs/log_in.html", form=form, by_mail=mail.is_on())


@bp.post("/login/passkey")
@saving(_log_in_page)
def log_in_with_passkey(form: PlainForm) -> Page:
    """POST: logs in with a passkey alone; the passkey must verify the user (fingerprint, face or PIN)."""
    with count_try((TRIES, f"passkey/{visitor_household()}")):
        account = passkeys.verify_answer(site(), str(session.pop("challenge", "")), form.raw("answer"))
    return welcome(account, form.text("next"))


@bp.post("/account/passkeys/question")
@limiter.limit(QUESTIONS, key_func=visitor_household)
def new_passkey_challenge() -> Response:
    """POST: returns the WebAuthn options for creating a passkey."""
    account = load_account()
    session["new_challenge"] = passkeys.new_challenge()
    return _json(passkeys.options_to_add(site(), account, session["new_challenge"], handle_of(account)))


@bp.post("/account/passkeys")
@once
@saving(page)
def add_passkey(form: PlainForm) -> Page:
    """POST: stores a new passkey. With the first one the response shows new recovery codes, only once."""
    account = load_account()
    require_confirmed()
    first = not passkeys.passkeys_of(account)
    name = form.text("name") or _("Passkey")
    passkeys.add(site(), account, str(session.pop("new_challenge", "")), form.raw("answer"), name)
    codes = _new_codes(account) if first else []
    signing_in.note(account, "passkey")
    db.session.commit()
    account_mails.passkeys_changed(account)
    if codes:
        return page(PlainForm(), codes), 201
    return _back(_("Passkey saved."))


@bp.post("/account/passkeys/<int:number>")
def change_passkey(number: int) -> AnyResponse:
    """POST: renames a passkey, or removes it (`remove`); redirects."""
    account = load_account()
    require_confirmed()
    stored = next((passkey for passkey in passkeys.passkeys_of(account) if passkey.id == number), None) or abort(404)
    if "remove" not in request.form:
        return _rename(stored)
    passkeys.remove(stored)
    signing_in.note(account, "no_passkey")
    db.session.commit()
    account_mails.passkeys_changed(account)
    return _back(_("Passkey removed."))


def _rename(passkey: Passkey) -> AnyResponse:
    passkey.name = tidy(request.form.get("name", ""))[:40] or passkey.name
    db.session.commit()
    return _back(_("Passkey saved."))


@bp.post("/account/codes")
@once
def renew_codes() -> AnyResponse | tuple[str, int]:
    """POST: replaces the recovery codes; the response shows the new ones, only once."""
    account = load_account()
    require_confirmed()
    if not passkeys.passkeys_of(account):
        abort(404)
    codes = _new_codes(account)
    signing_in.note(account, "codes")
    db.session.commit()
    return page(PlainForm(), codes), 201


def _new_codes(account: Account) -> list[str]:
    return signing_in.make_recovery_codes(account, current_app.config["SECRET_KEY"])


@bp.post("/account/second")
def set_second_step() -> AnyResponse:
    """POST: turns two-step login on (`second` is 1 and the account has a passkey) or off; redirects."""
    account = load_account()
    require_confirmed()
    account.passkey_too = request.form.get("second") == "1" and bool(passkeys.passkeys_of(account))
    db.session.commit()
    account_mails.passkeys_changed(account)
    return _back(_("Two-step login turned on.") if account.passkey_too else _("Two-step login turned off."))


def _back(text: str) -> AnyResponse:
    flash(text)
    return to("account.show")
