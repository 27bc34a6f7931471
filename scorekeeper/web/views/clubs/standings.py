"""A club's standings, a player's statistics with line charts, and the thread that works off a rating backlog."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request

from scorekeeper.clubs import home_pages, roster, statistics
from scorekeeper.clubs.person_details import LABELS, details_of
from scorekeeper.clubs.places import page_of_standings
from scorekeeper.clubs.standings import rated
from scorekeeper.clubs.statistics import notes_of
from scorekeeper.games.engine.base import N_
from scorekeeper.store.club_models import Player
from scorekeeper.web.loading import Visit, of_club
from scorekeeper.web.public_address import standings_address
from scorekeeper.web.standings import (
    addresses,
    common,
    order_of_query,
    rate_in_background,
    requested_period,
    ties_in_words,
)
from scorekeeper.web.table_links import tokens

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


def _number(name: str) -> int | None:
    """Returns a positive number of at most nine digits in the query; None for anything else."""
    text = request.args.get(name, "")
    return int(text) or None if text.isdecimal() and len(text) <= 9 else None


@bp.get("/standings")
@of_club()
def show(visit: Visit) -> str:
    """The standings, filtered by `game`, `from`, `to`, `order` and `page`."""
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
@of_club("member", Player)
def player(visit: Visit, player: Player) -> str:
    """One player's statistics in a season."""
    period = requested_period(visit.club)
    season = statistics.season_of(player, period)
    newest = statistics.newest_results(player, period)
    counts = counts_shown(season.line.played)
    if period.game:
        chart = line_chart([1000, *statistics.ratings_after(player, period, counts)], 1000)
    else:
        chart = line_chart([0, *balances(season.outcomes, counts)], 0)
    company = statistics.company_of(player, period)
    return render_template(
        "clubs/player.html",
        visit=visit,
        player=player,
        details=LABELS if visit.may_score else {},
        noted=details_of(player)._asdict() if visit.may_score else {},
        line=season.line,
        streak=season.longest_streak,
        biggest=statistics.biggest_win(player, period),
        partners=company.partners,
        opponents=company.opponents,
        chart=chart,
        newest=newest,
        places=home_pages.places(visit.club, player),
        met=statistics.names_by_match(newest),
        notes=notes_of(row.match_id for row in newest),
        addresses=addresses(visit, [row.match_id for row in newest]),
        owed=rate_in_background(visit.club.id),
        **common(visit.club, period),
    )


@bp.get("/players/<int:one>/and/<int:two>")
@of_club()
def pair(visit: Visit, one: int, two: int) -> str:
    """The statistics of two players, as partners and as opponents."""
    period = requested_period(visit.club)
    first, second = roster.find_player(visit.club, one), roster.find_player(visit.club, two)
    if first is None or second is None or first.id == second.id:
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
@of_club()
def matches(visit: Visit) -> str:
    """The archive of matches; `q` searches players, `before` pages through it."""
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
