"""Fixtures: the filled database and its visitors."""

import pytest

from tests.conftest import MakeApp
from tests.support.visitors import World, a_world


@pytest.fixture
def world(make_app: MakeApp) -> World:
    """Returns the filled database, and a browser for every kind of visitor."""
    return a_world(make_app(RATELIMIT_ENABLED=False))
