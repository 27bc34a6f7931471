"""An arbiter at a match page: the account that is signed in, where it is an arbiter of the match's club."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import request, session
from flask_login import current_user

from scorekeeper import ledger
from scorekeeper.clubs.approval import Arbiter, arbiter_of
from scorekeeper.store.models import Match


def arbiter_here(match: Match) -> Arbiter | None:
    """The visitor as an arbiter of the match's club; without a signed-in account there is no query."""
    if "_user_id" not in session or not current_user.is_authenticated:
        return None
    return arbiter_of(match, current_user.account)


@contextmanager
def with_reason(match: Match, arbiter: Arbiter | None) -> Iterator[None]:
    """Write to a match; to a locked one as its arbiter, for the reason that was sent. Raises Refusal without one."""
    if arbiter is None or match.locked is None:
        yield
    else:
        with ledger.ruled(match, request.form.get("reason", "")):
            yield
