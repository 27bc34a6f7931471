"""What starting a match needs: a table, its newest match, names to suggest, and a key against a second start."""

import hashlib
import json
from typing import Any

from flask import session
from sqlalchemy import select

from scorekeeper import ledger
from scorekeeper.clubs import tables
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.web import links, sitting_access
from scorekeeper.web.links import Access

LAST_MATCHES = 40  # newest matches whose names and rules the form suggests


def own_table(key: str) -> Access:
    """Opens a sitting for this browser with a score and a watch link; the same `key` returns the same sitting again.

    So does a form that was changed after Start: its match follows the one that is not played. The key is not secret,
    so it works only in the browser that sent it. Raises Refusal if the visitor may not open a table.
    """
    own = hashlib.sha256(f"{links.own_secret(session)}:{key}".encode()).hexdigest() if key else ""
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
