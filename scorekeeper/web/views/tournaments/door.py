"""The door: whoever sits there ticks off who came and who has paid, on several phones at once."""

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import presence
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.presence import Tick
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db
from scorekeeper.web.converters import entrant_numbers
from scorekeeper.web.json_errors import refusal_answer, wants_json
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.tournaments.access import load_tournament
from scorekeeper.web.whole_numbers import number_in

bp = Blueprint("tournament_door", __name__, url_prefix="/c/<club>/tournaments/<int:number>/door")
TICKS: dict[str, Tick] = {"present": "present", "paid": "paid"}


@bp.get("")
def show(club: str, number: int) -> str | Response:
    """All entrants with large ticks; `q` searches. As JSON only what is ticked, for a page that is open already."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    desk = desk_of(tournament)
    if wants_json():
        return jsonify(present=desk["present"], paid=desk["paid"])
    search = request.args.get("q", "")
    return render_template(
        "tournaments/door.html",
        visit=visit,
        tournament=tournament,
        desk=desk,
        count=len(tournament.document["entrants"]),
        found=presence.listed(tournament, search),
        search=search,
        made_at=made_at(tournament),
    )


def made_at(tournament: Tournament) -> str:
    """When it was made: no other tournament of its number was made then."""
    return tournament.made_at.isoformat()


@bp.post("")
def tick(club: str, number: int) -> AnyResponse:
    """Say that `entrant` is `present`, or has `paid` (`what`), or not (`on` is 0). The same again changes nothing.

    A phone that had no network says how many seconds `ago` it was ticked, and of the tournament `made` when.
    """
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    if request.form.get("made", made_at(tournament)) != made_at(tournament):
        abort(404)  # that one was deleted, and another has its number
    what = TICKS.get(request.form.get("what", ""))
    entrant = next(iter(entrant_numbers([request.form.get("entrant", "")])), None)
    if what is None or entrant is None:
        abort(400)
    try:
        on, ago = request.form.get("on") == "1", number_in(request.form.get("ago", "")) or 0
        presence.tick(tournament, entrant, what, on=on, actor=visit.account.name, ago=ago)
    except Refusal as refusal:
        db.session.rollback()
        return refusal_answer(refusal.problems) if wants_json() else abort(409)
    db.session.commit()
    if wants_json():
        desk = desk_of(tournament)
        return jsonify(present=desk["present"], paid=desk["paid"])
    search = request.form.get("q") or None  # nothing of the address where nothing was searched
    there = url_for("tournament_door.show", club=club, number=number, q=search, _anchor=f"e{entrant}")
    return redirect(there, code=303)
