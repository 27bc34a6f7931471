"""Home page and “Past matches and statistics”: the evenings and matches that this browser has opened."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, json, render_template, request, session, url_for
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Setup
from scorekeeper.i18n import called
from scorekeeper.pages.games_page import games_page
from scorekeeper.pages.home_page import OwnSitting, evenings_page, home_page, match_head, search_of, tables_of
from scorekeeper.pages.start_page import named
from scorekeeper.store.models import Match, db, today
from scorekeeper.web import links
from scorekeeper.web.downloads import csv_download
from scorekeeper.web.hands_csv import csv_of_hands, within_bounds
from scorekeeper.web.links import Access
from scorekeeper.web.own_matches import MOST, newest_matches, own_matches, past_matches
from scorekeeper.web.rate_limits import FILES, QUESTIONS, limiter
from scorekeeper.web.request_limits import require_slow_lane

bp = Blueprint("home", __name__)

LISTED = 12  # sittings; older ones stay reachable by their links


@bp.get("/")
def index() -> str:
    """The home page: games to start, and this browser's sittings with their newest match."""
    own = links.remembered(session)[:LISTED]
    past = past_matches(LISTED) if own else []
    newest = newest_matches(access.sitting.id for access in own)
    sittings = [_own(access, newest.get(access.sitting.id)) for access in own]
    played = _custom_setups(access.sitting.id for access in own)
    return render_template("home/index.html", **home_page(sittings, played, tables_of(past)))


@bp.get("/games")
@limiter.limit(QUESTIONS)
def games() -> str:
    """All games, with a search: `?q=` by name, `?kind=` by kind."""
    played = _custom_setups(access.sitting.id for access in links.remembered(session)[:LISTED])
    return render_template("home/games.html", **games_page(named(played), list(request.args.items())))


def _own(access: Access, match: Match | None) -> OwnSitting:
    sitting = access.sitting
    return {
        "token": links.token(access.link),
        "name": called(sitting.name),
        "place": sitting.place,
        "opened_at": sitting.opened_at,
        "may_score": access.may_score,
        "match": match_head(match.number, match.setup, match.table, match.status) if match else None,
    }


def _custom_setups(sittings: Iterable[int]) -> list[Setup]:
    """Returns the newest setups of custom games in these sittings."""
    games = [game.slug for game in GAMES if game.named_by or game.shelf]
    query = select(Match.setup).where(Match.sitting_id.in_(sittings), Match.setup["game"].as_string().in_(games))
    return list(db.session.scalars(query.order_by(Match.id.desc()).limit(LISTED)))


MOST_IN_A_FILE = 300
FORMAT = "scorekeeper-phone/1"


@bp.get("/evenings")
@limiter.limit(QUESTIONS)
def history() -> str:
    """Past matches and statistics.

    `?q=`, `?game=`, `?since=`, `?until=` search, `?one=` and `?other=` compare two players.
    """
    return render_template(
        "home/history.html", **evenings_page(past_matches(MOST), search_of(list(request.args.items())))
    )


@bp.get("/evenings.json")
@limiter.limit(FILES)
def export_history() -> Response:
    """The newest past matches as documents in one JSON file, each with its place and result."""
    matches = own_matches(MOST_IN_A_FILE)
    require_slow_lane(sum(ledger.size_of(match) for _access, match in matches))
    documents = [_export_line(access, match) for access, match in matches]
    at = datetime.now(UTC).isoformat(timespec="seconds")
    response = Response(json.dumps({"format": FORMAT, "at": at, "matches": documents}), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{at[:10]}.json"'
    return response


@bp.get("/evenings.csv")
@limiter.limit(FILES)
def history_csv() -> Response:
    """The newest past matches as CSV: a line for each hand and side; `?bom=0` or `1` for the byte order mark."""
    matches = [*within_bounds(match for _access, match in own_matches(MOST_IN_A_FILE))]
    require_slow_lane(sum(map(ledger.size_of, matches)))
    return csv_download(csv_of_hands(matches), f"scorekeeper-{today().isoformat()}.csv")


def _export_line(access: Access, match: Match) -> dict[str, Any]:
    sitting, table = access.sitting, match.table
    return {
        "address": url_for("matches.show", token=links.token(access.link), number=match.number),
        "sitting": {"name": called(sitting.name), "place": sitting.place, "opened_at": sitting.opened_at.isoformat()},
        "status": match.status,
        "totals": table["totals"],
        "winner": match.winner,
        "document": ledger.document(match),
    }
