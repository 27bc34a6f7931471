"""The clock of a timed match: when it ends, and which minutes start one."""

from datetime import datetime, timedelta

import pytest
from flask import Flask

from scorekeeper import ledger
from scorekeeper.ledger.confirming import clock, with_clock
from scorekeeper.store.models import now
from tests.support.matches import BURACO, start, write

pytestmark = pytest.mark.shares


@pytest.mark.parametrize("minutes", ["1", "45", "600", "0000000600"])
def test_a_match_with_minutes_ends_so_many_minutes_after_its_start(minutes: str) -> None:
    about = with_clock({"place": "Bar", "minutes": minutes})
    ends = datetime.fromisoformat(about.pop("ends"))
    assert about == {"place": "Bar", "minutes": minutes}
    assert timedelta() <= now() + timedelta(minutes=int(minutes)) - ends < timedelta(seconds=10)


@pytest.mark.parametrize(
    "about",
    [{"minutes": text} for text in ("", "0", "601", "-5", "4.5", "٤٥", "soon", "0000000601", "000000060" + "9" * 190)]
    + [{}, {"minutes": "45", "ends": "2026-11-27T21:00:00+00:00"}],
)
def test_without_good_minutes_or_with_an_end_of_its_own_it_gets_none(about: dict[str, str]) -> None:
    assert with_clock(about) == about


def test_a_clock_is_started_for_ten_hours_at_most_and_removed_without_a_trace(app: Flask) -> None:
    with app.app_context():
        match = start({**BURACO, "variant": "timed", "about": {"place": "Bar", "confirm": "hands"}})
        about = match.setup["about"]
        write(ledger.set_clock, match, 600)
        set_clock = clock(match)
        assert set_clock is not None
        assert set_clock["minutes"] == 600
        left = datetime.fromisoformat(set_clock["ends"]) - now()
        assert timedelta(minutes=599) < left <= timedelta(minutes=600)
        write(ledger.set_clock, match, 0)
        assert match.setup["about"] == about
