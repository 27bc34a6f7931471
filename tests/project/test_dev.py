"""The server for development logs in by one tap; every other server has no such page."""

import pytest
from flask import Flask

from scorekeeper.clubs import accounts
from scorekeeper.store.models import db
from tests.conftest import MakeApp
from tests.support.page import Page
from tools import dev


@pytest.fixture
def at_work(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application of `make dev`, with a club."""
    monkeypatch.setattr(dev, "create_app", lambda config: make_app(**config, WTF_CSRF_ENABLED=True))
    app = dev.application()
    with app.app_context():
        accounts.create_club("Bar Sport")
        db.session.commit()
    return app


def test_one_tap_logs_in_and_no_page_asks_for_the_password(at_work: Flask) -> None:
    browser = at_work.test_client()
    for _again in range(2):  # the second time, the account is there
        token = Page(browser.get("/dev/").text).value("csrf_token")
        assert browser.post("/dev/owner", data={"csrf_token": token}).location == "/c/bar-sport"
    assert browser.get("/c/bar-sport/matches.jsonl").status_code == 200


def test_only_this_machine_reaches_it_and_no_other_server_has_it(at_work: Flask, app: Flask) -> None:
    assert dev.HOST == "127.0.0.1"
    assert at_work.test_client().get("/dev/", headers={"Host": "192.168.1.5:8000"}).status_code == 400
    assert [str(rule) for rule in app.url_map.iter_rules() if "dev" in str(rule).split("/")] == []
    assert app.test_client().post("/dev/owner").status_code == 404
