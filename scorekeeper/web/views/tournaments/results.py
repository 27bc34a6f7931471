"""Results entered by an arbiter, for one table or all, and rulings that add or deduct points."""

from contextlib import suppress
from typing import Any

from flask import Blueprint, render_template

from scorekeeper.clubs.tournaments import table_results, words
from scorekeeper.clubs.tournaments.table_states import commit_and_tell, table_states
from scorekeeper.clubs.tournaments.words import short_lines
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import format_number, format_signed
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes import results as changes
from scorekeeper.tournaments.changes.results import SUMS, Effect, effects
from scorekeeper.tournaments.document import read, scoring_of
from scorekeeper.tournaments.scoring import PENALTIES, SECOND_WARNING, ruling_of, warnings
from scorekeeper.tournaments.systems import rounds_paired_by
from scorekeeper.web.forms import PlainForm, numbers_of_sides, typed_number
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.once import once
from scorekeeper.web.request_limits import json_field
from scorekeeper.web.saving import Page, aborting, saving, seen_version, to
from scorekeeper.web.tournament_pages.held import check_revealed
from scorekeeper.web.tournament_pages.overview import Row, call_time
from scorekeeper.web.tournament_pages.ranking import vp_of_tables
from scorekeeper.web.tournament_pages.tables import (
    added,
    log_line,
    named_sides,
    names_of,
    outcome_words,
    read_once,
    round_of,
    to_tournament,
)
from scorekeeper.web.tournament_pages.typed_scores import live_data, mark_of, questions, score_text

bp = Blueprint("tournament_results", __name__, url_prefix="/c/<club>/tournaments/<int:number>")


OF_BOTH = ("points", "legs", "vp", "mp")
OF_ONE = ("forfeit", "late")
Outcome = dict[str, Any]


def read_outcome(form: PlainForm) -> Outcome:
    """Parses a table's result in the form; an empty one clears the result. Raises Refusal.

    `do` is `points` (fields `points-0`, `points-1`, optionally `legs-0`, `legs-1`), `score` (`vp-0` … `mp-1`), `clear`,
    or `forfeit-3` and `late-3` with the entrant's number.
    """
    kind, _dash, number = form.text("do").partition("-")
    if kind == "clear":
        return {}
    if kind in OF_ONE:
        return {kind: typed_number(number, "")}
    names = ("vp", "mp") if kind == "score" else ("legs", "points")
    outcome = {name: values for name in names if (values := numbers_of_sides(form, name)) is not None}
    if not outcome:
        raise refuse(f"{names[-1]}-0", None, N_("Enter the result"))
    return outcome


def typed_of(outcome: Outcome) -> dict[str, str]:
    """Returns a result as texts by form field."""
    return {f"{name}-{side}": str(value) for name in OF_BOTH for side, value in enumerate(outcome.get(name) or ())}


TABLE = "/rounds/<int:round>/tables/<int:table>"
WITHOUT_SIGN = ("vp", "tp")  # sums of the standings that are shown without a sign; the others are differences
bp.add_app_template_filter(outcome_words)
bp.add_app_template_filter(words.reason, "ruling_reason")


@bp.get("/rounds/<int:round>")
@of_club("member", Tournament)
def show(visit: Visit, tournament: Tournament, round: int) -> str:
    """The tables of a round with their results; 403 for members while these are held back."""
    check_revealed(visit, tournament, round)
    tables, matches = round_of(tournament, round)["tables"], table_states(tournament, round)
    return render_template(
        "tournaments/round.html",
        visit=visit,
        tournament=tournament,
        number=round,
        rounds=len(tournament.document["rounds"]),
        rows=[
            Row(side, matches.get(side.number), is_late=False, token=None)
            for side in named_sides(tournament.document, round, tables)
        ],
        clock_time=call_time,
        vp=vp_of_tables(read_once(tournament.document), round),
        lines=short_lines(read_once(tournament.document), round),
    )


@bp.get(TABLE)
@of_club("scorer", Tournament)
def ask(visit: Visit, tournament: Tournament, round: int, table: int) -> str:
    """The form for a table's result."""
    outcome = _outcome(tournament, round, table)
    return _page(visit, tournament, PlainForm(typed_of(outcome)), round, table)


def _outcome(tournament: Tournament, number: int, table: int) -> Outcome:
    """Returns a table's result; 404 for an unknown table."""
    with aborting(404):
        return changes.outcome_of(changes.table_of(tournament.document, number, table))


def _page(
    visit: Visit,
    tournament: Tournament,
    form: PlainForm,
    round: int,
    table: int,
    changed: list[Effect] | None = None,
    proposed: Outcome | None = None,
    doubts: list[str] | None = None,
) -> str:
    tables = named_sides(tournament.document, round, round_of(tournament, round)["tables"])
    scoring = scoring_of(tournament.document)
    return render_template(
        "tournaments/result.html",
        visit=visit,
        tournament=tournament,
        round=round,
        paired=rounds_paired_by(read_once(tournament.document), round) if changed is not None else [],
        table=next(row for row in tables if row.number == table),
        match=table_states(tournament, round).get(table),
        form=form,
        missed=[log_line(line) for line in form.missed],
        scoring=scoring,
        sums=SUMS[scoring.kind],
        shown=[format_number if name in WITHOUT_SIGN else format_signed for name in SUMS[scoring.kind]],
        effects=changed,
        proposed=proposed,
        questions=doubts or [],
        kept=mark_of(proposed) if proposed else "",
        live=live_data(tournament.document),
        score=_score(tournament, form),
    )


def _score(tournament: Tournament, form: PlainForm) -> str:
    """Returns the score of the points or legs in the form; empty while they are incomplete or wrong."""
    with suppress(Refusal):
        return score_text(tournament.document, read_outcome(PlainForm({**form.typed, "do": "points"})))
    return ""


@bp.post(TABLE)
@of_club("scorer", Tournament)
@saving(_page)
def enter(visit: Visit, tournament: Tournament, form: PlainForm, round: int, table: int) -> Page:
    """POST: enters, corrects or clears a result, unless something has to be confirmed first."""
    _outcome(tournament, round, table)
    outcome = read_outcome(form)
    question = _question(visit, tournament, form, round, table, outcome)
    if question:
        return question
    actor, reason = visit.account.name, form.text("reason")
    table_results.enter(tournament, seen_version(form), round, {table: outcome}, actor=actor, reason=reason)
    commit_and_tell(tournament, round, [table])
    if round == len(tournament.document["rounds"]):
        return to_tournament(visit, tournament)
    return to("tournament_results.show", club=visit.club.slug, number=tournament.id, round=round)


def _question(
    visit: Visit, tournament: Tournament, form: PlainForm, number: int, table: int, outcome: Outcome
) -> Page | None:
    """Returns the page that asks to confirm a result; None if it can be entered. Raises Refusal.

    In a complete round its effects on the standings are shown, until `sure` is 1, and a reason is needed. Elsewhere a
    doubtful result is asked about once (422), until `kept` is sent back.
    """
    before = read_once(tournament.document)
    is_complete = number <= before.complete
    if is_complete and form.text("sure") == "1":
        if not form.text("reason"):
            raise refuse("reason", None, N_("Give a reason: the round is complete"))
        return None
    doubts = questions(before, outcome)
    if not is_complete and (not doubts or form.text("kept") == mark_of(outcome)):
        return None
    after = read(changes.enter_results(tournament.document, number, {table: outcome}))
    changed = effects(before, after) if is_complete else None
    page = _page(visit, tournament, form, number, table, changed=changed, proposed=outcome, doubts=doubts)
    return page if is_complete else (page, 422)


@bp.get("/rulings")
@of_club("scorer", Tournament)
def rulings(visit: Visit, tournament: Tournament) -> str:
    """All rulings, and the form for a new one."""
    return _rulings_page(visit, tournament, PlainForm())


def _rulings_page(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
    document = tournament.document
    rulings = document.get("rulings") or []
    return render_template(
        "tournaments/rulings.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in form.missed],
        rulings=[(names_of(document, ruling["entrant"])[0], added(ruling), ruling) for ruling in rulings],
        round=max(len(document.get("rounds") or []), 1),
        kinds=_kinds(tournament),
        penalties=_penalties(tournament),
        warnings=warnings(document),
    )


def _penalties(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Returns code, reason and points of each penalty of the code; empty where no victory points are given.

    A second warning is among them once anybody has a first one.
    """
    scoring = scoring_of(tournament.document)
    if scoring.kind != "vp":
        return []
    given = PENALTIES if warnings(tournament.document) else PENALTIES[:-1]
    rulings = [(penalty.code, ruling_of(penalty, scoring)) for penalty in given]
    return [(code, words.reason(ruling["reason"]), added(ruling)) for code, ruling in rulings]


def _kinds(tournament: Tournament) -> tuple[str, ...]:
    return ("vp", "mp") if tournament.document["scoring"]["kind"] == "vp" else ("tp",)


@bp.post("/rulings")
@once
@of_club("scorer", Tournament)
@saving(_rulings_page)
def rule(visit: Visit, tournament: Tournament, form: PlainForm) -> Page:
    """POST: adds a ruling; redirects, 422 if refused."""
    table_results.add_ruling(tournament, _read_ruling(tournament, form), actor=visit.account.name)
    return to("tournament_results.rulings", club=visit.club.slug, number=tournament.id)


def _read_ruling(tournament: Tournament, form: PlainForm) -> dict[str, Any]:
    """Parses the ruling in the form: a penalty of the code by its button, else the typed points. Raises Refusal."""
    if not form.text("entrant"):
        raise refuse("entrant", "TOU-5", N_("Choose who the ruling is for"))
    ruling: dict[str, Any] = {name: form.number(name) for name in ("round", "entrant")}
    for penalty in PENALTIES:
        if form.text("penalty") == penalty.code:
            if penalty is SECOND_WARNING and ruling["entrant"] not in warnings(tournament.document):
                raise refuse("entrant", "TOU-5", N_("There is no first warning for this entry yet"))
            return ruling | ruling_of(penalty, scoring_of(tournament.document))
    ruling |= {kind: form.number(kind) for kind in _kinds(tournament) if form.text(kind)}
    if not form.text("reason"):
        raise refuse("reason", "TOU-5", N_("Give a reason"))
    return {**ruling, "reason": form.text("reason")}


@bp.post("/rulings/drop")
@of_club("scorer", Tournament)
@saving(_rulings_page)
def unrule(visit: Visit, tournament: Tournament, _form: PlainForm) -> Page:
    """POST: removes a ruling; the form contains it as JSON."""
    table_results.remove_ruling(tournament, json_field("ruling"), actor=visit.account.name)
    return to("tournament_results.rulings", club=visit.club.slug, number=tournament.id)
