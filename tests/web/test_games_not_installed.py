"""Matches of a game that is no longer installed: every page works and shows a note, and their scores do not change."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.games import GAMES
from scorekeeper.ledger.rescoring import differences
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.conftest import MakeApp
from tests.support.matches import TRESETTE, points, start
from tests.support.visitors import SENT, World, a_world
from tests.web.test_access import ROUTES

GONE = "tresette"  # the game of the filled database
ELSEWHERE = ("about", "engine", "help", "openapi", "static")  # pages without matches
PRINTED = [name for name, rule in ROUTES.items() if rule.rule.endswith(".pdf") and rule.endpoint != "sheets.match"]


@pytest.fixture
def world(make_app: MakeApp) -> Iterator[World]:
    """Returns the filled database and its visitors, without the game of its matches."""
    filled = a_world(make_app(RATELIMIT_ENABLED=False))
    with filled.app.app_context():
        finished = start(TRESETTE, *[points(8, 3)] * 3)
        filled.tokens["finished"] = links.token(links.make_link(finished.sitting, "score"))
        db.session.commit()
    before = GAMES.copy()
    GAMES[:] = [game for game in before if game.slug != GONE]
    yield filled
    GAMES[:] = before


def wrong_pages(world: World, language: str, wrong: Callable[[TestResponse], str]) -> dict[str, str]:
    """Returns what is wrong with the answer of each page about matches; pages that fail are wrong in any case."""
    found = {}
    for name in sorted(ROUTES):
        rule = ROUTES[name]
        if not name.startswith("GET") or rule.endpoint.startswith(ELSEWHERE) or name in PRINTED:
            continue
        visitor = "scorer" if "token" in rule.arguments else "owner"
        headers = {"Accept-Language": language}
        try:
            with world.browser(visitor).get(world.address(rule, visitor), buffered=True, headers=headers) as answer:
                found[name] = str(answer.status_code) if answer.status_code >= 500 else wrong(answer)
        except Exception as error:  # all pages that fail are to be named
            found[name] = repr(error)
    return {name: what for name, what in found.items() if what}


def test_matches_of_a_game_that_is_not_installed_can_be_read_everywhere(world: World) -> None:
    assert wrong_pages(world, "en", lambda _answer: "") == {}


def test_a_match_says_that_its_game_is_not_installed_and_keeps_its_score(world: World) -> None:
    client, base = world.browser("scorer"), f"/s/{world.tokens['scorer']}/m/2"
    before = client.get(f"{base}/state.json").get_json()
    with world.app.app_context():
        match = db.session.scalars(select(Match).where(Match.number == 2)).first()
        assert match is not None
        match.rules = "older"  # its files are gone, so the digest of its rules is another one
        db.session.commit()
        assert differences(db.session, match) == []  # type: ignore[arg-type]  # as its stored scores cannot be checked
    assert "Tresette (not installed)" in client.get(base).text
    refused = client.post(f"{base}/hands", data=SENT["hands.record"], headers={"Accept": "application/json"})
    assert refused.status_code == 422
    assert "not installed here" in refused.text
    after = client.get(f"{base}/state.json").get_json()
    assert (after["version"], after["hands"]) == (before["version"], before["hands"])
    result = client.get(f"/s/{world.tokens['finished']}/m/1/result")
    assert result.status_code == 200
    assert '<span class="rule">TRE-' in result.text  # without a link, as there is no page of its rules
    assert "/rematch" not in result.text
    assert "Tresette (not installed)" in world.browser("owner").get("/c/bocce-e-carte/records").text
