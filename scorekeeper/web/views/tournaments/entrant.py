"""One entrant: names written right, a substitute, gone and back, taken off the list, another place in the order."""

from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import roster
from scorekeeper.clubs.tournaments import entries, presence
from scorekeeper.clubs.tournaments.presence import Listed
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Tournament
from scorekeeper.store.models import db
from scorekeeper.tournaments.changes.entries import newcomer, next_round
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments.access import load_tournament
from scorekeeper.web.views.tournaments.entry_forms import typed_newcomer
from scorekeeper.web.whole_numbers import number_in

bp = Blueprint(
    "tournament_entrant", __name__, url_prefix="/c/<club>/tournaments/<int:number>/entries/<entrant:entrant>"
)
Page = AnyResponse | tuple[str, int] | str


@bp.get("")
def edit(club: str, number: int, entrant: int) -> str:
    """The forms, with what holds now."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    found = _listed(tournament, entrant)
    return _page(visit, tournament, found, PlainForm(_as_typed(found)))


def _as_typed(found: Listed) -> dict[str, str]:
    """What holds now, by the fields of the form."""
    typed = {"club": found.club, "name": "" if found.is_named_after_players else found.name}
    for at, (name, own) in enumerate(found.players):
        typed |= {f"player-{at}": name, f"number-{at}": own}
    return typed


def _listed(tournament: Tournament, entrant: int) -> Listed:
    return next((each for each in presence.listed(tournament) if each.id == entrant), None) or abort(404)


def _page(visit: Visit, tournament: Tournament, found: Listed, form: PlainForm) -> str:
    return render_template(
        "tournaments/entrant.html",
        visit=visit,
        tournament=tournament,
        entrant=found,
        form=form,
        sizes=range(min(len(found.players) + 1, MOST_PLAYERS)),
        next_round=next_round(tournament.document),
        count=len(tournament.document["entrants"]),
        names=[each.name for each in roster.players(visit.club, most=1_000)],
    )


@bp.post("")
def change(club: str, number: int, entrant: int) -> Page:
    """Write the names, the club and the member numbers right."""

    def renamed(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        new = typed_newcomer(form)
        entries.rename(tournament, entrant, form.raw("was"), new, visit.account.name)
        return _("%(name)s: saved.", name=new.name)

    return _done(club, number, entrant, renamed)


@bp.post("/substitute")
def substitute(club: str, number: int, entrant: int) -> Page:
    """Another player in the place `at`; the results stay the entrant's."""

    def replaced(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        place = number_in(form.text("at"), 1)
        at = -1 if place is None else place
        try:
            player = newcomer([form.text("player")], numbers=[form.text("number")])
        except Refusal as refusal:
            for each in refusal.problems:
                each["field"] = "player" if each["field"] == "players" else each["field"]
            raise
        actor, reason = visit.account.name, form.text("because")
        entries.substitute(tournament, entrant, form.raw("was"), at, player, actor, reason)
        return _("%(name)s plays now. The results stay.", name=player.name)

    return _done(club, number, entrant, replaced)


@bp.post("/withdraw")
def withdraw(club: str, number: int, entrant: int) -> Page:
    """Not paired any more, from the next round on."""

    def gone(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        entries.withdraw(tournament, [entrant], visit.account.name, form.text("reason"))
        out = _listed(tournament, entrant).out
        return _("Withdrawn from round %(number)s. Results so far count.", number=out)

    return _done(club, number, entrant, gone)


@bp.post("/return")
def bring_back(club: str, number: int, entrant: int) -> Page:
    """Paired again."""

    def back(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        entries.bring_back(tournament, entrant, visit.account.name)
        return _("%(name)s plays again.", name=_listed(tournament, entrant).name)

    return _done(club, number, entrant, back)


@bp.post("/remove")
def remove(club: str, number: int, entrant: int) -> Page:
    """Off the list, before the first round is drawn."""

    def removed(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        name = _listed(tournament, entrant).name
        entries.remove(tournament, [entrant], visit.account.name)
        return _("%(name)s is off the list.", name=name)

    return _done(club, number, entrant, removed)


@bp.post("/place")
def reorder(club: str, number: int, entrant: int) -> Page:
    """Another place in the order of entry, by which some systems seed."""

    def moved(visit: Visit, tournament: Tournament, form: PlainForm) -> str:
        entries.reorder(tournament, entrant, number_in(form.text("place"), 3) or 0, visit.account.name)
        return _("%(name)s: saved.", name=_listed(tournament, entrant).name)

    return _done(club, number, entrant, moved)


def _done(club: str, number: int, entrant: int, action: Callable[[Visit, Tournament, PlainForm], str]) -> Page:
    """Do it, say so and go back to the list; where it is refused, the page says why and keeps what was typed."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    _listed(tournament, entrant)
    try:
        done = action(visit, tournament, form)
    except Refusal as refusal:
        db.session.rollback()
        form.refuse(refusal)
        visit = load_club(club, "scorer")
        tournament = load_tournament(visit, number)
        found = _listed(tournament, entrant)
        return _page(visit, tournament, found, PlainForm({**_as_typed(found), **form.typed}, form.problems)), 422
    db.session.commit()
    flash(done)
    return redirect(url_for("tournament_entries.show", club=club, number=number, _anchor="all"), code=303)
