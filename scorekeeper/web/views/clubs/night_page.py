"""What the pages of a night have in common: for members, for everybody with the address, and for a big screen."""

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper.clubs import nights
from scorekeeper.clubs.night_ranking import ranking
from scorekeeper.clubs.nights import Table
from scorekeeper.store.club_models import Club, Night
from scorekeeper.store.models import db
from scorekeeper.web import known_pages
from scorekeeper.web.rate_limits import QUESTIONS, limiter
from scorekeeper.web.signed_numbers import address_of, row_of
from scorekeeper.web.views.clubs.access import load_club
from scorekeeper.web.views.clubs.night_forms import load_night

bp = Blueprint("night_page", __name__)

PURPOSE = "night"  # of the signature in a public address


def night_page(night: Night, tables: Sequence[Table], keys: Mapping[int, str]) -> dict[str, object]:
    """The template values of the tables with all of their matches, and of the ranking; `keys` open the tables."""
    matches, seated = nights.by_table(night), nights.seating_of(night)
    approved = request.args.get("approved") == "1"
    return {
        "tables": [
            (sitting, matches.get(number, []), seated.get(number, []), keys.get(sitting.id))
            for number, sitting in tables
        ],
        "ranking": ranking(night, approved=approved),
        "approved": approved,
    }


def unless_known(night: Night, page: Callable[[], str]) -> Response:
    """The page, or 304 where the visitor has it as it stands: then it is not even made."""
    about = (night.name, night.place, night.day, night.closed_at, night.public, night.defaults)
    return known_pages.unless_known((nights.versions_of(night), about, nights.seating_of(night)), page)


@bp.get("/c/<club>/nights/<int:number>/board")
def board(club: str, number: int) -> Response:
    """The ranking and all tables on a big screen."""
    visit = load_club(club)
    night = load_night(visit, number)
    back = url_for("nights.show", club=club, number=number)
    return unless_known(
        night,
        lambda: render_template(
            "clubs/night_board.html",
            club=visit.club,
            night=night,
            back=back,
            **night_page(night, nights.tables_of(night), {}),
        ),
    )


def public_address(night: Night) -> str:
    """Where anybody may follow the night; empty where nobody may."""
    return address_of("night_page.public", PURPOSE, night)


@bp.get("/n/<code>")
@limiter.limit(QUESTIONS)
def public(code: str) -> Response:
    """The night for everybody who has the address: to be read, with no links to the tables."""
    night = row_of(code, PURPOSE, lambda number: db.session.get(Night, number))
    response = unless_known(
        night,
        lambda: render_template(
            "clubs/night_public.html",
            club=db.session.get_one(Club, night.club_id),
            night=night,
            **night_page(night, nights.tables_of(night), {}),
        ),
    )
    response.headers["X-Robots-Tag"] = "noindex"
    return response
