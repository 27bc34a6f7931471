"""What watchers and the other phones ask every second: whether anything has happened, and what.

Nothing here reads a cookie, so that a cache in front can answer everybody who watches by one link with one question a
second: `?lang=` says the language, and the answers for a link that scores are for its own phone only.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Blueprint, Flask, Response, abort, jsonify, make_response, render_template, request
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import ledger
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import known, language_tag, say, speaking
from scorekeeper.ledger import fingerprint
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.page_parts import with_news
from scorekeeper.web.views.change_texts import said_change
from scorekeeper.web.views.matches import ADDRESS, load_match, number_in

bp = Blueprint("board", __name__)

SHARED = "public, max-age=1"  # second
OWN = "private, no-cache"


@bp.get(f"{ADDRESS}/state.json")
def match_state(token: str, number: int) -> Response:
    """The state of the match, 304 where unchanged; `?since=` gives what changed after that version, and tells it.

    Of many hands the newest are told; `?before=` gives those before that number.
    """
    may, match_id, version, called = links.glance_at_match(token, number) or abort(404)

    def news() -> tuple[str, MatchState]:
        _access, match = load_match(token, number)
        since = max(number_in(request.args.get("since", "0")), 0)
        before = number_in(request.args.get("before", ""))
        state = ledger.state(match, since, say=say, before=before if before > 0 else None)
        if since:
            state["changes"] = [said_change(match.setup, change) for change in ledger.news(match, since)]
            state["conflicts"] = ledger.is_overtaken(match, since)
        return ledger.fingerprint(match.id, match.version, match.called), with_news(match, state)

    return _spoken(lambda: _answer(may, ledger.fingerprint(match_id, version, called), news))


@bp.get("/s/<token>/state.json")
def sitting_state(token: str) -> Response:
    """`{"version"}`, a text that changes when any match of the evening starts or changes; unchanged, 304."""
    may, stamp = links.glance_at_sitting(token) or abort(404)
    return _spoken(lambda: _answer(may, stamp, lambda: (stamp, {"version": stamp})))


@bp.get(f"{ADDRESS}/board")
def board(token: str, number: int) -> str:
    """The match on a big screen: dark, `?theme=light` otherwise."""
    access, match = load_match(token, number)
    state = with_news(match, ledger.state(match, say=say))
    return render_template(
        "board/board.html",
        token=token,
        sitting=access.sitting,
        may_score=False,
        state=state,
        script_state=state,
        key="",
        theme="light" if request.args.get("theme") == "light" else "dark",
    )


def _spoken(answer: Callable[[], Response]) -> Response:
    """The answer in the language that the address names; without one, in the visitor's."""
    tag = request.args.get("lang")
    wanted = known(tag)
    if wanted is None:
        return answer()
    with speaking(wanted, tag):
        return answer()


def tag_of(stamp: str, language: str) -> str:
    """The tag of an answer in a language as it is written in a region; `stamp` changes with what it tells."""
    return f"{stamp}-{language}"


def _answer(may: str, tag: str, news: Callable[[], tuple[str, Mapping[str, Any]]]) -> Response:
    """304 for who has what `tag` stands for, else the news with their own tag."""
    response = make_response()
    response.set_etag(tag_of(tag, language_tag()), weak=True)
    if response.make_conditional(request).status_code != 304:
        tag, found = news()
        response = jsonify(found)
        response.set_etag(tag_of(tag, language_tag()), weak=True)
    response.headers["Cache-Control"] = SHARED if may == "watch" else OWN
    return response


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
