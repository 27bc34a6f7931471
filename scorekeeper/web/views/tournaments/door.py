"""Attendance and entry fees, ticked on several phones at the entrance, and the floor plan."""

from flask import Blueprint, Response, abort, flash, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import roster
from scorekeeper.clubs.tournaments import entries, presence
from scorekeeper.clubs.tournaments.cash import cash_of, fees_due
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.entries import players_of_a_side
from scorekeeper.clubs.tournaments.presence import Tick, plan_of, set_plan
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.entries import find, next_round
from scorekeeper.tournaments.hall import LONGEST, as_text, numbers_of
from scorekeeper.web.error_pages import refusal_answer, wants_json
from scorekeeper.web.forms import PlainForm, entrant_numbers, number_in
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.saving import Page, aborting, saving, to
from scorekeeper.web.tournament_pages.entries import say_entered, typed_newcomer, why_nobody_enters
from scorekeeper.web.tournament_pages.hall import spots

bp = Blueprint("tournament_door", __name__, url_prefix="/c/<club>/tournaments/<int:number>")


@bp.get("/hall")
@of_club("scorer", Tournament)
def hall_page(visit: Visit, tournament: Tournament) -> str:
    """The floor plan and the form to edit it.

    Without a plan the form suggests rows for as many tables as are needed.
    """
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
@of_club("scorer", Tournament)
@saving(_page)
def change_hall(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: saves the floor plan, or deletes it (`do=clear`); redirects, 422 if refused."""
    set_plan(tournament, "" if form.text("do") == "clear" else form.raw("hall"))
    return to("tournament_door.hall_page", club=visit.club.slug, number=tournament.id)


TICKS: dict[str, Tick] = {"present": "present", "paid": "paid"}


@bp.get("/door")
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament) -> str | Response:
    """All entrants with large checkboxes for present and paid; `q` searches, `just` lists the ids ticked together.

    As JSON only the ticks, for updating a page that is already open.
    """
    return _ticks(tournament) if wants_json() else _door_page(visit, tournament, PlainForm())


def _ticks(tournament: Tournament) -> Response:
    """Returns the ids of present and of paid entrants, and the sum in words if there is a fee, as JSON."""
    cash = cash_of(tournament)
    paid = desk_of(tournament)["paid"]
    return jsonify(present=presence.present_ids(tournament), paid=paid, **({"cash": cash.sentence} if cash else {}))


def _door_page(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    search, document = request.args.get("q", ""), tournament.document
    is_open, cash = tournament.closed_at is None, cash_of(tournament)
    closed = why_nobody_enters(tournament)
    return render_template(
        "tournaments/door.html",
        visit=visit,
        tournament=tournament,
        desk=desk_of(tournament),
        count=len(document["entrants"]),
        cash=cash,
        dues={due.entrant: due.text for due in cash.dues} if cash else {},
        here=len(presence.present_ids(tournament)),
        found=presence.entrant_rows(tournament, search),
        fees_due=fees_due(tournament),
        search=search,
        made_at=made_at(tournament),
        absent=presence.absent_entrants(tournament) if is_open else [],
        just=entrant_numbers(request.args.get("just", "").split(",")),
        form=form,
        takes_entries=is_open and not closed,
        closed=closed,
        next_round=next_round(document),
        sizes=range(players_of_a_side(tournament)),
        names=[player.name for player in roster.players(visit.club, most=1_000)] if is_open else [],
    )


def made_at(tournament: Tournament) -> str:
    """Returns the creation time as text; it differs from an earlier, deleted tournament with the same id."""
    return tournament.made_at.isoformat()


@bp.post("/door")
@of_club("scorer", Tournament)
def tick(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: marks `entrant` as `present` or `paid` (`what`), or not (`on` is 0). Repeating it changes nothing.

    A phone that was offline sends how many seconds `ago` the box was ticked, and in `made` when the tournament was
    created.
    """
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
        return _ticks(tournament)
    search = request.form.get("q") or None  # no query string without a search
    return to("tournament_door.show", club=visit.club.slug, number=tournament.id, q=search, _anchor=f"e{entrant}")


@bp.post("/door/all")
@of_club("scorer", Tournament)
def tick_all(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: marks everybody who should play as present; with `on` 0 removes the ticks of the given `entrant`s."""
    on = request.form.get("on") == "1"
    ids = entrant_numbers(request.form.getlist("entrant"))
    entrants = [entrant.id for entrant in presence.absent_entrants(tournament)] if on else ids
    with aborting(409):
        presence.tick_together(tournament, entrants, on=on)
    db.session.commit()
    just = ",".join(map(str, entrants)) if on else None
    return to("tournament_door.show", club=visit.club.slug, number=tournament.id, just=just)


@bp.post("/door/enter")
@once
@of_club("scorer", Tournament)
@saving(_door_page)
def enter(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: adds an entrant who is present, and has paid if `paid` is 1; redirects, 422 if refused."""
    actor = visit.account.name
    (entrant,) = entries.enter(tournament, [typed_newcomer(form)], actor)
    presence.tick(tournament, entrant, "present", on=True, actor=actor)
    if form.text("paid") == "1":
        presence.tick(tournament, entrant, "paid", on=True, actor=actor)
    name = find(tournament.document, entrant)["name"]
    flash(say_entered(tournament.document, _("%(name)s added.", name=name)))
    return to("tournament_door.show", club=visit.club.slug, number=tournament.id, _anchor=f"e{entrant}")
