"""Resetting a forgotten password by mail: request a link, and set the address that it is sent to."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, signing_in
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, current_locale
from scorekeeper.mail import Mail
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.rate_limits import TRIES, limiter
from scorekeeper.web.views.clubs import notices
from scorekeeper.web.views.clubs.access import load_club

bp = Blueprint("password_reset", __name__)

MAILS = "5 per minute; 20 per hour"  # from one network address
MAILS_FOR_ONE = "3 per hour"  # for one typed name, whether there is such an account or not


@bp.get("/forgotten")
def ask() -> str:
    """The form that asks whose password is forgotten; 404 where no mail server is configured."""
    if not mail.is_on():
        abort(404)
    return render_template("clubs/forgotten.html", form=PlainForm(), sent=False)


def _is_off() -> bool:
    return not mail.is_on()


def _asked_for() -> str:
    return "password-reset:" + accounts.folded(request.form.get("who", ""))[:80]


@bp.post("/forgotten")
@limiter.limit(MAILS, exempt_when=_is_off)
@limiter.limit(MAILS_FOR_ONE, key_func=_asked_for, exempt_when=_is_off)
def send() -> str | tuple[str, int]:
    """Queue the mail. The answer is the same, and as fast, whether there is such an account or not."""
    if not mail.is_on():
        abort(404)
    form = PlainForm(request.form)
    who, language = form.text("who"), current_locale()
    if not who:
        form.problems["who"] = _("Enter your log-in name or e-mail address")
        return render_template("clubs/forgotten.html", form=form, sent=False), 422
    address = public_url_for("sign_in.reset_form", secret="SECRET")  # noqa: S106 (its place)

    def reset_mails() -> list[Mail]:
        mails = signing_in.reset_mails(who, language, lambda secret: address.replace("SECRET", secret))
        db.session.commit()  # before they are sent: the links in them must be good
        return mails

    mail.submit(reset_mails)
    return render_template("clubs/forgotten.html", form=form, sent=True)


@bp.post("/c/<club>/address")
@limiter.limit(TRIES)
def set_address(club: str) -> AnyResponse | tuple[str, int]:
    """Set the address that links for a new password are sent to; the present password is asked for."""
    visit, form = load_club(club), PlainForm(request.form)
    before = signing_in.address_of(visit.account)
    try:
        accounts.check_own_password(visit.account, form.raw("known"), "known")
        signing_in.set_address(visit.account, form.text("email"))
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return render_template("clubs/password.html", visit=visit, form=form, by_mail=mail.is_on()), 422
    signing_in.note(visit.account, "address")
    db.session.commit()
    notices.address_changed(visit.account, before)
    flash(_("E-mail address saved.") if visit.account.email else _("E-mail address removed."))
    return redirect(url_for("people.own_password", club=visit.club.slug), code=303)
