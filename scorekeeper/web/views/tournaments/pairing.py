"""Pairing a round: the proposal with its rule violations, manual changes, and publishing.

The last published round can be reseated on the same page, unless a table whose seats change has a result.
"""

from flask import Blueprint, render_template

from scorekeeper.clubs.tournaments import presence, rounds, words
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.clubs.tournaments.presence import EntrantRow
from scorekeeper.clubs.tournaments.rounds import Plan
from scorekeeper.clubs.tournaments.words import tables_off_plan
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.check import Difference
from scorekeeper.web.forms import PlainForm
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.request_limits import json_field
from scorekeeper.web.saving import Page, saving, seen_version, to
from scorekeeper.web.slip_readings import delete_readings
from scorekeeper.web.table_links import make_links_of
from scorekeeper.web.tournament_pages.entries import without_partner
from scorekeeper.web.tournament_pages.tables import log_line, named_sides, names_of, read_once, to_tournament

bp = Blueprint("tournament_pairing", __name__, url_prefix="/c/<club>/tournaments/<int:number>")


@bp.get("/pair")
@of_club("scorer", Tournament)
def show(visit: Visit, tournament: Tournament) -> str:
    """The proposal for the next round."""
    return _page(visit, tournament, PlainForm())


@bp.get("/seat")
@of_club("scorer", Tournament)
def show_again(visit: Visit, tournament: Tournament) -> str:
    """The last round with the forms for reseating it."""
    return _page(visit, tournament, PlainForm({"again": "1"}))


def _page(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    again, plan = _is_again(form), None
    try:
        plan = _plan(tournament, again=again)
    except Refusal as refusal:
        form.refuse(refusal)
    return render_template(
        "tournaments/pair.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in form.missed],
        plan=plan,
        again=again,
        tables=[] if plan is None else named_sides(tournament.document, plan.number, plan.round["tables"]),
        bye=[] if plan is None else names_of(tournament.document, plan.round["bye"], plan.number),
        alone=[] if plan is None else names_of(tournament.document, without_partner(tournament), plan.number),
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


def _is_again(form: PlainForm) -> bool:
    """True if the form is about the last round's seats, not about the next round."""
    return form.text("again") == "1"


@bp.post("/pair")
@of_club("scorer", Tournament)
@saving(_page)
def change(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: swaps `one` and `other`, two tables or two entrants, or discards all manual changes.

    `do` is `tables` to swap tables and `anew` to discard; otherwise entrants are swapped.
    """
    _change(tournament, form)
    back = "tournament_pairing.show_again" if _is_again(form) else "tournament_pairing.show"
    return to(back, club=visit.club.slug, number=tournament.id)


def _change(tournament: Tournament, form: PlainForm) -> None:
    if form.text("do") == "anew":
        rounds.discard_draft(tournament)
        return
    plan = _plan(tournament, again=_is_again(form))
    if plan is None:
        raise refuse(None, None, N_("All rounds are played"))
    one, other = (form.number(field) for field in ("one", "other"))
    act = rounds.swap_tables if form.text("do") == "tables" else rounds.swap_entrants
    rounds.save_draft(tournament, plan, act(plan.round, one, other))


@bp.post("/publish")
@once
@of_club("scorer", Tournament)
@saving(_page)
def publish(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: publishes the proposed round or the new seating; creates matches and links for every table."""
    act = rounds.reseat if _is_again(form) else rounds.publish
    make_links_of(act(tournament, seen_version(form), json_field("proposal"), actor=visit.account.name))
    delete_readings(tournament)
    return to_tournament(visit, tournament)


@bp.get("/back")
@of_club("scorer", Tournament)
def ask_back(visit: Visit, tournament: Tournament) -> str:
    """The confirmation page for taking the last round back."""
    return _back_page(visit, tournament, PlainForm())


def _back_page(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    played = tournament.document.get("rounds") or []
    tables = rounds.tables_of(tournament, len(played))
    return render_template(
        "tournaments/back.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in form.missed],
        number=len(played),
        tables=named_sides(tournament.document, len(played), played[-1]["tables"]) if played else [],
        matches=sum(any(match.hand_count for match in sitting.matches) for _table, sitting in tables.values()),
    )


@bp.post("/back")
@of_club("scorer", Tournament)
@saving(_back_page)
def take_back(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: takes the last round back; redirects, 409 if others changed the tournament."""
    rounds.undo(tournament, seen_version(form), actor=visit.account.name, reason=form.text("reason"))
    return to_tournament(visit, tournament)
