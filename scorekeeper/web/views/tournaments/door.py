"""Attendance and entry fees, ticked on several phones at the entrance, and the floor plan."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import presence
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.presence import Tick, plan_of, set_plan
from scorekeeper.clubs.tournaments.snapshots import Snapshot
from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.tournaments.seating import elsewhere
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db
from scorekeeper.tournaments.hall import LONGEST, Hall, as_text, numbers_of
from scorekeeper.web.error_pages import refusal_answer, wants_json
from scorekeeper.web.forms import PlainForm, entrant_numbers, number_in
from scorekeeper.web.views.clubs.club_access import Visit, load_club
from scorekeeper.web.views.tournaments.tournament_parts import Answer, attempt, load_tournament

bp = Blueprint("tournament_door", __name__, url_prefix="/c/<club>/tournaments/<int:number>")


class Spot(NamedTuple):
    """A cell of the floor plan; `number` is the table's, or 0 if there is none.

    `state` is the table's state in this round: `called`, `late`, `look`, `playing`, `waiting`, `done`, `mine`, `free`
    (nobody sits there) or empty. `templates/tournaments/_hall.html` has a sign and a text for each.
    """

    number: int
    state: str


def spots(hall: Hall, states: Mapping[int, str]) -> list[list[Spot]]:
    """Returns the rows of the floor plan; `states` are the states of the round's tables by number."""
    return [[Spot(number, states.get(number, "free") if number else "") for number in row] for row in hall]


class Plan(NamedTuple):
    """The floor plan for the wall, and the notes below it."""

    rows: list[list[Spot]]
    notes: tuple[str, ...]


def public_plan(hall: Hall, followed: Snapshot, calling: Collection[int]) -> Plan:
    """Returns the floor plan with the public state of the last round; `calling` are tables that called the arbiter."""
    states = {
        table.number: "called" if table.number in calling else "done" if table.is_decided else ""
        for table in followed.tables(followed.round)
    }
    return Plan(spots(hall, states), elsewhere(hall, states) if hall else ())


@bp.get("/hall")
def hall_page(club: str, number: int) -> str:
    """The floor plan and the form to edit it.

    Without a plan the form suggests rows for as many tables as are needed.
    """
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    return _page(visit, tournament, PlainForm({"hall": as_text(plan_of(tournament))}))


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


@bp.post("/hall")
def change_hall(club: str, number: int) -> Answer:
    """POST: saves the floor plan, or deletes it (`do=clear`); redirects, 422 if refused."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    text = "" if form.text("do") == "clear" else form.raw("hall")
    return attempt(
        tournament,
        form,
        lambda: set_plan(tournament, text),
        lambda of, filled, _missed: _page(visit, of, filled),
        url_for("tournament_door.hall_page", club=club, number=number),
    )


TICKS: dict[str, Tick] = {"present": "present", "paid": "paid"}


@bp.get("/door")
def show(club: str, number: int) -> str | Response:
    """All entrants with large checkboxes for present and paid; `q` searches.

    As JSON only the ticks, for updating a page that is already open.
    """
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
        found=presence.entrant_rows(tournament, search),
        search=search,
        made_at=made_at(tournament),
    )


def made_at(tournament: Tournament) -> str:
    """Returns the creation time as text; it differs from an earlier, deleted tournament with the same id."""
    return tournament.made_at.isoformat()


@bp.post("/door")
def tick(club: str, number: int) -> AnyResponse:
    """POST: marks `entrant` as `present` or `paid` (`what`), or not (`on` is 0). Repeating it changes nothing.

    A phone that was offline sends how many seconds `ago` the box was ticked, and in `made` when the tournament was
    created.
    """
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    if request.form.get("made", made_at(tournament)) != made_at(tournament):
        abort(404)  # the tournament was deleted and its id reused
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
    search = request.form.get("q") or None  # no query string without a search
    there = url_for("tournament_door.show", club=club, number=number, q=search, _anchor=f"e{entrant}")
    return redirect(there, code=303)
