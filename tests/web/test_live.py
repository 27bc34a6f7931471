"""Polls of watchers and other phones: cheap responses, mostly from a cache."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper import ledger
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from scorekeeper.web.not_modified import NotModified
from tests.support.matches import TRESETTE, keys, points, write

pytestmark = [pytest.mark.each_engine, pytest.mark.shares]


class Evening:
    """A sitting with a match of one hand, and its addresses for scoring and watching."""

    def __init__(self) -> None:
        self.sitting = ledger.open_sitting("Thursday")
        self.match = self.start()
        self.play()
        self.score = f"/s/{links.token(links.make_link(self.sitting, 'score', 'Anna’s phone'))}"
        self.watch_link = links.make_link(self.sitting, "watch")
        self.watch = f"/s/{links.token(self.watch_link)}"
        db.session.commit()

    def start(self) -> Match:
        return ledger.start_match(self.sitting, TRESETTE, actor="", key=next(keys))

    def play(self) -> None:
        write(ledger.record, self.match, points(8, 3))
        db.session.commit()


@pytest.fixture
def evening(app: Flask) -> Iterator[Evening]:
    with app.app_context():
        yield Evening()


@pytest.fixture
def statements(evening: Evening) -> Iterator[list[str]]:
    """Returns the SQL statements that were executed since."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        sent.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield sent
    event.remove(db.engine, "before_cursor_execute", note)


@pytest.mark.parametrize("path", ["/m/1/state.json?since=2&lang=it", "/state.json?lang=en"])
def test_where_nothing_has_happened_one_small_row_is_read(
    evening: Evening, client: FlaskClient, statements: list[str], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NotModified, "_unchanged", lambda *_: None)  # it executes the same statement
    first = client.get(evening.watch + path)
    statements.clear()
    again = client.get(evening.watch + path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert len(statements) == 1
    assert not any(column in statements[0] for column in ("setup", "entry", "lines", "table"))


@pytest.mark.parametrize("path", ["/m/1/state.json?since=2&lang=it", "/state.json?lang=en"])
def test_a_cache_may_answer_all_watchers_for_a_second_but_no_scorer(
    evening: Evening, client: FlaskClient, path: str
) -> None:
    client.get(evening.score)  # a browser with a session
    for status in (200, 304):
        headers = {"If-None-Match": client.get(evening.watch + path).headers["ETag"]} if status == 304 else {}
        watched = client.get(evening.watch + path, headers=headers)
        assert (watched.status_code, watched.headers["Cache-Control"]) == (status, "public, max-age=1")
        assert "Cookie" not in watched.headers.get("Vary", "")
        assert "Set-Cookie" not in watched.headers
        assert "public" not in client.get(evening.score + path, headers=headers).headers["Cache-Control"]


def test_an_answer_in_the_visitor_s_own_language_is_the_visitor_s_own(evening: Evening, client: FlaskClient) -> None:
    assert "Cookie" in client.get(f"{evening.watch}/m/1/state.json").headers["Vary"]


def test_the_tag_is_another_after_a_change_and_in_another_language(evening: Evening, client: FlaskClient) -> None:
    def tag(lang: str) -> str:
        return client.get(f"{evening.watch}/m/1/state.json?lang={lang}").headers["ETag"]

    seen = {tag("en"), tag("it"), tag("en")}
    evening.play()
    assert len(seen | {tag("en")}) == 3


def test_news_are_the_changed_hands_and_what_happened_in_words(evening: Evening, client: FlaskClient) -> None:
    seen = client.get(f"{evening.watch}/m/1/state.json?lang=en").get_json()["version"]
    evening.play()
    news = client.get(f"{evening.watch}/m/1/state.json?since={seen}&lang=en").get_json()
    assert [hand["number"] for hand in news["hands"]] == [2]
    assert news["changes"] == ["Anna: Hand 2 recorded"]


def test_the_evening_has_news_when_a_match_starts_or_changes(evening: Evening, client: FlaskClient) -> None:
    seen = []
    for act in (lambda: None, evening.play, evening.start):
        act()
        db.session.commit()
        seen.append(client.get(f"{evening.watch}/state.json").get_json()["version"])
        assert f'data-version="{seen[-1]}"' in client.get(f"{evening.watch}?evening=1").text
    assert len(set(seen)) == 3


def test_the_big_screen_shows_the_score_and_lets_nobody_write(evening: Evening, client: FlaskClient) -> None:
    page = client.get(f"{evening.score}/m/1/board").text
    assert "<form" not in page
    for shown in ("Us", "Them", "Carla deals", ">8<", ">+8<"):
        assert shown in page
    assert "points 8–3" not in re.sub(
        r"(?s)<script.*?</script>", "", page
    )  # entries are too small to read from across the room


def test_a_watcher_s_page_follows_without_anything_to_write_with(evening: Evening, client: FlaskClient) -> None:
    page = client.get(f"{evening.watch}/m/1").text
    assert "js/match/watch.js" in page
    assert "js/match/match.js" not in page
    assert "<form" not in page


def test_whoever_scores_can_hand_on_both_links_and_a_watcher_only_the_own(
    evening: Evening, client: FlaskClient, public: str
) -> None:
    page = client.get(f"{evening.score}/share?m=1").text
    assert page.count('class="qr"') == 2
    assert page.count('<details class="fold link-card" open') == 1  # two codes beside each other look alike
    page = client.get(f"{evening.watch}/share").text
    assert page.count('class="qr"') == 1
    assert evening.score not in page
