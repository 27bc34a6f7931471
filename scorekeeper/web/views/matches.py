"""The match page, the page of its result, and the picture of the result for sharing."""

import secrets
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, session, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import ledger
from scorekeeper.games.engine.play import next_hand
from scorekeeper.i18n import called, format_date, say
from scorekeeper.pages.chart import Totals
from scorekeeper.pages.entry_form import EntryForm
from scorekeeper.pages.match_page import match_page, next_form
from scorekeeper.pages.pictures import Picture, picture_of
from scorekeeper.pages.result_page import result_page, series_text
from scorekeeper.store.models import Hand, Match, Sitting, db
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.page_parts import card_of, evening_of, note_of, series_here, watch_address, with_news
from scorekeeper.web.printing import picture_response
from scorekeeper.web.rate_limits import PAPER, limiter, was_made
from scorekeeper.web.request_limits import require_slow_lane
from scorekeeper.web.sitting_access import arbiter_here

ADDRESS = "/s/<token>/m/<int(max=100000):number>"
bp = Blueprint("matches", __name__, url_prefix=ADDRESS)
result_bp = Blueprint("results", __name__, url_prefix=ADDRESS)


def load_match(token: str, number: int, write: bool = False) -> tuple[Access, Match]:
    """Returns the link's access and the match with this number; 404 and 403 as in `load_sitting`.

    A match that was scored by older rules is scored again first.
    """
    access, match = links.open_match(token, number) or (None, None)
    if access is None or match is None:
        abort(404)
    if write and not access.may_score:
        abort(403)
    if not ledger.needs_no_rescoring(match):  # on the first request after an upgrade
        ledger.rescore(match)
        db.session.commit()
    return access, match


@bp.get("")
def show(token: str, number: int) -> str:
    """The match page; `?way=` selects how the next hand is entered. Remembers the link in the session."""
    access, match = load_match(token, number)
    links.remember(session, access.link)
    links.own_secret(session)  # else kept.json does it: its late response would overwrite the session's list of links
    last = db.session.get(Hand, (match.id, match.hand_count)) if match.hand_count else None
    next_of_match = next_hand(match.setup, match.table)
    form = next_form(match.setup, next_of_match, last.entry if last else None, request.args.items(multi=True))
    return page(access, match, form)


@bp.get("/needs")
def former(token: str, number: int) -> BaseResponse:
    """Redirects links of older versions, which had a page here, to the match."""
    load_match(token, number)
    return redirect(url_for("matches.show", token=token, number=number), code=303)


@bp.get("/older")
def older(token: str, number: int) -> str:
    """The hands of a long match that its page omits: those before `?before=`."""
    access, match = load_match(token, number)
    before = number_in(request.args.get("before", ""))
    state = ledger.state(match, say=say, before=before if before > 0 else match.hand_count + 1)
    arbiter = arbiter_here(match)
    return render_template("matches/older.html", token=token, state=state, may_score=access.may_score, arbiter=arbiter)


def number_in(text: str) -> int:
    """Parses a number of at most nine digits; -1 for any other text."""
    return int(text) if text.isdecimal() and len(text) <= 9 else -1


def own_side(access: Access, match: Match) -> int | None:
    """Returns the side that this phone plays for; None if it has not chosen, cannot score or need not confirm."""
    if not access.may_score or "confirm" not in match.setup["about"]:
        return None
    return ledger.side_of(match, links.device(session, match))


def page(access: Access, match: Match, form: EntryForm, **more: Any) -> str:
    """Renders the match page with a form. `more`: `scored` is the previewed hand, `missed` are others' changes."""
    state = with_news(match, ledger.state(match, say=say))
    context = match_page(
        links.token(access.link),
        sitting_name=called(access.sitting.name),
        setup=match.setup,
        state=state,
        form=form,
        may_score=access.may_score,
        own_side=own_side(access, match),
        key=request.form.get("key") or secrets.token_urlsafe(12),
        call=state["call"],
        series=None if state["status"] == "in_progress" else series_here(match),
    )
    if not access.may_score:
        more["card"] = card_of(access, match, state)
    more |= {"arbiter": arbiter_here(match), "match_id": match.id, "tournament": note_of(access.sitting, match)}
    return render_template("matches/match.html", **context, **more)


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
