"""The match page, the page of its result, and the picture of the result for sharing."""

import secrets
from typing import Any

from flask import Blueprint, Response, render_template, request, session
from sqlalchemy import select
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import ledger
from scorekeeper.games.engine.bids import typed_now
from scorekeeper.games.engine.play import next_hand
from scorekeeper.i18n import called, format_date, say
from scorekeeper.pages.chart import Totals
from scorekeeper.pages.match_page import next_form
from scorekeeper.pages.pictures import Picture, picture_of
from scorekeeper.pages.result_page import result_page, series_text
from scorekeeper.store.models import Hand, Match, Sitting, db
from scorekeeper.web import links
from scorekeeper.web.downloads import csv_download
from scorekeeper.web.forms import sent_number
from scorekeeper.web.hands_csv import csv_of_hands
from scorekeeper.web.loading import ADDRESS, load_match
from scorekeeper.web.match_page import page
from scorekeeper.web.page_parts import card_of, evening_of, series_here, watch_address
from scorekeeper.web.printing import picture_response
from scorekeeper.web.rate_limits import FILES, PAPER, limiter, was_made
from scorekeeper.web.request_limits import require_slow_lane
from scorekeeper.web.saving import to
from scorekeeper.web.sitting_access import arbiter_here
from scorekeeper.web.table_notes import note_of

bp = Blueprint("matches", __name__, url_prefix=ADDRESS)
result_bp = Blueprint("results", __name__, url_prefix=ADDRESS)


@bp.get("")
def show(token: str, number: int) -> str:
    """The match page; `?way=` selects how the next hand is entered. Remembers the link in the session."""
    access, match = load_match(token, number)
    links.remember(session, access.link)
    links.own_secret(session)  # else kept.json does it: its late response would overwrite the session's list of links
    last = db.session.get(Hand, (match.id, match.hand_count)) if match.hand_count else None
    next_of_match = next_hand(match.setup, match.table)
    typed = typed_now(match.call, match.hand_count + 1)
    form = next_form(match.setup, next_of_match, last.entry if last else None, request.args.items(multi=True), typed)
    return page(access, match, form)


@bp.get("/needs")
def former(token: str, number: int) -> BaseResponse:
    """Redirects links of older versions, which had a page here, to the match."""
    load_match(token, number)
    return to("matches.show", token=token, number=number)


@bp.get("/older")
def older(token: str, number: int) -> str:
    """The hands of a long match that its page omits: those before `?before=`."""
    access, match = load_match(token, number)
    before = sent_number(request.args.get("before", ""))
    state = ledger.state(match, say=say, before=before if before > 0 else match.hand_count + 1)
    arbiter = arbiter_here(match)
    return render_template("matches/older.html", token=token, state=state, may_score=access.may_score, arbiter=arbiter)


@result_bp.get("/result", endpoint="show")
def show_result(token: str, number: int) -> str:
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


@result_bp.get("/result.png")
@limiter.limit(PAPER, deduct_when=was_made)
def drawn(token: str, number: int) -> Response:
    """The result picture as PNG: `?form=square|tall`, `?where=1` shows the place, `?lang=`; 404 for other values."""
    _access, match = load_match(token, number)
    return picture_response(lambda form: _picture(match, form, "where" in request.args), f"{match.game}-{number}")


@result_bp.get("/hands.csv")
@limiter.limit(FILES)
def hands_csv(token: str, number: int) -> Response:
    """The match as CSV: a line for each hand and side; `?bom=0` or `1` for the byte order mark."""
    _access, match = load_match(token, number)
    require_slow_lane(ledger.size_of(match))
    return csv_download(csv_of_hands([match]), f"{match.game}-{number}.csv")


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
    face = render_template("matches/_face.html", slug=match.game)
    return picture_of(ledger.state(match, say=say), _course(match), face, form, foot)
