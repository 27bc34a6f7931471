"""Pairing a round: the proposal with its rule violations, manual changes, and publishing.

The last published round can be reseated on the same page, unless a table whose seats change has a result.
"""

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.tournaments import presence, rounds, words
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.presence import EntrantRow
from scorekeeper.clubs.tournaments.rounds import Plan
from scorekeeper.clubs.tournaments.words import tables_off_plan
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.check import Difference
from scorekeeper.web.forms import PlainForm, typed_number
from scorekeeper.web.loading import Visit, load_club
from scorekeeper.web.once import once
from scorekeeper.web.request_limits import json_field
from scorekeeper.web.slip_readings import delete_readings
from scorekeeper.web.table_links import make_links_of
from scorekeeper.web.views.tournaments.entries import without_partner
from scorekeeper.web.views.tournaments.tournament_parts import (
    Answer,
    Missed,
    attempt,
    load_tournament,
    log_line,
    named_sides,
    names_of,
    read_once,
    seen_version,
    tournament_address,
)

bp = Blueprint("tournament_pairing", __name__, url_prefix="/c/<club>/tournaments/<int:number>")


@bp.get("/pair")
def show(club: str, number: int) -> str:
    """The proposal for the next round."""
    visit = load_club(club, "scorer")
    return _page(visit, load_tournament(visit, number), again=False)


@bp.get("/seat")
def show_again(club: str, number: int) -> str:
    """The last round with the forms for reseating it."""
    visit = load_club(club, "scorer")
    return _page(visit, load_tournament(visit, number), again=True)


def _page(
    visit: Visit, tournament: Tournament, form: PlainForm | None = None, missed: Missed = (), *, again: bool
) -> str:
    form, plan = form or PlainForm(), None
    try:
        plan = _plan(tournament, again=again)
    except Refusal as refusal:
        form.refuse(refusal)
    return render_template(
        "tournaments/pair.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in missed],
        plan=plan,
        again=again,
        tables=[] if plan is None else named_sides(tournament.document, plan.number, plan.round["tables"]),
        bye=[] if plan is None else names_of(tournament.document, plan.round["bye"], plan.number),
        alone=[] if plan is None else names_of(tournament.document, without_partner(tournament.document), plan.number),
        elsewhere=() if plan is None else _elsewhere(tournament, plan),
        lines=() if plan is None else words.lines(read_once(tournament.document), plan.number),
        seeding="" if plan is None else words.seeding(read_once(tournament.document), plan.number),
        differs={} if plan is None else _by_table(plan),
        absent=[] if again else _absent_entrants(tournament),
    )


def _absent_entrants(tournament: Tournament) -> list[EntrantRow]:
    """Returns the entrants who are absent; none if attendance was not recorded."""
    return presence.absent_entrants(tournament) if desk_of(tournament)["present"] else []


def _elsewhere(tournament: Tournament, plan: Plan) -> tuple[str, ...]:
    """Returns a warning about tables missing on the floor plan; empty if none are, or if there is no plan."""
    hall = desk_of(tournament)["hall"]
    return tables_off_plan(hall, [table["table"] for table in plan.round["tables"]]) if hall else ()


def _plan(tournament: Tournament, *, again: bool) -> Plan | None:
    return rounds.last_plan(tournament) if again else rounds.next_plan(tournament)


def _by_table(plan: Plan) -> dict[int | None, list[Difference]]:
    """Returns the rule violations by table number; those about a bye under None."""
    by_table: dict[int | None, list[Difference]] = {}
    for difference in plan.differs:
        by_table.setdefault(difference.table, []).append(difference)
    return by_table


@bp.post("/pair")
def change(club: str, number: int) -> Answer:
    """POST: swaps `one` and `other`, two tables or two entrants, or discards all manual changes.

    `do` is `tables` to swap tables and `anew` to discard; otherwise entrants are swapped.
    """
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament, again = load_tournament(visit, number), request.form.get("again") == "1"
    back = "tournament_pairing.show_again" if again else "tournament_pairing.show"
    return attempt(
        tournament,
        form,
        lambda: _change(tournament, form, again=again),
        lambda of, filled, missed: _page(visit, of, filled, missed, again=again),
        url_for(back, club=club, number=number),
    )


def _change(tournament: Tournament, form: PlainForm, *, again: bool) -> None:
    if form.text("do") == "anew":
        rounds.discard_draft(tournament)
        return
    plan = _plan(tournament, again=again)
    if plan is None:
        raise refuse(None, None, N_("All rounds are played"))
    one, other = (typed_number(form.text(field), field) for field in ("one", "other"))
    act = rounds.swap_tables if form.text("do") == "tables" else rounds.swap_entrants
    rounds.save_draft(tournament, plan, act(plan.round, one, other))


@bp.post("/publish")
@once
def publish(club: str, number: int) -> Answer:
    """POST: publishes the proposed round or the new seating; creates matches and links for every table."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament, again = load_tournament(visit, number), request.form.get("again") == "1"
    wanted, actor = json_field("proposal"), visit.account.name

    def act() -> None:
        done = rounds.reseat if again else rounds.publish
        make_links_of(done(tournament, seen_version(form), wanted, actor=actor))
        delete_readings(tournament)

    return attempt(
        tournament,
        form,
        act,
        lambda of, filled, missed: _page(visit, of, filled, missed, again=again),
        tournament_address(visit, tournament),
    )


@bp.get("/back")
def ask_back(club: str, number: int) -> str:
    """The confirmation page for taking the last round back."""
    visit = load_club(club, "scorer")
    return _back_page(visit, load_tournament(visit, number), PlainForm(), ())


def _back_page(visit: Visit, tournament: Tournament, form: PlainForm, missed: Missed) -> str:
    played = tournament.document.get("rounds") or []
    tables = rounds.tables_of(tournament, len(played))
    return render_template(
        "tournaments/back.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in missed],
        number=len(played),
        tables=named_sides(tournament.document, len(played), played[-1]["tables"]) if played else [],
        matches=sum(any(match.hand_count for match in sitting.matches) for _table, sitting in tables.values()),
    )


@bp.post("/back")
def take_back(club: str, number: int) -> AnyResponse | tuple[str, int]:
    """POST: takes the last round back; redirects, 409 if others changed the tournament."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    return attempt(
        tournament,
        form,
        lambda: rounds.undo(tournament, seen_version(form), actor=visit.account.name, reason=form.text("reason")),
        lambda of, filled, missed: _back_page(visit, of, filled, missed),
        tournament_address(visit, tournament),
    )
