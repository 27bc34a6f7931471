"""A projection of a plane (homography), fitted to pairs of points by least squares, in plain Python."""

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]
UNKNOWNS = 8
TINY = 1e-12


class Projection(NamedTuple):
    """x' = (a x + b y + c) / (g x + h y + 1), y' = (d x + e y + f) / (g x + h y + 1)."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float
    g: float
    h: float

    def __call__(self, x: float, y: float) -> Point:
        """Returns the projected point."""
        depth = self.g * x + self.h * y + 1
        if abs(depth) < TINY:
            depth = TINY
        return (self.a * x + self.b * y + self.c) / depth, (self.d * x + self.e * y + self.f) / depth

    def scaled(self, factor: float, left: float, top: float) -> "Projection":
        """Returns the projection of points in units of `factor` from an origin at `left`, `top`."""
        depth = self.g * left + self.h * top + 1
        return Projection(
            self.a * factor / depth,
            self.b * factor / depth,
            (self.a * left + self.b * top + self.c) / depth,
            self.d * factor / depth,
            self.e * factor / depth,
            (self.d * left + self.e * top + self.f) / depth,
            self.g * factor / depth,
            self.h * factor / depth,
        )

    def onto(self, left: float, top: float, shrunk: float) -> "Projection":
        """Returns the projection to a part of the picture that is cut at `left`, `top`, then `shrunk`."""
        a, b, c = (mine - left * own for mine, own in zip(self[:3], (self.g, self.h, 1.0), strict=True))
        d, e, f = (mine - top * own for mine, own in zip(self[3:6], (self.g, self.h, 1.0), strict=True))
        return Projection(a / shrunk, b / shrunk, c / shrunk, d / shrunk, e / shrunk, f / shrunk, self.g, self.h)


def fitted(seen: Sequence[Point], known: Sequence[Point], weights: Sequence[float] = ()) -> Projection | None:
    """Returns the projection that maps `known` points to `seen` ones best; None if they do not determine one.

    Errors are squared, times the point's weight. Both sets of points are scaled to about 1 first, which keeps the
    equations well-conditioned.
    """
    (known_by, known_x, known_y), (seen_by, seen_x, seen_y) = _spread(known), _spread(seen)
    if not known_by or not seen_by:
        return None
    sums = [[0.0] * (UNKNOWNS + 1) for _row in range(UNKNOWNS)]
    for index, ((x, y), (u, v)) in enumerate(zip(known, seen, strict=True)):
        x, y, u, v = (x - known_x) / known_by, (y - known_y) / known_by, (u - seen_x) / seen_by, (v - seen_y) / seen_by
        weight = weights[index] if weights else 1.0
        for equation in ((x, y, 1, 0, 0, 0, -u * x, -u * y, u), (0, 0, 0, x, y, 1, -v * x, -v * y, v)):
            _add(sums, equation, weight)
    solved = _solved(sums)
    if solved is None:
        return None
    return _unscaled(Projection(*solved), (known_by, known_x, known_y), (seen_by, seen_x, seen_y))


def _spread(points: Sequence[Point]) -> tuple[float, float, float]:
    """Returns the size and the centre of a set of points."""
    x, y = (sum(parts) / len(points) for parts in zip(*points, strict=True))
    return max(max(abs(point[0] - x), abs(point[1] - y)) for point in points), x, y


def _add(sums: list[list[float]], equation: Sequence[float], weight: float) -> None:
    """Adds an equation (its last part is the right side) to the normal equations."""
    for row in range(UNKNOWNS):
        if equation[row]:
            factor = equation[row] * weight
            line = sums[row]
            for column, part in enumerate(equation):
                line[column] += factor * part


def _solved(rows: list[list[float]]) -> list[float] | None:
    """Solves linear equations in place, by elimination with pivots; None if they have no single solution."""
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if abs(rows[pivot][column]) < TINY:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        first = rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / first[column]
            rows[row] = [part - factor * above for part, above in zip(rows[row], first, strict=True)]
    values = [0.0] * size
    for row in reversed(range(size)):
        rest = sum(rows[row][column] * values[column] for column in range(row + 1, size))
        values[row] = (rows[row][size] - rest) / rows[row][row]
    return values


def _unscaled(
    scaled: Projection, known: tuple[float, float, float], seen: tuple[float, float, float]
) -> Projection | None:
    """Returns the projection between the points as they were before they were scaled."""
    (by, x, y), (seen_by, seen_x, seen_y) = known, seen
    a, b, c, d, e, f, g, h = scaled
    g, h = g / by, h / by
    rest = 1 - g * x - h * y
    if abs(rest) < TINY:
        return None
    a, b, d, e = (part * seen_by / by for part in (a, b, d, e))
    c, f = c * seen_by - a * x - b * y, f * seen_by - d * x - e * y
    parts = (a + seen_x * g, b + seen_x * h, c + seen_x * rest, d + seen_y * g, e + seen_y * h, f + seen_y * rest, g, h)
    return Projection(*(part / rest for part in parts))
