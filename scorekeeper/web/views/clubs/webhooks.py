"""The webhooks of a club, for its owners: adding, testing, switching, deleting them, and their last deliveries."""

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import jobs
from scorekeeper.clubs import log, webhooks
from scorekeeper.clubs.webhooks import EVENTS, FORMS, Added
from scorekeeper.games.engine.base import N_, Refusal
from scorekeeper.i18n import _, language_tag
from scorekeeper.outgoing import FORBIDDEN, NO_ANSWER, TIMED_OUT, target_of
from scorekeeper.store.models import db
from scorekeeper.store.webhook_models import Webhook
from scorekeeper.web import public_address
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.views.clubs.club_access import Visit, load_club

bp = Blueprint("webhooks", __name__, url_prefix="/c/<club>/webhooks")

CHANGES = "30 per minute"
PROBLEMS = {
    FORBIDDEN: N_("address not allowed"),
    TIMED_OUT: N_("no answer"),
    NO_ANSWER: N_("no connection"),
}


@bp.get("")
def show(club: str) -> str:
    """The club's webhooks with their last deliveries, and the form for another one."""
    return _page(load_club(club, "owner"), PlainForm())


def _page(visit: Visit, form: PlainForm, added: Added | None = None) -> str:
    hooks = webhooks.webhooks_of(visit.club)
    return render_template(
        "clubs/webhooks.html",
        visit=visit,
        form=form,
        chosen=request.form.getlist("events") or [*EVENTS],
        webhooks=[(webhook, _shown(webhook), webhooks.deliveries_of(webhook)) for webhook in hooks],
        added=added,
        events={**EVENTS, webhooks.TEST: N_("Test message")},
        forms=FORMS,
        problems=PROBLEMS,
        is_full=webhooks.is_full(db.session, visit.club.id),
        may_add=len(hooks) < webhooks.MOST,
        allowed=current_app.config["WEBHOOKS"],
    )


def _shown(webhook: Webhook) -> str:
    """Returns an address for display, without its secret part."""
    host, path = target_of(webhook.address)
    return f"{host}/…{path[-4:]}" if len(path) > 20 else host


@bp.post("")
@limiter.limit(CHANGES)
@once
def add(club: str) -> tuple[str, int]:
    """POST: adds a webhook; the response shows its secret, once. 422 if refused, 403 if the operator forbids it."""
    visit, form = load_club(club, "owner", confirmed=True), PlainForm(request.form)
    if not current_app.config["WEBHOOKS"]:
        return _page(visit, form), 403
    about = {"language": language_tag(), "root": public_address.base() + "/"}
    key = current_app.config["SECRET_KEY"]
    try:
        events = request.form.getlist("events")
        added = webhooks.add(visit.club, form.text("address"), form.text("form"), events, about, key)
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        return _page(load_club(club, "owner"), form), 422
    _note(visit, "webhook", added.webhook)
    db.session.commit()
    return _page(visit, PlainForm(), added), 201


@bp.post("/<int:number>/secret")
@limiter.limit(CHANGES)
@once
def renew(club: str, number: int) -> str:
    """POST: gives the webhook a new secret; the response shows it, only once."""
    visit = load_club(club, "owner", confirmed=True)
    added = webhooks.renew_secret(_load(visit, number), current_app.config["SECRET_KEY"])
    _note(visit, "webhook_edit", added.webhook)
    db.session.commit()
    return _page(visit, PlainForm(), added)


@bp.post("/<int:number>/active")
@limiter.limit(CHANGES)
def switch(club: str, number: int) -> AnyResponse:
    """POST: switches the webhook on (`active` is 1) or off; redirects."""
    visit = load_club(club, "owner")
    webhook = _load(visit, number)
    webhooks.switch(webhook, active=request.form.get("active") == "1")
    _note(visit, "webhook_edit", webhook)
    db.session.commit()
    return _back(visit)


@bp.post("/<int:number>/test")
@limiter.limit(CHANGES)
@once
def test(club: str, number: int) -> AnyResponse:
    """POST: queues a test message; redirects."""
    visit = load_club(club, "owner")
    if not webhooks.send_test(_load(visit, number)):
        flash(_("Daily limit reached"), "error")
        return _back(visit)
    db.session.commit()
    jobs.wake()
    flash(_("Test message queued. Reload this page to see whether it arrived."))
    return _back(visit)


@bp.post("/<int:number>/delete")
@limiter.limit(CHANGES)
def delete(club: str, number: int) -> AnyResponse:
    """POST: deletes the webhook; redirects."""
    visit = load_club(club, "owner")
    webhook = _load(visit, number)
    _note(visit, "no_webhook", webhook)
    webhooks.remove(webhook)
    db.session.commit()
    flash(_("Webhook deleted."))
    return _back(visit)


def _load(visit: Visit, number: int) -> Webhook:
    return webhooks.find(visit.club, number) or abort(404)


def _note(visit: Visit, kind: str, webhook: Webhook) -> None:
    log.note(visit.club, visit.account.name, kind, host=target_of(webhook.address).host)


def _back(visit: Visit) -> AnyResponse:
    return redirect(url_for("webhooks.show", club=visit.club.slug), code=303)
