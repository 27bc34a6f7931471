"""Moments in documents: dates and times in ISO 8601, and the minutes between two of them."""

from contextlib import suppress
from datetime import date, datetime, timedelta

import pytest

from scorekeeper.games.engine.checks import is_moment, minutes_between

YEARS = (1, 1900, 2000, 2023, 2024, 9999)


@pytest.mark.parametrize("form", ["{:04}-{:02}-{:02}", "{:04}{:02}{:02}", "{:04}-{:02}-{:02}T20:15"])
def test_a_date_is_one_of_the_calendar(form: str) -> None:
    days = [(year, month, day) for year in (0, *YEARS) for month in range(14) for day in range(33)]
    assert {each for each in days if is_moment(form.format(*each))} == {each for each in days if is_in_calendar(*each)}


def is_in_calendar(year: int, month: int, day: int) -> bool:
    """True if there is such a day."""
    with suppress(ValueError):
        return date(year, month, day) is not None
    return False


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-21T20:15", "2026-11-21 20:15", "2026-11-21T00:00", "2026-11-21T23:59", "2026-11-21T2015",
        "2026-11-21T20:15:00", "2026-11-21T20:15:60", "2026-11-21T20:15:30.5", "2026-11-21T20:15:30,123456789",
        "20261121T201500", "20261121T201530.5Z", "2026-11-21T20:15Z", "2026-11-21T20:15z", "2026-11-21T20:15+01",
        "2026-11-21T20:15-01:30", "2026-11-21T20:15:30.5+0100", "2026-11-21T20:15+00", "2026-11-21T20:15-23:59",
        "2026-11-21T0000", "2026-11-21T20:15+23", "2026-11-21T20:15:30.0",
    ],
)  # fmt: skip
def test_a_time_may_have_seconds_and_a_zone(text: str) -> None:
    assert is_moment(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "today", "2026-11", "2026-11-2", "2026_11-21", "2026-11_21", "20261121T", "2026-11-21T", "2026-11-21T2",
        "2026-11-21T20", "2026-11-21T20:1", "2026-11-21x20:15", "2026-11-21-20:15", "2026-11-21T20.15",
        "2026-11-21T24:15", "2026-11-21T20:60", "2026-11-21T20:15:61", "2026-11-21T20:15:0", "2026-11-21T20:15.00",
        "2026-11-21T20:15:00,", "2026-11-21T20:15:00.", "2026-11-21T20:15:00;5", "2026-11-21T20:15:00.5x",
        "2026-11-21T201", "2026-11-21T20150", "2026-11-21T20:15+24", "2026-11-21T20:15+1", "2026-11-21T20:15+01:60",
        "2026-11-21T20:15+01:30:00", "2026-11-21T20:15+", "2026-11-21T20:15-", "2026-11-21T20:15Z+01", "2026-11-21TZ",
        "-2026-11-21", "2026-11-21T20:15:00-5Z", "2026-11-21T20:15+01+02", "2026-11-21T20:15+01-02", "２026-11-21",
    ],
)  # fmt: skip
def test_anything_else_is_no_moment(text: str) -> None:
    assert not is_moment(text)


EDGES = (
    "1901-01-01T00:00", "1999-12-31T23:59", "2000-02-28T12:30", "2000-02-29T00:01", "2000-03-01T00:00",
    "2026-09-30T23:59", "2026-10-01T00:00", "2099-12-31T09:05",
)  # fmt: skip
MOMENTS = [datetime.fromisoformat(edge) for edge in EDGES]
MOMENTS += [datetime.fromisoformat("2023-12-31T20:15") + timedelta(days=days) for days in range(0, 430, 7)]


@pytest.mark.parametrize("zone", ["", "Z", "+02:00", ".75Z", ",5-0330"])
def test_minutes_are_counted_over_days_months_and_years(zone: str) -> None:
    for first in MOMENTS:
        minutes = [
            minutes_between(f"{first:%Y-%m-%dT%H:%M:%S}{zone}", f"{last:%Y-%m-%d %H:%M:59}{zone}") for last in MOMENTS
        ]
        assert minutes == [(last - first) // timedelta(minutes=1) for last in MOMENTS]


def test_all_words_for_universal_time_are_the_same_zone() -> None:
    ways = [f"2026-11-21T20:15:00{zone}" for zone in ("Z", "z", "+00:00", ".5Z", "")]
    assert [minutes_between(ways[0], way) for way in ways] == [0] * len(ways)


@pytest.mark.parametrize(
    "start, end",
    [
        ("2026-11-21", "2026-11-21T20:15:00Z"), ("2026-11-21T20:15:00Z", "2026-11-21"),
        ("2026-11-21T20:15:00Z", "tomorrow, at half past"), ("2026-11-21T20:15", "2026-11-21T20:15:00"),
        ("2026-11-21T20:15+01:00", "2026-11-21T20:15+01:00"),
        ("2026-11-21T20:15:00-03:30", "2026-11-21T20:15:00-04:30"),
        ("2026-11-21T20:15:00+01:00", "2026-11-21T20:15:00Z"),
        ("20261121T201500+0100", "20261121T201500+0100"), ("2026-11-21T201500+0100", "2026-11-21T201500+0100"),
    ],
)  # fmt: skip
def test_minutes_need_seconds_and_one_zone(start: str, end: str) -> None:
    assert minutes_between(start, end) is None
