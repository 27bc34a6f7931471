"""Results as an arbiter enters them: of one table with all that can have happened there, or many points from paper.

A result of a round that counts already is corrected after a page that says what the standings will be.
"""

from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.clubs.tournaments import table_results
from scorekeeper.clubs.tournaments.at_tables import at_tables
from scorekeeper.games.engine.base import Refusal, _, refuse
from scorekeeper.i18n import format_number, format_signed
from scorekeeper.store.club_models import Tournament
from scorekeeper.tournaments.changes import results as changes
from scorekeeper.tournaments.changes.results import SUMS, Effect, as_it_stands, effects
from scorekeeper.tournaments.document import read, scoring_of
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments.access import (
    Answer,
    Missed,
    attempt,
    load_tournament,
    seen_version,
    to_tournament,
)
from scorekeeper.web.views.tournaments.desk_rows import Row, call_time
from scorekeeper.web.views.tournaments.log_texts import log_line
from scorekeeper.web.views.tournaments.names import named_sides
from scorekeeper.web.views.tournaments.outcome_form import Outcome, read_outcome, two, typed_of
from scorekeeper.web.views.tournaments.outcome_words import outcome_words
from scorekeeper.web.views.tournaments.table_lines import vp_of_tables

bp = Blueprint("tournament_results", __name__, url_prefix="/c/<club>/tournaments/<int:number>/rounds/<int:round>")
TABLE = "/tables/<int:table>"
WITHOUT_SIGN = ("vp", "tp")  # of the standings' sums; the others are differences
bp.add_app_template_filter(outcome_words)


@bp.get("")
def show(club: str, number: int, round: int) -> str:
    """The tables of a round with their results."""
    visit = load_club(club)
    tournament = load_tournament(visit, number)
    tables, matches = _round(tournament, round)["tables"], at_tables(tournament, round)
    return render_template(
        "tournaments/round.html",
        visit=visit,
        tournament=tournament,
        number=round,
        rounds=len(tournament.document["rounds"]),
        rows=[
            Row(each, matches.get(each.number), is_late=False, token=None)
            for each in named_sides(tournament.document, tables)
        ],
        clock_time=call_time,
        vp=vp_of_tables(as_it_stands(tournament.document), round),
    )


def _round(tournament: Tournament, number: int) -> dict[str, Any]:
    """A round of the document; 404 where there is none."""
    rounds: list[dict[str, Any]] = tournament.document.get("rounds") or []
    return rounds[number - 1] if 1 <= number <= len(rounds) else abort(404)


@bp.get(TABLE)
def ask(club: str, number: int, round: int, table: int) -> str:
    """The form for a table's result."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    outcome = _outcome(tournament, round, table)
    return _page(visit, tournament, round, table, PlainForm(typed_of(outcome)))


def _outcome(tournament: Tournament, number: int, table: int) -> Outcome:
    """What came out at a table; 404 where there is none."""
    try:
        return changes.outcome_of(changes.table_of(tournament.document, number, table))
    except Refusal:
        abort(404)


def _page(
    visit: Visit,
    tournament: Tournament,
    number: int,
    table: int,
    form: PlainForm,
    missed: Missed = (),
    found: list[Effect] | None = None,
    proposed: Outcome | None = None,
) -> str:
    tables = named_sides(tournament.document, _round(tournament, number)["tables"])
    scoring = scoring_of(tournament.document)
    return render_template(
        "tournaments/result.html",
        visit=visit,
        tournament=tournament,
        round=number,
        rounds=len(tournament.document["rounds"]),
        table=next(each for each in tables if each.number == table),
        match=at_tables(tournament, number).get(table),
        form=form,
        missed=[log_line(line) for line in missed],
        scoring=scoring,
        sums=SUMS[scoring.kind],
        shown=[format_number if name in WITHOUT_SIGN else format_signed for name in SUMS[scoring.kind]],
        effects=found,
        proposed=proposed,
    )


@bp.post(TABLE)
def enter(club: str, number: int, round: int, table: int) -> Answer | str:
    """Enter, correct or clear a result. Where the round counts already, first say what that changes, unless `sure`."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    _outcome(tournament, round, table)
    counts = round <= read(tournament.document).complete
    if counts and form.text("sure") != "1":
        try:
            outcome = read_outcome(form)
            found = effects(tournament.document, changes.enter_results(tournament.document, round, {table: outcome}))
            return _page(visit, tournament, round, table, form, found=found, proposed=outcome)
        except Refusal as refusal:
            form.refuse(refusal)
            return _page(visit, tournament, round, table, form), 422

    def act() -> None:
        reason = form.text("reason")
        if counts and not reason:
            raise refuse("reason", None, _("Give a reason: the round is complete"))
        outcomes = {table: read_outcome(form)}
        table_results.enter(tournament, seen_version(form), round, outcomes, actor=visit.account.name, reason=reason)

    return attempt(
        tournament,
        form,
        act,
        lambda of, filled, missed: _page(visit, of, round, table, filled, missed),
        _back(visit, tournament, round),
    )


def _back(visit: Visit, tournament: Tournament, number: int) -> str:
    """Where to go after a result: the arbiter's page, or an earlier round."""
    if number == len(tournament.document["rounds"]):
        return to_tournament(visit, tournament)
    return url_for("tournament_results.show", club=visit.club.slug, number=tournament.id, round=number)


@bp.get("/typed")
def ask_all(club: str, number: int, round: int) -> str:
    """The form for the points of all tables that have no result yet, as they stand on the slips."""
    visit = load_club(club, "scorer")
    return _all_page(visit, load_tournament(visit, number), round, PlainForm(), ())


def _all_page(visit: Visit, tournament: Tournament, number: int, form: PlainForm, missed: Missed) -> str:
    tables = named_sides(tournament.document, _round(tournament, number)["tables"])
    return render_template(
        "tournaments/typed.html",
        visit=visit,
        tournament=tournament,
        round=number,
        form=form,
        missed=[log_line(line) for line in missed],
        tables=[each for each in tables if not each.outcome],
        kind=_kind(tournament),
    )


def _kind(tournament: Tournament) -> str:
    """What is typed from a slip: the points, or where several matches decide a round the legs."""
    return "legs" if (tournament.document["scoring"].get("best_of") or 1) > 1 else "points"


def _outcomes(form: PlainForm, kind: str, tables: list[int]) -> dict[int, Outcome]:
    """What was filled in, by table. Raises Refusal with all that is wrong, so that one look mends it."""
    filled, problems = {}, []
    for table in tables:
        try:
            both = two(form, kind, f"-{table}")
        except Refusal as refusal:
            problems += refusal.problems
            continue
        if both is not None:
            filled[table] = {kind: both}
    if problems:
        raise Refusal(problems)
    if not filled:
        raise refuse(None, None, _("Enter the result"))
    return filled


@bp.post("/typed")
def enter_all(club: str, number: int, round: int) -> Answer:
    """Enter whatever was filled in, all of it or none."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    tables = [each["table"] for each in _round(tournament, round)["tables"]]

    def act() -> None:
        outcomes = _outcomes(form, _kind(tournament), tables)
        table_results.enter(tournament, seen_version(form), round, outcomes, actor=visit.account.name)

    return attempt(
        tournament,
        form,
        act,
        lambda of, filled, missed: _all_page(visit, of, round, filled, missed),
        to_tournament(visit, tournament),
    )
