"""This browser’s own tables and matches: found, listed, and started."""

import hashlib
import json
from collections.abc import Iterable
from datetime import date
from typing import Any

from flask import request, session
from sqlalchemy import func, select, tuple_

from scorekeeper import ledger
from scorekeeper.clubs import tables
from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import called, format_date
from scorekeeper.pages.home_page import PastMatch, match_head
from scorekeeper.store.models import Match, Sitting, db, today
from scorekeeper.web import links, sitting_access
from scorekeeper.web.links import Access
from scorekeeper.web.programs import is_program


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


SECRET_KEY_LENGTH = 32  # characters: a program has no cookie: its key alone gives access to the table
LAST_MATCHES = 40  # newest matches whose names and rules the form suggests


def own_table(key: str) -> Access:
    """Opens a sitting for this browser with a score and a watch link; the same `key` returns the same sitting again.

    So does a form that was changed after Start: its match follows the one that is not played. The key is not secret,
    so it works only in the browser that sent it; a program's key has to be a secret. Raises Refusal for another key,
    or if the visitor may not open a table.
    """
    by_program = is_program(request)
    if by_program and 0 < len(key) < SECRET_KEY_LENGTH:
        raise refuse("key", None, N_("Choose a random key of {least} characters or more"), least=SECRET_KEY_LENGTH)
    sender = "program" if by_program else links.own_secret(session)
    own = hashlib.sha256(f"{sender}:{key}".encode()).hexdigest() if key else ""
    if not ledger.has_opened(own):
        sitting_access.allow_table()
    sitting = ledger.open_sitting(key=own)
    link = next((link for link in sitting.links if link.may == "score"), None) or links.make_link(sitting, "score")
    if len(sitting.links) < len(links.MAY):
        links.make_link(sitting, "watch")
    links.remember(session, link)
    return Access(link, link.may, sitting)


def names_for(sitting: Sitting) -> tuple[list[str], bool]:
    """Returns names to suggest for a table's seats, and True if its club has more players."""
    club = tables.club_of(sitting)
    return tables.suggested_names(club) if club else ([], False)


def newest_match(sitting: Sitting) -> Match | None:
    """Returns the sitting's last match, or None."""
    return db.session.scalar(select(Match).where(Match.sitting_id == sitting.id).order_by(Match.number.desc()).limit(1))


def start_key(key: str, head: dict[str, Any]) -> str:
    """Returns the idempotency key of the form: pressing Start twice starts one match, unless the form was changed."""
    if not key:
        return ""
    digest = hashlib.sha256(json.dumps(head, sort_keys=True).encode("utf-8", "replace")).hexdigest()
    return f"{key[:40]}-{digest[:16]}"
