"""Error pages, and errors as JSON: `{"error": {"message", "hand", "field", "rule"}, "problems": [...]}`.

`message` is in the visitor's language; `hand` counts from 1, `field` is a path, e.g. `sides.0.melds`, `rule` the
number of a rule; null if there is none. `error` is the first of several problems, `problems` lists all.
"""

import errno
from typing import Any, NamedTuple

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError, PendingRollbackError
from sqlalchemy.orm.exc import ObjectDeletedError
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable, TooManyRequests

from scorekeeper.games.engine.base import N_, Problem
from scorekeeper.i18n import gettext, say
from scorekeeper.pages.entry_form import problem_texts
from scorekeeper.paper.typesetting import NO_PANGO, NoPango
from scorekeeper.web.json_bodies import WrongBody
from scorekeeper.web.programs import JSON, bearer_of
from scorekeeper.web.rate_limits import seconds_to_wait

ONLY_JSON = {"sync", "api", "api_entering"}  # blueprints that only return JSON


def wants_json() -> bool:
    """True if the client wants JSON: it accepts or sends JSON, has a club's token, or requests a path with .json."""
    by_header = request.accept_mimetypes.best == JSON or request.mimetype == JSON or bool(bearer_of(request))
    return by_header or request.path.endswith(".json") or request.blueprint in ONLY_JSON


def error_answer(text: str, field: str | None = None, **more: Any) -> Response:
    """Returns an error without hand and rule as JSON; `more` are further members of the object."""
    return jsonify(error={"message": text, "hand": None, "field": field, "rule": None}, **more)


def refusal_answer(problems: list[Problem], **more: Any) -> Response:
    """Returns a 422 response with all problems as JSON; `more` are further members of the object."""
    texts = problem_texts(problems)
    one = texts[0]
    first = {"message": one["text"], "hand": one["hand"], "field": one["field"], "rule": one["rule"]}
    response = jsonify(error=first, problems=texts, **more)
    response.status_code = 422
    return response


class ErrorText(NamedTuple):
    """Heading and text of an error page, in English; translated when shown."""

    title: str
    text: str


PAGES = {
    400: ErrorText(N_("Something is missing"), N_("Go back, check what you entered, and send it again.")),
    403: ErrorText(N_("This link is view only"), N_("Ask the scorer for a link that can score.")),
    404: ErrorText(N_("Page not found"),
                   N_("The address is incomplete, or the link was revoked. Check it, or ask for a new one.")),
    405: ErrorText(N_("This doesn’t work here"), N_("Go back to the page and use its buttons.")),
    410: ErrorText(N_("Link expired"), N_("Ask the scorer for a new one.")),
    413: ErrorText(N_("Too large"), N_("Send less at once, and try again.")),
    414: ErrorText(N_("Too large"), N_("Send less at once, and try again.")),
    429: ErrorText(N_("Too many attempts"), N_("Wait a minute and try again.")),
    500: ErrorText(N_("Something went wrong"),
                   N_("Something went wrong on our side. Everything saved so far is safe. Go back and try again.")),
    503: ErrorText(N_("Busy right now"), N_("Nothing was changed. Try again in a moment.")),
}  # fmt: skip
EXPIRED_FORM = ErrorText(
    N_("This page has expired"), N_("Nothing was changed. Go back, reload the page and send it again.")
)
NO_TOKEN = N_("Send JSON without a cookie, or a form with its token of /sync/token in the header X-CSRFToken.")
CANNOT_WRITE = ErrorText(
    N_("Saving is not possible right now"),
    N_("The disk is full or read-only. Nothing was changed, and everything saved so far is safe. "
      "Tell the administrator, and try again later."),
)  # fmt: skip
CANNOT_PRINT = ErrorText(N_("PDFs are not available here"), NO_PANGO)
LONG_WAIT = N_("Try again in {minutes} minutes.")

# Parts of messages of databases that cannot write at all; other operational errors are temporary.
FULL_OR_READ_ONLY = ("readonly database", "disk is full", "disk I/O error", "read-only transaction", "No space left")
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
RETRY = 5  # seconds, for Retry-After
RETRY_FULL = 60


def init_app(app: Flask) -> None:
    """Registers the error handlers."""
    app.register_error_handler(HTTPException, _page)
    app.register_error_handler(OperationalError, _no_database)
    app.register_error_handler(InternalError, _no_database)
    app.register_error_handler(InterfaceError, _connection_lost)
    app.register_error_handler(PendingRollbackError, _connection_lost)
    app.register_error_handler(ObjectDeletedError, lambda _error: _page(NotFound()))  # others deleted it meanwhile
    app.register_error_handler(OSError, _no_room)
    app.register_error_handler(NoPango, _no_pango)


def log_exception(app: Flask, failure: Any) -> None:
    """Logs an exception with the endpoint instead of the path, because a path may contain a link's token."""
    app.logger.error("Exception in %s [%s]", request.endpoint, request.method, exc_info=failure)


def _no_database(error: OperationalError | InternalError) -> Response:
    """503 if the database is locked for too long, full, read-only or unavailable; nothing was written."""
    cannot_write = any(part in str(error.orig) for part in FULL_OR_READ_ONLY)
    if isinstance(error, InternalError) and not cannot_write:
        raise error  # any other operational error is a bug
    current_app.logger.error("database: %s", error.orig)
    return _later(CANNOT_WRITE, RETRY_FULL) if cannot_write else _later(PAGES[503], RETRY)


def _connection_lost(error: InterfaceError | PendingRollbackError) -> Response:
    """503 if the connection or its transaction broke during the request; nothing was written."""
    current_app.logger.error("database: %s", error)
    return _later(PAGES[503], RETRY)


def _no_room(error: OSError) -> Response:
    """503 if a file, e.g. an upload, could not be written because the disk is full or read-only."""
    if error.errno not in NO_ROOM:
        raise error
    current_app.logger.error("file: %s", error.strerror)
    return _later(CANNOT_WRITE, RETRY_FULL)


def _no_pango(error: NoPango) -> Response:
    """503 if Pango is missing, so that no PDF can be made; everything else works."""
    current_app.logger.error("sheets: %s", error)
    return _later(CANNOT_PRINT, RETRY_FULL)


def _later(text: ErrorText, seconds: int) -> Response:
    """Returns 503 with Retry-After, so that a phone keeps its unsent changes and retries after `seconds`."""
    error = ServiceUnavailable(retry_after=seconds)
    error.error_text = text  # type: ignore[attr-defined]  # as our own exceptions have
    return _page(error)


def _page(error: HTTPException) -> Response:
    if error.response is not None or (error.code or 500) < 400:
        return make_response(error.get_response())  # a redirect, or an exception that has its own response
    if isinstance(error, WrongBody):
        return refusal_answer(error.problems)
    if isinstance(error, TooManyRequests):
        error.retry_after = seconds_to_wait(error)
    code = error.code or 500
    title, text = _title_and_text(error, code)
    if wants_json() or code == 415:  # only programs send other types
        text = NO_TOKEN if isinstance(error, CSRFError) else getattr(error, "for_programs", text)
        response = error_answer(gettext(text), getattr(error, "field", None))
    else:
        response = make_response(_html(code, title, text))
    response.status_code = code
    for name, value in error.get_headers():
        if name.lower() in {"allow", "retry-after", "www-authenticate"}:
            response.headers[name] = value
    return response


def _title_and_text(error: HTTPException, code: int) -> tuple[str, str]:
    """Returns the heading and text of an error's page in the visitor's language."""
    usual = EXPIRED_FORM if isinstance(error, CSRFError) else PAGES.get(code, PAGES[500 if code >= 500 else 400])
    text: ErrorText = getattr(error, "error_text", usual)  # may be more specific than the status
    wait = error.retry_after if isinstance(error, TooManyRequests) and text is usual else None
    if isinstance(wait, int) and wait > 60:
        return gettext(text.title), say(LONG_WAIT, {"minutes": -(-wait // 60)})
    return gettext(text.title), gettext(text.text)


def _html(code: int, title: str, text: str) -> str:
    try:
        return render_template("errors/error.html", code=code, title=title, text=text)
    except Exception:  # the error page must not fail: the templates may be the cause of the error
        current_app.logger.exception("error page")
        return f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title><p>{escape(title)}. {escape(text)}"
