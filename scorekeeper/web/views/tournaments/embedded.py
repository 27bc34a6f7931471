"""The ranking for a frame on other sites, such as the club's own: no cookies, no forms, no scripts."""

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments.embedding import allow_embedding, may_embed
from scorekeeper.clubs.tournaments.snapshots import Summary, load_summary, snapshot
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.public_address import PURPOSE, followed_row
from scorekeeper.web.rate_limits import FOLLOWING, limiter, was_made
from scorekeeper.web.tournament_pages.ranking import held_text, ranking_of
from scorekeeper.web.tournament_pages.tables import to_tournament

bp = Blueprint("tournament_embedding", __name__)

POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors *"
)


@bp.post("/c/<club>/tournaments/<int:number>/embed")
@of_club("scorer", Tournament)
def switch(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: allows other sites to show the ranking (`embed` is 1), or forbids it; redirects."""
    allow_embedding(tournament, request.form.get("embed") == "1", visit.account.name)
    db.session.commit()
    return to_tournament(visit, tournament, "public")


@bp.get("/t/<code>/embed")
@limiter.limit(FOLLOWING, deduct_when=was_made)
def ranking(code: str) -> Response:
    """The ranking after the last complete round, for a frame; 404 unless the organiser allows it."""
    summary = followed_row(code, PURPOSE, load_summary)
    if not may_embed(summary.desk):
        abort(404)
    response = page_or_not_modified(summary.stamp, lambda: _page(code, summary))
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # for sites that isolate themselves
    return response


def _page(code: str, summary: Summary) -> str:
    state = snapshot(summary)
    shown = ranking_of(state) if state.has_ranking else None
    return render_template("tournaments/embedded.html", code=code, state=state, ranking=shown, held=held_text(state))
