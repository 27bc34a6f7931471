"""Changing what was agreed of a tournament, where and when it is; closing it, and opening it again."""

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import keeping
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.night_forms import default_choices
from scorekeeper.web.views.tournaments.access import Answer, Missed, load_tournament, seen_version, to_tournament
from scorekeeper.web.views.tournaments.agreed_form import choices, read_agreed, show_problems, typed_of
from scorekeeper.web.views.tournaments.log_texts import log_line

bp = Blueprint("tournament_agreed", __name__, url_prefix="/c/<club>/tournaments/<int:number>")


@bp.get("/edit")
def edit(club: str, number: int) -> str:
    """The form, with what holds now."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    typed = typed_of(tournament.document, desk_of(tournament))
    return _form(visit, tournament, PlainForm(typed | {"day": tournament.day.isoformat(), "place": tournament.place}))


def _form(visit: Visit, tournament: Tournament, form: PlainForm, missed: Missed = ()) -> str:
    return render_template(
        "tournaments/edit.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in missed],
        **choices(),
        **default_choices(),
    )


@bp.post("/edit")
def change(club: str, number: int) -> Answer:
    """Store it."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        agreed, desk = read_agreed(form)
        version, about = seen_version(form), (form.text("day"), form.text("place"))
        keeping.agree(tournament, version, agreed, desk, about, actor=visit.account.name)
    except Refusal as refusal:
        db.session.rollback()
        show_problems(form, refusal)
        return _form(visit, tournament, form), 422
    except keeping.Stale as stale:
        db.session.rollback()
        return _form(visit, tournament, form, stale.changes), 409
    db.session.commit()
    return redirect(to_tournament(visit, tournament), code=303)


@bp.post("/closed")
def close(club: str, number: int) -> AnyResponse:
    """Close the tournament (`closed` is 1), so that nothing in it changes any more, or open it again."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    keeping.close(tournament, closed=request.form.get("closed") == "1", actor=visit.account.name)
    db.session.commit()
    return redirect(to_tournament(visit, tournament), code=303)
