"""The first set-up, logging in and out, accepting invitations, and setting a forgotten password by a one-time link."""

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, log, signing_in
from scorekeeper.clubs.accounts import RESETS
from scorekeeper.games.engine.base import Refusal, refuse
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import _
from scorekeeper.mail import Mail
from scorekeeper.store.club_models import Account, OneTimeLink
from scorekeeper.store.models import db
from scorekeeper.web.browsers import address_to_count, tries_of
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import TRIES, limiter, was_refused
from scorekeeper.web.views.clubs import notices
from scorekeeper.web.views.clubs.second_step import let_in
from scorekeeper.web.views.clubs.signed_in import sign_in, sign_out, signed_in

bp = Blueprint("sign_in", __name__)
Page = AnyResponse | tuple[str, int] | str

TRIES_FOR_ONE = "10 per 15 minutes"  # wrong passwords for one account, from one address or one known browser


@bp.get("/club")
def enter() -> AnyResponse:
    """Redirect to the visitor's first club, or to logging in or setting up."""
    account = signed_in()
    if account is None:
        return redirect(url_for("sign_in.set_up" if accounts.has_no_accounts() else "sign_in.log_in"))
    own = accounts.clubs_of(account)
    return redirect(url_for("club.show", club=own[0].club.slug)) if own else _no_club()


def _no_club() -> AnyResponse:
    flash(_("You are not in any club here. Ask a club owner for an invitation."))
    return redirect(url_for("home.index"))


@bp.get("/club/set-up")
def set_up() -> Page:
    """The form for the server's first club; once there is an account, it redirects to the log-in page."""
    if not accounts.has_no_accounts():
        return redirect(url_for("sign_in.log_in"))
    return render_template("clubs/set_up.html", form=PlainForm(request.args))


@bp.post("/club/set-up")
@limiter.limit(TRIES, key_func=address_to_count)
def create_club() -> Page:
    """Create the first club with its owner, and sign the owner in. The code stands on the server's console."""
    form = PlainForm(request.form)
    accounts.lock_owners()
    if not accounts.has_no_accounts():
        return redirect(url_for("sign_in.log_in"), code=303)
    try:
        if not signing_in.fits(db.session, form.text("code"), current_app.config["SECRET_KEY"]):
            raise refuse("code", None, message("Wrong code; check the one the server shows"))
        club = accounts.found_club(form.text("club"))
        account = accounts.make_account(form.text("login"), form.text("name"), form.raw("password"))
    except Refusal as refusal:
        return _refused("clubs/set_up.html", form, refusal)
    accounts.join(club, account, "owner")
    log.note(club, account.name, "found")
    sign_in(account)
    db.session.commit()
    return redirect(url_for("club.show", club=club.slug), code=303)


@bp.get("/login")
def log_in() -> Page:
    """The log-in page; `next` is where the visitor wanted to go."""
    return render_template("clubs/log_in.html", form=PlainForm(request.args), by_mail=notices.may_be_sent())


def _tried_login() -> str:
    """What wrong passwords are counted by: strangers can hold back neither a known browser nor another place."""
    login = request.form.get("login", "")
    return tries_of(session, login) or f"login:{accounts.folded(login)[:80]}:{address_to_count()}"


def _is_known() -> bool:
    return tries_of(session, request.form.get("login", "")) is not None


def _note_lock_out(_limit: object) -> None:
    _note_try("locked")


def _note_try(kind: str) -> None:
    """Note a wrong password behind the request: how long that takes would tell whether there is such an account.

    Once a minute for a place that is held back and an account, so that asking on and on fills no log.
    """
    login, place = request.form.get("login", ""), address_to_count()

    def note() -> list[Mail]:
        account = accounts.find_account(login)
        told = f"told/{place}/{account.id if account else 0}"
        if kind == "failed" or limiter.storage.incr(told, 60) == 1:
            signing_in.note_try(account, kind)
            db.session.commit()
        return []

    mail.submit(note)


@bp.post("/login")
@limiter.limit(
    TRIES, key_func=address_to_count, deduct_when=was_refused, exempt_when=_is_known, on_breach=_note_lock_out
)
@limiter.limit(TRIES_FOR_ONE, key_func=_tried_login, deduct_when=was_refused, on_breach=_note_lock_out)
def check_password() -> Page:
    """Sign in. The answer does not tell which of name and password is wrong."""
    form = PlainForm(request.form)
    account = accounts.authenticate(form.text("login"), form.raw("password"))
    if account is None:
        _note_try("failed")
        refusal = refuse("password", None, message("Wrong log-in name or password"))
        return _refused("clubs/log_in.html", form, refusal, by_mail=notices.may_be_sent())
    return let_in(account, form.text("next"))


@bp.post("/logout")
def log_out() -> AnyResponse:
    """Sign out."""
    sign_out()
    db.session.commit()
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
    if not accounts.use(given):
        abort(410)
    log.note(given.club, account.name, "join", who=account.name, role=member.role)
    if signed_in() is None:
        sign_in(account)
    db.session.commit()
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
        hashed = accounts.new_hash(account, form.raw("password"))
    except Refusal as refusal:
        return _refused("clubs/reset.html", form, refusal, given=given)
    if not accounts.use(given):
        abort(410)
    accounts.keep_password(account, hashed)
    signing_in.note(account, "password")
    flash(_("Password changed."))
    answer = let_in(account)
    notices.password_changed(account)
    return answer


def _load_link(secret: str, *purposes: str) -> OneTimeLink:
    """A one-time link that is still good; 410 for one that was used, ended or has expired."""
    return accounts.find_link(secret, *purposes) or abort(410)


def _refused(template: str, form: PlainForm, refusal: Refusal, **about: object) -> tuple[str, int]:
    """422: the form with what was typed and what is wrong with it; nothing is stored."""
    db.session.rollback()
    form.refuse(refusal)
    return render_template(template, form=form, **about), 422
