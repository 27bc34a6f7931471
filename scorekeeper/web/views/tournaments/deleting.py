"""Deleting a tournament, after a page that says what goes with it and what stays."""

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import log
from scorekeeper.clubs.tournaments.keeping import Deleted, delete_tournament, what_stays
from scorekeeper.i18n import _
from scorekeeper.store.models import db
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.tournaments.access import load_tournament

bp = Blueprint("tournament_deleting", __name__, url_prefix="/c/<club>/tournaments/<int:number>/delete")


@bp.get("")
def ask(club: str, number: int) -> str:
    """What deleting the tournament would do."""
    visit = load_club(club, "owner")
    tournament = load_tournament(visit, number)
    return render_template("tournaments/delete.html", visit=visit, tournament=tournament, stays=what_stays(tournament))


@bp.post("")
def delete(club: str, number: int) -> AnyResponse:
    """Delete it."""
    visit = load_club(club, "owner")
    tournament = load_tournament(visit, number)
    name = tournament.document.get("name") or ""
    log.note(visit.club, visit.account.name, "no_tournament", name=name, day=tournament.day)
    delete_tournament(tournament)
    db.session.commit()
    flash(_("Tournament deleted. Its matches stay with the club."))
    return redirect(url_for("tournaments.index", club=club), code=303)


@bp.app_errorhandler(Deleted)
def deleted_meanwhile(_error: Deleted) -> Response:
    """404 for a form about a tournament that somebody has deleted at the same moment."""
    db.session.rollback()
    return make_response(current_app.handle_user_exception(NotFound()))
