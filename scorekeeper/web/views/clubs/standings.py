"""A club's standings, a player's statistics with line charts, and the thread that works off a rating backlog."""

import threading
import time
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from flask import Blueprint, Flask, abort, current_app, render_template, request, url_for

from scorekeeper.clubs import named_games, results, statistics
from scorekeeper.clubs.person_details import LABELS, details_of
from scorekeeper.clubs.places import page_of_standings
from scorekeeper.clubs.standings import ORDERS, Period, period_of_query, rated, seasons
from scorekeeper.clubs.statistics import notes_of
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import say
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, today
from scorekeeper.web.public_address import standings_address
from scorekeeper.web.views.clubs.club import tokens
from scorekeeper.web.views.clubs.club_access import Visit, load_club
from scorekeeper.web.views.clubs.players import load_player

WIDTH, HEIGHT, EDGE = 320, 120, 6
MOST = 120  # most points of a line


class Chart(NamedTuple):
    """A line chart of WIDTH × HEIGHT: the points in SVG, lowest and highest value, and a reference line.

    `level` is the value of the reference line, `base` its height in the chart.
    """

    points: str
    low: int
    high: int
    base: float | None
    level: int


def line_chart(values: Sequence[int], level: int) -> Chart | None:
    """Returns the chart of the values in order, with a reference line at `level`; None for fewer than two."""
    if len(values) < 2:
        return None
    low, high = min(*values, level), max(*values, level)
    room = max(high - low, 1)

    def height(value: int) -> float:
        return round(HEIGHT - EDGE - (value - low) / room * (HEIGHT - 2 * EDGE), 1)

    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    points = " ".join(f"{round(EDGE + index * step, 1)},{height(value)}" for index, value in enumerate(values))
    return Chart(points, low, high, height(level), level)


def counts_shown(played: int) -> list[int]:
    """Returns the numbers of matches after which the chart has a point, beside the one before the first match."""
    points = min(played, MOST - 1)
    return [round(played * point / points) for point in range(1, points + 1)]


def balances(outcomes: str, counts: Sequence[int]) -> list[int]:
    """Returns the matches won minus those lost (W and L in `outcomes`) after each of these numbers of matches."""
    stretches = [slice(start, end) for start, end in pairwise((0, *counts))]
    return list(accumulate(outcomes[stretch].count("W") - outcomes[stretch].count("L") for stretch in stretches))


bp = Blueprint("standings", __name__, url_prefix="/c/<club>")

A_PAGE = 50  # players per page
ORDER_NAMES = {
    "won": N_("Matches won"),
    "games": N_("Games won"),
    "share": N_("Share of matches won"),
    "played": N_("Matches played"),
    "rating": N_("Rating"),
}

TIES = {  # pairs: with the points of a single game, and without
    "won": (
        N_("Ties are broken by fewer matches lost, then games won, then the difference of points."),
        N_("Ties are broken by fewer matches lost, then games won."),
    ),
    "share": (
        N_("Ties are broken by matches played, then the difference of points."),
        N_("Ties are broken by matches played."),
    ),
    "": (
        N_("Ties are broken by matches won, then the difference of points."),
        N_("Ties are broken by matches won."),
    ),
}
STILL_TIED = N_("After that the matches against each other decide; whoever is still tied shares the place.")


def ties_in_words(order: str, game: str | None) -> str:
    """Returns the sentences about breaking ties in the standings of one game, or of all games (None)."""
    with_points, without = TIES.get(order, TIES[""])
    has_points = find_game(game) is not None
    return f"{say(with_points if has_points else without, {})} {say(STILL_TIED, {})}"


def requested_period(club: Club) -> Period:
    """Returns the filter in the query: days, game, and whether only approved results count."""
    return period_of_query(request.args, named_games.titles(club))


def common(club: Club, period: Period) -> dict[str, object]:
    """Returns the template values of the results filter: the period, the games' names and the seasons."""
    offered = seasons(today(), club.season_month)
    return {"period": period, "titles": named_games.all_titles(club), "seasons": offered}


def _number(name: str) -> int | None:
    """Returns a positive number of at most nine digits in the query; None for anything else."""
    text = request.args.get(name, "")
    return int(text) or None if text.isdecimal() and len(text) <= 9 else None


def order_of_query(period: Period) -> str:
    """Returns the order in `?order=`, by default `won`; `rating` only if one game is selected."""
    order = request.args.get("order", "won")
    return order if order in ORDERS and (order != "rating" or period.game) else "won"


@bp.get("/standings")
def show(club: str) -> str:
    """The standings, filtered by `game`, `from`, `to`, `order` and `page`."""
    visit = load_club(club)
    period = requested_period(visit.club)
    order = order_of_query(period)
    number = _number("page") or 1
    page = page_of_standings(visit.club, period, order, (number - 1) * A_PAGE, number * A_PAGE)
    rated_lines = rated(visit.club, period, [line for _place, line in page.lines])
    return render_template(
        "clubs/standings.html",
        visit=visit,
        lines=[(placed.place, line) for placed, line in zip(page.lines, rated_lines, strict=True)],
        best=page.best[:8],
        order=order,
        ties=ties_in_words(order, period.game),
        orders=[(name, text) for name, text in ORDER_NAMES.items() if name != "rating" or period.game],
        page=number,
        more=page.more,
        owed=rate_in_background(visit.club.id),
        address=standings_address(visit.club, period.query) if visit.may_score else "",
        **common(visit.club, period),
    )


@bp.get("/players/<int:number>")
def player(club: str, number: int) -> str:
    """One player's statistics in a season."""
    visit = load_club(club)
    period = requested_period(visit.club)
    player_row = load_player(visit, number)
    season = statistics.season_of(player_row, period)
    newest = statistics.newest_results(player_row, period)
    counts = counts_shown(season.line.played)
    if period.game:
        chart = line_chart([1000, *statistics.ratings_after(player_row, period, counts)], 1000)
    else:
        chart = line_chart([0, *balances(season.outcomes, counts)], 0)
    company = statistics.company_of(player_row, period)
    return render_template(
        "clubs/player.html",
        visit=visit,
        player=player_row,
        details=LABELS if visit.may_score else {},
        noted=details_of(player_row)._asdict() if visit.may_score else {},
        line=season.line,
        streak=season.longest_streak,
        biggest=statistics.biggest_win(player_row, period),
        partners=company.partners,
        opponents=company.opponents,
        chart=chart,
        newest=newest,
        met=statistics.names_by_match(newest),
        notes=notes_of(row.match_id for row in newest),
        addresses=addresses(visit, [row.match_id for row in newest]),
        owed=rate_in_background(visit.club.id),
        **common(visit.club, period),
    )


def addresses(visit: Visit, ids: list[int]) -> dict[int, str]:
    """Returns addresses by match id, only of matches that the visitor may open."""
    matches = statistics.matches_of(ids)
    keys = tokens(visit, [match.sitting for match in matches])
    return {
        match.id: url_for("matches.show", token=keys[match.sitting_id], number=match.number)
        for match in matches
        if match.sitting_id in keys
    }


@bp.get("/players/<int:one>/and/<int:two>")
def pair(club: str, one: int, two: int) -> str:
    """The statistics of two players, as partners and as opponents."""
    visit = load_club(club)
    period = requested_period(visit.club)
    first, second = load_player(visit, one), load_player(visit, two)
    if first.id == second.id:
        abort(404)
    pair_statistics = statistics.pair(first, second, period)
    return render_template(
        "clubs/pair.html",
        visit=visit,
        first=first,
        second=second,
        pair=pair_statistics,
        notes=notes_of(row.match_id for row in (*pair_statistics.together.newest, *pair_statistics.against.newest)),
        **common(visit.club, period),
    )


@bp.get("/matches")
def matches(club: str) -> str:
    """The archive of matches; `q` searches players, `before` pages through it."""
    visit = load_club(club)
    period = requested_period(visit.club)
    search = request.args.get("q", "")[:80]
    page = statistics.search_matches(visit.club, period, search, _number("before"))
    rate_in_background(visit.club.id)
    keys = tokens(visit, [match.sitting for match in page.matches])
    return render_template(
        "clubs/matches.html",
        visit=visit,
        search=search,
        tables=[(match.sitting, match, keys.get(match.sitting_id)) for match in page.matches],
        notes=notes_of(match.id for match in page.matches),
        more=page.more,
        **common(visit.club, period),
    )


BACKLOG = (results.recount, results.add_missing_highlights, results.rate_backlog)  # True if more is left
PAUSE = 0.05  # seconds between batches, in which others can write

_threads: dict[tuple[str, int], threading.Thread] = {}
_lock = threading.Lock()


def rate_in_background(club: int) -> bool:
    """Starts a thread that works off the club's backlog of results and ratings; True if there is a backlog."""
    if not results.has_backlog(db.session, club):
        return False
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    place = (str(app.config["DATABASE_URL"]), club)
    with _lock:
        if place not in _threads:
            _threads[place] = threading.Thread(target=_work, args=(app, place), daemon=True)
            _threads[place].start()
    return True


def _work(app: Flask, place: tuple[str, int]) -> None:
    try:
        has_more = True
        while has_more:
            with app.app_context():
                results.lock_results(db.session, place[1])
                has_more = any(step(db.session, place[1]) for step in BACKLOG)
                db.session.commit()
            time.sleep(PAUSE)
    except Exception:
        app.logger.exception("ratings of club %s", place[1])  # the next request continues with the backlog
    finally:
        with _lock:
            del _threads[place]
