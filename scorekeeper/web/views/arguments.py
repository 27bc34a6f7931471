"""Claims without a match: choose the game, then what is being claimed; judged at totals that are typed."""

from flask import Blueprint, Response, abort, make_response, render_template, request

from scorekeeper.games import GAMES
from scorekeeper.pages.claim_pages import (
    CHECK,
    claim_form,
    claim_page,
    claims_page,
    judged_without_match,
    without_match,
)
from scorekeeper.web.rate_limits import QUESTIONS, limiter

bp = Blueprint("arguments", __name__, url_prefix="/claims")


@bp.get("/")
def index() -> str:
    """The games to choose from."""
    return render_template("claims/games.html", games=GAMES)


@bp.get("/<game>/")
def of_game(game: str) -> str:
    """The claims of a game in its `?variant=`; 404 for an unknown game."""
    setup, table, _state = without_match(game, request.args.items()) or abort(404)
    return render_template("claims/index.html", **claims_page("", 0, setup, table))


@bp.get("/<game>/<slug>")
@limiter.limit(QUESTIONS)
def show(game: str, slug: str) -> Response:
    """The form of one claim, with the verdict if the query contains the claim; 404 for an unknown one."""
    sent = list(request.args.items(multi=True))
    setup, table, state = without_match(game, sent) or abort(404)
    form = claim_form(setup, slug, sent) or abort(404)
    verdict = judged_without_match(setup, table, form) if CHECK in request.args else None
    context = claim_page("", setup=setup, state=state, form=form, verdict=verdict, may_score=False, key="")
    return make_response(render_template("claims/claim.html", **context), 422 if form.problems else 200)
