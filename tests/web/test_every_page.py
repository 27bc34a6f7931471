"""Properties of every page: headers, cookies, errors, static files, forms from other sites."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask, Response, abort, request, session
from flask.testing import FlaskClient
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import InterfaceError, OperationalError, PendingRollbackError

from scorekeeper.store.models import db
from scorekeeper.web import assets
from tests.conftest import MakeApp


@pytest.fixture
def page(app: Flask) -> FlaskClient:
    """Returns a browser of an application with some pages for tests."""
    for path, view in PAGES.items():
        app.add_url_rule(path, path, view)
    app.add_url_rule("/test/save", view_func=lambda: "saved", methods=["POST"])
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app.test_client()


def visit() -> str:
    session["seen"] = True
    session.permanent = True
    return "seen"


def refuse(code: int) -> Response:
    abort(code)


def disk_full() -> str:
    raise OperationalError("INSERT", {}, Exception("database or disk is full"))


def connection_lost(error: str) -> str:
    raise {
        "interface": InterfaceError("SELECT", {}, Exception("the connection is lost")),
        "transaction": PendingRollbackError("the transaction is gone"),
    }[error]


def fail() -> str:
    raise RuntimeError("a mistake of ours")


PAGES: dict[str, Callable[..., ResponseReturnValue]] = {
    "/test/long": lambda: "<p>" + "hand " * 500,
    "/test/visit": visit,
    "/test/refuse/<int:code>": refuse,
    "/test/full": disk_full,
    "/test/lost/<error>": connection_lost,
    "/test/fail": fail,
}


def test_every_answer_forbids_what_is_not_ours(page: FlaskClient) -> None:
    for path in ("/healthz", "/test/refuse/404", "/test/fail"):
        headers = page.get(path).headers
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert policy["frame-ancestors"] == "'none'"
        assert "unsafe-inline" not in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]
        assert headers["Cache-Control"] == "private, no-cache"
        assert "Strict-Transport-Security" not in headers


def test_https_is_to_be_kept_to_once_it_is_there(page: FlaskClient) -> None:
    assert page.get("/healthz", base_url="https://scores.example").headers["Strict-Transport-Security"]


def test_the_cookie_is_for_the_server_only_and_lasts_a_year(page: FlaskClient) -> None:
    cookie = page.get("/test/visit").headers["Set-Cookie"]
    assert cookie.startswith("scorekeeper=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert "Set-Cookie" not in page.get("/healthz").headers


def test_the_cookie_never_goes_without_https_where_it_is_to_be_so(make_app: MakeApp) -> None:
    app = make_app(SESSION_COOKIE_SECURE=True)
    app.add_url_rule("/test/visit", view_func=visit)
    assert "Secure" in app.test_client().get("/test/visit", base_url="https://x").headers["Set-Cookie"]


def test_nothing_is_written_for_a_form_from_elsewhere(make_app: MakeApp) -> None:
    app = make_app(WTF_CSRF_ENABLED=True)
    app.add_url_rule("/test/save", view_func=lambda: "saved", methods=["POST"])
    answer = app.test_client().post("/test/save", data={"key": "x"})
    assert answer.status_code == 400
    assert "Nothing was changed" in answer.text


@pytest.mark.parametrize("proxies, seen", [(0, "http localhost 127.0.0.1"), (1, "https scores.example 203.0.113.7")])
def test_what_a_proxy_says_is_believed_only_where_one_is_set(make_app: MakeApp, proxies: int, seen: str) -> None:
    app = make_app(TRUSTED_PROXIES=proxies)
    app.add_url_rule("/test/secure", view_func=lambda: f"{request.scheme} {request.host} {request.remote_addr}")
    headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "scores.example"}
    assert app.test_client().get("/test/secure", headers=headers).text == seen


def test_a_failure_is_a_page_in_plain_words_with_the_way_back(page: FlaskClient) -> None:
    for code in (400, 403, 404, 410, 413, 418, 429, 500, 502, 503):
        answer = page.get(f"/test/refuse/{code}")
        assert answer.status_code == code
        assert "<h1" in answer.text, code
        assert 'href="/"' in answer.text, code


def test_a_failure_is_told_to_a_script_as_json(page: FlaskClient) -> None:
    answer = page.get("/test/refuse/404", headers={"Accept": "application/json"})
    assert (answer.status_code, sorted(answer.get_json()["error"])) == (404, ["field", "hand", "message", "rule"])


def test_a_mistake_of_ours_shows_nothing_of_its_inside(page: FlaskClient) -> None:
    answer = page.get("/test/fail")
    assert answer.status_code == 500
    assert "a mistake of ours" not in answer.text


@pytest.mark.parametrize("error", ["interface", "transaction"])
def test_a_connection_that_breaks_under_a_request_is_said_to_pass(page: FlaskClient, error: str) -> None:
    answer = page.get(f"/test/lost/{error}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Try again in a moment" in answer.text


def test_a_database_that_cannot_write_is_told_as_busy_for_now(page: FlaskClient) -> None:
    answer = page.get("/test/full")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert "Nothing was changed" in answer.text


def test_an_error_page_that_fails_itself_is_still_plain_words(page: FlaskClient, app: Flask) -> None:
    app.jinja_env.globals["url_for"] = fail
    answer = page.get("/test/refuse/404")
    assert answer.status_code == 404
    assert "Page not found" in answer.text


def test_a_wrong_method_says_which_ones_are_right(page: FlaskClient) -> None:
    answer = page.get("/test/save")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]


def test_health_is_good_with_a_database_and_bad_without_one(app: Flask, make_app: MakeApp, tmp_path: Path) -> None:
    good = app.test_client().get("/healthz")
    assert (good.status_code, good.get_json()["status"]) == (200, "ok")
    empty = make_app(DATABASE_URL=f"sqlite:///{tmp_path / 'empty.sqlite3'}").test_client().get("/healthz")
    assert (empty.status_code, empty.get_json()["status"]) == (503, "no database")


def static_file(app: Flask, filename: str) -> str:
    with app.test_request_context():
        return app.url_for("static", filename=filename)


def test_a_static_file_has_an_address_of_its_version_and_may_be_kept(app: Flask, client: FlaskClient) -> None:
    address = static_file(app, "css/base.css")
    assert re.fullmatch(r"/static/[0-9a-f]{10}/css/base\.css", address)
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_static_file_of_another_version_is_given_but_not_to_keep(client: FlaskClient) -> None:
    with client.get("/static/0123456789/css/base.css") as answer:
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


def test_a_page_of_an_older_version_still_gets_scripts_whose_folder_was_renamed(client: FlaskClient) -> None:
    with client.get("/static/0123456789/js/offline/engine-worker.js") as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/javascript")


@pytest.mark.parametrize(
    "name", ["css/none.css", "../pyproject.toml", "%2e%2e/pyproject.toml", "css", "css/../../README.md"]
)
@pytest.mark.parametrize("packed", ["gzip", "identity"])
def test_nothing_but_the_static_folder_is_served(app: Flask, client: FlaskClient, name: str, packed: str) -> None:
    address = static_file(app, "x").removesuffix("x") + name
    assert client.get(address, headers={"Accept-Encoding": packed}).status_code == 404


@pytest.mark.parametrize("path", ["/test/long", "static"])
def test_text_is_packed_for_whoever_takes_it(app: Flask, page: FlaskClient, path: str) -> None:
    address = static_file(app, "css/base.css") if path == "static" else path
    plain = page.get(address, headers={"Accept-Encoding": "identity"})
    packed = page.get(address, headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2


def test_a_change_in_any_static_file_changes_the_version(tmp_path: Path) -> None:
    seen = set()
    for name, content in [("a.css", "1"), ("a.css", "2"), ("b.css", "2")]:
        (tmp_path / name).write_text(content)
        seen.add(assets.version_of(tmp_path))
    assert len(seen) == 3


def test_no_connection_is_left_open_by_a_request(app: Flask, client: FlaskClient) -> None:
    client.get("/healthz")
    with app.app_context():
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
