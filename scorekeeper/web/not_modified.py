"""ETags of pages and states that are polled: 304 if the client already has the current version."""

import hashlib
import re
from collections.abc import Callable, Iterable
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, current_app, make_response, request, session
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.i18n import language_tag, locale_of, speaking
from scorekeeper.ledger import fingerprint
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.visitors import COMFORT

FORMS = "csrf_token"  # key in the session; the CSRF tokens of its pages' forms derive from it


def page_or_not_modified(stamp: object, page: Callable[[], str]) -> Response:
    """Returns the page, or 304 without rendering it if the client's ETag is current.

    `stamp` is a value whose `repr` changes with everything that the page shows. Address, language, theme and static
    version are part of the ETag too, and so is the session, because forms rendered for an earlier session are rejected.
    """
    response = make_response()
    response.set_etag(_tag(stamp))
    if response.make_conditional(request).status_code != 304:
        response.set_data(page())
        response.set_etag(_tag(stamp))  # rendering the first form creates the session's CSRF token
    return response


def _tag(stamp: object) -> str:
    chosen = (request.full_path, language_tag(), request.cookies.get(COMFORT), current_app.config["STATIC_VERSION"])
    return hashlib.sha256(repr((stamp, chosen, session.get(FORMS))).encode()).hexdigest()[:32]


SHARED = "public, max-age=1"  # second
OWN = "private, no-cache"


def tag_of(stamp: str, language: str) -> str:
    """Returns the ETag of a state in a language; `stamp` identifies the version of the state."""
    return f"{stamp}-{language}"


ASKED = re.compile(r"/s/(?P<token>[^/]+)(?:/m/(?P<number>[0-9]{1,9}))?/state\.json")


class NotModified:
    """WSGI middleware before Flask: responds to unchanged polls with 304 and passes on all other requests."""

    def __init__(self, app: Flask, inner: WSGIApplication) -> None:
        self.inner, self.config = inner, app.config
        with app.app_context():
            self.engine = db.engine

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Returns 304 with the client's ETag if it is current, else the application's response."""
        tag = environ.get("HTTP_IF_NONE_MATCH")
        may = self._unchanged(environ, tag) if tag and environ["REQUEST_METHOD"] == "GET" else None
        if tag is None or may is None:
            return self.inner(environ, start_response)
        start_response("304 NOT MODIFIED", [("ETag", tag), ("Cache-Control", SHARED if may == "watch" else OWN)])
        return []

    def _unchanged(self, environ: WSGIEnvironment, tag: str) -> str | None:
        """Returns the link's permission (`score` or `watch`) if `tag` is the current ETag of this poll, else None."""
        path = ASKED.fullmatch(environ.get("PATH_INFO", ""))
        language = parse_qs(environ.get("QUERY_STRING", "")).get("lang", [""])[0] if path else ""
        if path is None or locale_of(language) is None:
            return None
        with speaking(language, language):
            return self._may(path["token"], path["number"], language_tag(), tag)

    def _may(self, token: str, number: str | None, language: str, tag: str) -> str | None:
        try:
            with self.engine.connect() as connection:
                row = (
                    links.glance_all(connection, token)
                    if number is None
                    else links.glance(connection, token, int(number))
                )
        except SQLAlchemyError:
            return None
        if row is None or not links.opens(row, token, links.keys_of(self.config)):
            return None
        if isinstance(row, links.GlanceAll):
            stamp = row.stamp
        elif row.match_id is None or row.version is None:
            return None
        else:
            stamp = fingerprint(row.match_id, row.version, row.called)
        return row.may if tag == f'W/"{tag_of(stamp, language)}"' else None
