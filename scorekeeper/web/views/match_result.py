"""The result of a match: its page, and the picture for sharing."""

import secrets
from typing import Any

from flask import Blueprint, Response, render_template, request, session
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.i18n import called, format_date, say
from scorekeeper.pages.chart import Totals
from scorekeeper.pages.result_page import result_page, series_text
from scorekeeper.pages.result_picture import Picture, picture_of
from scorekeeper.store.models import Hand, Match, Sitting, db
from scorekeeper.web import links
from scorekeeper.web.page_parts import card_of, evening_of, note_of, series_here, watch_address
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.request_limits import require_slow_lane
from scorekeeper.web.views.matches import ADDRESS, load_match
from scorekeeper.web.views.printing import picture_response

bp = Blueprint("results", __name__, url_prefix=ADDRESS)


@bp.get("/result")
def show(token: str, number: int) -> str:
    """The result page: winner, totals and buttons to share."""
    access, match = load_match(token, number)
    links.remember(session, access.link)
    state = ledger.state(match, say=say)
    context = result_page(
        token,
        setup=match.setup,
        state=state,
        course=_course(match),
        evening=evening_of(match.sitting),
        sitting=_about(match.sitting),
        day=_day(match),
        may_score=access.may_score,
        key=secrets.token_urlsafe(12),
        address=watch_address(access, number),
    )
    card, tournament = card_of(access, match, state), note_of(match.sitting, match)
    return render_template("matches/result.html", **context, card=card, tournament=tournament)


@bp.get("/result.png")
@limiter.limit(PAPER, deduct_when=was_made)
def drawn(token: str, number: int) -> Response:
    """The result picture as PNG: `?form=square|tall`, `?where=1` shows the place, `?lang=`; 404 for other values."""
    _access, match = load_match(token, number)
    return picture_response(lambda form: _picture(match, form, "where" in request.args), f"{match.game}-{number}")


def _course(match: Match) -> Totals:
    """Returns (hand number, totals) for every hand that was not deleted."""
    require_slow_lane(ledger.size_of(match))
    query = select(Hand.number, Hand.table).where(Hand.match_id == match.id, Hand.struck.is_(False))
    return [(row.number, row.table["totals"]) for row in db.session.execute(query.order_by(Hand.number))]


def _about(sitting: Sitting) -> dict[str, Any]:
    return {"name": called(sitting.name), "place": sitting.place, "best_of": sitting.best_of}


def _day(match: Match) -> str:
    return format_date(match.started_at.astimezone())


def _picture(match: Match, form: str, where: bool) -> Picture:
    """Returns the content of the result picture in the current language; `where` adds the place."""
    foot = [series_text(series_here(match)), _day(match), match.sitting.place if where else ""]
    return picture_of(ledger.state(match, say=say), render_template("matches/_face.html", slug=match.game), form, foot)
