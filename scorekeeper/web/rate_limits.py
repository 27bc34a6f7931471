"""Rate limits: logins, expensive responses (e.g. PDFs), and wrong links.

Requests are counted by network (`web.visitors`), and many phones of a club share one, so the limits leave room for a
hall full of tables. Each process counts in memory, unless `RATELIMIT_STORAGE_URI` names a Redis, where all processes
count.
"""

import hashlib
import math
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock
from typing import Any

from flask import Flask, Response, current_app, g, has_request_context, request, session
from flask_limiter import Limiter
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, Storage
from sqlalchemy import event
from werkzeug.exceptions import TooManyRequests

from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.visitors import visitor_network

TRIES = "10 per minute; 100 per hour"  # passwords and secrets of one-time links
PAPER = "60 per minute; 600 per hour"  # PDFs that had to be made; a 304 is not counted
QUESTIONS = "1200 per minute"  # claims and previews: forty phones with a request every other second
FOLLOWING = "6000 per minute"  # pages of a tournament that had to be made: 200 phones with a request every five seconds
DOCUMENTS = "30 per minute"  # match documents of up to a megabyte
TABLES = "120 per minute"  # new tables and matches
CALLS = "120 per minute"  # calls for the arbiter from all tables of a hall
CERTIFICATES = "120 per minute"  # of the local authority, for all phones of a room
FILES = "10 per minute; 60 per hour"  # exports and imports

WRONG_LINKS = 60  # different wrong links from one address
WINDOW = 60  # seconds
DAY = 24 * 3600  # seconds


class ViewLimiter(Limiter):
    """Checks the limits of decorated views only.

    There are no limits for all views, so nothing runs before other requests.
    """

    def _check_request_limit(self, callable_name: str | None = None, in_middleware: bool = True) -> None:
        if not in_middleware:
            super()._check_request_limit(callable_name, in_middleware)


limiter = ViewLimiter(visitor_network)


def was_made(response: Response) -> bool:
    """True if the response counts: it was made (200), unlike a 304 or an error."""
    return response.status_code == 200


class WrongLinks:
    """Counts the wrong links that each network requests, in the limiter's storage.

    Processes with the same storage count together. Repeating one wrong link, as a phone with a revoked link does,
    counts once. Counts expire WINDOW seconds after the first wrong link. If the storage fails, no request is blocked.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def count(self, network: str, token: str) -> None:
        """Counts a wrong link that this network requested."""
        link = hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()[:16]
        try:
            if self.storage.incr(f"wrong-link/{network}/{link}", WINDOW) == 1:
                self.storage.incr(_counter(network), WINDOW)
        except self.storage.base_exceptions as failure:
            current_app.logger.error("rate limits: %s", type(failure).__name__)

    def seconds_to_wait(self, network: str) -> float:
        """Returns the seconds until the network may try again; 0 if it may now."""
        try:
            if self.storage.get(_counter(network)) < WRONG_LINKS:
                return 0
            return max(self.storage.get_expiry(_counter(network)) - time.time(), 0)
        except self.storage.base_exceptions as failure:
            current_app.logger.error("rate limits: %s", type(failure).__name__)
            return 0


class Tries:
    """Counts tries at passwords and passkeys, in the limiter's storage.

    A try is counted before the password is checked, because as many requests as there are threads check at the same
    time; a right password is then taken off again. While the storage fails, each process counts in memory.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage, self.memory = storage, MemoryStorage()

    @contextmanager
    def counted(self, *limits: tuple[str, str | None]) -> Iterator[None]:
        """Counts a try for each limit and key (None: not limited) unless the block ends without a Refusal.

        Raises TooManyRequests, and counts nothing, if a limit was reached.
        """
        counts = [(item, item.key_for("tries", key)) for text, key in limits if key for item in parse_many(text)]
        for place, (item, key) in enumerate(counts):
            if self._add(item, key) > item.amount:
                wait = self._expiry(key) - time.time()
                self._take_off(counts[: place + 1])
                raise TooManyRequests(retry_after=max(math.ceil(wait), 1))
        try:
            yield
        except Refusal:
            raise
        except BaseException:
            self._take_off(counts)
            raise
        self._take_off(counts)

    def _take_off(self, counts: list[tuple[RateLimitItem, str]]) -> None:
        for item, key in counts:
            self._add(item, key, -1)

    def _add(self, item: RateLimitItem, key: str, count: int = 1) -> int:
        try:
            return self.storage.incr(key, item.get_expiry(), count)
        except self.storage.base_exceptions as failure:
            current_app.logger.error("rate limits: %s", type(failure).__name__)
            return self.memory.incr(key, item.get_expiry(), count)

    def _expiry(self, key: str) -> float:
        try:
            return self.storage.get_expiry(key)
        except self.storage.base_exceptions:
            return self.memory.get_expiry(key)


def count_try(*limits: tuple[str, str | None]) -> AbstractContextManager[None]:
    """Returns the context in which a password is checked; see `Tries.counted`. Counts nothing if limits are off."""
    tries: Tries | None = current_app.extensions.get("scorekeeper-tries")
    return tries.counted(*limits) if tries else nullcontext()


class Quotas:
    """Daily counts per network, in the limiter's storage. If the storage fails, no request is blocked."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def take(self, what: str, network: str, most: int) -> float:
        """Counts one more `what`; returns 0 up to `most` in 24 hours, else the seconds until the count expires."""
        key = _quota(what, network)
        try:
            if self.storage.incr(key, DAY) <= most:
                return 0
            return max(self.storage.get_expiry(key) - time.time(), 1)
        except self.storage.base_exceptions as failure:
            current_app.logger.error("rate limits: %s", type(failure).__name__)
            return 0


class StoredBytes:
    """How many bytes each network has stored within 24 hours, counted in the limiter's storage.

    A process adds its own bytes in pieces of a hundredth of the limit, so that a saved hand takes no request to the
    storage; it then reads the counts of other processes. If the storage fails, no request is blocked.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.lock = Lock()
        self.pending: dict[str, int] = {}  # bytes that are not in the storage yet, by network
        self.full: dict[str, float] = {}  # networks that have reached the limit, and when they may store again

    def wait(self, what: str, network: str) -> float:
        """Returns the seconds until the network may store again; 0 if it may now."""
        if not self.full:
            return 0
        return max(self.full.get(_quota(what, network), 0) - time.time(), 0)

    def add(self, what: str, network: str, size: int, most: float) -> None:
        """Counts more stored bytes; `most` is the limit."""
        key = _quota(what, network)
        with self.lock:
            if len(self.pending) > MOST_PENDING:
                self.pending.clear()
            size += self.pending.pop(key, 0)
            if size < most / 100:
                self.pending[key] = size
                return
        try:
            if self.storage.incr(key, DAY, size) >= most:
                self.full[key] = self.storage.get_expiry(key)
        except self.storage.base_exceptions as failure:
            current_app.logger.error("rate limits: %s", type(failure).__name__)


MOST_PENDING = 10_000  # networks


def quotas() -> Quotas | None:
    """Returns the application's quotas; None if limits are off."""
    return current_app.extensions.get("scorekeeper-quotas")


def _quota(what: str, network: str) -> str:
    return f"quota/{what}/{network}"


ROW = 150  # bytes of a row besides its texts: numbers, times, indexes


def _note_stored(_connection: object, _cursor: object, statement: str, sent: Any, _about: object, _many: bool) -> None:
    """Adds the size of inserted rows to this request's total (`stored_bytes`). A listener for SQLAlchemy."""
    if not statement.startswith("INSERT") or not has_request_context():
        return
    size = 0
    for row in sent if isinstance(sent, list) else (sent,):  # one row is a tuple, or a dict
        values = row.values() if isinstance(row, dict) else row
        size += ROW + sum(len(value) for value in values if isinstance(value, (str, bytes)))
    g.stored = g.get("stored", 0) + size


def stored_bytes() -> int:
    """Returns about how many bytes this request has inserted into the database."""
    stored: int = g.get("stored", 0)
    return stored


def counted_bytes() -> StoredBytes | None:
    """Returns the application's count of stored bytes; None if limits are off."""
    return current_app.extensions.get("scorekeeper-stored-bytes")


def _counter(network: str) -> str:
    return f"wrong-links/{network}"


def init_app(app: Flask) -> None:
    """Installs the limits, unless they are switched off."""
    limiter.init_app(app)
    if limiter.enabled:
        app.extensions["scorekeeper-wrong-links"] = WrongLinks(limiter.storage)
        app.extensions["scorekeeper-tries"] = Tries(limiter.storage)
        app.extensions["scorekeeper-quotas"] = Quotas(limiter.storage)
        app.extensions["scorekeeper-stored-bytes"] = StoredBytes(limiter.storage)
        with app.app_context():
            event.listen(db.engine, "before_cursor_execute", _note_stored)
        app.before_request(_refuse_guessers)
        app.after_request(_count_wrong_link)


def _refuse_guessers() -> None:
    """Raises 429 for a network that guesses links, whether or not this guess is right.

    Links that this browser has opened before still work: the guesser may share its network.
    """
    if not _token():
        return
    wait = _wrong_links().seconds_to_wait(visitor_network())
    if wait and not links.is_remembered(session, _token()):
        raise TooManyRequests(retry_after=math.ceil(wait))


def _count_wrong_link(response: Response) -> Response:
    if response.status_code == 404 and _token():
        _wrong_links().count(visitor_network(), _token())
    return response


def _wrong_links() -> WrongLinks:
    wrong_links: WrongLinks = current_app.extensions["scorekeeper-wrong-links"]
    return wrong_links


def _token() -> str:
    return str((request.view_args or {}).get("token", ""))


def seconds_to_wait(error: TooManyRequests) -> int:
    """Returns the seconds for Retry-After."""
    if isinstance(error.retry_after, int):
        return error.retry_after
    reached = limiter.current_limit
    # Not `reached.reset_at`, which is rounded up: a wait of a minute would become 61 seconds.
    return max(math.ceil(reached.window.reset_time - time.time()), 1) if reached else WINDOW
