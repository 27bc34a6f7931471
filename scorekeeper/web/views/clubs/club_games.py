"""The club's list of games that its members agreed on: kept from the page of an agreement, taken off by hand."""

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import log, named_games, results
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.match import begin
from scorekeeper.i18n import _, say
from scorekeeper.pages.blank_form import blank_form
from scorekeeper.store.club_models import ClubGame
from scorekeeper.store.models import db
from scorekeeper.web.views.clubs.access import Visit, load_club

bp = Blueprint("club_games", __name__, url_prefix="/c/<club>/games")


@bp.post("")
def keep(club: str) -> AnyResponse:
    """Keep an agreement, sent as the fields of a new match's form, in the place of what the list has under its name."""
    visit = load_club(club, "scorer")
    results.lock_results(db.session, visit.club.id)
    try:
        kept = named_games.keep(visit.club, begin(blank_form(request.form).head))
    except Refusal as refusal:
        db.session.rollback()
        for each in refusal.problems:
            flash(say(each["message"], each["params"]), "error")
        return _to_the_club(club)
    _note(visit, "game", kept)
    db.session.commit()
    flash(_("%(game)s added to the club’s games.", game=kept.name))
    return _to_the_club(club)


@bp.post("/<int:number>/drop")
def drop(club: str, number: int) -> AnyResponse:
    """Take a game off the list; what was played of it still counts under its name."""
    visit = load_club(club, "scorer")
    kept = db.session.get(ClubGame, number)
    if kept is None or kept.club_id != visit.club.id:
        abort(404)
    if kept.listed:
        kept.listed = False
        _note(visit, "no_game", kept)
        db.session.commit()
    return _to_the_club(club)


def _note(visit: Visit, kind: str, kept: ClubGame) -> None:
    log.note(visit.club, visit.account.name, kind, game=kept.name)


def _to_the_club(club: str) -> AnyResponse:
    return redirect(url_for("club.show", club=club, _anchor="games"), code=303)
