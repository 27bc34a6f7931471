"""The entries of a tournament: one typed, many pasted, some from the roster; and who is not there."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import roster
from scorekeeper.clubs.tournaments import entries, presence
from scorekeeper.clubs.tournaments.desk import desk_of
from scorekeeper.games.engine.base import Refusal, refuse
from scorekeeper.games.engine.base import _ as message
from scorekeeper.i18n import _, ngettext
from scorekeeper.store.club_models import Player, Tournament
from scorekeeper.store.models import db
from scorekeeper.tournaments.changes.entries import Lines, Newcomer, newcomer, next_round, takes_entries
from scorekeeper.tournaments.document import MOST_PLAYERS
from scorekeeper.web.converters import entrant_numbers, row_numbers
from scorekeeper.web.plain_form import PlainForm
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.tournaments.access import load_tournament
from scorekeeper.web.views.tournaments.entry_forms import players_of_a_side, typed_newcomer, without_partner

bp = Blueprint("tournament_entries", __name__, url_prefix="/c/<club>/tournaments/<int:number>/entries")
Page = AnyResponse | tuple[str, int] | str
MOST_PICKED = 200  # players of the roster to be ticked at once; a search finds the others
MOST_WRONG = 20  # lines that are told


@bp.get("")
def show(club: str, number: int) -> str:
    """All entrants, and for scorers the forms; `q` searches, `roster` searches the roster."""
    visit = load_club(club)
    return _page(visit, load_tournament(visit, number), PlainForm())


def _page(visit: Visit, tournament: Tournament, form: PlainForm, lines: Lines | None = None) -> str:
    search, asked = request.args.get("q", ""), request.args.get("roster", "")
    everybody = presence.listed(tournament)
    found = presence.listed(tournament, search) if search.strip() else everybody
    may_enter = visit.may_score and tournament.closed_at is None
    return render_template(
        "tournaments/entries.html",
        visit=visit,
        tournament=tournament,
        desk=desk_of(tournament),
        everybody=everybody,
        found=found,
        search=search,
        next_round=next_round(tournament.document),
        takes_entries=may_enter and takes_entries(tournament.document),
        absent=presence.absent(tournament) if may_enter else [],
        form=form,
        wrong=lines.wrong[:MOST_WRONG] if lines else [],
        all_wrong=len(lines.wrong) if lines else 0,
        sizes=range(players_of_a_side(tournament.document)),
        alone=without_partner(tournament.document),
        picks=_picks(visit, asked) if may_enter else [],
        asked=asked,
        names=[each.name for each in roster.players(visit.club, most=1_000)] if may_enter else [],
    )


def _picks(visit: Visit, search: str) -> list[Player]:
    return roster.players(visit.club, search, most=MOST_PICKED)


@bp.post("")
def enter(club: str, number: int) -> Page:
    """Enter one."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        new = typed_newcomer(form)
        entries.enter(tournament, [new], visit.account.name)
    except Refusal as refusal:
        return _refused(visit, number, form, refusal)
    db.session.commit()
    flash(_("%(name)s added.", name=new.name))
    return _back(visit, number, "enter")


@bp.post("/lines")
def enter_lines(club: str, number: int) -> Page:
    """Enter everybody on a list, or nobody where a line is wrong."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        lines = entries.enter_lines(tournament, form.raw("lines"), visit.account.name)
        if not lines.good and not lines.wrong:
            raise refuse("lines", None, message("The list is empty"))
    except Refusal as refusal:
        return _refused(visit, number, form, refusal)
    if lines.wrong:
        db.session.rollback()
        visit = load_club(club, "scorer")
        return _page(visit, load_tournament(visit, number), form, lines), 422
    db.session.commit()
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", len(lines.good)))
    return _back(visit, number, "several")


@bp.post("/roster")
def enter_from_roster(club: str, number: int) -> Page:
    """Enter the ticked players of the roster: `how` is `together`, as one pair or team, or `alone`, each by itself."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    tournament = load_tournament(visit, number)
    try:
        news = _ticked(visit, form)
        entries.enter(tournament, news, visit.account.name)
    except Refusal as refusal:
        return _refused(visit, number, form, refusal)
    db.session.commit()
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", len(news)))
    return _back(visit, number, "roster")


def _ticked(visit: Visit, form: PlainForm) -> list[Newcomer]:
    ids = row_numbers(request.form.getlist("player"))
    players = [found for each in ids[:MOST_PICKED] if (found := roster.find_player(visit.club, each))]
    if not players:
        raise refuse("player", None, message("Tick at least one player"))
    if form.text("how") == "alone":
        return [newcomer([each.name], form.text("club"), [each.number]) for each in players]
    if len(players) > MOST_PLAYERS:
        raise refuse("player", None, message("There must be 1 to {most} players"), most=MOST_PLAYERS)
    return [newcomer([each.name for each in players], form.text("club"), [each.number for each in players])]


@bp.post("/fee")
def ask_fee(club: str, number: int) -> Page:
    """Say what each pays."""
    visit, form = load_club(club, "scorer"), PlainForm(request.form)
    try:
        presence.ask_fee(load_tournament(visit, number), form.text("fee"))
    except Refusal as refusal:
        return _refused(visit, number, form, refusal)
    db.session.commit()
    return _back(visit, number, "fee")


@bp.post("/absent")
def send_absent_away(club: str, number: int) -> Page:
    """Take those off the list (`entrant`, several) who did not come; once a round is drawn they withdraw."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    there = {each.id for each in presence.absent(tournament)}
    asked = entrant_numbers(request.form.getlist("entrant"))
    gone = [each for each in dict.fromkeys(asked) if each in there]  # who was ticked off meanwhile stays
    try:
        if gone and next_round(tournament.document) == 1:
            entries.remove(tournament, gone, visit.account.name)
        elif gone:
            entries.withdraw(tournament, gone, visit.account.name)
    except Refusal as refusal:
        return _refused(visit, number, PlainForm(), refusal)
    db.session.commit()
    flash(ngettext("%(num)s entry withdrawn.", "%(num)s entries withdrawn.", len(gone)))
    return _back(visit, number, "absent")


def _refused(visit: Visit, number: int, form: PlainForm, refusal: Refusal) -> tuple[str, int]:
    """The page again with what was typed, and why it was refused."""
    slug = visit.club.slug
    db.session.rollback()
    form.refuse(refusal)
    visit = load_club(slug, "scorer")
    return _page(visit, load_tournament(visit, number), form), 422


def _back(visit: Visit, number: int, anchor: str) -> AnyResponse:
    there = url_for("tournament_entries.show", club=visit.club.slug, number=number, _anchor=anchor)
    return redirect(there, code=303)
