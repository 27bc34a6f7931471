"""The links to a club’s tables: made with each table, found for members, and replaced when a member leaves."""

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import func, insert, select, update

from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.models import Link, Sitting, db, now
from scorekeeper.web import links
from scorekeeper.web.loading import Visit


def make_links(sitting: Sitting) -> Link:
    """Adds a watch link and a score link to a new sitting; returns the score link."""
    scoring = links.make_link(sitting, "score")
    links.make_link(sitting, "watch")
    return scoring


def make_links_of(sittings: Iterable[Sitting]) -> None:
    """Adds a watch link and a score link to each of these new sittings."""
    _insert_links([(sitting.id, may) for sitting in sittings for may in ("score", "watch")])


def _open_links(club: Club, may: Collection[str]) -> tuple[Any, ...]:
    """Returns the SQL conditions for unrevoked links of these kinds to the club's tables."""
    sittings = select(ClubSitting.sitting_id).where(ClubSitting.club_id == club.id)
    return Link.sitting_id.in_(sittings), Link.may.in_(may), Link.revoked_at.is_(None)


def tables_with_links(club: Club, may: Collection[str]) -> int:
    """Returns the number of the club's tables with active links of these kinds."""
    return db.session.scalar(select(func.count(Link.sitting_id.distinct())).where(*_open_links(club, may))) or 0


def renew_links(club: Club, may: Collection[str]) -> None:
    """Revokes all active links of these kinds to the club's tables and replaces them with new ones."""
    ended = update(Link).where(*_open_links(club, may)).values(revoked_at=now()).returning(Link.sitting_id, Link.may)
    tables_and_kinds = {(row.sitting_id, row.may) for row in db.session.execute(ended)}
    _insert_links(sorted(tables_and_kinds))


def _insert_links(pairs: Sequence[tuple[int, str]]) -> None:
    """Inserts links in one statement; a pair is a sitting's id and a kind of link (“score” or “watch”)."""
    new = [
        {"sitting_id": sitting, "may": kind, "label": "", "nonce": secrets.token_urlsafe(12), "made_at": now()}
        for sitting, kind in pairs
    ]
    if new:
        db.session.execute(insert(Link), new)


def tokens(visit: Visit, sittings: Iterable[Sitting]) -> dict[int, str]:
    """Returns link tokens by sitting id: score tokens for scorers, watch tokens for other members.

    A sitting without an active link is missing.
    """
    may = "score" if visit.may_score else "watch"
    ids = [sitting.id for sitting in sittings]
    query = select(Link).where(Link.sitting_id.in_(ids), Link.may == may, Link.revoked_at.is_(None))
    newest_first = db.session.scalars(query.order_by(Link.id.desc()))
    return {link.sitting_id: links.token(link) for link in newest_first}  # the oldest link wins
