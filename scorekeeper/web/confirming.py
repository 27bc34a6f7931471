"""Confirming the password or a passkey before sensitive actions."""

from flask import abort, make_response, redirect, render_template, request, session, url_for

from scorekeeper.clubs import accounts, passkeys, signing_in
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Account, SignIn
from scorekeeper.store.models import db, now
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.rate_limits import TRIES, count_try
from scorekeeper.web.sessions import site
from scorekeeper.web.visitors import this_session, visitor_household

PASSWORD, PASSKEY = "confirm_password", "confirm_passkey"


def require_confirmed() -> None:
    """Aborts unless the password or passkey was confirmed recently or is sent with this form.

    The response is a page for confirming it, which keeps the sent form. A GET request redirects to `/confirm` and
    back. The caller must have checked that an account is logged in.
    """
    begun = this_session()
    if begun is None or accounts.is_confirmed(begun):
        return
    if request.method != "POST":
        abort(redirect(url_for("confirming.ask", next=request.full_path.rstrip("?")), code=303))
    form = PlainForm(request.form)
    if form.raw(PASSWORD) or form.raw(PASSKEY):
        try:
            confirm(begun, form)
            return
        except Refusal as refusal:
            form.refuse(refusal)
    abort(make_response(page(form), 422 if form.problems else 403))


def check_own_password(account: Account, password: str, field: str) -> None:
    """Raises Refusal naming the form's `field` unless this is the account's password; 429 after too many wrong ones.

    Tries are counted by network and by account: only a visitor logged in to the account can use those up.
    """
    with count_try((TRIES, f"own/{visitor_household()}"), (TRIES, f"own/{account.id}")):
        accounts.check_own_password(account, password, field)


def page(form: PlainForm, next_page: str = "") -> str:
    """Renders the page for confirming: it continues to `next_page`, or sends the request's own form again."""
    begun = this_session()
    assert begun is not None  # noqa: S101 (callers have checked it)
    fields = (
        [] if next_page else [pair for pair in request.form.items(multi=True) if pair[0] not in {PASSWORD, PASSKEY}]
    )
    return render_template(
        "clubs/again.html",
        form=form,
        kept=[pair for pair in fields if pair[0] != "csrf_token"],
        action=url_for("confirming.confirm", next=next_page) if next_page else request.full_path.rstrip("?"),
        account=begun.account,
        has_passkeys=bool(passkeys.passkeys_of(begun.account)),
    )


def confirm(begun: SignIn, form: PlainForm) -> None:
    """Checks the password or passkey in the form and records the time of the confirmation.

    Raises Refusal if it is wrong; 429 after too many wrong ones.
    """
    account = begun.account
    try:
        with count_try((TRIES, f"again/{begun.id}")):
            if form.raw(PASSKEY):
                passkeys.verify_answer(site(), str(session.pop("challenge", "")), form.raw(PASSKEY), account)
            else:
                accounts.check_own_password(account, form.raw(PASSWORD), PASSWORD)
    except Refusal:
        db.session.rollback()
        signing_in.note_try(account, "failed")
        db.session.commit()
        raise
    begun.confirmed_at = now()
    db.session.commit()
