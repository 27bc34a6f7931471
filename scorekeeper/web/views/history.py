"""The past evenings of this browser: what its links open, found again, and all of it as a file."""

from datetime import UTC, date, datetime
from typing import Any

from flask import Blueprint, Response, json, render_template, request, session, url_for
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.i18n import format_date
from scorekeeper.pages.home_page import PastMatch, evenings_page, match_head, search_of
from scorekeeper.store.models import Match, db, now
from scorekeeper.web import links
from scorekeeper.web.links import Access
from scorekeeper.web.rate_limits import FILES, QUESTIONS, limiter
from scorekeeper.web.request_limits import read_all

bp = Blueprint("history", __name__)

MOST = 1_000  # matches that a page looks through
MOST_IN_A_FILE = 300
WEEK = 7  # days
FORMAT = "scorekeeper-phone/1"


@bp.get("/evenings")
@limiter.limit(QUESTIONS)
def show() -> str:
    """All matches that this browser's links open; `?q=`, `?game=`, `?since=`, `?until=`, `?one=`, `?other=`."""
    return render_template(
        "home/history.html", **evenings_page(past_matches(MOST), search_of(list(request.args.items())))
    )


@bp.get("/evenings.json")
@limiter.limit(FILES)
def everything() -> Response:
    """The newest of them as documents, each with where it is and how it came out."""
    matches = _matches(MOST_IN_A_FILE)
    read_all(sum(match.hand_count for _access, match in matches))
    found = [_exported(access, match) for access, match in matches]
    at = datetime.now(UTC).isoformat(timespec="seconds")
    response = Response(json.dumps({"format": FORMAT, "at": at, "matches": found}), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="scorekeeper-{at[:10]}.json"'
    return response


def past_matches(most: int) -> list[PastMatch]:
    """The newest matches of this browser's evenings, the newest first."""
    return [_past(access, match) for access, match in _matches(most)]


def _matches(most: int) -> list[tuple[Access, Match]]:
    own: dict[int, Access] = {}
    for access in links.remembered(session):
        known = own.get(access.link.sitting_id)
        if known is None or (access.may_score and not known.may_score):
            own[access.link.sitting_id] = access
    wanted = select(Match).where(Match.sitting_id.in_(own)).order_by(Match.id.desc()).limit(most)
    return [(own[match.sitting_id], match) for match in db.session.scalars(wanted)] if own else []


def _past(access: Access, match: Match) -> PastMatch:
    sitting, day = access.sitting, match.started_at.astimezone()
    return {
        "token": links.token(access.link),
        "sitting": sitting.name,
        "place": sitting.place,
        "day": format_date(day),
        "date": day.date().isoformat(),
        "weekday": _weekday(day.date()),
        "may_score": access.may_score,
        "match": match_head(match.number, match.setup, match.table, match.status),
    }


def _weekday(day: date) -> str:
    ago = (now().astimezone().date() - day).days
    return format_date(day, "EEEE") if 0 < ago < WEEK else ""


def _exported(access: Access, match: Match) -> dict[str, Any]:
    sitting, table = access.sitting, match.table
    return {
        "address": url_for("matches.show", token=links.token(access.link), number=match.number),
        "sitting": {"name": sitting.name, "place": sitting.place, "opened_at": sitting.opened_at.isoformat()},
        "status": match.status,
        "totals": table["totals"],
        "winner": match.winner,
        "document": ledger.document(match),
    }
