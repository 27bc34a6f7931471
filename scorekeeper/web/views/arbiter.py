"""An arbiter at a match or a table: the account that is signed in, where it is an arbiter of the club."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import request, session
from flask_login import current_user

from scorekeeper import ledger
from scorekeeper.clubs.approval import Arbiter, arbiter_of
from scorekeeper.store.models import Match, Sitting


def arbiter_here(match: Match) -> Arbiter | None:
    """The visitor as an arbiter of the match's club; without a signed-in account there is no query."""
    return _arbiter(match.sitting_id)


def ruling_arbiter(sitting: Sitting) -> Arbiter | None:
    """The visitor as the arbiter whom it takes to change a sitting with an approved match."""
    return _arbiter(sitting.id) if ledger.has_approved(sitting) else None


def _arbiter(sitting: int) -> Arbiter | None:
    if "_user_id" not in session or not current_user.is_authenticated:
        return None
    return arbiter_of(sitting, current_user.account)


@contextmanager
def with_reason(match: Match, arbiter: Arbiter | None) -> Iterator[None]:
    """Write to a match; to a locked one as its arbiter, for the reason that was sent. Raises Refusal without one."""
    if arbiter is None or match.locked is None:
        yield
    else:
        with ledger.ruled(match, request.form.get("reason", "")):
            yield


@contextmanager
def ruling(sitting: Sitting, arbiter: Arbiter | None) -> Iterator[dict[str, str]]:
    """The same for a sitting, whose arbiter is `ruling_arbiter`; answers what the club's log stores: `{"reason"}`."""
    if arbiter is None:
        yield {}
    else:
        with ledger.ruled(sitting, request.form.get("reason", "")):
            yield {"reason": sitting.ruling or ""}
