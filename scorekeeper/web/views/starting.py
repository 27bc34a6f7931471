"""Who may start matches: everybody within a day's quota, or members of clubs alone, as the settings say.

At a club's table everybody with a link that scores may: whoever opened it is a member.
"""

import math

from flask import current_app, session
from flask_limiter.util import get_remote_address
from flask_login import current_user
from werkzeug.exceptions import TooManyRequests

from scorekeeper.clubs import tables
from scorekeeper.games.engine.base import Refusal, _, problem
from scorekeeper.store.models import Sitting
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.rate_limits import quotas

MEMBERS_ONLY = _("Only club members can start matches here. Log in, or ask for the link to a club’s table.")
ENOUGH = ErrorText(
    _("Daily limit reached"),
    _("This network has reached today’s limit for matches without an account. Log in, or try again tomorrow."),
)  # fmt: skip


def refusal_for(sitting: Sitting | None = None) -> Refusal | None:
    """Why this visitor may start no match, at a new table or at that one; None where they may."""
    if current_app.config["STARTS"] == "everyone" or _is_member() or _is_of_club(sitting):
        return None
    return Refusal([problem(None, None, MEMBERS_ONLY)])


def allow_table() -> None:
    """Let the visitor open a table. Raises Refusal, and TooManyRequests where it is one too many today."""
    _allow(None, "tables", current_app.config["TABLES_A_DAY"])


def allow_match(sitting: Sitting) -> None:
    """Let the visitor start a match at a table. Raises as above."""
    _allow(sitting, "matches", current_app.config["MATCHES_A_DAY"])


def _allow(sitting: Sitting | None, what: str, most: int) -> None:
    refusal = refusal_for(sitting)
    if refusal:
        raise refusal
    counted = quotas()
    if not counted or not most or _is_member() or _is_of_club(sitting):
        return
    wait = counted.take(what, get_remote_address(), most)
    if wait:
        error = TooManyRequests(retry_after=math.ceil(wait))
        error.error_text = ENOUGH  # type: ignore[attr-defined]  # as our own exceptions have
        raise error


def _is_member() -> bool:
    return "_user_id" in session and bool(current_user.is_authenticated)


def _is_of_club(sitting: Sitting | None) -> bool:
    return sitting is not None and tables.club_of(sitting) is not None
