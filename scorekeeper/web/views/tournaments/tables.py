"""What the arbiter does about tables with phones: answers their calls, and calls time."""

from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, request
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import at_tables
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Tournament, TournamentTable
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import first_problem
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments.access import load_tournament, to_tournament
from scorekeeper.web.whole_numbers import number_in

bp = Blueprint("tournament_tables", __name__, url_prefix="/c/<club>/tournaments/<int:number>")
TABLE = "/rounds/<int:round>/tables/<int:table>"


def _load(club: str, number: int) -> tuple[Visit, Tournament]:
    visit = load_club(club, "scorer")
    return visit, load_tournament(visit, number)


def _table(tournament: Tournament, number: int, table: int) -> TournamentTable:
    found = select(TournamentTable).where(
        TournamentTable.tournament_id == tournament.id,
        TournamentTable.round == number,
        TournamentTable.number == table,
        TournamentTable.ended_at.is_(None),
    )
    return db.session.scalar(found) or abort(404)


def _back(visit: Visit, tournament: Tournament, act: Callable[[], object]) -> AnyResponse:
    """Do it, and go back to the tournament's page, where it is said if it could not be done."""
    there = to_tournament(visit, tournament)
    try:
        act()
        db.session.commit()
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
    return redirect(there, code=303)


@bp.post(f"{TABLE}/come")
def come(club: str, number: int, round: int, table: int) -> AnyResponse:
    """The arbiter was at the table that called."""
    visit, tournament = _load(club, number)
    _table(tournament, round, table).called_at = None
    return _back(visit, tournament, lambda: None)


@bp.post("/time")
def call_time(club: str, number: int) -> AnyResponse:
    """Call time for the round."""
    visit, tournament = _load(club, number)
    asked = _round()

    def act() -> None:
        at_tables.call_time(tournament, asked, actor=visit.account.name)
        db.session.commit()
        at_tables.tell_tables(tournament, asked)
        db.session.commit()
        for match in at_tables.ready(tournament, asked):  # each by itself, as in `end_all`
            at_tables.take(match)
            db.session.commit()

    return _back(visit, tournament, act)


@bp.post("/time/end")
def end_all(club: str, number: int) -> AnyResponse:
    """End every match of the round that still goes on, each by itself: no table waits for the others' phones."""
    visit, tournament = _load(club, number)
    asked = _round()
    for match in at_tables.going_on(tournament, asked):
        at_tables.end(tournament, asked, match, actor=visit.account.name)
        db.session.commit()
    return redirect(to_tournament(visit, tournament), code=303)


def _round() -> int:
    """The number of the round that the form is about: on another page it may be over by now."""
    number = number_in(request.form.get("round", ""), 5)
    return abort(400) if number is None else number
