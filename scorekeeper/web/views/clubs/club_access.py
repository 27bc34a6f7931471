"""Sessions, permissions in a club, and confirming the password before sensitive actions."""

from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import i18n
from scorekeeper.clubs import accounts, log, passkeys, signing_in
from scorekeeper.clubs.approval import is_arbiter
from scorekeeper.clubs.passkeys import Site
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.signatures import sign
from scorekeeper.store.club_models import Account, Club, SignIn
from scorekeeper.store.models import db, now
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.public_address import own_path
from scorekeeper.web.rate_limits import TRIES, count_try
from scorekeeper.web.visitors import (
    SIGN_IN,
    device_of,
    masked_address_of,
    remember_account,
    visitor_household,
)
from scorekeeper.web.visitors import signed_in as signed_in
from scorekeeper.web.visitors import this_session as this_session

PURPOSE = "passkey"  # length of the signature


def site() -> Site:
    """Returns the WebAuthn site (host and origin) of PUBLIC_URL, or of the request's address if it is not set."""
    parts = urlsplit(current_app.config["PUBLIC_URL"] or request.host_url)
    return Site(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")


def handle_of(account: Account) -> str:
    """Returns the account's WebAuthn user handle, a keyed digest that reveals nothing about the account."""
    return sign(PURPOSE, str(account.id), current_app.config["SECRET_KEY"])


# Session keys removed when another session begins; earlier versions set the second and third, too.
SESSION_KEYS = (SIGN_IN, "_fresh", "_id", "csrf_token", "second", "challenge", "new_challenge")


def init_app(app: Flask) -> None:
    """Registers the account's language, and the note that a session is still in use."""
    i18n.use_account_language(app, _language)
    app.teardown_appcontext_funcs.insert(0, _note_use)  # runs last, when the request holds no database lock


def _language() -> str | None:
    """Returns the account's language; None if logged out, or if the database fails, as on error pages."""
    try:
        account = signed_in()
        return account.language if account else None
    except SQLAlchemyError:
        return None


def _note_use(_failure: BaseException | None) -> None:
    """Records after the request that its session is still in use; database errors are ignored."""
    used = g.pop("used_session", None)
    if used is not None:
        with suppress(SQLAlchemyError), db.engine.begin() as connection:
            connection.execute(update(SignIn).where(SignIn.id == used).values(seen_at=now()))


def sign_in(account: Account) -> None:
    """Starts a session of the account and a new CSRF token; the browser's former session ends. The caller commits.

    The browser's list of sittings and its language are kept.
    """
    sign_out()
    g.pop("csrf_token", None)
    secret = accounts.start_session(account, device_of(request), masked_address_of(request))
    session[SIGN_IN], g.sign_in = secret, accounts.find_session(secret)
    remember_account(session, account)
    session.permanent = True


def sign_out() -> None:
    """Ends the session in the database and the cookie; the caller commits."""
    begun = this_session()
    if begun is not None:
        accounts.end_session(begun.id)
    g.sign_in = None
    for name in SESSION_KEYS:
        session.pop(name, None)


def redirect_logged_out(address: str) -> AnyResponse:
    """Returns the redirect after logging out: the browser deletes its cached pages, which Back would show to others."""
    response = redirect(address, code=303)
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


bp = Blueprint("confirming", __name__)

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
            _confirm(begun, form)
            return
        except Refusal as refusal:
            form.refuse(refusal)
    abort(make_response(_page(form), 422 if form.problems else 403))


def check_own_password(account: Account, password: str, field: str) -> None:
    """Raises Refusal naming the form's `field` unless this is the account's password; 429 after too many wrong ones.

    Tries are counted by network and by account: only a visitor logged in to the account can use those up.
    """
    with count_try((TRIES, f"own/{visitor_household()}"), (TRIES, f"own/{account.id}")):
        accounts.check_own_password(account, password, field)


def _page(form: PlainForm, next_page: str = "") -> str:
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


def _confirm(begun: SignIn, form: PlainForm) -> None:
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


@bp.get("/confirm")
def ask() -> AnyResponse | str:
    """The page for confirming the password or a passkey again; `next` is the page to continue to."""
    next_page = _next_address()
    if this_session() is None:
        return redirect(url_for("sign_in.log_in", next=next_page), code=303)
    return _page(PlainForm(), next_page)


@bp.post("/confirm")
def confirm() -> AnyResponse | tuple[str, int]:
    """POST: checks the password or passkey and redirects to `next`; 422 if it is wrong."""
    next_page, begun = _next_address(), this_session()
    if begun is None:
        return redirect(url_for("sign_in.log_in", next=next_page), code=303)
    form = PlainForm(request.form)
    try:
        _confirm(begun, form)
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(form, next_page), 422
    return redirect(next_page, code=303)


def _next_address() -> str:
    return own_path(request.args.get("next", "")) or url_for("account.show")


class NotWithThisRole(Forbidden):
    """403: the member's role is too low."""

    error_text = ErrorText(
        N_("You don’t have permission to do this"), N_("Your role in the club doesn’t allow this. Ask a club owner.")
    )


class Visit(NamedTuple):
    """A request's club, and the logged-in account with its role there."""

    club: Club
    account: Account
    role: str
    is_arbiter: bool

    @property
    def may_score(self) -> bool:
        """True if the member may open tables and edit the roster."""
        return accounts.is_at_least(self.role, "scorer")

    @property
    def owns(self) -> bool:
        """True if the member is an owner."""
        return self.role == "owner"


def load_club(slug: str, role: str = "member", *, confirmed: bool = False) -> Visit:
    """Returns the club and the logged-in account with its role there; without one redirects to the log-in page.

    404 if the account does not belong to the club, 403 if its role is lower than `role`. With `confirmed`, the password
    must have been confirmed recently; otherwise the response is the page for confirming it.
    """
    account = signed_in()
    if account is None:
        address = request.script_root + request.full_path.rstrip("?")
        back = address if request.method == "GET" else url_for("club.show", club=slug)
        abort(redirect(url_for("sign_in.log_in", next=back), code=303))
    club = accounts.find_club(slug)
    member = accounts.membership(club, account) if club else None
    if club is None or member is None:
        abort(404)
    if not accounts.is_at_least(member.role, role):
        raise NotWithThisRole
    if confirmed:
        require_confirmed()
    return Visit(club, account, member.role, is_arbiter(member))


def load_for_export(slug: str, file: str, role: str = "member") -> Visit:
    """Returns the club like `load_club` with a confirmed password; adds the export to the club's log."""
    visit = load_club(slug, role, confirmed=True)
    signing_in.log_event("export", [visit.club], visit.account)
    log.note(visit.club, visit.account.name, "export", file=file)
    try:
        db.session.commit()
    except SQLAlchemyError:  # with a read-only database the export still works
        db.session.rollback()
        db.session.refresh(visit.club)
        db.session.refresh(visit.account)
    return visit
