"""The standings of a tournament."""

from flask import Blueprint, Response, render_template, request

from scorekeeper.clubs.tournaments.categories import categories_of
from scorekeeper.clubs.tournaments.holding import ranked
from scorekeeper.games.engine.base import Problem
from scorekeeper.i18n import current_locale
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.result_sheet import screen_ranking
from scorekeeper.store import tournament_models
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.results import read_incomplete
from scorekeeper.web.forms import gathering, number_in, text_of
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.tournament_pages.held import held_for

bp = Blueprint("tournament_standings", __name__, url_prefix="/c/<club>/tournaments/<int:number>/standings")


@bp.get("")
@of_club("member", Tournament)
def show(visit: Visit, tournament: Tournament) -> Response:
    """The standings after all complete rounds, after `round` rounds, or with current results (`live=1`).

    Members see only rounds that are not held back. 304 if unchanged.
    """
    held = held_for(visit, tournament)
    stamp = (tournament.made_at, tournament.version, tournament.desk_version, tournament.day, visit.role, held)
    return page_or_not_modified(stamp, lambda: _standings_page(visit, tournament))


def _standings_page(visit: Visit, tournament: tournament_models.Tournament) -> str:
    wanted = number_in(request.args.get("round", ""), 5) or 0
    live, problems, listing = request.args.get("live") == "1", list[Problem](), None
    held = held_for(visit, tournament)
    read = ranked(read_incomplete(tournament.document), held)
    asked = Wanted("A4", current_locale(), round=wanted, categories=categories_of(tournament))
    with gathering(problems):
        listing = screen_ranking(read, asked, live=live)
    return render_template(
        "tournaments/standings.html",
        visit=visit,
        tournament=tournament,
        listing=listing,
        problem=text_of(problems[0]) if problems else "",
        live=live,
        complete=read.complete,
        rounds=len(read.rounds),
        wanted=wanted,
        held=held,
    )
