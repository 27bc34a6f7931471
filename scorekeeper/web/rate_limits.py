"""Rate limits: logins, expensive responses (e.g. PDFs), and wrong links.

Requests are counted by network (`web.visitors`), and many phones of a club share one, so the limits leave room for a
hall full of tables. Each process counts in memory, unless `RATELIMIT_STORAGE_URI` names a Redis, where all processes
count.
"""

import hashlib
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from threading import Lock
from typing import Any, TypeVar, cast

from flask import Flask, Response, after_this_request, current_app, g, has_request_context, request, session
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, Storage, storage_from_string
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
FRAMES = "3 per second; 90 per minute; 1500 per hour"  # pictures of a scanning phone, of which one is read at a time
FILES = "10 per minute; 60 per hour"  # exports and imports

WRONG_LINKS = 60  # different wrong links from one address
WINDOW = 60  # seconds
DAY = 24 * 3600  # seconds
View = TypeVar("View", bound=Callable[..., Any])


class Counts:
    """Counts that expire, in the storage of `RATELIMIT_STORAGE_URI`; while it fails, in the memory of this process."""

    def __init__(self, storage: Storage) -> None:
        self.storage, self.memory, self.away_until = storage, MemoryStorage(), 0.0

    def add(self, key: str, seconds: int, amount: int = 1) -> int:
        """Adds to a count, which expires so many seconds after it began, and returns it."""
        return int(self._ask("incr", key, seconds, amount))

    def get(self, key: str) -> int:
        """Returns a count; 0 if there is none."""
        return int(self._ask("get", key))

    def wait(self, key: str) -> int:
        """Returns the seconds until a count expires, at least 1."""
        return max(math.ceil(float(self._ask("get_expiry", key)) - time.time()), 1)

    def take(self, what: str, network: str, most: int) -> int:
        """Counts one more `what` of a network; returns 0 up to `most` in 24 hours, else the seconds to wait."""
        key = _quota(what, network)
        return 0 if self.add(key, DAY) <= most else self.wait(key)

    def _ask(self, name: str, *arguments: object) -> Any:
        if time.monotonic() >= self.away_until:
            try:
                return getattr(self.storage, name)(*arguments)
            except self.storage.base_exceptions as failure:
                current_app.logger.error("rate limits: %s", type(failure).__name__)
                self.away_until = time.monotonic() + AWAY
        return getattr(self.memory, name)(*arguments)


AWAY = 10  # seconds for which a storage that failed is left alone
COUNTS = "scorekeeper-counts"


def quotas() -> Counts | None:
    """Returns the application's counts; None if limits are off."""
    return current_app.extensions.get(COUNTS)


LIMITS = "limits"  # attribute of a view: its limits, with the functions that return their keys


class Limiter:
    """Limits on views. They are checked in a decorator, so there is nothing to do before other requests."""

    def limit(
        self,
        text: str,
        *,
        key_func: Callable[[], str] = visitor_network,
        deduct_when: Callable[[Response], bool] | None = None,
        exempt_when: Callable[[], bool] | None = None,
    ) -> Callable[[View], View]:
        """Decorator of a view with limits such as `10 per minute; 100 per hour`; beyond them, it responds with 429.

        Requests with the same key count together; those with an empty key do not. With `deduct_when`, only requests
        count for whose response it returns True.
        """
        items = sorted(parse_many(text))

        def check(counts: Counts) -> None:
            key = "" if exempt_when and exempt_when() else key_func()
            for item in items if key else ():
                counted = item.key_for(key, str(request.endpoint))
                add = partial(counts.add, counted, item.get_expiry())
                if deduct_when is None:
                    reached = add() > item.amount
                else:
                    reached = counts.get(counted) >= item.amount
                    after_this_request(partial(_add_if, deduct_when, add))
                if reached:
                    raise TooManyRequests(retry_after=counts.wait(counted))

        def decorate(view: View) -> View:
            @wraps(view)
            def limited(*arguments: Any, **named: Any) -> Any:
                counts = quotas()
                if counts is not None:
                    check(counts)
                return view(*arguments, **named)

            setattr(limited, LIMITS, [*getattr(view, LIMITS, ()), (items, key_func)])
            return cast(View, limited)

        return decorate


def _add_if(deduct_when: Callable[[Response], bool], add: Callable[[], int], response: Response) -> Response:
    if deduct_when(response):
        add()
    return response


limiter = Limiter()


def was_made(response: Response) -> bool:
    """True if the response counts: it was made (200), unlike a 304 or an error."""
    return response.status_code == 200


def note_wrong_link(counts: Counts, network: str, token: str) -> None:
    """Counts a wrong link that this network requested.

    Repeating one wrong link, as a phone with a revoked link does, counts once.
    """
    link = hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()[:16]
    if counts.add(f"wrong-link/{network}/{link}", WINDOW) == 1:
        counts.add(_counter(network), WINDOW)


def wait_of_guesser(counts: Counts, network: str) -> int:
    """Returns the seconds until the network may try links again; 0 if it may now."""
    return counts.wait(_counter(network)) if counts.get(_counter(network)) >= WRONG_LINKS else 0


@contextmanager
def count_try(*limits: tuple[str, str | None]) -> Iterator[None]:
    """Context in which a password is checked: counts a try for each limit and key (None: not limited).

    It is counted before the password is checked, because as many requests as there are threads check at the same time;
    unless the block ends with a Refusal, it is then taken off again. Raises TooManyRequests, and counts nothing, if a
    limit was reached. Counts nothing if limits are off.
    """
    counts = quotas()
    tries = [(item, item.key_for("tries", key)) for text, key in limits if key for item in parse_many(text)]
    if counts is None:
        yield
        return

    def take_off(tried: list[tuple[RateLimitItem, str]]) -> None:
        for item, key in tried:
            counts.add(key, item.get_expiry(), -1)

    for place, (item, key) in enumerate(tries):
        if counts.add(key, item.get_expiry()) > item.amount:
            wait = counts.wait(key)
            take_off(tries[: place + 1])
            raise TooManyRequests(retry_after=wait)
    try:
        yield
    except Refusal:
        raise
    except BaseException:
        take_off(tries)
        raise
    take_off(tries)


class StoredBytes:
    """How many bytes each network has stored within 24 hours.

    A process adds its own bytes in pieces of a hundredth of the limit, so that a saved hand takes no request to the
    storage; it then reads the counts of other processes.
    """

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
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
        if self.counts.add(key, DAY, size) >= most:
            self.full[key] = time.time() + self.counts.wait(key)


MOST_PENDING = 10_000  # networks


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
    if app.config["RATELIMIT_ENABLED"]:
        storage = cast(Storage, storage_from_string(app.config["RATELIMIT_STORAGE_URI"]))
        counts = app.extensions[COUNTS] = Counts(storage)
        app.extensions["scorekeeper-stored-bytes"] = StoredBytes(counts)
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
    wait = wait_of_guesser(current_app.extensions[COUNTS], visitor_network())
    if wait and not links.is_remembered(session, _token()):
        raise TooManyRequests(retry_after=wait)


def _count_wrong_link(response: Response) -> Response:
    if response.status_code == 404 and _token():
        note_wrong_link(current_app.extensions[COUNTS], visitor_network(), _token())
    return response


def _token() -> str:
    return str((request.view_args or {}).get("token", ""))


def seconds_to_wait(error: TooManyRequests) -> int:
    """Returns the seconds for Retry-After."""
    return error.retry_after if isinstance(error.retry_after, int) else WINDOW
