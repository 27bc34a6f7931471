"""Access by a club's token: `Authorization: Bearer …`; 401 without a valid one, 403 if it does not allow this."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from flask import abort, g, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, Unauthorized

from scorekeeper.clubs import tokens
from scorekeeper.games.engine.base import N_
from scorekeeper.i18n import say
from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Club
from scorekeeper.store.token_models import ClubToken
from scorekeeper.web.loading import FINDERS
from scorekeeper.web.programs import bearer_of
from scorekeeper.web.rate_limits import limiter

READS, WRITES, GUESSES = "120 per minute", "60 per minute", "600 per minute"  # by token, by token, by network
NO_TOKEN = N_("Send a token of the club in the header Authorization: Bearer …")
NOT_ALLOWED = N_("This token does not allow “{scope}”. An owner can make another one.")


class NoToken(Unauthorized):
    """401: no token, or none that is valid."""

    def __init__(self) -> None:
        super().__init__(www_authenticate=WWWAuthenticate("bearer"))
        self.for_programs = NO_TOKEN


class NotAllowed(Forbidden):
    """403: the token lacks a scope."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.for_programs = say(NOT_ALLOWED, {"scope": scope})


class Program(NamedTuple):
    """A request's token, and the club to which it belongs."""

    club: Club
    token: ClubToken

    @property
    def actor(self) -> str:
        """The name in logs."""
        return self.token.name


def _token_key() -> str:
    return digest_of(bearer_of(request))[:32]


def by_token(scope: str, kind: type | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a view for programs: it gets the `Program`, then the club's row of the type `kind`, if one is given.

    The row is found by `number` in the address; 404 if the club has none.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        @limiter.limit(GUESSES)
        @limiter.limit(READS if scope == tokens.READ else WRITES, key_func=_token_key)
        def answer(**address: Any) -> Any:
            program = _program(scope)
            if kind is None:
                return view(program, **address)
            row = FINDERS[kind](program.club, address.pop("number")) or abort(404)
            return view(program, row, **address)

        return answer

    return decorate


def _program(scope: str) -> Program:
    secret = bearer_of(request)
    found = tokens.find_by_secret(secret) if secret else None
    if found is None:
        raise NoToken
    token, club = found
    if scope not in token.scopes:
        raise NotAllowed(scope)
    if tokens.is_to_be_noted(token):
        g.used_token = token.id  # noted by `sessions`
    return Program(club, token)
