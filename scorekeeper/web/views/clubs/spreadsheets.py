"""The standings of a club as CSV at a secret address, from which spreadsheets import them."""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import exporting, log, results
from scorekeeper.store.models import db
from scorekeeper.web.forms import name_file
from scorekeeper.web.not_modified import page_or_not_modified
from scorekeeper.web.public_address import STANDINGS, load_file, nonce_of_form, row_of
from scorekeeper.web.rate_limits import limiter, was_made
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.clubs.downloads import is_marked
from scorekeeper.web.views.clubs.import_export import standings_lines
from scorekeeper.web.views.clubs.standings import requested_period
from scorekeeper.web.work import MARK

bp = Blueprint("spreadsheets", __name__)

IMPORTS = "20 per minute; 200 per hour"  # of an address, from all networks; a 304 is not counted


@bp.post("/c/<club>/standings/address")
def switch(club: str) -> AnyResponse:
    """POST: turns the address on (`public` is 1), replaces it (with `renew`), or turns it off; redirects."""
    visit = load_club(club, "owner", confirmed=True)
    visit.club.standings = nonce_of_form(None if "renew" in request.form else visit.club.standings)
    log.note(visit.club, visit.account.name, "standings_on" if visit.club.standings else "standings_off")
    db.session.commit()
    return redirect(url_for("standings.show", club=club, _anchor="spreadsheet"), code=303)


@bp.get("/k/<code>/standings.csv")
@limiter.limit(IMPORTS, key_func=lambda: str((request.view_args or {}).get("code")), deduct_when=was_made)
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
