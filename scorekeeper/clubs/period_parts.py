"""A period split into whole years, whole months (for both there are sums), and the remaining days."""

from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from scorekeeper.clubs.period import Period

DAY = timedelta(days=1)


class Span(NamedTuple):
    """The days from `start` on and before `end`; None for no bound."""

    start: date | None
    end: date | None

    @property
    def is_empty(self) -> bool:
        """Whether no day lies in it."""
        return self.start is not None and self.end is not None and self.start >= self.end


class Parts(NamedTuple):
    """The parts of a period: at most one span of `years`, and of `months` and `days` one before and one after it."""

    years: list[Span]
    months: list[Span]
    days: list[Period]


def parts_of(period: Period) -> Parts:
    """Split a period: first into whole years, the rest into whole months, the rest of that into days.

    A period of one game has no months, as those sums are of all games together.
    """
    whole = Span(period.since, period.until + DAY if period.until else None)
    if period.game:
        years = Span(_next_year(whole.start), _year(whole.end))
        return Parts([], [], [period]) if years.is_empty else Parts([years], [], _days(period, whole, years))
    months = Span(_next_month(whole.start), _month(whole.end))
    if months.is_empty:
        return Parts([], [], [period])
    years = Span(_next_year(months.start), _year(months.end))
    return Parts(
        years=[] if years.is_empty else [years],
        months=[months] if years.is_empty else _around(months, years),
        days=_days(period, whole, months),
    )


def _days(period: Period, outer: Span, inner: Span) -> list[Period]:
    left = _around(outer, inner)
    return [replace(period, since=span.start, until=span.end - DAY if span.end else None) for span in left]


def _around(outer: Span, inner: Span) -> list[Span]:
    """The spans of the outer one before and after the inner one."""
    before, after = Span(outer.start, inner.start), Span(inner.end, outer.end)
    sides = [(before, outer.start), (after, outer.end)]
    return [span for span, bound in sides if bound is not None and not span.is_empty]


def _month(day: date | None) -> date | None:
    """The first day of its month."""
    return day and day.replace(day=1)


def _year(day: date | None) -> date | None:
    """The first day of its year."""
    return day and day.replace(month=1, day=1)


def _next_month(day: date | None) -> date | None:
    """Itself where a month starts with it, else the first day of the next one."""
    return day if day is None or day.day == 1 else _month(day.replace(day=28) + 4 * DAY)


def _next_year(day: date | None) -> date | None:
    """Itself where a year starts with it, else the first day of the next one."""
    return day if day is None or (day.month, day.day) == (1, 1) else date(day.year + 1, 1, 1)
