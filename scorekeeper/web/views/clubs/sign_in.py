"""Logging in and out, two-step login, first set-up, invitations, and password resets."""

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, session, url_for
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, log, passkeys, signing_in
from scorekeeper.clubs.accounts import RESETS
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _, current_locale
from scorekeeper.mail import Mail
from scorekeeper.signatures import keys_of
from scorekeeper.store.club_models import Account, OneTimeLink
from scorekeeper.store.models import db
from scorekeeper.web.account_mails import password_changed
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.once import once
from scorekeeper.web.public_address import public_url_for
from scorekeeper.web.rate_limits import TRIES, count_try, limiter, quotas
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.sessions import let_in, redirect_logged_out, sign_in, sign_out, site, waiting, welcome
from scorekeeper.web.visitors import rate_key_of_known_browser, signed_in, visitor_household

bp = Blueprint("sign_in", __name__)


@bp.get("/login/second")
def ask_passkey() -> Page:
    """The page for the second step: a passkey or a recovery code."""
    account = waiting()
    return _second_page(PlainForm(request.args)) if account else to("sign_in.log_in")


def _second_page(form: PlainForm) -> str:
    return render_template("clubs/second_step.html", form=form, account=waiting())


@bp.post("/login/second")
@saving(_second_page)
def check_passkey(form: PlainForm) -> Page:
    """POST: logs in with the passkey or recovery code; 422 if it is wrong."""
    account = waiting()
    if account is None:
        return to("sign_in.log_in")
    try:
        with count_try((TRIES, f"second/{visitor_household()}")):
            _check_second_step(form, account)
    except Refusal:
        db.session.rollback()
        signing_in.note_try(account, "failed")
        db.session.commit()
        raise
    return welcome(account, form.text("next"))


def _check_second_step(form: PlainForm, account: Account) -> None:
    """Raises Refusal unless the form has the account's passkey or one of its recovery codes, which is used up."""
    if form.raw("answer"):
        passkeys.verify_answer(site(), str(session.pop("challenge", "")), form.raw("answer"), account)
    elif signing_in.use_recovery_code(account, form.text("code"), keys_of(current_app.config)):
        signing_in.note(account, "code")
    else:
        raise refuse("code", None, N_("Wrong or used code; try another"))


TRIES_FOR_ONE = "10 per 15 minutes"  # most wrong passwords for one account, from one address or one known browser


@bp.get("/club")
def enter() -> AnyResponse:
    """Redirects to the visitor's first club, to the log-in page, or to the set-up page."""
    account = signed_in()
    if account is None:
        return redirect(url_for("sign_in.set_up" if accounts.has_no_accounts(db.session) else "sign_in.log_in"))
    own = accounts.clubs_of(account)
    return redirect(url_for("club.show", club=own[0].club.slug)) if own else _no_club()


def _no_club() -> AnyResponse:
    flash(_("You are not in any club here. Ask a club owner for an invitation."))
    return redirect(url_for("home.index"))


@bp.get("/club/set-up")
def set_up() -> Page:
    """The form for the server's first club; redirects to the log-in page once there is an account."""
    if not accounts.has_no_accounts(db.session):
        return redirect(url_for("sign_in.log_in"))
    return _set_up_page(PlainForm(request.args))


def _set_up_page(form: PlainForm) -> str:
    return render_template("clubs/set_up.html", form=form)


@bp.post("/club/set-up")
@limiter.limit(TRIES, key_func=visitor_household)
@once
@saving(_set_up_page)
def create_club(form: PlainForm) -> Page:
    """POST: creates the first club and its owner, and logs the owner in.

    Needs the code printed on the server's console.
    """
    accounts.lock_owners()
    if not accounts.has_no_accounts(db.session):
        return to("sign_in.log_in")
    if not signing_in.is_set_up_code(db.session, form.text("code"), current_app.config):
        raise refuse("code", None, N_("Wrong code; check the one the server shows"))
    club = accounts.create_club(form.text("club"))
    account = accounts.create_account(form.text("login"), form.text("name"), form.raw("password"))
    accounts.join(club, account, "owner")
    log.note(club, account.name, "found")
    sign_in(account)
    return to("club.show", club=club.slug)


@bp.get("/login")
def log_in() -> Page:
    """The log-in page; `next` is the page to continue to."""
    return _log_in_page(PlainForm(request.args))


def _log_in_page(form: PlainForm) -> str:
    return render_template("clubs/log_in.html", form=form, by_mail=mail.is_on())


def _tried_login() -> str:
    """Returns the rate-limit key for wrong passwords: the known browser, or log-in name and network address.

    So strangers cannot lock out a known browser or another network.
    """
    login = request.form.get("login", "")
    return rate_key_of_known_browser(session, login) or f"login:{accounts.fold_login(login)[:80]}:{visitor_household()}"


def _tried_place() -> str | None:
    """Returns the rate-limit key for wrong passwords for any account; None for a known browser."""
    browser_key = rate_key_of_known_browser(session, request.form.get("login", ""))
    return None if browser_key else f"login/{visitor_household()}"


def _note_try(kind: str) -> None:
    """Logs a wrong password after the response, because the time it takes would reveal whether the account exists.

    At most once a minute for a locked-out address and account, so that repeated requests do not fill the log.
    """
    login, place = request.form.get("login", ""), visitor_household()
    counts = quotas()

    def note() -> list[Mail]:
        account = accounts.find_account(login)
        log_key = f"told/{place}/{account.id if account else 0}"
        if kind == "failed" or (counts and counts.add(log_key, 60) == 1):
            signing_in.note_try(account, kind)
            db.session.commit()
        return []

    mail.submit(note)


@bp.post("/login")
@saving(_log_in_page)
def check_password(form: PlainForm) -> Page:
    """POST: logs in. The error message does not reveal whether name or password was wrong."""
    try:
        with count_try((TRIES, _tried_place()), (TRIES_FOR_ONE, _tried_login())):
            account = accounts.authenticate(form.text("login"), form.raw("password"))
            if account is None:
                raise refuse("password", None, N_("Wrong log-in name or password"))
    except TooManyRequests:
        _note_try("locked")
        raise
    except Refusal:
        _note_try("failed")
        raise
    return let_in(account, form.text("next"))


@bp.post("/logout")
def log_out() -> AnyResponse:
    """POST: logs out; redirects."""
    sign_out()
    db.session.commit()
    flash(_("You are logged out."))
    return redirect_logged_out(url_for("home.index"))


@bp.get("/join/<secret>")
@limiter.limit(TRIES, key_func=visitor_household)
def invitation(secret: str) -> Page:
    """The page of an invitation: create an account, or join with the account that is logged in.

    If that has joined with it, redirects to the club.
    """
    joined = _joined(secret)
    if joined:
        return joined
    return _join_page(PlainForm(), secret)


def _join_page(form: PlainForm, secret: str) -> str:
    return render_template("clubs/join.html", form=form, given=_load_link(secret, "invite"), account=signed_in())


@bp.post("/join/<secret>")
@limiter.limit(TRIES, key_func=visitor_household)
@once
@saving(_join_page)
def join(form: PlainForm, secret: str) -> Page:
    """POST: joins the club and uses up the invitation; redirects to the club."""
    joined = _joined(secret)
    if joined:
        return joined
    link, account = _load_link(secret, "invite"), signed_in()
    if account is None:
        account = accounts.create_account(form.text("login"), form.text("name"), form.raw("password"))
    elif form.text("name"):
        accounts.rename(account, form.text("name"))
    if not accounts.use_link(link):  # before joining, so that two requests with one link wait for each other
        abort(410)
    member = accounts.join(link.club, account, link.role or "member")
    log.note(link.club, account.name, "join", who=account.name, role=member.role)
    if signed_in() is None:
        sign_in(account)
    return to("club.show", club=link.club.slug)


def _joined(secret: str) -> AnyResponse | None:
    """Returns the redirect to the club that the visitor's account has joined with this link; None if it has not."""
    account = signed_in()
    member = accounts.used_to_join(secret, account) if account else None
    return to("club.show", club=member.club.slug) if member else None


@bp.get("/reset/<secret>")
@limiter.limit(TRIES, key_func=visitor_household)
def reset_form(secret: str) -> Page:
    """The form of a password reset link."""
    return _reset_page(PlainForm(), secret)


def _reset_page(form: PlainForm, secret: str) -> str:
    return render_template("clubs/reset.html", form=form, given=_load_link(secret, *RESETS))


@bp.post("/reset/<secret>")
@limiter.limit(TRIES, key_func=visitor_household)
@saving(_reset_page)
def choose_password(form: PlainForm, secret: str) -> Page:
    """POST: sets the new password, uses up the link and ends all sessions of the account."""
    link = _load_link(secret, *RESETS)
    account = link.account
    assert isinstance(account, Account)  # noqa: S101 (a reset is always somebody's)
    hashed = accounts.new_password_hash(account, form.raw("password"))
    if not accounts.use_link(link):
        abort(410)
    accounts.set_password_hash(account, hashed)
    signing_in.note(account, "password")
    flash(_("Password changed."))
    answer = let_in(account)
    password_changed(account)
    return answer


def _load_link(secret: str, *purposes: str) -> OneTimeLink:
    """Returns an unused one-time link; 410 if it was used, revoked or has expired."""
    return accounts.find_link(secret, *purposes) or abort(410)


MAILS = "5 per minute; 20 per hour"  # per network address
MAILS_FOR_ONE = "3 per hour"  # per typed name, whether or not the account exists


@bp.get("/forgotten")
def ask_reset() -> str:
    """The form for a forgotten password; 404 without a mail server."""
    if not mail.is_on():
        abort(404)
    return _forgotten_page(PlainForm())


def _forgotten_page(form: PlainForm, *, sent: bool = False) -> str:
    return render_template("clubs/forgotten.html", form=form, sent=sent)


def _is_off() -> bool:
    return not mail.is_on()


def _asked_for() -> str:
    return "password-reset:" + accounts.fold_login(request.form.get("who", ""))[:80]


@bp.post("/forgotten")
@limiter.limit(MAILS, exempt_when=_is_off)
@limiter.limit(MAILS_FOR_ONE, key_func=_asked_for, exempt_when=_is_off)
@once
@saving(_forgotten_page)
def send_reset(form: PlainForm) -> Page:
    """POST: queues the mail with a reset link.

    Response and response time are the same whether or not the account exists.
    """
    if not mail.is_on():
        abort(404)
    who, language = form.text("who"), current_locale()
    if not who:
        raise refuse("who", None, N_("Enter your log-in name or e-mail address"))
    address = public_url_for("sign_in.reset_form", secret="SECRET")  # noqa: S106 (its place)

    def reset_mails() -> list[Mail]:
        mails = signing_in.reset_mails(who, language, lambda secret: address.replace("SECRET", secret))
        db.session.commit()  # committed before sending, so that the links in the mail are valid
        return mails

    mail.submit(reset_mails)
    return _forgotten_page(form, sent=True)
