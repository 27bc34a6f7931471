"""Calendar files: of a club, at a secret address that its members subscribe to, and of one tournament."""

from flask import Blueprint, Response, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import log
from scorekeeper.clubs.calendars import calendar, event_of, events_of
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.forms import name_file
from scorekeeper.web.public_address import CALENDAR, load_file, nonce_of_form, public_address
from scorekeeper.web.public_address import PURPOSE as PLAYERS_PAGE
from scorekeeper.web.rate_limits import QUESTIONS, limiter
from scorekeeper.web.views.clubs import nights
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.tournaments.players_page import followed_row
from scorekeeper.web.views.tournaments.registering import load_form, load_own
from scorekeeper.web.views.tournaments.registration_notices import form_address, own_address

bp = Blueprint("calendars", __name__)


@bp.post("/c/<club>/calendar")
def switch(club: str) -> AnyResponse:
    """POST: turns the calendar address on (`public` is 1) or off; redirects to the nights."""
    visit = load_club(club, "scorer")
    visit.club.calendar = nonce_of_form(visit.club.calendar)
    log.note(visit.club, visit.account.name, "calendar_on" if visit.club.calendar else "calendar_off")
    db.session.commit()
    return redirect(url_for("nights.index", club=club, _anchor="calendar"), code=303)


@bp.get("/k/<code>/calendar.ics")
@limiter.limit(QUESTIONS)
def of_club(code: str) -> Response:
    """The club's nights and tournaments, recent and to come; 404 if the address is off."""
    club = followed_row(code, CALENDAR, load_file(CALENDAR)).club
    return _file(calendar(club.name, events_of(club, _name_and_url)), f"{club.name}.ics")


def _name_and_url(row: Night | Tournament) -> tuple[str, str]:
    """Returns an event's name, and its public page if there is one."""
    if isinstance(row, Night):
        return row.name or _("Club night"), nights.public_address(row)
    return row.document.get("name") or _("Tournament"), public_address(row)


@bp.get("/t/<code>/tournament.ics")
@limiter.limit(QUESTIONS)
def of_players_page(code: str) -> Response:
    """The tournament, with the address of the players' page; 404 if that is off."""
    tournament = followed_row(code, PLAYERS_PAGE, lambda number: db.session.get(Tournament, number))
    return _of(tournament, public_address(tournament))


@bp.get("/e/<code>/tournament.ics")
@limiter.limit(QUESTIONS)
def of_form(code: str) -> Response:
    """The tournament, with the address of the form for entries from home; 404 if that is off."""
    form, tournament = load_form(code)
    return _of(tournament, form_address(form))


@bp.get("/y/<code>/tournament.ics")
@limiter.limit(QUESTIONS)
def of_entry(code: str) -> Response:
    """The tournament, with the private address of an entry."""
    registration, tournament = load_own(code)
    return _of(tournament, own_address(registration))


def _of(tournament: Tournament, url: str) -> Response:
    club = db.session.get_one(Club, tournament.club_id)
    name = f"{tournament.document.get('name') or _('Tournament')} · {club.name}"
    return _file(calendar(name, [event_of(tournament, name, url)]), f"{tournament.day} {name}.ics")


def _file(text: str, name: str) -> Response:
    response = Response(text, mimetype="text/calendar")
    name_file(response, "attachment", name)
    return response
