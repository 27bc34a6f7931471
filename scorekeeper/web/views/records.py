"""Records by game and year, and the picture of a year: of the matches that this browser has opened, and of a club."""

from collections import Counter
from collections.abc import Iterable

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import records as club_records
from scorekeeper.clubs.erasing import PLACEHOLDER
from scorekeeper.clubs.named_games import all_titles, custom_name, slugs
from scorekeeper.games.engine.game import game_of
from scorekeeper.games.engine.highlights import HIGHEST, Highlight
from scorekeeper.games.engine.side_names import is_placeholder
from scorekeeper.i18n import called, say
from scorekeeper.pages.pictures import Year, YearPicture, year_picture
from scorekeeper.pages.records import PARTNERS, STREAK, FinishedMatch, Record, records_of, records_page
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.own_matches import MOST, own_matches
from scorekeeper.web.printing import picture_response
from scorekeeper.web.rate_limits import PAPER, QUESTIONS, limiter, was_made
from scorekeeper.web.request_limits import require_slow_lane
from scorekeeper.web.saving import to
from scorekeeper.web.standings import addresses, rate_in_background

bp = Blueprint("past_records", __name__, url_prefix="/evenings/records")

Finished = list[tuple[Access, Match]]
club_bp = Blueprint("records", __name__, url_prefix="/c/<club>/records")


def _finished() -> Finished:
    """Returns this browser's newest finished matches, in the order of play."""
    over = [(access, match) for access, match in own_matches(MOST) if match.status == "finished"]
    return sorted(over, key=lambda pair: (pair[1].started_at, pair[1].id))


def _year(match: Match) -> int:
    return match.started_at.astimezone().year


def _key(match: Match) -> str:
    return custom_name(match.setup) or match.game


def _titles(matches: Finished) -> dict[str, str]:
    """Returns the titles of the games by key, the most played first."""
    played = Counter(_key(match) for _access, match in matches)
    titles = {_key(match): game_of(match.setup).title_of(match.setup["options"], say) for _access, match in matches}
    return {key: titles[key] for key, _count in played.most_common()}


def _records(matches: Finished, year: int | None) -> list[Record]:
    """Returns the records of matches of one game, in order; read from all their hands."""
    require_slow_lane(sum(ledger.size_of(match) for _access, match in matches))
    found = ledger.highlights_of(db.session, [match.id for _access, match in matches])
    return records_of([_plain(match, found) for _access, match in matches], year)


def _plain(match: Match, found: dict[int, list[Highlight]]) -> FinishedMatch:
    return {
        "match": match.id,
        "at": match.started_at.astimezone(),
        "year": _year(match),
        "players": [(None if is_placeholder(name) else name.lower(), called(name)) for name in match.setup["seats"]],
        "sides": match.setup["seat_sides"],
        "winner": match.winner,
        "highlights": found[match.id],
    }


@bp.get("")
@limiter.limit(QUESTIONS)
def show() -> str:
    """The records of a game, in the year or of all time; by default of the game that was played most."""
    matches = _finished()
    years = sorted({_year(match) for _access, match in matches}, reverse=True)
    year = chosen_year(years)
    titles = _titles([pair for pair in matches if year in (None, _year(pair[1]))])
    asked = request.args.get("game", "")
    key = asked if asked in titles else next(iter(titles), "")
    of_game = [pair for pair in matches if _key(pair[1]) == key]
    slug = of_game[0][1].game if of_game else ""
    return render_template(
        "home/records.html",
        **records_page(_records(of_game, year), slug, key, titles, year, years),
        addresses={match.id: _address(access, match) for access, match in of_game},
        picture=url_for("past_records.drawn", year=year) if year else "",
    )


def _address(access: Access, match: Match) -> str:
    return url_for("matches.show", token=links.token(access.link), number=match.number)


@bp.get("/<int:year>.png")
@limiter.limit(PAPER, deduct_when=was_made)
def drawn(year: int) -> AnyResponse:
    """The picture of a year as PNG: `?form=square|tall`, `?lang=`; redirects if it has no matches."""
    matches = _finished()
    played = [pair for pair in matches if _year(pair[1]) == year]
    if not played:
        return to("past_records.show")
    return picture_response(lambda form: _picture_of_browser(year, matches, played, form), f"{year}")


def _picture_of_browser(year: int, matches: Finished, played: Finished, form: str) -> YearPicture:
    """Returns the content of a year's picture in the current language; `played` are its matches."""
    titles = _titles(played)
    counts = Counter(_key(match) for _access, match in played)
    by_key = {key: [pair for pair in matches if _key(pair[1]) == key] for key in titles}
    main = next(iter(titles))
    records = {key: _records(theirs, year) for key, theirs in by_key.items()}
    values: Year = {
        "year": year,
        "whose": "",
        "played": [(title, counts[key]) for key, title in titles.items()],
        "most_wins": _most_wins([match for _access, match in played]),
        "streak": longest_streak([(titles[key], found) for key, found in records.items()]),
        "highest": highest_hand(titles[main], records[main]),
    }
    return year_picture(values, render_template("matches/_face.html", slug=by_key[main][0][1].game), form)


def _most_wins(matches: list[Match]) -> tuple[str, int] | None:
    """Returns the name with the most wins in the matches, and their number; None without a named winner."""
    wins, names = Counter[str](), dict[str, str]()
    for match in matches:
        for name, side in zip(match.setup["seats"], match.setup["seat_sides"], strict=True):
            if side == match.winner and not is_placeholder(name) and not name.startswith(PLACEHOLDER):
                wins[name.lower()] += 1
                names[name.lower()] = name
    return next(((names[key], count) for key, count in wins.most_common(1)), None)


def chosen_year(years: Iterable[int]) -> int | None:
    """Returns the year in `?year=`, if it is one of these; None for all time."""
    text = request.args.get("year", "")
    return next((year for year in years if str(year) == text), None)


Titled = tuple[str, Record]  # the game's title, and the record


def longest_streak(by_game: Iterable[tuple[str, Iterable[Record]]]) -> Titled | None:
    """Returns the longest streak of all games; `by_game` has the title and the records of each."""
    streaks = [(title, each) for title, records in by_game for each in records if each["kind"] == STREAK]
    longest = max(streaks, key=lambda titled: titled[1]["value"], default=None)
    return longest and (longest[0], _without_erased(longest[1]))


def highest_hand(title: str, records: Iterable[Record]) -> Titled | None:
    """Returns the record for the most points in one hand, with the game's title."""
    return next(((title, _without_erased(each)) for each in records if each["kind"] == HIGHEST), None)


def _without_erased(record: Record) -> Record:
    return {**record, "names": [name for name in record["names"] if not name.startswith(PLACEHOLDER)]}


@club_bp.get("", endpoint="show")
@of_club()
def show_club(visit: Visit) -> str:
    """The records of a game, in the year or of all time; by default of the game played most in it, or of late."""
    owed = rate_in_background(visit.club.id)
    years = club_records.years(visit.club)
    year = chosen_year(years)
    titles = all_titles(visit.club)
    played = club_records.matches_by_game(visit.club, year)
    usual = played if year or not years else club_records.matches_by_game(visit.club, years[0])
    asked = request.args.get("game", "")
    key = asked if asked in titles else next(iter(usual), "")
    games = {each: titles[each] for each in (*played, *([key] if key else []))}
    found = club_records.records(visit.club, key, year) if key else []
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


@club_bp.get("/<int:year>.png", endpoint="drawn")
@limiter.limit(PAPER, deduct_when=was_made)
@of_club()
def draw_year_of_club(visit: Visit, year: int) -> AnyResponse:
    """The picture of a year as PNG: `?form=square|tall`, `?lang=`; redirects if it has no matches."""
    here = visit.club
    played = club_records.matches_by_game(here, year) if year in club_records.years(here) else {}
    if not played:
        return to("records.show", club=here.slug)
    return picture_response(lambda form: _picture_of_club(here, year, played, form), f"{here.slug}-{year}")


def _picture_of_club(club: Club, year: int, played: dict[str, int], form: str) -> YearPicture:
    """Returns the content of a year's picture in the current language."""
    titles = all_titles(club)
    found = {key: club_records.records(club, key, year) for key in played}
    main = next(iter(played))
    values: Year = {
        "year": year,
        "whose": club.name,
        "played": [(titles[key], count) for key, count in played.items()],
        "most_wins": club_records.most_wins(club, year),
        "streak": longest_streak([(titles[key], theirs) for key, theirs in found.items()]),
        "highest": highest_hand(titles[main], found[main]),
    }
    face = render_template("matches/_face.html", slug=slugs(club).get(main, main))
    return year_picture(values, face, form)
