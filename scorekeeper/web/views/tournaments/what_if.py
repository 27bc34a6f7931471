"""The page “What if”: the rounds to come with a late pair, a withdrawal, another system or number of rounds."""

from flask import Blueprint, render_template, request

from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.rate_limits import PAPER, limiter
from scorekeeper.web.tournament_pages import what_if
from scorekeeper.web.tournament_pages.what_if import Outlook

bp = Blueprint("tournament_what_if", __name__, url_prefix="/c/<club>/tournaments/<int:number>/what-if")


@bp.get("")
@limiter.limit(PAPER)
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament) -> str:
    """The form, and the rounds to come as agreed and as supposed; it stores nothing."""
    form = PlainForm({**what_if.as_typed(tournament), **request.args})
    agreed = supposed = None
    try:
        times = what_if.times_of(form)
        agreed = _outlook_as_agreed(tournament, times)
        if what_if.is_asked(form):
            supposed = what_if.outlook(what_if.supposed_document(tournament.document, form), times)
    except Refusal as refusal:
        form.refuse(refusal)
    return render_template(
        "tournaments/what_if.html",
        visit=visit,
        tournament=tournament,
        form=form,
        agreed=agreed,
        supposed=supposed,
        variants=what_if.variants(),
    )


def _outlook_as_agreed(tournament: Tournament, times: what_if.Times) -> Outlook | None:
    """Returns the rounds to come as agreed; None while too few are entered, or the settings do not suit them."""
    try:
        return what_if.outlook(tournament.document, times)
    except Refusal:
        return None
