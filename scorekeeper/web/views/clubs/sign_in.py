"""The first set-up, logging in and out, accepting invitations, and setting a forgotten password by a one-time link."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, club_log, one_time_links
from scorekeeper.clubs.one_time_links import RESETS
from scorekeeper.games.engine.base import Refusal, refuse
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Account, OneTimeLink
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import TRIES, limiter
from scorekeeper.web.redirects import own_path
from scorekeeper.web.views.clubs.signed_in import sign_in, sign_out, signed_in

bp = Blueprint("sign_in", __name__)
Page = AnyResponse | tuple[str, int] | str

TRIES_FOR_ONE = "10 per 15 minutes"  # wrong passwords for one account, from any address


@bp.get("/club")
def enter() -> AnyResponse:
    """Redirect to the visitor's first club, or to logging in or setting up."""
    account = signed_in()
    if account is None:
        return redirect(url_for("sign_in.set_up" if accounts.has_no_accounts() else "sign_in.log_in"))
    own = accounts.clubs_of(account)
    return redirect(url_for("club.show", club=own[0].club.slug)) if own else _no_club()


def _no_club() -> AnyResponse:
    flash(_("You belong to no club here. Ask its owner for an invitation."))
    return redirect(url_for("home.index"))


@bp.get("/club/set-up")
def set_up() -> Page:
    """The form for the server's first club; once there is an account, it redirects to the log-in page."""
    if not accounts.has_no_accounts():
        return redirect(url_for("sign_in.log_in"))
    return render_template("clubs/set_up.html", form=PlainForm())


@bp.post("/club/set-up")
@limiter.limit(TRIES)
def create_club() -> Page:
    """Create the first club with its owner, and sign the owner in."""
    form = PlainForm(request.form)
    accounts.lock_owners()
    if not accounts.has_no_accounts():
        return redirect(url_for("sign_in.log_in"), code=303)
    try:
        club = accounts.found_club(form.text("club"))
        account = accounts.make_account(form.text("login"), form.text("name"), form.raw("password"))
    except Refusal as refusal:
        return _refused("clubs/set_up.html", form, refusal)
    accounts.join(club, account, "owner")
    club_log.note(club, account.name, "found")
    db.session.commit()
    sign_in(account)
    return redirect(url_for("club.show", club=club.slug), code=303)


@bp.get("/login")
def log_in() -> Page:
    """The log-in page; `next` is where the visitor wanted to go."""
    return render_template("clubs/log_in.html", form=PlainForm(request.args), by_mail=mail.is_on())


def _was_refused(response: AnyResponse) -> bool:
    return response.status_code == 422


def _tried_login() -> str:
    return "login:" + accounts.folded(request.form.get("login", ""))[:80]


@bp.post("/login")
@limiter.limit(TRIES, deduct_when=_was_refused)
@limiter.limit(TRIES_FOR_ONE, key_func=_tried_login, deduct_when=_was_refused)
def check_password() -> Page:
    """Sign in. The answer does not tell which of name and password is wrong."""
    form = PlainForm(request.form)
    account = accounts.authenticate(form.text("login"), form.raw("password"))
    if account is None:
        refusal = refuse("password", None, message("Log-in name and password do not go together"))
        return _refused("clubs/log_in.html", form, refusal, by_mail=mail.is_on())
    sign_in(account)
    return redirect(own_path(form.text("next")) or url_for("sign_in.enter"), code=303)


@bp.post("/logout")
def log_out() -> AnyResponse:
    """Sign out."""
    sign_out()
    flash(_("You are logged out."))
    return redirect(url_for("home.index"), code=303)


@bp.get("/join/<secret>")
@limiter.limit(TRIES)
def invitation(secret: str) -> Page:
    """The page of an invitation: make an account, or join with the one that is signed in."""
    return render_template("clubs/join.html", form=PlainForm(), given=_load_link(secret, "invite"), account=signed_in())


@bp.post("/join/<secret>")
@limiter.limit(TRIES)
def join(secret: str) -> Page:
    """Join the club. The invitation is used up."""
    given, form = _load_link(secret, "invite"), PlainForm(request.form)
    account = signed_in()
    try:
        if account is None:
            account = accounts.make_account(form.text("login"), form.text("name"), form.raw("password"))
        elif form.text("name"):
            accounts.rename(account, form.text("name"))
        member = accounts.join(given.club, account, given.role or "member")
    except Refusal as refusal:
        db.session.rollback()
        return _refused("clubs/join.html", form, refusal, given=_load_link(secret, "invite"), account=signed_in())
    if not one_time_links.use(given):
        abort(410)
    club_log.note(given.club, account.name, "join", who=account.name, role=member.role)
    db.session.commit()
    sign_in(account)
    return redirect(url_for("club.show", club=given.club.slug), code=303)


@bp.get("/reset/<secret>")
@limiter.limit(TRIES)
def reset_form(secret: str) -> Page:
    """The form of a link for a new password."""
    return render_template("clubs/reset.html", form=PlainForm(), given=_load_link(secret, *RESETS))


@bp.post("/reset/<secret>")
@limiter.limit(TRIES)
def choose_password(secret: str) -> Page:
    """Set the new password. The link is used up, and all sessions of the account end."""
    given, form = _load_link(secret, *RESETS), PlainForm(request.form)
    account = given.account
    assert isinstance(account, Account)  # noqa: S101 (a reset is always somebody's)
    try:
        accounts.set_password(account, form.raw("password"))
    except Refusal as refusal:
        return _refused("clubs/reset.html", form, refusal, given=given)
    if not one_time_links.use(given):
        abort(410)
    db.session.commit()
    sign_in(account)
    flash(_("Your new password counts from now on."))
    return redirect(url_for("sign_in.enter"), code=303)


def _load_link(secret: str, *purposes: str) -> OneTimeLink:
    """A one-time link that is still good; 410 for one that was used, ended or has expired."""
    return one_time_links.find(secret, *purposes) or abort(410)


def _refused(template: str, form: PlainForm, refusal: Refusal, **about: object) -> tuple[str, int]:
    """422: the form with what was typed and what is wrong with it; nothing is stored."""
    db.session.rollback()
    form.refuse(refusal)
    return render_template(template, form=form, **about), 422
