"""Erasing a person from the club: a page that says what goes and what stays, and the act."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import erasing, log
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import _
from scorekeeper.paper.erase_files import scrub
from scorekeeper.paper.pdf import pdf_of_page
from scorekeeper.store.models import db
from scorekeeper.web.plain_form import first_problem
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.clubs.players import load_player

bp = Blueprint("erasing", __name__, url_prefix="/c/<club>/players/<int:number>/erase")


@bp.get("")
def ask(club: str, number: int) -> str:
    """The confirmation page."""
    visit = load_club(club, "owner")
    player = load_player(visit, number)
    person = erasing.of_player(visit.club, player)
    return render_template("clubs/erase.html", visit=visit, player=player, person=person)


@bp.post("")
def erase(club: str, number: int) -> AnyResponse:
    """Erase, with the accounts whose ids are sent as `account`. Sent again, it redirects only."""
    visit = load_club(club, "owner", confirmed=True)
    player = load_player(visit, number)
    if erasing.is_erased(player):
        return redirect(url_for("players.index", club=club), code=303)
    try:
        found = erasing.of_player(visit.club, player)
        person = erasing.with_accounts(found, request.form.getlist("account", type=int))
        done = erasing.erase_person(visit.club, person)
    except Refusal as refusal:
        db.session.rollback()
        flash(first_problem(refusal), "error")
        return redirect(url_for("erasing.ask", club=club, number=number), code=303)
    log.note(visit.club, visit.account.name, "erase", who=done.instead)
    db.session.commit()
    pdf_of_page.cache_clear()
    if db.engine.dialect.name == "sqlite":  # on PostgreSQL it would lock every table: `scorekeeper db scrub` does it
        scrub(db.engine)
    flash(_("Personal data erased. The player is now %(name)s.", name=done.instead))
    return redirect(url_for("players.index", club=club), code=303)
