"""Letting somebody in: at once, or after a passkey where the account asks for one besides its password."""

import time

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import passkeys, signing_in
from scorekeeper.games.engine.base import Refusal, refuse
from scorekeeper.games.engine.base import _ as message
from scorekeeper.signatures import keys_of
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import db
from scorekeeper.web.browsers import address_to_count, device_of
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import TRIES, limiter, was_refused
from scorekeeper.web.redirects import own_path
from scorekeeper.web.views.clubs.passkey_site import site
from scorekeeper.web.views.clubs.signed_in import sign_in, sign_out

bp = Blueprint("second_step", __name__)
Page = AnyResponse | tuple[str, int] | str

WAITS = 600  # seconds between the password and the passkey


def let_in(account: Account, wanted: str = "") -> AnyResponse:
    """Sign in whoever gave the password, and go on to `wanted`; or ask for the passkey first. Commits."""
    if account.passkey_too:
        sign_out()
        session["second"] = [account.id, int(time.time())]
        db.session.commit()
        return redirect(url_for("second_step.ask", next=own_path(wanted)), code=303)
    return welcome(account, wanted)


def welcome(account: Account, wanted: str = "") -> AnyResponse:
    """Sign in and go on to `wanted`. Commits."""
    sign_in(account)
    signing_in.note(account, "login", device=device_of(request))
    db.session.commit()
    return redirect(own_path(wanted) or url_for("sign_in.enter"), code=303)


def waiting() -> Account | None:
    """The account whose password was given in this browser a moment ago, and whose passkey is still to come."""
    number, began = session.get("second") or (0, 0)
    if time.time() > began + WAITS:
        return None
    account = db.session.get(Account, number)
    return account if account is not None and account.passkey_too else None


@bp.get("/login/second")
def ask() -> Page:
    """The page that asks for a passkey, or for a recovery code."""
    account = waiting()
    if account is None:
        return redirect(url_for("sign_in.log_in"), code=303)
    return render_template("clubs/second_step.html", form=PlainForm(request.args), account=account)


@bp.post("/login/second")
@limiter.limit(TRIES, key_func=address_to_count, deduct_when=was_refused)
def check() -> Page:
    """Sign in with the passkey or the recovery code."""
    account, form = waiting(), PlainForm(request.form)
    if account is None:
        return redirect(url_for("sign_in.log_in"), code=303)
    try:
        if form.raw("answer"):
            passkeys.answered(site(), str(session.pop("challenge", "")), form.raw("answer"), account)
        elif signing_in.use(account, form.text("code"), keys_of(current_app.config)):
            signing_in.note(account, "code")
        else:
            raise refuse("code", None, message("Wrong or used code; try another"))
    except Refusal as refusal:
        db.session.rollback()
        signing_in.note_try(account, "failed")
        db.session.commit()
        form.refuse(refusal)
        return render_template("clubs/second_step.html", form=form, account=account), 422
    return welcome(account, form.text("next"))
