"""The matches that this browser has opened, and the newest one of each table."""

from collections.abc import Iterable
from datetime import date

from flask import session
from sqlalchemy import func, select, tuple_

from scorekeeper.i18n import called, format_date
from scorekeeper.pages.home_page import PastMatch, match_head
from scorekeeper.store.models import Match, db, today
from scorekeeper.web import links
from scorekeeper.web.links import Access


def newest_matches(sittings: Iterable[int]) -> dict[int, Match]:
    """Returns the last match of each sitting, keyed by the sitting's id, in one query."""
    last = (
        select(Match.sitting_id, func.max(Match.number))
        .where(Match.sitting_id.in_(sittings))
        .group_by(Match.sitting_id)
    )
    matches = db.session.scalars(select(Match).where(tuple_(Match.sitting_id, Match.number).in_(last)))
    return {match.sitting_id: match for match in matches}


MOST = 1_000  # matches that the page searches

WEEK = 7  # days


def past_matches(most: int) -> list[PastMatch]:
    """Returns the newest matches of this browser's sittings, newest first."""
    return [_past(access, match) for access, match in own_matches(most)]


def own_matches(most: int) -> list[tuple[Access, Match]]:
    """Returns the newest matches of this browser's sittings, newest first, each with the browser's access to it."""
    own: dict[int, Access] = {}
    for access in links.remembered(session):
        match_access = own.get(access.link.sitting_id)
        if match_access is None or (access.may_score and not match_access.may_score):
            own[access.link.sitting_id] = access
    wanted = select(Match).where(Match.sitting_id.in_(own)).order_by(Match.id.desc()).limit(most)
    return [(own[match.sitting_id], match) for match in db.session.scalars(wanted)] if own else []


def _past(access: Access, match: Match) -> PastMatch:
    sitting, day = access.sitting, match.started_at.astimezone()
    return {
        "token": links.token(access.link),
        "sitting": called(sitting.name),
        "place": sitting.place,
        "day": format_date(day),
        "date": day.date().isoformat(),
        "weekday": _weekday(day.date()),
        "may_score": access.may_score,
        "match": match_head(match.number, match.setup, match.table, match.status),
    }


def _weekday(day: date) -> str:
    ago = (today() - day).days
    return format_date(day, "EEEE") if 0 < ago < WEEK else ""
