"""The page on which an arbiter types the results of many tables from their slips, or checks photographed ones."""

from contextlib import suppress
from typing import Any, NamedTuple

from flask import Blueprint, flash, render_template, request

from scorekeeper.clubs.tournaments import table_results
from scorekeeper.clubs.tournaments.keeping import changes_since
from scorekeeper.clubs.tournaments.table_states import commit_and_tell
from scorekeeper.games.engine.base import N_, Problem, Refusal, refuse
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.results import enter_results, outcome_of
from scorekeeper.web.forms import PlainForm, gathering, numbers_of_sides
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.saving import Page, saving, seen_version
from scorekeeper.web.slip_readings import Seen, SlipSeen, find_readings, kind_of, lines_of, seen_in
from scorekeeper.web.tournament_pages.tables import (
    FEW,
    Named,
    NamedTable,
    log_line,
    named_sides,
    read_once,
    round_of,
    search_in,
    to_tournament,
)
from scorekeeper.web.tournament_pages.typed_scores import Outcome, live_data, mark_of, questions, score_text

bp = Blueprint("tournament_typed", __name__, url_prefix="/c/<club>/tournaments/<int:number>/rounds/<int:round>/typed")

MINE, THEIRS = "mine", "theirs"  # the choice between two results of a table


class TypedTable(NamedTuple):
    """A table on the page: the score of its typed figures, and questions about them.

    `kept` identifies a doubtful result; sending it back confirms the result. `mine` is the typed result if somebody
    else has entered another one, else empty; `actor` is the person who entered that one, `mark` identifies it. `slip`
    is the reading of the table's photographed slip, `absent` the entrant who did not play according to it. `is_wrong`
    is True for a result that cannot be.
    """

    table: NamedTable
    score: str
    questions: list[str]
    kept: str
    mine: Outcome
    actor: str
    mark: str
    is_wrong: bool
    slip: SlipSeen | None = None
    absent: Named | None = None

    @property
    def is_unsure(self) -> bool:
        """True if the arbiter has to check the table again before its result is entered."""
        return bool(self.mine or self.questions or self.is_wrong)

    @property
    def is_read(self) -> bool:
        """True if the result was read from a photograph without a doubt."""
        return self.slip is not None and not self.slip.doubts and not self.is_unsure


@bp.get("")
@of_club("scorer", Tournament)
def ask(visit: Visit, tournament: Tournament, round: int) -> str:
    """The form for typing the slips of all tables without a result; `photographs`, a job's number, fills it in."""
    job = request.args.get("photographs", "")
    seen = _photographed(tournament, round, job)
    if job and seen is None:
        flash(_("These photographs were deleted. Send them again, or type the results."), "error")
    fields = {name: text for slip in seen.slips.values() for name, text in slip.fields.items()} if seen else {}
    return _page(visit, tournament, PlainForm({**fields, "photographs": job if seen else ""}), round)


def _photographed(tournament: Tournament, number: int, job_number: str) -> Seen | None:
    """Returns the readings of round `number` by a job; None if the job is unknown or deleted."""
    job = find_readings(job_number, tournament)
    return seen_in(lines_of(job), tournament, number) if job else None


def _page(visit: Visit, tournament: Tournament, form: PlainForm, round: int, *, disputed: bool = False) -> str:
    tables = named_sides(tournament.document, round, round_of(tournament, round)["tables"])
    entered = _who_entered(tournament, round, seen_version(form)) if disputed or form.missed else {}
    photographed = _photographed(tournament, round, form.text("photographs"))
    slips = photographed.slips if photographed else {}
    rows = [_row(tournament, form, table, entered, slips.get(table.number)) for table in tables]
    rows = sorted((row for row in rows if row.mine or not row.table.outcome), key=_urgency)
    sought, found = search_in(rows)
    return render_template(
        "tournaments/typed.html",
        visit=visit,
        tournament=tournament,
        round=round,
        form=form,
        missed=[log_line(line) for line in form.missed],
        tables=found,
        sought=sought,
        is_long=len(rows) > FEW,
        kind=kind_of(tournament),
        live=live_data(tournament.document),
        photographed=photographed,
    )


def _urgency(row: TypedTable) -> int:
    """Returns the sort key of a table: first slips in doubt, then clear ones, then tables without a slip."""
    return 2 if row.slip is None else int(row.is_read)


def _row(
    tournament: Tournament, form: PlainForm, table: NamedTable, entered: dict[int, str], slip: SlipSeen | None
) -> TypedTable:
    outcome, kind = dict[str, Any](), kind_of(tournament)
    is_wrong = any(f"{kind}-{table.number}-{side}" in form.problems for side in (0, 1))
    with suppress(Refusal):
        outcome = {} if is_wrong else _outcome(form, kind, table.number)
    absent = slip.fields.get(f"forfeit-{table.number}") if slip else None
    doubts = questions(read_once(tournament.document), outcome) if outcome else []
    is_disputed = bool(outcome and table.outcome and outcome != table.outcome)
    return TypedTable(
        table,
        score_text(tournament.document, outcome),
        doubts,
        mark_of(outcome) if doubts else "",
        outcome if is_disputed else {},
        entered.get(table.number, ""),
        mark_of(table.outcome),
        is_wrong,
        slip,
        next((each for side in table.sides for each in side if str(each.id) == absent), None),
    )


def _outcome(form: PlainForm, kind: str, table: int) -> Outcome:
    """Parses a table's result: the absent entrant, or the figures of both sides; empty if nothing is filled in.

    Raises Refusal.
    """
    if form.text(f"forfeit-{table}"):
        return {"forfeit": form.number(f"forfeit-{table}")}
    values = numbers_of_sides(form, kind, f"-{table}")
    return {kind: values} if values else {}


def _who_entered(tournament: Tournament, number: int, seen: int) -> dict[int, str]:
    """Returns by table the person who entered its newest result after version `seen`; empty for a phone."""
    return {
        line.detail["table"]: line.actor
        for line in changes_since(tournament, seen)
        if line.kind in table_results.TABLE_KINDS and line.detail.get("round") == number
    }


def _outcomes(tournament: Tournament, form: PlainForm, number: int) -> tuple[dict[int, Outcome], list[Problem]]:
    """Returns the filled-in results by table number, and the problems of tables with an impossible result.

    Raises Refusal if nothing is filled in, or for what concerns no single table.
    """
    kind, filled, problems = kind_of(tournament), dict[int, Outcome](), list[Problem]()
    for table in round_of(tournament, number)["tables"]:
        with gathering(problems):
            if outcome := _outcome(form, kind, table["table"]):
                filled[table["table"]] = outcome
    if not filled and not problems:
        raise refuse(None, None, N_("Enter the result"))
    try:
        enter_results(tournament.document, number, filled)
    except Refusal as refusal:
        for problem in refusal.problems:
            table = _table_of(tournament, number, problem, refusal)
            problems.append({**problem, "field": f"{kind}-{table}-0"})
            filled.pop(table, None)
    return filled, problems


def _table_of(tournament: Tournament, number: int, problem: Problem, refusal: Refusal) -> int:
    """Returns the table that a problem of the document is about. Raises the Refusal if it is about none."""
    match (problem["field"] or "").split("."):
        case ["rounds", played, "tables", row, *_rest] if played == str(number - 1):
            table: int = round_of(tournament, number)["tables"][int(row)]["table"]
            return table
    raise refusal


@bp.post("")
@of_club("scorer", Tournament)
@saving(_page)
def enter(visit: Visit, tournament: Tournament, form: PlainForm, round: int) -> Page:
    """POST: enters the results that are filled in.

    A doubtful result must be confirmed once (422), before any is entered. The page shows results that cannot be (422),
    and where somebody else has meanwhile entered another result, both to choose from (409); the results of all other
    tables are entered.
    """
    (outcomes, problems), seen = _outcomes(tournament, form, round), seen_version(form)
    if problems:
        form.refuse(Refusal(problems))
    if _is_doubtful(tournament, form, outcomes):
        return _page(visit, tournament, form, round), 422
    entering, disputed = _results_and_disputes(tournament, round, form, outcomes)
    if entering:
        table_results.enter(tournament, seen, round, entering, actor=visit.account.name)
        commit_and_tell(tournament, round, entering)
    if not disputed and not problems:
        return to_tournament(visit, tournament)
    if entering:
        flash(ngettext("%(num)s result entered.", "%(num)s results entered.", len(entering)))
    return _page(visit, tournament, form, round, disputed=bool(disputed)), 409 if disputed else 422


def _is_doubtful(tournament: Tournament, form: PlainForm, outcomes: dict[int, Outcome]) -> bool:
    """True if a result is doubtful and not confirmed in the form."""
    whole = read_once(tournament.document)
    return any(
        form.text(f"kept-{table}") != mark_of(outcome) and questions(whole, outcome)
        for table, outcome in outcomes.items()
    )


def _results_and_disputes(
    tournament: Tournament, number: int, form: PlainForm, outcomes: dict[int, Outcome]
) -> tuple[dict[int, Outcome], list[int]]:
    """Returns the results to enter, and the tables that have another result meanwhile.

    The choice between both (`choose-3`) counts while the other result is the one that was shown (`was-3`).
    """
    stored = {row["table"]: outcome_of(row) for row in round_of(tournament, number)["tables"]}
    entering, disputed = dict[int, Any](), []
    for table, outcome in outcomes.items():
        chosen = form.text(f"choose-{table}") if form.text(f"was-{table}") == mark_of(stored[table]) else ""
        if not stored[table] or (chosen == MINE and stored[table] != outcome):
            entering[table] = outcome
        elif stored[table] != outcome and chosen != THEIRS:
            disputed.append(table)
    return entering, disputed
