"""Logging in and out, two-step login, first set-up, invitations, and password resets."""

import time
from collections.abc import Iterable

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, session, url_for
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import mail
from scorekeeper.clubs import accounts, log, passkeys, signing_in
from scorekeeper.clubs.accounts import RESETS
from scorekeeper.clubs.signing_in import address_of
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _, current_locale, gettext, speaking
from scorekeeper.mail import Mail
from scorekeeper.signatures import keys_of
from scorekeeper.store.club_models import Account, Club, OneTimeLink
from scorekeeper.store.models import db
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.once import once
from scorekeeper.web.public_address import own_path, public_url_for
from scorekeeper.web.rate_limits import TRIES, count_try, limiter, quotas
from scorekeeper.web.views.clubs.club_access import (
    check_own_password,
    load_club,
    redirect_logged_out,
    sign_in,
    sign_out,
    signed_in,
    site,
)
from scorekeeper.web.visitors import device_of, rate_key_of_known_browser, visitor_household

bp = Blueprint("sign_in", __name__)
Page = AnyResponse | tuple[str, int] | str


SUBJECT = N_("Your account at Scorekeeper")
MOST_NOTICES = 10  # of a kind to one account in a day: users can enter another person's address in their account
NOT_YOU = N_("If you did not expect this, tell an owner of your club at once.")


def mail_is_configured() -> bool:
    """True if a mail server is configured."""
    return mail.is_on()


def password_changed(account: Account) -> None:
    """Mails the account that its password was changed."""
    _send(account, "password", [address_of(account)], N_("The password of %(login)s at Scorekeeper was changed."))


def address_changed(account: Account, before: str | None) -> None:
    """Mails both addresses, so that the owner of the old one learns of the change."""
    text = N_("The e-mail address of %(login)s at Scorekeeper was changed.")
    _send(account, "address", dict.fromkeys([before, address_of(account)]), text)


def role_changed(account: Account, club: Club, role: str) -> None:
    """Mails the account its new role; `role` is the role's name in English."""
    text = N_("%(login)s now has this role in %(club)s at Scorekeeper: %(role)s.")
    _send(account, "role", [address_of(account)], text, club=club.name, role=role)


def removed(account: Account, club: Club) -> None:
    """Mails the account that it was removed from the club."""
    text = N_("%(login)s is no longer in %(club)s at Scorekeeper.")
    _send(account, "role", [address_of(account)], text, club=club.name)


def passkeys_changed(account: Account) -> None:
    """Mails the account that its passkeys or two-step login were changed."""
    text = N_("The passkeys of %(login)s at Scorekeeper were changed.")
    _send(account, "passkeys", [address_of(account)], text)


def _send(account: Account, kind: str, addresses: Iterable[str | None], text: str, **about: str) -> None:
    limits = quotas()
    if not mail.is_on() or (limits and limits.take(f"notices of a new {kind}", str(account.id), MOST_NOTICES)):
        return
    with speaking(account.language or current_locale()):
        if "role" in about:
            about["role"] = gettext(about["role"])
        said = gettext(text, login=account.login, **about) + "\n\n" + gettext(NOT_YOU) + "\n"
        mails = [Mail(address, gettext(SUBJECT), said) for address in addresses if address]
    mail.submit(lambda: mails)


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


@bp.get("/login/second")
def ask_passkey() -> Page:
    """The page for the second step: a passkey or a recovery code."""
    account = waiting()
    if account is None:
        return redirect(url_for("sign_in.log_in"), code=303)
    return render_template("clubs/second_step.html", form=PlainForm(request.args), account=account)


@bp.post("/login/second")
def check_passkey() -> Page:
    """POST: logs in with the passkey or recovery code; 422 if it is wrong."""
    account, form = waiting(), PlainForm(request.form)
    if account is None:
        return redirect(url_for("sign_in.log_in"), code=303)
    try:
        with count_try((TRIES, f"second/{visitor_household()}")):
            _check_second_step(form, account)
    except Refusal as refusal:
        db.session.rollback()
        signing_in.note_try(account, "failed")
        db.session.commit()
        form.refuse(refusal)
        return render_template("clubs/second_step.html", form=form, account=account), 422
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
    return render_template("clubs/set_up.html", form=PlainForm(request.args))


@bp.post("/club/set-up")
@limiter.limit(TRIES, key_func=visitor_household)
@once
def create_club() -> Page:
    """POST: creates the first club and its owner, and logs the owner in.

    Needs the code printed on the server's console.
    """
    form = PlainForm(request.form)
    accounts.lock_owners()
    if not accounts.has_no_accounts(db.session):
        return redirect(url_for("sign_in.log_in"), code=303)
    try:
        if not signing_in.is_set_up_code(db.session, form.text("code"), current_app.config["SECRET_KEY"]):
            raise refuse("code", None, N_("Wrong code; check the one the server shows"))
        club = accounts.create_club(form.text("club"))
        account = accounts.create_account(form.text("login"), form.text("name"), form.raw("password"))
    except Refusal as refusal:
        return _refusal_page("clubs/set_up.html", form, refusal)
    accounts.join(club, account, "owner")
    log.note(club, account.name, "found")
    sign_in(account)
    db.session.commit()
    return redirect(url_for("club.show", club=club.slug), code=303)


@bp.get("/login")
def log_in() -> Page:
    """The log-in page; `next` is the page to continue to."""
    return render_template("clubs/log_in.html", form=PlainForm(request.args), by_mail=mail_is_configured())


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
def check_password() -> Page:
    """POST: logs in. The error message does not reveal whether name or password was wrong."""
    form = PlainForm(request.form)
    try:
        with count_try((TRIES, _tried_place()), (TRIES_FOR_ONE, _tried_login())):
            account = accounts.authenticate(form.text("login"), form.raw("password"))
            if account is None:
                raise refuse("password", None, N_("Wrong log-in name or password"))
    except TooManyRequests:
        _note_try("locked")
        raise
    except Refusal as refusal:
        _note_try("failed")
        return _refusal_page("clubs/log_in.html", form, refusal, by_mail=mail_is_configured())
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
    return render_template("clubs/join.html", form=PlainForm(), given=_load_link(secret, "invite"), account=signed_in())


@bp.post("/join/<secret>")
@limiter.limit(TRIES, key_func=visitor_household)
@once
def join(secret: str) -> Page:
    """POST: joins the club and uses up the invitation; redirects to the club."""
    joined = _joined(secret)
    if joined:
        return joined
    link, form = _load_link(secret, "invite"), PlainForm(request.form)
    account = signed_in()
    try:
        if account is None:
            account = accounts.create_account(form.text("login"), form.text("name"), form.raw("password"))
        elif form.text("name"):
            accounts.rename(account, form.text("name"))
        if not accounts.use_link(link):  # before joining, so that two requests with one link wait for each other
            abort(410)
        member = accounts.join(link.club, account, link.role or "member")
    except Refusal as refusal:
        db.session.rollback()
        return _refusal_page("clubs/join.html", form, refusal, given=_load_link(secret, "invite"), account=signed_in())
    log.note(link.club, account.name, "join", who=account.name, role=member.role)
    if signed_in() is None:
        sign_in(account)
    db.session.commit()
    return redirect(url_for("club.show", club=link.club.slug), code=303)


def _joined(secret: str) -> AnyResponse | None:
    """Returns the redirect to the club that the visitor's account has joined with this link; None if it has not."""
    account = signed_in()
    member = accounts.used_to_join(secret, account) if account else None
    return redirect(url_for("club.show", club=member.club.slug), code=303) if member else None


@bp.get("/reset/<secret>")
@limiter.limit(TRIES, key_func=visitor_household)
def reset_form(secret: str) -> Page:
    """The form of a password reset link."""
    return render_template("clubs/reset.html", form=PlainForm(), given=_load_link(secret, *RESETS))


@bp.post("/reset/<secret>")
@limiter.limit(TRIES, key_func=visitor_household)
def choose_password(secret: str) -> Page:
    """POST: sets the new password, uses up the link and ends all sessions of the account."""
    link, form = _load_link(secret, *RESETS), PlainForm(request.form)
    account = link.account
    assert isinstance(account, Account)  # noqa: S101 (a reset is always somebody's)
    try:
        hashed = accounts.new_password_hash(account, form.raw("password"))
    except Refusal as refusal:
        return _refusal_page("clubs/reset.html", form, refusal, given=link)
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


def _refusal_page(template: str, form: PlainForm, refusal: Refusal, **about: object) -> tuple[str, int]:
    """Returns 422: the form with the typed values and the problems; nothing is stored."""
    db.session.rollback()
    form.refuse(refusal)
    return render_template(template, form=form, **about), 422


MAILS = "5 per minute; 20 per hour"  # per network address
MAILS_FOR_ONE = "3 per hour"  # per typed name, whether or not the account exists


@bp.get("/forgotten")
def ask_reset() -> str:
    """The form for a forgotten password; 404 without a mail server."""
    if not mail.is_on():
        abort(404)
    return render_template("clubs/forgotten.html", form=PlainForm(), sent=False)


def _is_off() -> bool:
    return not mail.is_on()


def _asked_for() -> str:
    return "password-reset:" + accounts.fold_login(request.form.get("who", ""))[:80]


@bp.post("/forgotten")
@limiter.limit(MAILS, exempt_when=_is_off)
@limiter.limit(MAILS_FOR_ONE, key_func=_asked_for, exempt_when=_is_off)
@once
def send_reset() -> str | tuple[str, int]:
    """POST: queues the mail with a reset link.

    Response and response time are the same whether or not the account exists.
    """
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
        db.session.commit()  # committed before sending, so that the links in the mail are valid
        return mails

    mail.submit(reset_mails)
    return render_template("clubs/forgotten.html", form=form, sent=True)


@bp.post("/c/<club>/address")
def set_address(club: str) -> AnyResponse | tuple[str, int]:
    """POST: sets the mail address for password resets; needs the current password."""
    visit, form = load_club(club), PlainForm(request.form)
    before = signing_in.address_of(visit.account)
    try:
        check_own_password(visit.account, form.raw("known"), "known")
        signing_in.set_address(visit.account, form.text("email"))
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return render_template("clubs/password.html", visit=visit, form=form, by_mail=mail.is_on()), 422
    signing_in.note(visit.account, "address")
    db.session.commit()
    address_changed(visit.account, before)
    flash(_("E-mail address saved.") if visit.account.email else _("E-mail address removed."))
    return redirect(url_for("people.own_password", club=visit.club.slug), code=303)
