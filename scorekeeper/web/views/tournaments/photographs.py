"""The page on which an arbiter sends photographs of slips; a job reads them, then the results are there to check."""

import secrets

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.i18n import _, ngettext
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.request_limits import LARGEST_PHOTOGRAPHS, allow_large_form
from scorekeeper.web.slip_readings import MOST_PICTURES, SLIPS, upload_of_pictures
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.clubs.downloads import start_job
from scorekeeper.web.views.tournaments.results import round_of
from scorekeeper.web.views.tournaments.tournament_parts import load_tournament

bp = Blueprint(
    "tournament_photographs", __name__, url_prefix="/c/<club>/tournaments/<int:number>/rounds/<int:round>/photographs"
)


@bp.get("")
def ask(club: str, number: int, round: int) -> str:
    """The form for photographs and scans."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    round_of(tournament, round)
    return render_template(
        "tournaments/photographs.html",
        visit=visit,
        tournament=tournament,
        round=round,
        most=MOST_PICTURES,
        megabytes=LARGEST_PHOTOGRAPHS // 1_000_000,
    )


@bp.post("")
@limiter.limit(FILES)
def send(club: str, number: int, round: int) -> AnyResponse:
    """POST: has the pictures read by a job; redirects to its progress page."""
    visit = load_club(club, "scorer")
    tournament = load_tournament(visit, number)
    round_of(tournament, round)
    allow_large_form(LARGEST_PHOTOGRAPHS)
    back = url_for("tournament_photographs.ask", club=club, number=number, round=round)
    pictures = [picture for picture in request.files.getlist("pictures") if picture.filename]
    if not pictures:
        flash(_("Choose a picture first."), "error")
        return redirect(back, code=303)
    if len(pictures) > MOST_PICTURES:
        flash(ngettext("At most %(num)s picture at once.", "At most %(num)s pictures at once.", MOST_PICTURES), "error")
        return redirect(back, code=303)
    what = {"asked": {"tournament": tournament.id, "round": round}, "about": secrets.token_hex(16), "role": "scorer"}
    sent = upload_of_pictures(pictures)
    title = _("Photographs of slips")
    return start_job(visit, SLIPS, title=title, name="", mime="", back=back, total=len(pictures), sent=sent, **what)
