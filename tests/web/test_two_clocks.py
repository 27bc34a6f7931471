"""Machines whose clocks disagree, and a clock that is set back or forward: every cookie stays valid."""

import time
from collections.abc import Callable

import pytest
from flask import session
from itsdangerous import BadSignature

from scorekeeper.web.visitors import AgelessSerializer, Sessions
from tests.conftest import MakeApp

SetClock = Callable[[float], None]
HOUR, YEAR = 3_600, 366 * 86_400


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Returns a function that makes the clock of cookies differ from the true time by some seconds."""
    true_time = time.time
    return lambda seconds: monkeypatch.setattr("time.time", lambda: true_time() + seconds)


@pytest.mark.parametrize("first, second", [(3, 0), (0, -HOUR), (0, -20 * YEAR), (-2 * YEAR, 0)])
def test_a_phone_keeps_its_tables_whatever_the_clocks_of_two_machines_say(
    make_app: MakeApp, set_clock: SetClock, first: float, second: float
) -> None:
    machines = [make_app(), make_app()]
    for app in machines:
        app.add_url_rule("/test/tables", view_func=_add_table)
    set_clock(first)
    phone = machines[0].test_client()
    assert phone.get("/test/tables").text == "1"
    cookie = phone.get_cookie("scorekeeper")
    assert cookie is not None
    set_clock(second)
    same_phone = machines[1].test_client()
    same_phone.set_cookie("scorekeeper", cookie.value)
    assert same_phone.get("/test/tables").text == "2"
    assert same_phone.get("/test/tables").text == "3"


def _add_table() -> str:
    session["tables"] = session.get("tables", 0) + 1
    return str(session["tables"])


def test_a_cookie_that_was_changed_is_still_refused() -> None:
    serializer = AgelessSerializer("a key for tests")
    signed = serializer.dumps({"tables": 1})
    with pytest.raises(BadSignature):
        serializer.loads(signed[:-3] + "xyz", max_age=5)


def test_a_cookie_of_the_previous_key_is_read_and_signed_with_the_new_one(make_app: MakeApp) -> None:
    apps = (
        make_app(SECRET_KEY="old"),
        make_app(SECRET_KEY="new", SECRET_KEY_FALLBACKS=["old"]),
        make_app(SECRET_KEY="new"),
    )
    before, renewing, after = (Sessions().get_signing_serializer(app) for app in apps)
    assert before
    assert renewing
    assert after
    content = renewing.loads(before.dumps({"tables": 1}))
    assert after.loads(renewing.dumps(content)) == {"tables": 1}
