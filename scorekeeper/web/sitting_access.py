"""Permission checks at a table: opening a sitting, starting matches, changing approved matches."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, after_this_request, current_app, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import ledger
from scorekeeper.clubs import tables
from scorekeeper.clubs.approval import Arbiter, arbiter_of
from scorekeeper.games.engine.base import N_, Refusal, problem
from scorekeeper.store.models import Match, Sitting
from scorekeeper.web.error_pages import ErrorText
from scorekeeper.web.rate_limits import counted_bytes, quotas, stored_bytes
from scorekeeper.web.visitors import signed_in, visitor_network

MEMBERS_ONLY = N_("Only club members can start matches here. Log in, or ask for the link to a club’s table.")
ENOUGH = ErrorText(
    N_("Daily limit reached"),
    N_("This network has reached today’s limit for matches without an account. Log in, or try again tomorrow."),
)  # fmt: skip

FULL = N_(
    "This network has reached today’s limit for entries without an account. "
    "What you entered is still here: log in, or save it tomorrow."
)


def refusal_for(sitting: Sitting | None = None) -> Refusal | None:
    """Returns a Refusal if this visitor may not start a match in the sitting or at a new table, else None."""
    if current_app.config["STARTS"] == "everyone" or _is_member() or _is_of_club(sitting):
        return None
    return Refusal([problem(None, None, MEMBERS_ONLY)])


def allow_table() -> None:
    """Checks and counts a new table. Raises Refusal if not allowed, TooManyRequests above the daily limit."""
    _allow(None, "tables", current_app.config["TABLES_A_DAY"])


def allow_match(sitting: Sitting) -> None:
    """Checks and counts a new match in the sitting. Raises as `allow_table`."""
    _allow(sitting, "matches", current_app.config["MATCHES_A_DAY"])
    allow_more(sitting.id)


class TooMuchStored(Refusal):
    """Raised if this network has stored as much today as is allowed without an account; `wait` is in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__([problem(None, None, FULL)])
        self.wait = wait

    def mark(self, response: AnyResponse) -> AnyResponse:
        """Sets the status (429) and Retry-After of a response; a redirect keeps its status."""
        if response.status_code >= 400:
            response.status_code = 429
        response.headers["Retry-After"] = str(self.wait)
        return response


MEGABYTE = 1_000_000
STORED = "bytes"  # name of the quota


def allow_storing(sitting: int) -> None:
    """Checks that this visitor may store more at a table today, and counts the bytes that this request stores.

    The limit is MEGABYTES_A_DAY for a network. Beyond it, the tables of each club have another limit of this size, and
    accounts have none. Raises TooMuchStored.
    """
    counted, most = counted_bytes(), current_app.config["MEGABYTES_A_DAY"] * MEGABYTE
    if not counted or not most:
        return
    network, what = visitor_network(), STORED
    wait = counted.wait(what, network)
    if wait:
        if _is_member():
            return
        club = tables.club_of_id(sitting)
        if club is not None:
            what = f"{STORED}/{club.id}"
            wait = counted.wait(what, network)
        if wait:
            raise TooMuchStored(math.ceil(wait))

    @after_this_request
    def count(response: Response) -> Response:
        if response.status_code < 400 and stored_bytes():
            counted.add(what, network, stored_bytes(), most)
        return response


def allow_more(sitting: int) -> None:
    """Checks and counts as `allow_storing` does, but raises TooManyRequests (429)."""
    try:
        allow_storing(sitting)
    except TooMuchStored as refusal:
        raise too_many(ErrorText(ENOUGH.title, FULL), refusal.wait) from None


def _allow(sitting: Sitting | None, what: str, most: int) -> None:
    refusal = refusal_for(sitting)
    if refusal:
        raise refusal
    counted = quotas()
    if not counted or not most or _is_member() or _is_of_club(sitting):
        return
    wait = counted.take(what, visitor_network(), most)
    if wait:
        raise too_many(ENOUGH, wait)


def too_many(text: ErrorText, wait: int) -> TooManyRequests:
    """Returns a 429 with this text, and `wait` seconds to wait."""
    error = TooManyRequests(retry_after=wait)
    error.error_text = text  # type: ignore[attr-defined]  # as our own exceptions have
    return error


def _is_member() -> bool:
    return signed_in() is not None


def _is_of_club(sitting: Sitting | None) -> bool:
    return sitting is not None and tables.club_of(sitting) is not None


def arbiter_here(match: Match) -> Arbiter | None:
    """Returns the visitor as an arbiter of the match's club, or None; no query if not logged in."""
    return _arbiter(match.sitting_id)


def ruling_arbiter(sitting: Sitting) -> Arbiter | None:
    """Returns the visitor as an arbiter if the sitting has an approved match, else None."""
    return _arbiter(sitting.id) if ledger.has_approved(sitting) else None


def _arbiter(sitting: int) -> Arbiter | None:
    account = signed_in()
    return arbiter_of(sitting, account) if account else None


@contextmanager
def with_reason(match: Match, arbiter: Arbiter | None) -> Iterator[None]:
    """Context manager for changes of a match: an arbiter may change a locked one, with the reason in the form.

    Raises Refusal without a reason.
    """
    if arbiter is None or match.locked is None:
        yield
    else:
        with ledger.ruled(match, request.form.get("reason", "")):
            yield


@contextmanager
def ruling(sitting: Sitting, arbiter: Arbiter | None) -> Iterator[dict[str, str]]:
    """Context manager in which an arbiter may change a sitting with approved matches.

    Yields `{"reason"}` for the club's log; an empty dict without an arbiter. Raises Refusal without a reason.
    """
    if arbiter is None:
        yield {}
    else:
        with ledger.ruled(sitting, request.form.get("reason", "")):
            yield {"reason": sitting.ruling or ""}
