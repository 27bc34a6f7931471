"""Random changes of a match by several senders: server, phone, log, exports and erasing agree with a plain list."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.i18n import ENGLISH
from scorekeeper.offline.phone import dispatch
from tests.stateful.match_at_table import Agreements, Hands
from tests.stateful.match_elsewhere import Elsewhere, Offline
from tests.stateful.running import run

pytestmark = pytest.mark.fuzz

# A phone that shows no page
JSON_ONLY = {"templates": {}, "root": "", "routes": {}, "static": "", "passing": {}}
NO_PAGES = {**JSON_ONLY, "games": [], "cards": "", "scripts": {}, "styles": {}}


class AnyMatch(Hands, Agreements, Offline, Elsewhere):
    """A match at a club's table, its plain model, and at times a phone that is offline."""


@pytest.fixture
def machine(app: Flask) -> Callable[[], AnyMatch]:
    """A function that makes a new machine; all of them use one database and one phone without pages."""
    dispatch.start(json.dumps(NO_PAGES), "", json.dumps({"locale": ENGLISH}))
    app.config["RATELIMIT_ENABLED"] = False
    return lambda: AnyMatch(app)


def test_a_match_is_what_was_done_to_it(machine: Callable[[], AnyMatch]) -> None:
    run(machine, seeds=2)
