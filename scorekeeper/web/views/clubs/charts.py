"""Line charts: values scaled to an SVG box, thinned to no more points than can be seen."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, EDGE = 320, 120, 6
MOST = 120  # points of a line


class Chart(NamedTuple):
    """A line in a box of WIDTH × HEIGHT; `base` is the height of `level`, where that can be seen."""

    points: str
    low: int
    high: int
    base: float | None
    level: int


def line_chart(values: Sequence[int], level: int) -> Chart | None:
    """The chart of values in order; None for fewer than two."""
    if len(values) < 2:
        return None
    shown = _thinned(values)
    low, high = min(*shown, level), max(*shown, level)
    room = max(high - low, 1)

    def height(value: int) -> float:
        return round(HEIGHT - EDGE - (value - low) / room * (HEIGHT - 2 * EDGE), 1)

    step = (WIDTH - 2 * EDGE) / (len(shown) - 1)
    points = " ".join(f"{round(EDGE + index * step, 1)},{height(value)}" for index, value in enumerate(shown))
    return Chart(points, low, high, height(level), level)


def _thinned(values: Sequence[int]) -> list[int]:
    """At most MOST of the values, evenly chosen, always with the first and the last."""
    if len(values) <= MOST:
        return list(values)
    step = (len(values) - 1) / (MOST - 1)
    return [values[round(index * step)] for index in range(MOST)]


def balance(results: Sequence[int]) -> list[int]:
    """Running sums, from 0 on, of +1 for a win and −1 for a defeat."""
    sums = [0]
    for each in results:
        sums.append(sums[-1] + each)
    return sums
