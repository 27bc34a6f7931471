"""The page on which an arbiter sends photographs of slips; a job reads them, then the arbiter checks the results."""

from flask import Blueprint, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.i18n import _
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.downloads import start_reading
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.photographs import MOST_PICTURES
from scorekeeper.web.rate_limits import FILES, limiter
from scorekeeper.web.request_limits import LARGEST_PHOTOGRAPHS
from scorekeeper.web.slip_readings import SLIPS
from scorekeeper.web.tournament_pages.tables import round_of

bp = Blueprint(
    "tournament_photographs", __name__, url_prefix="/c/<club>/tournaments/<int:number>/rounds/<int:round>/photographs"
)


@bp.get("")
@of_club("scorer", Tournament)
def ask(visit: Visit, tournament: Tournament, round: int) -> str:
    """The form for photographs and scans."""
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
@of_club("scorer", Tournament)
def send(visit: Visit, tournament: Tournament, round: int) -> AnyResponse:
    """POST: has the pictures read by a job; redirects to its progress page."""
    round_of(tournament, round)
    back = url_for("tournament_photographs.ask", club=visit.club.slug, number=tournament.id, round=round)
    asked = {"tournament": tournament.id, "round": round}
    return start_reading(visit, SLIPS, asked, title=_("Photographs of slips"), back=back)
