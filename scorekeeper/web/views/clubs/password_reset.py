"""A forgotten password, where mail can be sent: ask for a link, and say where it may go."""

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, password_reset
from scorekeeper.games.engine.base import Refusal, refuse
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import _, current_locale
from scorekeeper.mail import Letter
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import TRIES, limiter
from scorekeeper.web.views.clubs.access import load_club

bp = Blueprint("lost", __name__)

LETTERS = "5 per minute; 20 per hour"  # from one network address
LETTERS_FOR_ONE = "3 per hour"  # for what was typed, whether there is such an account or not


@bp.get("/forgotten")
def ask() -> str:
    """Whose password is forgotten? 404 where no mail can be sent."""
    if not mail.is_on():
        abort(404)
    return render_template("clubs/forgotten.html", form=PlainForm(), sent=False)


def _is_off() -> bool:
    return not mail.is_on()


def _asked_for() -> str:
    return "lost:" + accounts.folded(request.form.get("who", ""))[:80]


@bp.post("/forgotten")
@limiter.limit(LETTERS, exempt_when=_is_off)
@limiter.limit(LETTERS_FOR_ONE, key_func=_asked_for, exempt_when=_is_off)
def send() -> str | tuple[str, int]:
    """Have a link sent. The answer is the same, and as fast, whether there is such an account or not."""
    if not mail.is_on():
        abort(404)
    form = PlainForm(request.form)
    who, language = form.text("who"), current_locale()
    if not who:
        form.problems["who"] = _("Write your log-in name or your e-mail address")
        return render_template("clubs/forgotten.html", form=form, sent=False), 422
    address = current_app.config["PUBLIC_URL"] + url_for("doors.forgotten", secret="SECRET")  # noqa: S106 (its place)

    def letters() -> list[Letter]:
        written = password_reset.letters(who, language, lambda secret: address.replace("SECRET", secret))
        db.session.commit()  # before they are sent: the links in them must be good
        return written

    mail.post(letters)
    return render_template("clubs/forgotten.html", form=form, sent=True)


@bp.post("/c/<club>/address")
@limiter.limit(TRIES)
def keep_address(club: str) -> AnyResponse | tuple[str, int]:
    """Where a link for a forgotten password may be sent; the password must be known."""
    visit, form = load_club(club), PlainForm(request.form)
    try:
        if accounts.who_is(visit.account.login, form.raw("known")) is None:
            raise refuse("known", None, message("This is not the password that counts now"))
        password_reset.set_address(visit.account, form.text("email"))
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return render_template("clubs/password.html", visit=visit, form=form, by_mail=mail.is_on()), 422
    db.session.commit()
    flash(
        _("A link for a forgotten password can be sent there.") if visit.account.email else _("No link will be sent.")
    )
    return redirect(url_for("people.own_password", club=visit.club.slug), code=303)
