"""Approval of results by arbiters: the list of matches waiting for it, approving, reopening and undoing."""

import secrets

from flask import Blueprint, flash, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import approval
from scorekeeper.clubs.results.outcomes import confirmed_by
from scorekeeper.clubs.tournaments.table_results import approve_match
from scorekeeper.clubs.tournaments.table_states import enter_ready_result
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import _, ngettext, say
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web.forms import PlainForm, sent_number
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.page_parts import signed_sentence
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.table_links import tokens

bp = Blueprint("approvals", __name__, url_prefix="/c/<club>/approvals")


@bp.get("")
@of_club("arbiter")
def index(visit: Visit) -> str:
    """Finished matches that wait for approval, or with `?approved` the approved ones; `?before=` pages through them."""
    before = sent_number(request.args.get("before", ""))
    show_approved = "approved" in request.args
    load_matches = approval.approved if show_approved else approval.waiting
    page = load_matches(visit.club, before if before > 0 else None)
    return render_template(
        "clubs/approvals.html",
        visit=visit,
        matches=[(match, confirmed_by(match)) for match in page.matches],
        more=page.more,
        approved=show_approved,
        key=secrets.token_urlsafe(12),
    )


@bp.post("/all")
@of_club("arbiter")
def approve_all(visit: Visit) -> AnyResponse:
    """POST: approves the ticked matches (`match` is `id.version`); skips matches changed since they were shown."""
    key = request.form.get("key", "")
    if not visit.club.approving:
        flash(_("This club doesn’t use approvals."), "error")
        return to("approvals.index", club=visit.club.slug)
    done, changed = list[int](), 0
    for ticked in request.form.getlist("match")[: approval.A_PAGE]:
        number, _dot, version = ticked.partition(".")
        match = approval.find_match(visit.club, sent_number(number))
        try:
            if match is not None and match.locked is None:
                mark = ledger.Write(visit.account.name, f"{key}-{match.id}" if key else "", sent_number(version))
                approval.approve(match, mark)
                done.append(match.id)
        except (Refusal, ledger.Stale):
            changed += 1
    db.session.commit()
    for match_id in done:  # one by one, because each locks its match before its tournament
        enter_ready_result(match_id)
        db.session.commit()
    flash(ngettext("One result approved.", "%(num)s results approved.", len(done)))
    if changed:
        text = _("Changed in the meantime, so not approved: %(count)s. Check them again.", count=changed)
        flash(text, "error")
    return to("approvals.index", club=visit.club.slug)


@bp.post("")
@of_club("owner")
def set_approving(visit: Visit) -> AnyResponse:
    """POST: turns approval of results on or off for the club; redirects."""
    on = request.form.get("approving") == "1"
    if on != visit.club.approving:
        visit.club.approving = on
        visit.note("approving" if on else "not_approving")
    db.session.commit()
    return to("approvals.index", club=visit.club.slug)


@bp.get("/<int:number>")
@of_club("arbiter", Match)
def show(visit: Visit, match: Match) -> str:
    """A match with the arbiter's forms for approving it, or for reopening it and undoing its last change."""
    return _page(visit, match, PlainForm())


def _page(visit: Visit, match: Match, form: PlainForm) -> str:
    changes = ledger.changes(match)
    if form.missed:
        form.problems[""] = _("The match was changed in the meantime. Check it again, then decide.")
    return render_template(
        "clubs/approval.html",
        visit=visit,
        match=match,
        lock=ledger.lock(match, say),
        rulings=ledger.rulings(changes),
        sentence=lambda change: signed_sentence(match.setup, change),
        form=form,
        confirmed=confirmed_by(match),
        contested=ledger.contested(match, say),
        token=tokens(visit, [match.sitting]).get(match.sitting_id),
        key=secrets.token_urlsafe(12),
    )


@bp.post("/<int:number>/approve")
@of_club("arbiter", Match)
@saving(_page)
def approve(visit: Visit, match: Match, form: PlainForm) -> Page:
    """POST: approves and locks the match as the arbiter saw it; redirects, 409 if it has changed since."""
    if not visit.club.approving:
        raise refuse(None, None, N_("This club doesn’t use approvals."))
    return _changed(visit, match, approve_match(match, _mark(visit, form)))


@bp.post("/<int:number>/reopen")
@of_club("arbiter", Match)
@saving(_page)
def reopen(visit: Visit, match: Match, form: PlainForm) -> Page:
    """POST: removes the approval, with a reason; the players can change the match again."""
    with ledger.ruled(match, form.raw("reason")):
        return _changed(visit, match, ledger.reopen(match, _mark(visit, form)))


@bp.post("/<int:number>/undo")
@of_club("arbiter", Match)
@saving(_page)
def undo(visit: Visit, match: Match, form: PlainForm) -> Page:
    """POST: undoes the match's last change, with a reason; the match stays locked."""
    with ledger.ruled(match, form.raw("reason")):
        return _changed(visit, match, ledger.undo(match, _mark(visit, form)))


def _mark(visit: Visit, form: PlainForm) -> ledger.Write:
    return ledger.Write(visit.account.name, form.text("key"), sent_number(form.text("seen")))


def _changed(visit: Visit, match: Match, change: Change) -> AnyResponse:
    flash(signed_sentence(match.setup, change))
    return to("approvals.show", club=visit.club.slug, number=match.id)
