"""Access by a club's token: `Authorization: Bearer …`; 401 without a valid one, 403 if it does not allow this."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Response, abort, g, jsonify, request
from sqlalchemy import Select
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, Unauthorized

from scorekeeper import ledger
from scorekeeper.clubs import tokens
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.games.engine.base import N_, Refusal, refuse
from scorekeeper.i18n import say
from scorekeeper.signatures import digest_of
from scorekeeper.store.club_models import Club
from scorekeeper.store.models import db
from scorekeeper.store.token_models import ClubToken
from scorekeeper.web.error_pages import error_answer, refusal_answer
from scorekeeper.web.forms import number_in
from scorekeeper.web.loading import find_of_club
from scorekeeper.web.page_parts import signed_sentence
from scorekeeper.web.programs import bearer_of
from scorekeeper.web.rate_limits import limiter
from scorekeeper.web.request_limits import json_body
from scorekeeper.web.tournament_pages.tables import log_line

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
            row = find_of_club(kind, program.club, address.pop("number")) or abort(404)
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


PAGE, LAST_PAGE = 100, 10_000  # rows of a page, pages of a list
PAGED = "paged"  # attribute of a view that returns a list: its name, and the type of its rows


def paged(name: str, kind: Any, as_json: Callable[[Any], object]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a view of a list, which returns its query or all rows, or these and other members of the object.

    The answer is `{name: [...], "next": address}`: PAGE rows from page `?page=` on, and the address of the next page,
    null on the last one. `kind` is the type of a row as JSON.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def answer(*rows: Any, **address: Any) -> Response:
            page = number_in(request.args.get("page", "1"), 6) or 0
            if not 1 <= page <= LAST_PAGE:
                return refusal_answer(refuse("page", None, N_("This must be a whole number")).problems)
            listed = view(*rows, **address)
            listed, more = listed if isinstance(listed, tuple) else (listed, {})
            shown = _rows(listed, (page - 1) * PAGE)
            query = urlencode({**request.args, "page": page + 1})
            following = f"{request.script_root}{request.path}?{query}" if len(shown) > PAGE else None
            return jsonify({name: [as_json(row) for row in shown[:PAGE]], "next": following, **more})

        setattr(answer, PAGED, (name, kind))
        return answer

    return decorate


def _rows(listed: Select[Any] | Sequence[Any], first: int) -> Sequence[Any]:
    """Returns the rows of a page, and one more if there is another page."""
    if isinstance(listed, Select):
        return db.session.scalars(listed.offset(first).limit(PAGE + 1)).all()
    return listed[first : first + PAGE + 1]


MEANWHILE = N_("Others changed this. Look at what changed, then send yours again.")


def entering(view: Callable[..., object]) -> Callable[..., Response]:
    """Decorates a view that enters what a JSON body says, all or nothing; it commits, and returns the answer's object.

    The view gets the body after the rows. 422 with the problems of a Refusal; 409 with the changes of others, and the
    newest version, if `seen` is outdated.
    """

    @wraps(view)
    def answer(*rows: Any, **address: Any) -> Response:
        try:
            return jsonify(view(*rows, json_body(), **address))
        except Refusal as refusal:
            db.session.rollback()
            return refusal_answer(refusal.problems)
        except keeping.Stale as stale:
            return _overtaken([log_line(line).sentence for line in stale.changes], stale.tournament)
        except ledger.Stale as stale:
            sentences = [signed_sentence(stale.match.setup, change) for change in stale.changes]
            return _overtaken(sentences, stale.match)

    return answer


def _overtaken(changes: list[str], row: Any) -> Response:
    db.session.rollback()
    response = error_answer(say(MEANWHILE, {}), stale=True, changes=changes, version=row.version)
    response.status_code = 409
    return response
