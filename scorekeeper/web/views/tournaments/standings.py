"""The standings of a tournament as the ranking on paper has them: what decides, how equal ones were parted, rulings."""

from flask import Blueprint, Response, render_template, request

from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import current_locale
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.ranking import ranking
from scorekeeper.store.club_models import Tournament
from scorekeeper.tournaments.changes.results import read_incomplete
from scorekeeper.web.forms import first_problem, number_in
from scorekeeper.web.known_pages import unless_known
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments.access import load_tournament

bp = Blueprint("tournament_standings", __name__, url_prefix="/c/<club>/tournaments/<int:number>/standings")


@bp.get("")
def show(club: str, number: int) -> Response:
    """After all complete rounds, after so many (`round`), or with what has come in since (`live=1`).

    304 where nothing has changed.
    """
    visit = load_club(club)
    tournament = load_tournament(visit, number)
    stamp = (tournament.made_at, tournament.version, tournament.day, visit.role)
    return unless_known(stamp, lambda: _page(visit, tournament))


def _page(visit: Visit, tournament: Tournament) -> str:
    wanted = number_in(request.args.get("round", ""), 5) or 0
    live, problem, listing = request.args.get("live") == "1", "", None
    read = read_incomplete(tournament.document)
    try:
        listing = ranking(read, Wanted("A4", current_locale(), round=wanted), live=live)
    except Refusal as refusal:
        problem = first_problem(refusal)
    return render_template(
        "tournaments/standings.html",
        visit=visit,
        tournament=tournament,
        listing=listing,
        problem=problem,
        live=live,
        complete=read.complete,
        rounds=len(read.rounds),
        wanted=wanted,
    )
