"""The password once more, or a passkey, before what could do a club or an account harm."""

from flask import Blueprint, abort, make_response, redirect, render_template, request, session, url_for
from limits import parse_many
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import accounts, passkeys, signing_in
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import SignIn
from scorekeeper.store.models import db, now
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.rate_limits import TRIES, limiter
from scorekeeper.web.redirects import own_path
from scorekeeper.web.views.clubs.passkey_site import site
from scorekeeper.web.views.clubs.signed_in import this_session

bp = Blueprint("confirming", __name__)

PASSWORD, PASSKEY = "confirm_password", "confirm_passkey"
WAIT = 60  # seconds


def require_confirmed() -> None:
    """Go on where the session's password or passkey was given a moment ago, or comes with this very form.

    Else abort with a page that asks for it and holds all that was sent, so that nothing is typed twice. The caller has
    made sure that somebody is signed in. A page that is only read leads to `/confirm` and back.
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


def _page(form: PlainForm, wanted: str = "") -> str:
    begun = this_session()
    assert begun is not None  # noqa: S101 (whoever asks has made sure)
    kept = [] if wanted else [each for each in request.form.items(multi=True) if each[0] not in {PASSWORD, PASSKEY}]
    return render_template(
        "clubs/again.html",
        form=form,
        kept=[each for each in kept if each[0] != "csrf_token"],
        action=url_for("confirming.confirm", next=wanted) if wanted else request.full_path.rstrip("?"),
        account=begun.account,
        has_passkeys=bool(passkeys.passkeys_of(begun.account)),
    )


def _confirm(begun: SignIn, form: PlainForm) -> None:
    """Check what was given, and note the moment. Raises Refusal; too many wrong ones are answered with 429."""
    account, tries = begun.account, [(limit, f"again:{begun.id}") for limit in parse_many(TRIES)]
    if limiter.enabled and not all(limiter.limiter.test(*each) for each in tries):
        raise TooManyRequests(retry_after=WAIT)
    try:
        if form.raw(PASSKEY):
            passkeys.answered(site(), str(session.pop("challenge", "")), form.raw(PASSKEY), account)
        else:
            accounts.check_own_password(account, form.raw(PASSWORD), PASSWORD)
    except Refusal:
        db.session.rollback()
        if limiter.enabled:
            for each in tries:
                limiter.limiter.hit(*each)
        signing_in.note_try(account, "failed")
        db.session.commit()
        raise
    begun.confirmed_at = now()
    db.session.commit()


@bp.get("/confirm")
def ask() -> AnyResponse | str:
    """The page that asks for the password on the way to `next`."""
    wanted = _wanted()
    if this_session() is None:
        return redirect(url_for("sign_in.log_in", next=wanted), code=303)
    return _page(PlainForm(), wanted)


@bp.post("/confirm")
def confirm() -> AnyResponse | tuple[str, int]:
    """Note that it was given, and go on to `next`."""
    wanted, begun = _wanted(), this_session()
    if begun is None:
        return redirect(url_for("sign_in.log_in", next=wanted), code=303)
    form = PlainForm(request.form)
    try:
        _confirm(begun, form)
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(form, wanted), 422
    return redirect(wanted, code=303)


def _wanted() -> str:
    return own_path(request.args.get("next", "")) or url_for("account.show")
