"""WSGI middleware: answers 304 to watchers without entering Flask.

Almost all requests are watchers asking once a second whether anything has changed. That takes one row of plain values
(`links.GLANCE`) and one signature; a request of Flask with its session, hooks and limits costs several times as much.
Whatever is not plainly this question, or has another answer than 304, is passed on (to `views.live`), and so is
everything where the database fails.
"""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from sqlalchemy import Select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.i18n import known
from scorekeeper.ledger import fingerprint
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.views.live import OWN, SHARED, tag_of

ASKED = re.compile(r"/s/(?P<token>[^/]+)(?:/m/(?P<number>[0-9]{1,9}))?/state\.json")


class Still:
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
        language = known(parse_qs(environ.get("QUERY_STRING", "")).get("lang", [""])[0]) if asked else None
        if asked is None or language is None:
            return None
        token, number = asked["token"], asked["number"]
        row = self._row(token, number)
        if row is None or not links.opens(row, token, links.keys_of(self.config)):
            return None
        if number is None:
            stamp = links.stamp(row)
        elif row.version is None:
            return None
        else:
            stamp = fingerprint(row.match_id, row.version)
        return str(row.may) if tag == f'W/"{tag_of(stamp, language)}"' else None

    def _row(self, token: str, number: str | None) -> Any:
        named = {"link": links.link_id(token)}
        if number is None:
            return self._read(links.GLANCE_ALL, named)
        return self._read(links.GLANCE, {**named, "number": int(number)})

    def _read(self, statement: Select[*tuple[Any, ...]], values: dict[str, int]) -> Any:
        try:
            with self.engine.connect() as connection:
                return connection.execute(statement, values).first()
        except SQLAlchemyError:
            return None
