"""Tables during a round: the clock, calls for the arbiter, calling time, and the address on table slips."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from flask import Blueprint, abort, flash, redirect, request, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import desk as clocks
from scorekeeper.clubs.tournaments import table_states
from scorekeeper.clubs.tournaments.desk import Desk, clock_of, desk_of
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.clubs.tournaments.table_results import accepts_results
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _, format_clock
from scorekeeper.store.models import db, now
from scorekeeper.store.tournament_models import Tournament, TournamentTable
from scorekeeper.web.forms import PlainForm, first_problem, number_in
from scorekeeper.web.loading import ADDRESS, Visit, load_club, load_match, load_sitting
from scorekeeper.web.rate_limits import CALLS, limiter
from scorekeeper.web.request_limits import json_field
from scorekeeper.web.starting import newest_match
from scorekeeper.web.views.tournaments.tournament_parts import load_tournament, tournament_address

bp = Blueprint("tournament_tables", __name__)


MINUTE = 60  # seconds
USUAL = 45  # minutes suggested if none were agreed


class ClockFace(NamedTuple):
    """A clock as shown on a page: `ends` is its end in ISO 8601 (UTC), `until` the same as a time of day.

    A paused clock has only `left` (12:30). `is_time` is True if the arbiter has called time.
    """

    ends: str
    until: str
    left: str
    mark: str
    is_time: bool


def clock_face(desk: Mapping[str, Any], number: int) -> ClockFace | None:
    """Returns the clock of a round; None if it has none and time was not called."""
    clock, is_time = clock_of(desk), bool(number) and desk.get("time") == number
    if clock is None or clock.round != number:
        return ClockFace("", "", "", "", is_time) if is_time else None
    if clock.ends_at is not None:
        until = format_clock(clock.ends_at.astimezone())
        return ClockFace(clock.ends_at.isoformat(), until, "", clock.mark, is_time)
    minutes, seconds = divmod(clock.left or 0, MINUTE)
    return ClockFace("", "", f"{minutes}:{seconds:02}", clock.mark, is_time)


def panel(tournament: Tournament) -> dict[str, object]:
    """Returns the template values of `_clock.html`: the round's clock, and the suggested minutes."""
    last = len(tournament.document.get("rounds") or [])
    return {"clock": clock_face(tournament.desk, last), "minutes": desk_of(tournament)["minutes"] or USUAL}


@bp.post("/c/<club>/tournaments/<int:number>/clock")
def change_clock(club: str, number: int) -> AnyResponse:
    """POST: changes the clock; `do` is start, pause, go-on, add or end. Redirects to the tournament."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    form, at = PlainForm(request.form), now()
    last = len(tournament.document.get("rounds") or [])
    try:
        if last:
            change_desk(tournament, lambda desk: _with_clock(desk, form, last, at))
        db.session.commit()
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
    return redirect(f"{tournament_address(visit, tournament)}#clock", code=303)


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


def _load(club: str, number: int) -> tuple[Visit, Tournament]:
    visit = load_club(club, "scorer")
    return visit, load_tournament(visit, number)


def _table(tournament: Tournament, number: int, table: int) -> TournamentTable:
    query = select(TournamentTable).where(
        TournamentTable.tournament_id == tournament.id,
        TournamentTable.round == number,
        TournamentTable.number == table,
        TournamentTable.ended_at.is_(None),
    )
    return db.session.scalar(query) or abort(404)


def _back(visit: Visit, tournament: Tournament, act: Callable[[], object]) -> AnyResponse:
    """Runs `act`, commits and redirects to the tournament; a Refusal is flashed."""
    there = tournament_address(visit, tournament)
    try:
        act()
        db.session.commit()
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
    return redirect(there, code=303)


@bp.post(f"{TABLE}/come")
def come(club: str, number: int, round: int, table: int) -> AnyResponse:
    """POST: ends the table's call, because the arbiter has been there; redirects.

    With `phones`, an outcome as JSON, the entered result counts although the phones have this other one.
    """
    visit, tournament = _load(club, number)
    row = _table(tournament, round, table)
    row.called_at = None
    if "phones" in request.form:
        row.settled = json_field("phones")
    return _back(visit, tournament, lambda: None)


@bp.post("/c/<club>/tournaments/<int:number>/time")
def call_time(club: str, number: int) -> AnyResponse:
    """POST: calls time for the round; running matches end after the current hand."""
    visit, tournament = _load(club, number)
    round_number = _round()

    def act() -> None:
        table_states.call_time(tournament, round_number, actor=visit.account.name)
        db.session.commit()
        table_states.notify_tables(tournament, round_number)
        db.session.commit()
        for match in table_states.ready_matches(tournament, round_number):  # one transaction each, as in `end_all`
            table_states.enter_ready_result(match)
            db.session.commit()

    return _back(visit, tournament, act)


@bp.post("/c/<club>/tournaments/<int:number>/time/end")
def end_all(club: str, number: int) -> AnyResponse:
    """POST: ends every running match of the round, each in its own transaction.

    So the phones at one table need not wait for the other tables.
    """
    visit, tournament = _load(club, number)
    round_number = _round()
    for match in table_states.unfinished_matches(tournament, round_number):
        table_states.end_match(tournament, round_number, match, actor=visit.account.name)
        db.session.commit()
    return redirect(tournament_address(visit, tournament), code=303)


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
    flash(_("Arbiter called to your table.") if wanted else _("Call withdrawn."))
    return redirect(url_for("matches.show", token=token, number=number), code=303)
