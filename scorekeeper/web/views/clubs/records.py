"""The records of a club, by game and year."""

from collections.abc import Iterable

from flask import Blueprint, render_template, request, url_for

from scorekeeper.clubs import records
from scorekeeper.games import find_game
from scorekeeper.i18n import say
from scorekeeper.pages.records import KINDS, hint_of, title_of
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.clubs.standings import addresses, rate_in_background, titles_of

bp = Blueprint("records", __name__, url_prefix="/c/<club>/records")


def chosen_year(years: Iterable[int]) -> int | None:
    """Returns the year in `?year=`, if it is one of these; None for all time."""
    text = request.args.get("year", "")
    return next((year for year in years if str(year) == text), None)


@bp.get("")
def show(club: str) -> str:
    """The records of a game, in the year or of all time; by default of the game that was played most."""
    visit = load_club(club)
    owed = rate_in_background(visit.club.id)
    years = records.years(visit.club)
    year = chosen_year(years)
    titles = titles_of(visit.club)
    played = records.matches_by_game(visit.club, year, titles)
    chosen = request.args.get("game", "")
    key = chosen if chosen in titles else next(iter(played), "")
    found = records.records(visit.club, key, year) if key else []
    game = find_game(key)
    partners = next((each["who"] for each in found if each["kind"] == "partners"), None)
    slug = visit.club.slug
    return render_template(
        "clubs/records.html",
        visit=visit,
        records=found,
        headings={kind: title_of(kind, game) for kind in KINDS},
        hint=say(hint_of(game), {}) if game else "",
        addresses=addresses(visit, [each["match"] for each in found if each["match"]]),
        pair=url_for("standings.pair", club=slug, one=partners[0], two=partners[1]) if partners else None,
        game=key,
        title=titles.get(key, ""),
        games={key: titles[key] for key in dict.fromkeys([*played, *([key] if key else [])])},
        year=year,
        years=years,
        owed=owed,
    )
