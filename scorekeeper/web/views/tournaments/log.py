"""The log of a tournament, the newest line first."""

from flask import Blueprint, render_template, request

from scorekeeper.clubs.tournaments.keeping import lines
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.tournaments.access import load_tournament
from scorekeeper.web.views.tournaments.log_texts import log_line
from scorekeeper.web.whole_numbers import number_in

bp = Blueprint("tournament_log", __name__, url_prefix="/c/<club>/tournaments/<int:number>/log")
A_PAGE = 50


@bp.get("")
def show(club: str, number: int) -> str:
    """A page of it; `before` is the line that the page before ended with."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    found = lines(tournament, A_PAGE + 1, number_in(request.args.get("before", "")))
    return render_template(
        "tournaments/log.html",
        visit=visit,
        tournament=tournament,
        lines=[log_line(line) for line in found[:A_PAGE]],
        more=len(found) > A_PAGE,
    )
