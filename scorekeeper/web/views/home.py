"""The first page: start a match, or go on with one that this browser knows."""

from collections.abc import Iterable

from flask import Blueprint, render_template, session
from sqlalchemy import func, select, tuple_

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Setup
from scorekeeper.pages.home_page import OwnSitting, home_page, match_head, tables_of
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.views.history import past_matches

bp = Blueprint("home", __name__)

LISTED = 12  # sittings; older ones are still behind their links


@bp.get("/")
def index() -> str:
    """The games to start, and this browser's own sittings with their newest match."""
    own = links.remembered(session)[:LISTED]
    past = past_matches(LISTED) if own else []
    newest = newest_matches(access.sitting.id for access in own)
    sittings = [_own(access, newest.get(access.sitting.id)) for access in own]
    played = _played(access.sitting.id for access in own)
    return render_template("home/index.html", **home_page(sittings, played, tables_of(past)))


def _own(access: Access, match: Match | None) -> OwnSitting:
    sitting = access.sitting
    return {
        "token": links.token(access.link),
        "name": sitting.name,
        "place": sitting.place,
        "opened_at": sitting.opened_at,
        "may_score": access.may_score,
        "match": match_head(match.number, match.setup, match.table, match.status) if match else None,
    }


def _played(sittings: Iterable[int]) -> list[Setup]:
    """What was agreed on for the newest matches of these sittings whose players named the game."""
    games = [game.slug for game in GAMES if game.named_by]
    found = select(Match.setup).where(Match.sitting_id.in_(sittings), Match.setup["game"].as_string().in_(games))
    return list(db.session.scalars(found.order_by(Match.id.desc()).limit(LISTED)))


def newest_matches(sittings: Iterable[int]) -> dict[int, Match]:
    """The last match of each sitting, by the sitting's id; one question to the database for all of them."""
    last = (
        select(Match.sitting_id, func.max(Match.number))
        .where(Match.sitting_id.in_(sittings))
        .group_by(Match.sitting_id)
    )
    found = db.session.scalars(select(Match).where(tuple_(Match.sitting_id, Match.number).in_(last)))
    return {match.sitting_id: match for match in found}
