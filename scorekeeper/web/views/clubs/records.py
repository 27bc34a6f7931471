"""The records of a club, by game and year, and the picture of a year."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import records
from scorekeeper.clubs.named_games import all_titles, slugs
from scorekeeper.pages.records import PARTNERS, records_page
from scorekeeper.pages.year_picture import Year, YearPicture, year_picture
from scorekeeper.store.club_models import Club
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.views.clubs.club_access import load_club
from scorekeeper.web.views.clubs.standings import addresses, rate_in_background
from scorekeeper.web.views.printing import chosen_year, highest_hand, longest_streak, picture_response

bp = Blueprint("records", __name__, url_prefix="/c/<club>/records")


@bp.get("")
def show(club: str) -> str:
    """The records of a game, in the year or of all time; by default of the game played most in it, or of late."""
    visit = load_club(club)
    owed = rate_in_background(visit.club.id)
    years = records.years(visit.club)
    year = chosen_year(years)
    titles = all_titles(visit.club)
    usual = records.matches_by_game(visit.club, year or years[0]) if years else {}
    games = {each: titles[each] for each in (usual if year else records.games_played(visit.club, titles))}
    asked = request.args.get("game", "")
    key = asked if asked in titles else next(iter(usual), "")
    if key:
        games[key] = titles[key]
    found = records.records(visit.club, key, year) if key else []
    partners = next((each["who"] for each in found if each["kind"] == PARTNERS), None)
    slug = visit.club.slug
    return render_template(
        "clubs/records.html",
        visit=visit,
        **records_page(found, slugs(visit.club).get(key, key), key, games, year, years),
        addresses=addresses(visit, [each["match"] for each in found if each["match"]]),
        pair=url_for("standings.pair", club=slug, one=partners[0], two=partners[1]) if partners else None,
        picture=url_for("records.drawn", club=slug, year=year) if year and usual else "",
        owed=owed,
    )


@bp.get("/<int:year>.png")
@limiter.limit(PAPER, deduct_when=was_made)
def drawn(club: str, year: int) -> AnyResponse:
    """The picture of a year as PNG: `?form=square|tall`, `?lang=`; redirects if it has no matches."""
    here = load_club(club).club
    played = records.matches_by_game(here, year) if year in records.years(here) else {}
    if not played:
        return redirect(url_for("records.show", club=club), 303)
    return picture_response(lambda form: _picture(here, year, played, form), f"{here.slug}-{year}")


def _picture(club: Club, year: int, played: dict[str, int], form: str) -> YearPicture:
    """Returns the content of a year's picture in the current language."""
    titles = all_titles(club)
    found = {key: records.records(club, key, year) for key in played}
    main = next(iter(played))
    values: Year = {
        "year": year,
        "whose": club.name,
        "played": [(titles[key], count) for key, count in played.items()],
        "most_wins": records.most_wins(club, year),
        "streak": longest_streak([(titles[key], theirs) for key, theirs in found.items()]),
        "highest": highest_hand(titles[main], found[main]),
    }
    face = render_template("matches/_face.html", slug=slugs(club).get(main, main))
    return year_picture(values, face, form)
