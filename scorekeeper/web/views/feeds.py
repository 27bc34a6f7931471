"""Files at secret addresses that other programs fetch regularly: calendars, and standings as CSV for spreadsheets."""

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import exporting, results
from scorekeeper.clubs.calendars import calendar, event_of, events_of
from scorekeeper.clubs.exporting import standings_lines
from scorekeeper.i18n import _
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web import loading, night_texts
from scorekeeper.web.downloads import is_marked
from scorekeeper.web.forms import name_file
from scorekeeper.web.loading import Visit
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.public_address import (
    CALENDAR,
    STANDINGS,
    followed_row,
    load_file,
    nonce_of_form,
    public_address,
    row_of,
)
from scorekeeper.web.public_address import PURPOSE as PLAYERS_PAGE
from scorekeeper.web.rate_limits import QUESTIONS, limiter, was_made
from scorekeeper.web.saving import to
from scorekeeper.web.standings import requested_period
from scorekeeper.web.tournament_pages.entries import form_address, load_form, load_own, own_address
from scorekeeper.web.visitors import visitor_network
from scorekeeper.web.work import MARK

calendars_bp = Blueprint("calendars", __name__)
spreadsheets_bp = Blueprint("spreadsheets", __name__)

IMPORTS = "20 per minute; 200 per hour"  # of an address by one network; a 304 is not counted
IMPORTS_IN_ALL = "120 per minute; 1200 per hour"  # by all networks: a spreadsheet's servers have many


@calendars_bp.post("/c/<club>/calendar", endpoint="switch")
@loading.of_club("scorer")
def switch_calendar(visit: Visit) -> AnyResponse:
    """POST: turns the calendar address on (`public` is 1) or off; redirects to the nights."""
    visit.club.calendar = nonce_of_form(visit.club.calendar)
    visit.note("calendar_on" if visit.club.calendar else "calendar_off")
    db.session.commit()
    return to("nights.index", club=visit.club.slug, _anchor="calendar")


@calendars_bp.get("/k/<code>/calendar.ics")
@limiter.limit(QUESTIONS)
def of_club(code: str) -> Response:
    """The club's nights and tournaments, recent and to come; 404 if the address is off."""
    club = followed_row(code, CALENDAR, load_file(CALENDAR)).club
    return _file(calendar(club.name, events_of(club, _name_and_url)), f"{club.name}.ics")


def _name_and_url(row: Night | Tournament) -> tuple[str, str]:
    """Returns an event's name, and its public page if there is one."""
    if isinstance(row, Night):
        return row.name or _("Club night"), night_texts.public_address(row)
    return row.document.get("name") or _("Tournament"), public_address(row)


@calendars_bp.get("/t/<code>/tournament.ics")
@limiter.limit(QUESTIONS)
def of_players_page(code: str) -> Response:
    """The tournament, with the address of the players' page; 404 if that is off."""
    tournament = followed_row(code, PLAYERS_PAGE, lambda number: db.session.get(Tournament, number))
    return _of(tournament, public_address(tournament))


@calendars_bp.get("/e/<code>/tournament.ics")
@limiter.limit(QUESTIONS)
def of_form(code: str) -> Response:
    """The tournament, with the address of the form for entries from home; 404 if that is off."""
    form, tournament = load_form(code)
    return _of(tournament, form_address(form))


@calendars_bp.get("/y/<code>/tournament.ics")
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


@spreadsheets_bp.post("/c/<club>/standings/address", endpoint="switch")
@loading.of_club("owner", confirmed=True)
def switch_spreadsheet(visit: Visit) -> AnyResponse:
    """POST: turns the address on (`public` is 1), replaces it (with `renew`), or turns it off; redirects."""
    visit.club.standings = nonce_of_form(None if "renew" in request.form else visit.club.standings)
    visit.note("standings_on" if visit.club.standings else "standings_off")
    db.session.commit()
    return to("standings.show", club=visit.club.slug, _anchor="spreadsheet")


def _asked_code() -> str:
    return str((request.view_args or {}).get("code"))


@spreadsheets_bp.get("/k/<code>/standings.csv")
@limiter.limit(IMPORTS_IN_ALL, key_func=_asked_code, deduct_when=was_made)
@limiter.limit(IMPORTS, key_func=lambda: f"{_asked_code()} {visitor_network()}", deduct_when=was_made)
def standings_csv(code: str) -> Response:
    """The standings as members download them, filtered like the page; 404 if the address is off."""
    club = row_of(code, STANDINGS, load_file(STANDINGS)).club
    period, marked = requested_period(club), is_marked()
    stamp = (*exporting.newest_change(club), results.has_backlog(db.session, club.id), marked)
    response = page_or_not_modified(stamp, lambda: "".join([MARK if marked else "", *standings_lines(club, period)]))
    response.content_type = "text/csv; charset=utf-8"
    response.vary.add("Accept")
    name_file(response, "attachment", f"{club.slug}-standings.csv")
    return response
