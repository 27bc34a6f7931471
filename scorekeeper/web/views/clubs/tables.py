"""Opening a club's table: a sitting whose matches count for its standings, and the links to it."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from flask import Blueprint, redirect, request, session, url_for
from sqlalchemy import func, insert, select, update
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs import named_games, tables
from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.models import Link, Sitting, db, now
from scorekeeper.web import links
from scorekeeper.web.views.clubs.access import Visit, load_club

bp = Blueprint("tables", __name__, url_prefix="/c/<club>/tables")


@bp.post("")
def open_table(club: str) -> AnyResponse:
    """Open a table and redirect to its first match; `kept` is the number of a game on the club's list to start with."""
    visit = load_club(club, "scorer")
    sitting = tables.open_table(visit.club, request.form.get("name", ""), request.form.get("place", ""))
    link = make_links(sitting)
    db.session.commit()
    links.remember(session, link)
    kept = next((each for each in named_games.offered(visit.club) if str(each["id"]) == request.form.get("kept")), None)
    query = kept["query"] if kept else {}
    return redirect(url_for("start.following", token=links.token(link), **query), code=303)


def make_links(sitting: Sitting) -> Link:
    """Make a new sitting's two links; returns the one that scores."""
    scoring = links.make_link(sitting, "score")
    links.make_link(sitting, "watch")
    return scoring


def make_links_of(sittings: Iterable[Sitting]) -> None:
    """Make both links of many new sittings."""
    _insert_links([(sitting.id, may) for sitting in sittings for may in ("score", "watch")])


def _open_links(club: Club, may: Collection[str]) -> tuple[Any, ...]:
    """The conditions for links of these kinds to the club's tables that have not ended."""
    sittings = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    return Link.sitting_id.in_(sittings), Link.may.in_(may), Link.revoked_at.is_(None)


def tables_with_links(club: Club, may: Collection[str]) -> int:
    """How many of the club's tables have such a link."""
    return db.session.scalar(select(func.count(Link.sitting_id.distinct())).where(*_open_links(club, may))) or 0


def renew_links(club: Club, may: Collection[str]) -> None:
    """End all such links to the club's tables, and give each table a new one in their place."""
    ended = update(Link).where(*_open_links(club, may)).values(revoked_at=now()).returning(Link.sitting_id, Link.may)
    tables_and_kinds = {(row.sitting_id, row.may) for row in db.session.execute(ended)}
    _insert_links(sorted(tables_and_kinds))


def _insert_links(wanted: Sequence[tuple[int, str]]) -> None:
    """A link for each of these sittings and kinds, inserted at once."""
    new = [
        {"sitting_id": sitting, "may": kind, "label": "", "nonce": secrets.token_urlsafe(12), "made_at": now()}
        for sitting, kind in wanted
    ]
    if new:
        db.session.execute(insert(Link), new)


def tokens(visit: Visit, sittings: Iterable[Sitting]) -> dict[int, str]:
    """The tokens, by sitting id, with which the visitor opens the sittings: scorers score, members watch."""
    may = "score" if visit.may_score else "watch"
    ids = [sitting.id for sitting in sittings]
    found = select(Link).where(Link.sitting_id.in_(ids), Link.may == may, Link.revoked_at.is_(None))
    newest_first = db.session.scalars(found.order_by(Link.id.desc()))
    return {link.sitting_id: links.token(link) for link in newest_first}  # the oldest link stands last and wins
