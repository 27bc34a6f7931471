"""The middleware for polls responds exactly as the application, or passes the request on."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from scorekeeper import ledger
from scorekeeper.store.models import Link, db
from scorekeeper.web import links
from scorekeeper.web.not_modified import NotModified
from tests.support.matches import TRESETTE, points, start, write


@pytest.fixture(params=["watch", "score"])
def token(app: Flask, request: pytest.FixtureRequest) -> str:
    """Returns a link to a sitting with a match of one hand."""
    with app.app_context():
        text = links.token(links.make_link(start(TRESETTE, points(8, 3)).sitting, request.param))
        db.session.commit()
    return text


@pytest.fixture
def passed_on(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the paths that the middleware passed on."""
    seen: list[str] = []
    still = app.wsgi_app
    assert isinstance(still, NotModified)
    inner: Callable[..., Any] = still.inner

    def noting(environ: dict[str, Any], start_response: Any) -> Any:
        seen.append(environ["PATH_INFO"])
        return inner(environ, start_response)

    monkeypatch.setattr(still, "inner", noting)
    return seen


def paths(token: str) -> list[str]:
    return [f"/s/{token}/m/1/state.json?since=2&lang=pt-BR", f"/s/{token}/state.json?lang=it"]


def asked_again(client: FlaskClient, path: str) -> tuple[str, Any]:
    """Returns the ETag of a first response, and the response to a request with it."""
    tag = client.get(path).headers["ETag"]
    return tag, client.get(path, headers={"If-None-Match": tag})


def test_the_same_304_comes_by_the_short_way(
    app: Flask, client: FlaskClient, token: str, passed_on: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in paths(token):
        _tag, short = asked_again(client, path)
        assert len(passed_on) == 1  # the first time only
        with monkeypatch.context() as without:
            without.setattr(NotModified, "_unchanged", lambda *_: None)
            _tag, long = asked_again(client, path)
        long.headers.pop("Date")  # added by the server
        assert (short.status, dict(short.headers), short.data) == (long.status, dict(long.headers), long.data)
        passed_on.clear()


def test_news_are_told_at_once(app: Flask, client: FlaskClient, token: str) -> None:
    for path in paths(token):
        tag, same = asked_again(client, path)
        assert same.status_code == 304
        with app.app_context():
            match = links.open_match(token, 1)
            assert match is not None
            assert match[1] is not None
            write(ledger.record, match[1], points(5, 6))
            db.session.commit()
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_an_ended_link_ends_here_too(app: Flask, client: FlaskClient, token: str) -> None:
    tags = {path: client.get(path).headers["ETag"] for path in paths(token)}
    with app.app_context():
        links.revoke(db.session.get_one(Link, links.link_id(token)))
        db.session.commit()
    for path, tag in tags.items():
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 404


def test_a_key_from_before_is_good_here_too(make_app: Callable[..., Flask], token: str) -> None:
    client = make_app(SECRET_KEY="new", SECRET_KEY_FALLBACKS=["a key for tests"]).test_client()
    for path in paths(token):
        assert asked_again(client, path)[1].status_code == 304
    with_none = make_app(SECRET_KEY="new").test_client()
    for path in paths(token):
        assert with_none.get(path, headers={"If-None-Match": 'W/"1.2-pt_BR"'}).status_code == 404


@pytest.mark.parametrize(
    "path, status",
    [
        pytest.param("/s/{forged}/m/1/state.json?lang=it", 404, id="a forged link"),
        pytest.param("/s/1/m/1/state.json?lang=it", 404, id="half a link"),
        pytest.param("/s/{token}/m/2/state.json?lang=it", 404, id="no such match"),
        pytest.param("/s/{token}/m/99999999999/state.json?lang=it", 404, id="no number"),
        pytest.param("/s/{token}/m/1/state.json?lang=xx", 200, id="a language that nobody speaks here"),
        pytest.param("/s/{token}/m/1/state.json", 200, id="no language"),
        pytest.param("/s/{token}/m/1/state.json?lang=it&lang=%FF", 200, id="an odd query"),
    ],
)
def test_what_is_not_plainly_this_question_goes_the_long_way(
    client: FlaskClient, token: str, passed_on: list[str], path: str, status: int
) -> None:
    address = path.format(token=token, forged=f"{token[:-1]}{'A' if token[-1] != 'A' else 'B'}")
    answer = client.get(address, headers={"If-None-Match": 'W/"1.1-it"'})
    assert (answer.status_code, len(passed_on)) == (status, 1)


def test_a_database_that_fails_is_told_by_the_long_way(app: Flask, client: FlaskClient, token: str) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    path = paths(token)[0]
    tag = client.get(path).headers["ETag"]
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("ALTER TABLE link RENAME TO elsewhere"))
    try:
        assert client.get(path, headers={"If-None-Match": tag}).status_code >= 500
    finally:
        with app.app_context(), db.engine.begin() as connection:
            connection.execute(text("ALTER TABLE elsewhere RENAME TO link"))
