"""Claims ("We made 31 points") judged by the rules, with the reasons.

A claim changes nothing: it is a GET request, so its address can be saved and its sheet printed. What follows from it is
recorded like any other hand. Programs send it as JSON, in the shape of `scorekeeper claim`.
"""

import secrets
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from scorekeeper import ledger
from scorekeeper.games.engine import play as rules
from scorekeeper.games.engine.base import Refusal, Table
from scorekeeper.games.engine.claims import judge_for_reader
from scorekeeper.games.engine.entries import recorded_claim, typed_entry
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.json_types import ANYTHING, group
from scorekeeper.i18n import _, called, format_clock, format_date, say, speaking
from scorekeeper.pages.claim_pages import CHECK, claim_form, claim_page, claims_page, judged, shown_in
from scorekeeper.pages.entry_form import EntryForm
from scorekeeper.paper.claim import claim_sheet
from scorekeeper.paper.page import html_of_claim
from scorekeeper.paper.stored_match_sheet import local
from scorekeeper.store.models import Match
from scorekeeper.web.error_pages import refusal_answer
from scorekeeper.web.loading import load_match
from scorekeeper.web.printing import as_pdf, head_of_sitting, language_of_query, match_file, paper_of_query
from scorekeeper.web.programs import takes_only_json
from scorekeeper.web.rate_limits import PAPER, QUESTIONS, limiter, was_made
from scorekeeper.web.request_limits import json_body

bp = Blueprint("claims", __name__, url_prefix="/s/<token>/m/<int:number>/claims")


@bp.get("/")
def index(token: str, number: int) -> str:
    """The list of claims that this match allows."""
    _access, match = load_match(token, number)
    return render_template("claims/index.html", **claims_page(token, number, match.setup, match.table))


@bp.post("/")
@limiter.limit(QUESTIONS)
@takes_only_json(group({"claim": ANYTHING}, ["claim"]))
def judge(token: str, number: int) -> Response:
    """POST: judges the `claim` after the last hand; returns whether it is upheld, its effect, and all reasons."""
    _access, match = load_match(token, number)
    try:
        return jsonify(judge_for_reader(match.setup, match.table, json_body()["claim"], say))
    except Refusal as refusal:
        return refusal_answer(refusal.problems)


@bp.get("/<slug>")
@limiter.limit(QUESTIONS)
def show(token: str, number: int, slug: str) -> Response:
    """The form of one claim, with the verdict if the query contains the claim; 404 for an unknown claim."""
    access, match = load_match(token, number)
    form = claim_form(match.setup, slug, request.args.items(multi=True))
    if form is None:
        abort(404)
    context = claim_page(
        token,
        setup=match.setup,
        state=ledger.state(match, match.version, say=say),
        form=form,
        verdict=judged(match.setup, match.table, form) if CHECK in request.args else None,
        may_score=access.may_score,
        key=secrets.token_urlsafe(12),
    )
    page = render_template("claims/claim.html", **context)
    return make_response(page, 422 if form.problems else 200)


@bp.get("/<slug>.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def sheet(token: str, number: int, slug: str) -> Response:
    """The verdict as a PDF; 404 if the claim in the query cannot be judged."""
    _access, match = load_match(token, number)
    form = claim_form(match.setup, slug, request.args.items(multi=True))
    return _verdict_sheet(match, match.table, form, datetime.now(UTC))


@bp.get("/recorded.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def recorded(token: str, number: int) -> Response:
    """The verdict of the claim that ended the match, judged on the table at that time, as a PDF.

    404 if there was none.
    """
    _access, match = load_match(token, number)
    counted = [hand for hand in ledger.hands(match) if not hand.struck]
    last = counted[-1] if counted else abort(404)
    slug, fields = recorded_claim(
        match.setup, ledger.with_current_names(match.setup, last.number, last.entry)
    ) or abort(404)
    table = counted[-2].table if len(counted) > 1 else rules.first_table(match.setup)
    return _verdict_sheet(match, table, claim_form(match.setup, slug, typed_entry(fields).items()), local(last.at))


def _verdict_sheet(match: Match, table: Table, form: EntryForm | None, moment: datetime) -> Response:
    """Returns the PDF of a claim judged on this table, dated `moment`; 404 if it cannot be judged."""
    language = language_of_query()
    with speaking(language):
        verdict = judged(match.setup, table, form) if form else None
        if form is None or verdict is None:
            abort(404)
        sheet = claim_sheet(
            match.setup,
            table,
            title=game_of(match.setup).title_of(match.setup["options"], say),
            question=_(form.way.title),
            claimant=form.entry.get("side"),
            shown=shown_in(form),
            verdict=verdict,
            day=f"{format_date(local(moment), 'long')}, {format_clock(local(moment))}",
            paper=paper_of_query(),
            language=language,
            letterhead=head_of_sitting(match.sitting_id, called(match.sitting.name)),
            table_name=called(match.sitting.name),
        )
        name = match_file(match, more=_(form.way.title))
    return as_pdf(html_of_claim(sheet), name)
