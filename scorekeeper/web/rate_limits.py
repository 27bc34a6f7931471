"""How often anybody may ask: for a log-in, for paper and other costly answers, and for links that are none.

Everything is counted by network address, and many phones of one club share one: the figures leave room for a hall full
of tables. Counts are kept in each process (`RATELIMIT_STORAGE_URI` can put those of Flask-Limiter into one place).
"""

import math
import time
from typing import NamedTuple

from flask import Flask, Response, current_app, request, session
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from werkzeug.exceptions import TooManyRequests

from scorekeeper.web import links

TRIES = "10 per minute; 100 per hour"  # passwords, secrets of invitations
PAPER = "60 per minute; 600 per hour"  # sheets that had to be set; those that a browser has already are not counted
QUESTIONS = "1200 per minute"  # claims and previews: forty phones that ask every other second
DOCUMENTS = "30 per minute"  # match documents of up to a megabyte
TABLES = "120 per minute"  # new tables and matches
FILES = "10 per minute; 60 per hour"  # exports, and imports

WRONG_LINKS = 60  # different ones, from one address
WINDOW = 60  # seconds
MOST_ADDRESSES = 10_000  # that are remembered at a time


class OfViews(Limiter):
    """Only single views have limits, and look at them themselves: there is nothing to look for before every request."""

    def _check_request_limit(self, callable_name: str | None = None, in_middleware: bool = True) -> None:
        if not in_middleware:
            super()._check_request_limit(callable_name, in_middleware)


limiter = OfViews(get_remote_address)


def was_made(response: Response) -> bool:
    """Whether an answer had to be worked out: what the browser has already, or may not have, does not count."""
    return response.status_code == 200


class Guesses(NamedTuple):
    """The wrong links that an address has asked for since `began` (seconds of the monotonic clock)."""

    began: float
    links: set[str]


class Guessers:
    """Who asks for links that are none. One wrong link asked for again and again, as by a phone whose link has ended,
    counts once."""

    def __init__(self) -> None:
        self.known: dict[str, Guesses] = {}

    def note(self, address: str, token: str, moment: float) -> None:
        """The address has asked for a link that is none."""
        found = self.known.get(address)
        if found is None or moment - found.began >= WINDOW:
            self._make_room(moment)
            found = self.known[address] = Guesses(moment, set())
        if len(found.links) < WRONG_LINKS:
            found.links.add(token[:40])

    def wait(self, address: str, moment: float) -> float:
        """Seconds until the address may try again; 0 where it may now."""
        found = self.known.get(address)
        if found is None or len(found.links) < WRONG_LINKS:
            return 0
        return max(found.began + WINDOW - moment, 0)

    def _make_room(self, moment: float) -> None:
        if len(self.known) >= MOST_ADDRESSES:
            self.known = {name: each for name, each in self.known.items() if moment - each.began < WINDOW}
        while len(self.known) >= MOST_ADDRESSES:
            self.known.pop(next(iter(self.known)))


def init_app(app: Flask) -> None:
    """Count what is asked."""
    limiter.init_app(app)
    app.extensions["scorekeeper-guessers"] = Guessers()
    app.before_request(_hold_back)
    app.after_request(_note_wrong_link)


def _hold_back() -> None:
    """Whoever guesses does not get to know whether the next guess is right. A link that this browser has opened before
    goes on: the guesser may sit in the same café."""
    guessers: Guessers = current_app.extensions["scorekeeper-guessers"]
    if not guessers.known or not _token():
        return
    wait = guessers.wait(get_remote_address(), time.monotonic())
    if wait and not links.is_remembered(session, _token()):
        raise TooManyRequests(retry_after=math.ceil(wait))


def _note_wrong_link(response: Response) -> Response:
    if response.status_code == 404 and _token() and limiter.enabled:
        guessers: Guessers = current_app.extensions["scorekeeper-guessers"]
        guessers.note(get_remote_address(), _token(), time.monotonic())
    return response


def _token() -> str:
    return str((request.view_args or {}).get("token", ""))


def seconds_to_wait(error: TooManyRequests) -> int:
    """How long the visitor should wait before the next try."""
    if isinstance(error.retry_after, int):
        return error.retry_after
    reached = limiter.current_limit
    return max(math.ceil(reached.reset_at - time.time()), 1) if reached else WINDOW
