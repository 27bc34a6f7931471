"""Approval of results by arbiters: the list of matches waiting for it, approving, reopening and undoing."""

import secrets
from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import approval, log
from scorekeeper.clubs.results.outcomes import confirmed_by
from scorekeeper.clubs.tournaments.table_results import approve_match
from scorekeeper.clubs.tournaments.table_states import enter_ready_result
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, ngettext, say
from scorekeeper.store.models import Change, Match, db
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.page_parts import signed_sentence
from scorekeeper.web.views.clubs.club import tokens
from scorekeeper.web.views.clubs.club_access import NotWithThisRole, Visit, load_club
from scorekeeper.web.views.matches import number_in

bp = Blueprint("approvals", __name__, url_prefix="/c/<club>/approvals")
Page = AnyResponse | tuple[str, int] | str


@bp.get("")
def index(club: str) -> str:
    """Finished matches that wait for approval, or with `?approved` the approved ones; `?before=` pages through them."""
    visit = load_arbiter(club)
    before = number_in(request.args.get("before", ""))
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
def approve_all(club: str) -> AnyResponse:
    """POST: approves the ticked matches (`match` is `id.version`); skips matches changed since they were shown."""
    visit, key = load_arbiter(club), request.form.get("key", "")
    if not visit.club.approving:
        flash(_("This club doesn’t use approvals."), "error")
        return redirect(url_for("approvals.index", club=club), code=303)
    done, changed = list[int](), 0
    for ticked in request.form.getlist("match")[: approval.A_PAGE]:
        number, _dot, version = ticked.partition(".")
        match = approval.find_match(visit.club, number_in(number))
        try:
            if match is not None and match.locked is None:
                mark = ledger.Write(visit.account.name, f"{key}-{match.id}" if key else "", number_in(version))
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
    return redirect(url_for("approvals.index", club=club), code=303)


@bp.post("")
def set_approving(club: str) -> AnyResponse:
    """POST: turns approval of results on or off for the club; redirects."""
    visit = load_club(club, "owner")
    on = request.form.get("approving") == "1"
    if on != visit.club.approving:
        visit.club.approving = on
        log.note(visit.club, visit.account.name, "approving" if on else "not_approving")
    db.session.commit()
    return redirect(url_for("approvals.index", club=club), code=303)


@bp.get("/<int:number>")
def show(club: str, number: int) -> str:
    """A match with the arbiter's forms for approving it, or for reopening it and undoing its last change."""
    visit = load_arbiter(club)
    return _page(visit, load_match(visit, number), PlainForm())


@bp.post("/<int:number>/approve")
def approve(club: str, number: int) -> Page:
    """POST: approves and locks the match as the arbiter saw it; redirects, 409 if it has changed since."""
    visit = load_arbiter(club)
    if visit.club.approving:
        return _write(club, number, approve_match)
    form = PlainForm(problems={"": _("This club doesn’t use approvals.")})
    return _page(visit, load_match(visit, number), form), 422


@bp.post("/<int:number>/reopen")
def reopen(club: str, number: int) -> Page:
    """POST: removes the approval, with a reason; the players can change the match again."""
    return _write(club, number, ledger.reopen, with_reason=True)


@bp.post("/<int:number>/undo")
def undo(club: str, number: int) -> Page:
    """POST: undoes the match's last change, with a reason; the match stays locked."""
    return _write(club, number, ledger.undo, with_reason=True)


def _write(club: str, number: int, act: Callable[..., Change], *, with_reason: bool = False) -> Page:
    visit, form = load_arbiter(club), PlainForm(request.form)
    match = load_match(visit, number)
    mark = ledger.Write(visit.account.name, form.text("key"), number_in(form.text("seen")))
    try:
        if with_reason:
            with ledger.ruled(match, form.raw("reason")):
                change = act(match, mark)
        else:
            change = act(match, mark)
    except (Refusal, ledger.Stale) as why:
        return _refusal_page(visit, match, form, why)
    db.session.commit()
    flash(signed_sentence(match.setup, change))
    return redirect(url_for("approvals.show", club=club, number=match.id), code=303)


def _refusal_page(visit: Visit, match: Match, form: PlainForm, why: Refusal | ledger.Stale) -> tuple[str, int]:
    """Returns the match's page with the typed reason and the problem: 422 if refused, 409 if it has changed."""
    if isinstance(why, Refusal):
        form.refuse(why)
    else:
        form.problems[""] = _("The match was changed in the meantime. Check it again, then decide.")
    db.session.rollback()
    return _page(visit, match, form), 409 if isinstance(why, ledger.Stale) else 422


def _page(visit: Visit, match: Match, form: PlainForm) -> str:
    changes = ledger.changes(match)
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


def load_arbiter(club: str) -> Visit:
    """Returns the club and the logged-in arbiter; 403 for other members, otherwise aborts like `load_club`."""
    visit = load_club(club, "scorer")
    if not visit.is_arbiter:
        raise NotWithThisRole
    return visit


def load_match(visit: Visit, number: int) -> Match:
    """Returns a match of the club; 404 if there is none."""
    return approval.find_match(visit.club, number) or abort(404)
