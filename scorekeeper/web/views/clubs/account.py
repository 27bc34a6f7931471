"""One's own account: where it is logged in, passkeys, recovery codes."""

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts, passkeys, signing_in
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Account
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.signed_in import sign_out, signed_in, this_session

bp = Blueprint("account", __name__, url_prefix="/account")


def load_account() -> Account:
    """The account that is signed in; visitors who are not are redirected to the log-in page."""
    account = signed_in()
    if account is None:
        abort(redirect(url_for("sign_in.log_in", next=url_for("account.show")), code=303))
    return account


@bp.get("")
def show() -> str:
    """The page of one's own account."""
    load_account()
    return page(PlainForm())


def page(form: PlainForm, codes: list[str] | None = None) -> str:
    """The page; `form` is that of a new passkey, `codes` are new recovery codes to be shown once."""
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
        codes_left=signing_in.left(account),
    )


@bp.post("/sessions/<int:number>/end")
def end(number: int) -> AnyResponse:
    """End one session: this one, or that of another browser."""
    account, here = load_account(), this_session()
    found = next((each for each in accounts.sessions_of(account) if each.id == number), None) or abort(404)
    signing_in.note(account, "logout", count=1)
    if here is not None and found.id == here.id:
        sign_out()
    else:
        accounts.end(found.id)
    db.session.commit()
    flash(_("That device is logged out."))
    return redirect(url_for("account.show"), code=303)


@bp.post("/sessions/end")
def end_others() -> AnyResponse:
    """End all sessions but this one."""
    account, here = load_account(), this_session()
    others = len(accounts.sessions_of(account)) - 1
    accounts.end_all(account, but=here)
    signing_in.note(account, "logout", count=others)
    db.session.commit()
    flash(_("All other devices are logged out."))
    return redirect(url_for("account.show"), code=303)
