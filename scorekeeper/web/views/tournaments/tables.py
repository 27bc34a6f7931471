"""Tables during a round: the clock, calls for the arbiter, calling time, and the address on table slips."""

from datetime import datetime

from flask import Blueprint, abort, flash, jsonify, redirect, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import desk as clocks
from scorekeeper.clubs.tournaments import table_states
from scorekeeper.clubs.tournaments.desk import Desk
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.clubs.tournaments.table_results import accepts_results
from scorekeeper.games.json_types import FLAG, group
from scorekeeper.i18n import _
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.web.error_pages import wants_json
from scorekeeper.web.forms import PlainForm, number_in
from scorekeeper.web.loading import ADDRESS, Visit, load_match, load_sitting, of_club
from scorekeeper.web.own_matches import newest_match
from scorekeeper.web.programs import takes_json
from scorekeeper.web.rate_limits import CALLS, limiter
from scorekeeper.web.request_limits import json_field
from scorekeeper.web.saving import Page, saving, to
from scorekeeper.web.tournament_pages.tables import to_tournament

bp = Blueprint("tournament_tables", __name__)


def _clock_stays(visit: Visit, tournament: Tournament, _form: PlainForm) -> AnyResponse:
    return to_tournament(visit, tournament, "clock")


@bp.post("/c/<club>/tournaments/<int:number>/clock")
@of_club("scorer", Tournament)
@saving(_clock_stays)
def change_clock(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: changes the clock; `do` is start, pause, go-on, add or end. Redirects to the tournament."""
    last, at = len(tournament.document.get("rounds") or []), now()
    if last:
        change_desk(tournament, lambda desk: _with_clock(desk, form, last, at))
    return to_tournament(visit, tournament, "clock")


def _with_clock(desk: Desk, form: PlainForm, last: int, at: datetime) -> Desk:
    minutes = number_in(form.text("minutes"), 3) or 0
    match form.text("do"):
        case "start":
            return clocks.start_clock(desk, last, minutes, at)
        case "pause":
            return clocks.pause_clock(desk, at)
        case "go-on":
            return clocks.resume_clock(desk, at)
        case "add":
            return clocks.extend_clock(desk, minutes, at, form.text("clock"))
        case "end":
            return clocks.stop_clock(desk, at)
    return desk


TABLE = "/c/<club>/tournaments/<int:number>/rounds/<int:round>/tables/<int:table>"


def _table(tournament: Tournament, number: int, table: int) -> TournamentTable:
    query = select(TournamentTable).where(
        TournamentTable.tournament_id == tournament.id,
        TournamentTable.round == number,
        TournamentTable.number == table,
        TournamentTable.ended_at.is_(None),
    )
    return db.session.scalar(query) or abort(404)


@bp.post(f"{TABLE}/come")
@of_club("scorer", Tournament)
def come(visit: Visit, tournament: Tournament, round: int, table: int) -> AnyResponse:
    """POST: ends the table's call, because the arbiter has been there; redirects.

    With `phones`, an outcome as JSON, the entered result counts although the phones have this other one.
    """
    row = _table(tournament, round, table)
    row.called_at = None
    if "phones" in request.form:
        row.settled = json_field("phones")
    db.session.commit()
    return to_tournament(visit, tournament)


def _not_called(visit: Visit, tournament: Tournament, _form: PlainForm) -> AnyResponse:
    return to_tournament(visit, tournament)


@bp.post("/c/<club>/tournaments/<int:number>/time")
@of_club("scorer", Tournament)
@saving(_not_called)
def call_time(visit: Visit, tournament: Tournament, _form: PlainForm) -> Page:
    """POST: calls time for the round; running matches end after the current hand."""
    round_number = _round()
    table_states.call_time(tournament, round_number, actor=visit.account.name)
    table_states.commit_and_tell(tournament, round_number)
    for match in table_states.ready_matches(tournament, round_number):  # one transaction each, as in `end_all`
        table_states.enter_ready_result(match)
        db.session.commit()
    return to_tournament(visit, tournament)


@bp.post("/c/<club>/tournaments/<int:number>/time/end")
@of_club("scorer", Tournament)
def end_all(visit: Visit, tournament: Tournament) -> AnyResponse:
    """POST: ends every running match of the round, each in its own transaction.

    So the phones at one table need not wait for the other tables.
    """
    round_number = _round()
    for match in table_states.unfinished_matches(tournament, round_number):
        table_states.end_match(tournament, round_number, match, actor=visit.account.name)
        db.session.commit()
    return to_tournament(visit, tournament)


def _round() -> int:
    """Returns the round number in the form, because the page may be outdated; 400 if it is missing."""
    number = number_in(request.form.get("round", ""), 5)
    return abort(400) if number is None else number


@bp.get("/s/<token>/play")
def play(token: str) -> AnyResponse:
    """Redirects from a table slip's address to the match at the table, the newest leg if there are several."""
    match = newest_match(load_sitting(token).sitting)
    if match is None:
        return redirect(url_for("sittings.show", token=token))
    return redirect(url_for("matches.show", token=token, number=match.number))


@bp.post(f"{ADDRESS}/arbiter")
@limiter.limit(CALLS)
@takes_json(group({"called": FLAG}))
def call_arbiter(token: str, number: int) -> AnyResponse:
    """POST: calls the arbiter to this table, or withdraws the call (`called` is 0). Repeating it changes nothing."""
    _access, match = load_match(token, number, write=True)
    table = db.session.get(TournamentTable, match.sitting_id) or abort(404)
    wanted = request.form.get("called") != "0"
    if wanted and (
        table.ended_at is not None or not accepts_results(db.session.get_one(Tournament, table.tournament_id), table)
    ):
        abort(404)
    if wanted != (table.called_at is not None):
        table.called_at = now() if wanted else None
        db.session.commit()
    if wants_json():
        return jsonify(called=wanted)
    flash(_("Arbiter called to your table.") if wanted else _("Call withdrawn."))
    return to("matches.show", token=token, number=number)
