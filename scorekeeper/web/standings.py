"""The filter and order of standings, their words, and the thread that works off a rating backlog."""

import threading
import time

from flask import Flask, current_app, request, url_for

from scorekeeper.clubs import named_games, results, statistics
from scorekeeper.clubs.standings import ORDERS, Period, period_of_query, seasons
from scorekeeper.games import find_game
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import say
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db, today
from scorekeeper.web.loading import Visit
from scorekeeper.web.table_links import tokens

TIES = {  # pairs: with the points of a single game, and without
    "won": (
        N_("Ties are broken by fewer matches lost, then games won, then the difference of points."),
        N_("Ties are broken by fewer matches lost, then games won."),
    ),
    "places": (  # of a night with matches of more than two sides
        N_("Ties are broken by fewer matches lost, then games won, then the places in each match, then points."),
        N_("Ties are broken by fewer matches lost, then games won, then the places in each match."),
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


def order_of_query(period: Period) -> str:
    """Returns the order in `?order=`, by default `won`; `rating` only if one game is selected."""
    order = request.args.get("order", "won")
    return order if order in ORDERS and (order != "rating" or period.game) else "won"


def addresses(visit: Visit, ids: list[int]) -> dict[int, str]:
    """Returns addresses by match id, only of matches that the visitor may open."""
    matches = statistics.matches_of(ids)
    keys = tokens(visit, [match.sitting for match in matches])
    return {
        match.id: url_for("matches.show", token=keys[match.sitting_id], number=match.number)
        for match in matches
        if match.sitting_id in keys
    }


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
