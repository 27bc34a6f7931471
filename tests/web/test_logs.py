"""The request log: enough to find a failure, nothing that names a person or opens a sitting."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.loading import ADDRESS
from scorekeeper.web.request_log import HEADER, JsonLines
from tests.conftest import MakeApp
from tests.support.matches import ALBASTINI, start

pytestmark = pytest.mark.shares

SECRET_TEXT = "Anna Bianchi, Via Roma 1"


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    made = make_app(LOG="json", PROPAGATE_EXCEPTIONS=False)
    made.add_url_rule("/fails/<name>", "fails", _fails)
    return made


def _fails(name: str) -> str:
    raise KeyError(SECRET_TEXT)


@pytest.fixture
def written(app: Flask) -> Iterator[StringIO]:
    """Returns everything that the application's loggers write."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("scorekeeper")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(level)


def lines(written: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


@pytest.mark.sqlite
def test_a_request_leaves_a_line_with_its_pattern_and_not_its_address(
    app: Flask, client: FlaskClient, written: StringIO
) -> None:
    with app.app_context():
        token = links.token(links.make_link(start(ALBASTINI).sitting, "score"))
        db.session.commit()
    form = {"way": "points", "points.0": "70", "points.1": "50", "key": "k", "seen": "1", "note": SECRET_TEXT}
    answer = client.post(f"/s/{token}/m/1/hands", data=form, headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.text
    (line,) = lines(written)
    assert line.pop("ms") >= 0
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info", "event": "request", "request": answer.headers[HEADER], "method": "POST",
        "route": f"{ADDRESS}/hands", "status": 200,
    }  # fmt: skip
    assert token not in written.getvalue()


@pytest.mark.sqlite
def test_a_failure_says_where_and_not_with_whose_data(client: FlaskClient, written: StringIO) -> None:
    answer = client.get("/fails/Anna")
    assert answer.status_code == 500
    failure, request = lines(written)
    assert (failure["level"], failure["error"]) == ("error", "KeyError")
    assert failure["where"][-1].startswith("test_logs.py:")
    assert failure["request"] == request["request"] == answer.headers[HEADER]
    assert "Anna" not in written.getvalue()


@pytest.mark.sqlite
def test_what_nobody_answers_has_no_pattern(client: FlaskClient, written: StringIO) -> None:
    client.get("/s/1-guess/elsewhere/than/anything")
    (line,) = lines(written)
    assert (line["route"], line["status"]) == (None, 404)
    assert "guess" not in written.getvalue()


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "sent, taken",
    [
        ("0123456789abcdef", True),
        ("short", False),
        ("with spaces in it", False),
        ("x" * 65, False),
        ("né-à-Turin", False),
    ],
)
def test_the_number_that_a_proxy_gave_is_kept_where_it_is_one(client: FlaskClient, sent: str, taken: bool) -> None:
    answer = client.get("/healthz", headers={HEADER: sent.encode().decode("latin-1")})
    assert (answer.headers[HEADER] == sent) is taken


@pytest.mark.sqlite
def test_usually_requests_leave_nothing(make_app: MakeApp, written: StringIO) -> None:
    answer = make_app().test_client().get("/healthz")
    assert (written.getvalue(), HEADER in answer.headers) == ("", False)
