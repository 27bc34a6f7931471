"""The clock of a round: the arbiter starts, stops, lengthens and ends it; boards and phones count it down."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from flask import Blueprint, flash, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import desk as clocks
from scorekeeper.clubs.tournaments.desk import Desk, clock_of, desk_of
from scorekeeper.clubs.tournaments.keeping import change_desk
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import format_clock
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db, now
from scorekeeper.web.plain_form import PlainForm, first_problem
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.tournaments.access import load_tournament, to_tournament
from scorekeeper.web.whole_numbers import number_in

bp = Blueprint("tournament_clock", __name__, url_prefix="/c/<club>/tournaments/<int:number>/clock")

MINUTE = 60  # seconds
USUAL = 45  # minutes that the form offers where none were agreed


class ClockFace(NamedTuple):
    """What a page says of a clock. `ends` is when it ends (ISO 8601, UTC) and `until` the same as a time of day.

    A stopped clock has neither, but `left` (12:30). `is_time`: the arbiter has called time.
    """

    ends: str
    until: str
    left: str
    mark: str
    is_time: bool


def clock_face(desk: Mapping[str, Any], number: int) -> ClockFace | None:
    """The clock of the round of that number, where it has one, or time was called without one."""
    clock, is_time = clock_of(desk), bool(number) and desk.get("time") == number
    if clock is None or clock.round != number:
        return ClockFace("", "", "", "", is_time) if is_time else None
    if clock.ends_at is not None:
        until = format_clock(clock.ends_at.astimezone())
        return ClockFace(clock.ends_at.isoformat(), until, "", clock.mark, is_time)
    minutes, seconds = divmod(clock.left or 0, MINUTE)
    return ClockFace("", "", f"{minutes}:{seconds:02}", clock.mark, is_time)


def panel(tournament: Tournament) -> dict[str, object]:
    """The values of the arbiter's panel (`_clock.html`): the last round's clock, and the minutes to start one with."""
    last = len(tournament.document.get("rounds") or [])
    return {"clock": clock_face(tournament.desk, last), "minutes": desk_of(tournament)["minutes"] or USUAL}


@bp.post("")
def change(club: str, number: int) -> AnyResponse:
    """Do to the clock what `do` says: start, pause, go-on, add or end; then back to the arbiter's page."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    form, at = PlainForm(request.form), now()
    last = len(tournament.document.get("rounds") or [])
    try:
        if last:
            change_desk(tournament, lambda desk: _changed(desk, form, last, at))
        db.session.commit()
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
    return redirect(f"{to_tournament(visit, tournament)}#clock", code=303)


def _changed(desk: Desk, form: PlainForm, last: int, at: datetime) -> Desk:
    minutes = number_in(form.text("minutes"), 3) or 0
    match form.text("do"):
        case "start":
            return clocks.started(desk, last, minutes, at)
        case "pause":
            return clocks.paused(desk, at)
        case "go-on":
            return clocks.continued(desk, at)
        case "add":
            return clocks.lengthened(desk, minutes, at, form.text("clock"))
        case "end":
            return clocks.ended(desk, at)
    return desk
