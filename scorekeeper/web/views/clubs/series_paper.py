"""The standings of a championship as a PDF."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.series import AddedUp, Standing, added_up
from scorekeeper.i18n import _, format_date, format_number, speaking
from scorekeeper.paper.page import html_of_standings
from scorekeeper.paper.pdf import Pages
from scorekeeper.paper.season import Heading, StandingsSheet
from scorekeeper.store.models import now
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.views.clubs.access import Visit, load_club
from scorekeeper.web.views.clubs.print_jobs import print_pages
from scorekeeper.web.views.clubs.season_papers import FEW, head_of
from scorekeeper.web.views.clubs.series import load_series, scheme_in_words
from scorekeeper.web.views.printing import as_pdf, asked_language, asked_paper

bp = Blueprint("series_paper", __name__, url_prefix="/c/<club>/series/<int:number>")
MOST_COLUMNS = 8  # parts that have a column of their own; of more the sheet tells the total alone


@bp.get("/standings.pdf")
@limiter.limit(PAPER, deduct_when=was_made)
def standings_pdf(club: str, number: int) -> AnyResponse:
    """The places, with the points of each part where there are few of them. Long ones are a job."""
    visit = load_club(club)
    series = load_series(visit, number)
    added = added_up(series)
    with speaking(asked_language()):
        page = html_of_standings(_sheet(visit, series.name, added))
        name = f"{visit.club.name} {series.name}.pdf"
        title = _("Championship")
    if len(added.lines) <= FEW:
        return as_pdf(page, name)

    def pages() -> Pages:
        return [(page, 1)]

    back = url_for("series.show", club=club, number=number)
    return print_pages(visit, pages, about=(page,), different=1, title=title, name=name, back=back, long=True)


def _sheet(visit: Visit, name: str, added: AddedUp) -> StandingsSheet:
    columns = added.over if len(added.over) <= MOST_COLUMNS else []
    who = _("Pair") if added.scheme.who == "pairs" else _("Player")
    shown = [Heading("", "place"), Heading(who, "who"), Heading(_("Total"), "number")]
    shown += [Heading(format_date(part.day, "short"), "number") for part in columns]
    today = format_date(now().date(), "long")
    return StandingsSheet(
        paper=asked_paper(),
        language=asked_language(),
        letterhead=head_of(visit),
        title=_("Championship"),
        season=name,
        headings=tuple(shown),
        rows=tuple(_row(place, line, len(columns)) for place, line in added.lines),
        note=scheme_in_words(added.scheme),
        footer=" · ".join((visit.club.name, name, today)),
        signatures=(_("Arbiter"), _("For the club")),
    )


def _row(place: int, line: Standing, columns: int) -> tuple[str, ...]:
    """Points of parts that are left out stand in brackets."""
    points = [
        "" if score is None else format_number(score.points) if score.counts else f"({format_number(score.points)})"
        for score in line.scores[:columns]
    ]
    return (str(place), line.name, format_number(line.total), *points)
