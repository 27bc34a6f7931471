"""The parts of a period contain each of its days once, and no others."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.clubs.results.sums import SPANS, YEARS, Level
from scorekeeper.clubs.standings import DAY, Parts, Period, Span, parts_of

FIRST, LAST = date(2023, 1, 1), date(2027, 12, 31)  # all days checked
DAYS = st.none() | st.dates(date(2024, 1, 1), date(2026, 12, 31))


def days(start: date | None, end: date | None) -> Iterator[date]:
    """The days from the first on, before the last."""
    start, end = start or FIRST, end or LAST + DAY
    for number in range(max((end - start).days, 0)):
        yield start + timedelta(days=number)


STORED: dict[int, list[date]] = {}  # the days of each stored span, by its key
for _level, _day in product(SPANS, days(FIRST, LAST + DAY)):
    STORED.setdefault(_level.number(_day), []).append(_day)


@given(since=DAYS, until=DAYS)
@example(since=date(2024, 9, 15), until=date(2025, 6, 15))
@example(since=date(2024, 1, 31), until=date(2024, 3, 1))
@example(since=date(2024, 1, 1), until=date(2024, 12, 31))
@example(since=date(2024, 12, 31), until=date(2025, 1, 1))
@example(since=None, until=None)
@pytest.mark.parametrize("game", [None, "truco"])
def test_every_day_is_in_one_part(game: str | None, since: date | None, until: date | None) -> None:
    period = Period(game, since, until)
    parts = parts_of(period)
    found = [*days(*parts.years)] if parts.years else []
    found += [day for number in parts.spans for day in STORED[number]]
    found += [day for left in parts.days for day in days(left.since, left.until and left.until + DAY)]
    assert sorted(found) == list(days(since, until and until + DAY))
    assert all(left.game == game for left in parts.days)
    assert game is None or not parts.spans


@given(since=DAYS, until=DAYS)
def test_years_are_whole_and_few_rows_of_each_player_are_added_up(since: date | None, until: date | None) -> None:
    parts = parts_of(Period(None, since, until))
    assert all((day.month, day.day) == (1, 1) for day in parts.years or () if day)
    assert len(parts.spans) <= 2 * (3 + 2 + 1)
    assert all(len(list(days(left.since, left.until and left.until + DAY))) < 31 for left in parts.days)


@given(day=st.dates(date(2000, 1, 1), date(2100, 1, 1)), level=st.sampled_from([*SPANS, YEARS]))
def test_a_day_is_in_one_span_and_the_next_one_begins_after_it(day: date, level: Level) -> None:
    first, after = level.begin(day), level.next(day)
    assert first <= day < after == level.begin(after)
    assert {level.begin(each) for each in days(first, after)} == {first}
    assert level.number(first) == level.number(day) < level.number(after)


def test_a_season_is_its_year_alone() -> None:
    season = Period(None, date(2026, 1, 1), date(2026, 12, 31))
    assert parts_of(season) == Parts(Span(date(2026, 1, 1), date(2027, 1, 1)), [], [])
