"""What the arbiter rules: points given or taken away, each with a reason; it counts with its round."""

from typing import Any

from flask import Blueprint, render_template, request, url_for

from scorekeeper.clubs.tournaments import table_results
from scorekeeper.games.engine.base import _, refuse
from scorekeeper.store.club_models import Tournament
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.request_limits import json_field
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments.access import Answer, Missed, attempt, load_tournament
from scorekeeper.web.views.tournaments.log_texts import added, log_line
from scorekeeper.web.views.tournaments.names import names_of
from scorekeeper.web.whole_numbers import typed_number

bp = Blueprint("tournament_rulings", __name__, url_prefix="/c/<club>/tournaments/<int:number>/rulings")


@bp.get("")
def show(club: str, number: int) -> str:
    """All rulings, and the form for one more."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    return _page(visit, tournament, PlainForm(), ())


def _page(visit: Visit, tournament: Tournament, form: PlainForm, missed: Missed) -> str:
    document = tournament.document
    rulings = document.get("rulings") or []
    return render_template(
        "tournaments/rulings.html",
        visit=visit,
        tournament=tournament,
        form=form,
        missed=[log_line(line) for line in missed],
        rulings=[(names_of(document, each["entrant"])[0], added(each), each) for each in rulings],
        round=max(len(document.get("rounds") or []), 1),
        kinds=_kinds(tournament),
    )


def _kinds(tournament: Tournament) -> tuple[str, ...]:
    return ("vp", "mp") if tournament.document["scoring"]["kind"] == "vp" else ("tp",)


@bp.post("")
def rule(club: str, number: int) -> Answer:
    """Add one."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    return _attempt(
        visit,
        tournament,
        form,
        lambda: table_results.rule(tournament, _typed(tournament, form), actor=visit.account.name),
    )


def _typed(tournament: Tournament, form: PlainForm) -> dict[str, Any]:
    """The ruling of the form. Raises Refusal."""
    ruling: dict[str, Any] = {name: typed_number(form.text(name), name) for name in ("round", "entrant")}
    ruling |= {kind: typed_number(form.text(kind), kind) for kind in _kinds(tournament) if form.text(kind)}
    if not form.text("reason"):
        raise refuse("reason", "TOU-5", _("Give a reason"))
    return {**ruling, "reason": form.text("reason")}


@bp.post("/drop")
def unrule(club: str, number: int) -> Answer:
    """Take one away; the form holds it whole."""
    visit, form = load_club(club, "scorer"), PlainForm()
    tournament, ruling = load_tournament(visit, number), json_field("ruling")
    return _attempt(visit, tournament, form, lambda: table_results.unrule(tournament, ruling, actor=visit.account.name))


def _attempt(visit: Visit, tournament: Tournament, form: PlainForm, act: Any) -> Answer:
    there = url_for("tournament_rulings.show", club=visit.club.slug, number=tournament.id)
    return attempt(tournament, form, act, lambda of, filled, missed: _page(visit, of, filled, missed), there)
