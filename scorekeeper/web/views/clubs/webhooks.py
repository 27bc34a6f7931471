"""The webhooks of a club, for its owners: adding, testing, switching, deleting them, and their last deliveries."""

from flask import Blueprint, current_app, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import jobs
from scorekeeper.clubs import webhooks
from scorekeeper.clubs.webhooks import EVENTS, FORMS, Added
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import _, language_tag
from scorekeeper.outgoing import FORBIDDEN, NO_ANSWER, TIMED_OUT, target_of
from scorekeeper.store.models import db
from scorekeeper.store.webhook_models import Webhook
from scorekeeper.web import public_address
from scorekeeper.web.club_keys import CHANGES, changing, making
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.saving import Page, to

bp = Blueprint("webhooks", __name__, url_prefix="/c/<club>/webhooks")

PROBLEMS = {
    FORBIDDEN: N_("address not allowed"),
    TIMED_OUT: N_("no answer"),
    NO_ANSWER: N_("no connection"),
}


@bp.get("")
@of_club("owner")
def show(visit: Visit) -> str:
    """The club's webhooks with their last deliveries, and the form for another one."""
    return _page(visit, PlainForm())


def _page(visit: Visit, form: PlainForm, added: Added | None = None) -> str:
    hooks = webhooks.webhooks_of(visit.club)
    return render_template(
        "clubs/webhooks.html",
        visit=visit,
        form=form,
        chosen=request.form.getlist("events") or [*EVENTS],
        webhooks=[(webhook, _shown(webhook), webhooks.deliveries_of(webhook)) for webhook in hooks],
        added=added,
        offered=EVENTS,
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
@making(_page)
def add(visit: Visit, form: PlainForm) -> Page:
    """POST: adds a webhook; the response shows its secret, once. 422 if refused, 403 if the operator forbids it."""
    if not current_app.config["WEBHOOKS"]:
        return _page(visit, form), 403
    about = {"language": language_tag(), "root": public_address.base() + "/"}
    key = current_app.config["SECRET_KEY"]
    events = request.form.getlist("events")
    added = webhooks.add(visit.club, form.text("address"), form.text("form"), events, about, key)
    _note(visit, "webhook", added.webhook)
    return _page(visit, PlainForm(), added), 201


@bp.post("/<int:number>/secret")
@limiter.limit(CHANGES)
@once
@of_club("owner", Webhook, confirmed=True)
def renew(visit: Visit, webhook: Webhook) -> str:
    """POST: gives the webhook a new secret; the response shows it, only once."""
    added = webhooks.renew_secret(webhook, current_app.config["SECRET_KEY"])
    _note(visit, "webhook_edit", added.webhook)
    db.session.commit()
    return _page(visit, PlainForm(), added)


@bp.post("/<int:number>/active")
@changing("webhooks.show", Webhook)
def switch(visit: Visit, webhook: Webhook) -> str:
    """POST: switches the webhook on (`active` is 1) or off; redirects."""
    webhooks.switch(webhook, active=request.form.get("active") == "1")
    _note(visit, "webhook_edit", webhook)
    return ""


@bp.post("/<int:number>/test")
@limiter.limit(CHANGES)
@once
@of_club("owner", Webhook)
def test(visit: Visit, webhook: Webhook) -> AnyResponse:
    """POST: queues a test message; redirects."""
    if webhooks.send_test(webhook):
        db.session.commit()
        jobs.wake()
        flash(_("Test message queued. Reload this page to see whether it arrived."))
    else:
        flash(_("Daily limit reached"), "error")
    return to("webhooks.show", club=visit.club.slug)


@bp.post("/<int:number>/delete")
@changing("webhooks.show", Webhook)
def delete(visit: Visit, webhook: Webhook) -> str:
    """POST: deletes the webhook; redirects."""
    _note(visit, "no_webhook", webhook)
    webhooks.remove(webhook)
    return _("Webhook deleted.")


def _note(visit: Visit, kind: str, webhook: Webhook) -> None:
    visit.note(kind, host=target_of(webhook.address).host)
