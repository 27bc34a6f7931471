"""Pages for what went wrong: in plain words, with the way back; as JSON for scripts."""

from typing import Any, NamedTuple

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from scorekeeper.games.base import _
from scorekeeper.i18n import gettext


class Words(NamedTuple):
    """A page's heading and what it says, English (to be translated)."""

    title: str
    text: str


PAGES = {
    400: Words(_("That did not arrive whole"), _("Go back, check what you entered, and send it again.")),
    403: Words(_("Not with this link"), _("This link may only watch. Ask the scorer for the link that scores.")),
    404: Words(_("Nothing here"), _("The address is not whole, or its link was ended by who made it.")),
    405: Words(_("Not like this"), _("Go back to the page and use its buttons.")),
    410: Words(_("This link has ended"), _("Ask the scorer for a new one.")),
    413: Words(_("Too much at once"), _("What was sent is larger than any hand or match can be.")),
    429: Words(_("Slowly, please"), _("Too many tries in a short time. Wait a minute and try again.")),
    500: Words(_("Our mistake"), _("Something failed here. What was saved before is safe. Go back and try again.")),
    503: Words(_("The table is busy"), _("Nothing was changed. Try again in a moment.")),
}  # fmt: skip
EXPIRED_FORM = Words(
    _("This page was open too long"), _("Nothing was changed. Go back, load the page again, and send it once more.")
)


def init_app(app: Flask) -> None:
    """Answer every failure with a page of ours."""
    app.register_error_handler(HTTPException, _page)
    app.register_error_handler(OperationalError, _no_database)
    app.log_exception = _log  # type: ignore[method-assign,assignment]


def _log(failure: Any) -> None:
    """Name the route, not the address as Flask does: who reads the log could come in by it."""
    current_app.logger.error("Exception in %s [%s]", request.endpoint, request.method, exc_info=failure)


def _no_database(error: OperationalError) -> Response:
    """The database is locked for too long, full, read-only or gone: nothing was written."""
    current_app.logger.error("database: %s", error.orig)
    response = _page(ServiceUnavailable())
    response.headers["Retry-After"] = "5"
    return response


def _page(error: HTTPException) -> Response:
    if error.response is not None or (error.code or 500) < 400:
        return make_response(error.get_response())  # a redirect, or an answer made on purpose
    code = error.code or 500
    usual = EXPIRED_FORM if isinstance(error, CSRFError) else PAGES.get(code, PAGES[500 if code >= 500 else 400])
    words: Words = getattr(error, "words", usual)  # an error of ours may say more than its number does
    title, text = gettext(words.title), gettext(words.text)
    if request.accept_mimetypes.best == "application/json" or request.path.endswith(".json"):
        response = jsonify(error={"message": text})
    else:
        response = make_response(_html(code, title, text))
    response.status_code = code
    for name, value in error.get_headers():
        if name.lower() in {"allow", "retry-after"}:
            response.headers[name] = value
    return response


def _html(code: int, title: str, text: str) -> str:
    try:
        return render_template("errors/error.html", code=code, title=title, text=text)
    except Exception:  # the page about a failure must not fail: the templates themselves may be what is wrong
        current_app.logger.exception("error page")
        return f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title><p>{escape(title)}. {escape(text)}"
