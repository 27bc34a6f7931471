"""WSGI middleware: answers 304 to watchers without entering Flask.

Almost all requests are watchers asking once a second whether anything has changed. That takes one row of plain values
(`links.GLANCE`) and one signature; a request of Flask with its session, hooks and limits costs several times as much.
Whatever is not plainly this question, or has another answer than 304, is passed on (to `views.live`), and so is
everything where the database fails.
"""

import re
from collections.abc import Iterable
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.i18n import known, language_tag, speaking
from scorekeeper.ledger import fingerprint
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.views.live import OWN, SHARED, tag_of

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
