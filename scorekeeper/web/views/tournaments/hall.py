"""Laying out the hall: which tables there are, where they stand."""

from flask import Blueprint, render_template, request, url_for

from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.presence import lay_out, plan_of
from scorekeeper.store.club_models import Tournament
from scorekeeper.tournaments.hall import LONGEST, numbers_of, typed
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments.access import Answer, attempt, load_tournament
from scorekeeper.web.views.tournaments.hall_plan import spots

bp = Blueprint("tournament_hall", __name__, url_prefix="/c/<club>/tournaments/<int:number>/hall")


@bp.get("")
def show(club: str, number: int) -> str:
    """The plan, and the form in which it is typed; where there is none, with rows of as many tables as are needed."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    return _page(visit, tournament, PlainForm({"hall": typed(plan_of(tournament))}))


def _page(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    hall = desk_of(tournament)["hall"]
    return render_template(
        "tournaments/hall.html",
        visit=visit,
        tournament=tournament,
        form=form,
        plan=spots(hall, dict.fromkeys(numbers_of(hall), "")),
        longest=LONGEST,
    )


@bp.post("")
def change(club: str, number: int) -> Answer:
    """Lay the hall out as it was typed; `do=clear` forgets the plan."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    text = "" if form.text("do") == "clear" else form.raw("hall")
    return attempt(
        tournament,
        form,
        lambda: lay_out(tournament, text),
        lambda of, filled, _missed: _page(visit, of, filled),
        url_for("tournament_hall.show", club=club, number=number),
    )
