"""Claims made at the table: asked in plain words, judged by the rules, with the sum and the rules it rests on.

A claim is a question, not a change: it is asked with a GET, its address can be kept and its sheet printed. What follows
from it is recorded like any other hand.
"""

import secrets
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper import ledger
from scorekeeper.forms.claim import CHECK, claim_form, claim_of, shown_in
from scorekeeper.forms.entry import EntryForm
from scorekeeper.games import match as rules
from scorekeeper.games.asked import claims_of
from scorekeeper.games.base import Refusal
from scorekeeper.games.match import game_of
from scorekeeper.i18n import _, format_date, say, speaking
from scorekeeper.models import Match
from scorekeeper.rates import PAPER, QUESTIONS, limiter, was_made
from scorekeeper.sheets.claim import claim_sheet
from scorekeeper.sheets.page import html_of_claim
from scorekeeper.views.carried import carried
from scorekeeper.views.matches import load_match
from scorekeeper.views.printing import as_pdf, asked_language, asked_paper

bp = Blueprint("claims", __name__, url_prefix="/s/<token>/m/<int:number>/claims")


@bp.get("/")
def index(token: str, number: int) -> str:
    """What can be claimed in this match."""
    _access, match = load_match(token, number)
    return render_template("claims/index.html", token=token, match=match, claims=claims_of(match.setup))


@bp.get("/<slug>")
@limiter.limit(QUESTIONS)
def show(token: str, number: int, slug: str) -> Response:
    """One claim: its form, and the verdict once it is asked for."""
    access, match = load_match(token, number)
    form = claim_form(match.setup, slug, request.args.items(multi=True))
    if form is None:
        abort(404)
    verdict = _judged(match, form) if CHECK in request.args else None
    page = render_template(
        "claims/claim.html",
        token=token,
        match=match,
        setup=match.setup,
        board=ledger.state(match, match.version),
        form=form,
        verdict=verdict,
        may_score=access.may_score,
        key=secrets.token_urlsafe(12),
        carried=carried(match, form, verdict) if verdict and access.may_score else [],
    )
    return make_response(page, 422 if form.problems else 200)


@bp.get("/<slug>.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def sheet(token: str, number: int, slug: str) -> Response:
    """A verdict on one page, for the claim in the address; 404 where that claim cannot be judged."""
    _access, match = load_match(token, number)
    form = claim_form(match.setup, slug, request.args.items(multi=True))
    language = asked_language()
    with speaking(language):
        verdict = _judged(match, form) if form else None
        if form is None or verdict is None:
            abort(404)
        made = claim_sheet(
            match.setup,
            match.table,
            title=_(game_of(match.setup).title),
            question=_(form.way.title),
            claimant=form.entry.get("side"),
            shown=shown_in(form),
            verdict=verdict,
            day=format_date(datetime.now(UTC), "long"),
            paper=asked_paper(),
            language=language,
        )
    return as_pdf(html_of_claim(made), f"{match.game}-{slug}.pdf")


def _judged(match: Match, form: EntryForm) -> dict[str, Any] | None:
    """The verdict on the table as it stands; None where the form has problems, which it then shows."""
    try:
        return rules.judge(match.setup, match.table, claim_of(form), say)
    except Refusal as refusal:
        form.problems = refusal.problems
        return None
