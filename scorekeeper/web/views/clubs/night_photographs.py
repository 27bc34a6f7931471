"""Photographs of a night's blank sheets: sent on one page, read by a job, and listed on another to be typed in."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import nights
from scorekeeper.i18n import _
from scorekeeper.web.photographs import MOST_PICTURES
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.request_limits import LARGEST_PHOTOGRAPHS
from scorekeeper.web.sheet_readings import NIGHT_SHEETS, find_sheets
from scorekeeper.web.views.clubs.club import tokens
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.clubs.downloads import start_reading
from scorekeeper.web.views.clubs.nights import load_night, title_of

bp = Blueprint("night_photographs", __name__, url_prefix="/c/<club>/nights/<int:number>/photographs")


@bp.get("")
def ask(club: str, number: int) -> str:
    """The form for photographs and scans."""
    visit = load_club(club, "scorer")
    night = load_night(visit, number)
    megabytes = LARGEST_PHOTOGRAPHS // 1_000_000
    return render_template(
        "clubs/night_photographs.html",
        visit=visit,
        night=night,
        title=title_of(night),
        most=MOST_PICTURES,
        megabytes=megabytes,
    )


@bp.post("")
@limiter.limit(FILES)
def send(club: str, number: int) -> AnyResponse:
    """POST: has the pictures read by a job; redirects to its progress page."""
    visit = load_club(club, "scorer")
    night = load_night(visit, number)
    back = url_for("night_photographs.ask", club=club, number=number)
    return start_reading(visit, NIGHT_SHEETS, {"night": night.id}, title=_("Photographs of sheets"), back=back)


@bp.get("/<job>")
def read(club: str, number: int, job: str) -> AnyResponse | str:
    """The results on the sheets, each beside its cut-out and with its table; redirects once they were deleted."""
    visit = load_club(club, "scorer")
    night = load_night(visit, number)
    sheets = find_sheets(job, night)
    if sheets is None:
        flash(_("These photographs were deleted. Send them again."), "error")
        return redirect(url_for("night_photographs.ask", club=club, number=number), code=303)
    tables = nights.tables_of(night)
    keys = tokens(visit, [sitting for _number, sitting in tables])
    return render_template(
        "clubs/night_read.html",
        visit=visit,
        night=night,
        title=title_of(night),
        sheets=sheets,
        keys={table: keys[sitting.id] for table, sitting in tables if sitting.id in keys},
    )
