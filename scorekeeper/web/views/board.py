"""The state of a match or sitting as JSON, polled every second by watchers and other phones, and the big screen.

No view here reads a cookie, so a cache in front of the server can serve all watchers of a link with one request per
second. `?lang=` selects the language. Responses to links that can score are private.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from scorekeeper import ledger
from scorekeeper.games.engine.match_state import MatchState
from scorekeeper.i18n import language_tag, locale_of, say, speaking
from scorekeeper.web import links
from scorekeeper.web.forms import sent_number
from scorekeeper.web.loading import ADDRESS, load_match
from scorekeeper.web.not_modified import OWN, SHARED, tag_of
from scorekeeper.web.page_parts import signed_sentence, with_news
from scorekeeper.web.table_notes import as_entered, note_of

bp = Blueprint("board", __name__)


@bp.get(f"{ADDRESS}/state.json")
def match_state(token: str, number: int) -> Response:
    """The state of a match: 304 if unchanged; `?since=` adds the changes after that version.

    Of a long match only the newest hands are included; `?before=` returns those before that hand number.
    """
    may, match_id, version, called = links.glance_at_match(token, number) or abort(404)

    def news() -> tuple[str, MatchState]:
        _access, match = load_match(token, number)
        since = max(sent_number(request.args.get("since", "0")), 0)
        before = sent_number(request.args.get("before", ""))
        state = ledger.state(match, since, say=say, before=before if before > 0 else None)
        if since:
            state["changes"] = [signed_sentence(match.setup, change) for change in ledger.news(match, since)]
            state["conflicts"] = ledger.is_overtaken(match, since)
        return ledger.fingerprint(match.id, match.version, match.called), with_news(match, state)

    return _in_language(lambda: _answer(may, ledger.fingerprint(match_id, version, called), news))


@bp.get("/s/<token>/state.json")
def sitting_state(token: str) -> Response:
    """`{"version"}`, a text that changes when any match of the sitting starts or changes; 304 if unchanged."""
    may, stamp = links.glance_at_sitting(token) or abort(404)
    return _in_language(lambda: _answer(may, stamp, lambda: (stamp, {"version": stamp})))


@bp.get(f"{ADDRESS}/board")
def board(token: str, number: int) -> str:
    """The match on a big screen: dark, or light with `?theme=light`."""
    access, match = load_match(token, number)
    note = note_of(access.sitting, match)
    state = as_entered(with_news(match, ledger.state(match, say=say)), note)
    return render_template(
        "board/board.html",
        token=token,
        sitting=access.sitting,
        may_score=False,
        state=state,
        note=note,
        script_state=state,
        key="",
        theme="light" if request.args.get("theme") == "light" else "dark",
    )


def _in_language(view: Callable[[], Response]) -> Response:
    """Returns the response of `view`, called in the language of `?lang=`, else in the visitor's."""
    tag = request.args.get("lang")
    locale = locale_of(tag)
    if locale is None:
        return view()
    with speaking(locale, tag):
        return view()


def _answer(may: str, tag: str, news: Callable[[], tuple[str, Mapping[str, Any]]]) -> Response:
    """Returns 304 if the client's ETag belongs to `tag`, else the JSON and the newer tag that `news` returns."""
    response = make_response()
    response.set_etag(tag_of(tag, language_tag()), weak=True)
    if response.make_conditional(request).status_code != 304:
        tag, content = news()
        response = jsonify(content)
        response.set_etag(tag_of(tag, language_tag()), weak=True)
    response.headers["Cache-Control"] = SHARED if may == "watch" else OWN
    return response
