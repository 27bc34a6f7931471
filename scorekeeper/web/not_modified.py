"""Pages that are asked for again and again: 304 where the visitor has the page as it stands."""

import hashlib
import re
from collections.abc import Callable, Iterable
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, current_app, make_response, request, session
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.i18n import known, language_tag, speaking
from scorekeeper.ledger import fingerprint
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.browsers import COMFORT

FORMS = "csrf_token"  # of a session: what the forms of its pages carry is made from it


def unless_known(stamp: object, page: Callable[[], str]) -> Response:
    """The page, or 304 where the visitor has it: then it is not even made.

    `stamp` has a `repr` that changes with everything the page shows. What the address asks, the language, the colours
    that were chosen and the version of the style sheets count besides, and so does the session: the forms of a page
    that was kept from an earlier one are refused.
    """
    response = make_response()
    response.set_etag(_tag(stamp))
    if response.make_conditional(request).status_code != 304:
        response.set_data(page())
        response.set_etag(_tag(stamp))  # the first form on a page begins the session
    return response


def _tag(stamp: object) -> str:
    chosen = (request.full_path, language_tag(), request.cookies.get(COMFORT), current_app.config["STATIC_VERSION"])
    return hashlib.sha256(repr((stamp, chosen, session.get(FORMS))).encode()).hexdigest()[:32]


SHARED = "public, max-age=1"  # second
OWN = "private, no-cache"


def tag_of(stamp: str, language: str) -> str:
    """The tag of an answer in a language as it is written in a region; `stamp` changes with what it tells."""
    return f"{stamp}-{language}"


ASKED = re.compile(r"/s/(?P<token>[^/]+)(?:/m/(?P<number>[0-9]{1,9}))?/state\.json")


class NotModified:
    """In front of the application: answers what has not changed, and passes on everything else."""

    def __init__(self, app: Flask, inner: WSGIApplication) -> None:
        self.inner, self.config = inner, app.config
        with app.app_context():
            self.engine = db.engine

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """304 with the tag that the watcher has, or the application's answer."""
        tag = environ.get("HTTP_IF_NONE_MATCH")
        may = self._unchanged(environ, tag) if tag and environ["REQUEST_METHOD"] == "GET" else None
        if tag is None or may is None:
            return self.inner(environ, start_response)
        start_response("304 NOT MODIFIED", [("ETag", tag), ("Cache-Control", SHARED if may == "watch" else OWN)])
        return []

    def _unchanged(self, environ: WSGIEnvironment, tag: str) -> str | None:
        """What the asker may, where what it has is what there is."""
        asked = ASKED.fullmatch(environ.get("PATH_INFO", ""))
        wanted = parse_qs(environ.get("QUERY_STRING", "")).get("lang", [""])[0] if asked else ""
        if asked is None or known(wanted) is None:
            return None
        with speaking(wanted, wanted):
            return self._may(asked["token"], asked["number"], language_tag(), tag)

    def _may(self, token: str, number: str | None, language: str, tag: str) -> str | None:
        try:
            with self.engine.connect() as connection:
                found = (
                    links.glance_all(connection, token)
                    if number is None
                    else links.glance(connection, token, int(number))
                )
        except SQLAlchemyError:
            return None
        if found is None or not links.opens(found, token, links.keys_of(self.config)):
            return None
        if isinstance(found, links.GlanceAll):
            stamp = found.stamp
        elif found.match_id is None or found.version is None:
            return None
        else:
            stamp = fingerprint(found.match_id, found.version, found.called)
        return found.may if tag == f'W/"{tag_of(stamp, language)}"' else None
