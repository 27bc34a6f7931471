"""The machine-readable block of a paper: circles to mark, two codes and two solid squares, in millimetres.

A slip's block depends only on the scoring, so the reader rebuilds it from the tournament document; the block of a
match's blank sheet depends on its number of sides and the digits of its totals, which are in its codes. Both sides are
side by side, with the names of the rows between them:

    ■ side 0                              side 1 ■
    ○ ○ ○ ○ ○ ○ ○ ○ ○ ○   1000   ○ ○ ○ ○ ○ ○ ○ ○ ○ ○      a row for each digit of the points,
    …                      …     …                        then rows for the victory points, or the legs
    code 0      ○   below zero   ○            code 1
                ○  did not play  ○                        on a sheet: won
                      legend

On a sheet of more than two sides there are several pairs of them, one below the other, each with its own circles for
points below zero and for the winner in a row below its points.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.tournaments.model import Scoring
from scorekeeper.tournaments.scoring import WHOLE

WIDTH = 87.0
RADIUS = 1.6
PITCH = 4.0  # between circles, and between rows
DIGITS = 10
POINT_PLACES = 4
SIDES = (1.8, 49.2)  # the first circle of each side
FIRST_ROW = 5.7  # millimetres from the top
GROUP_GAP = 0.9  # between the points and the next rows
SQUARE = 3.0
MODULE = 0.6  # of a code
CODE = 21 * MODULE
CODE_GAP = 1.3  # between the last row of circles and the codes
QUIET = 4 * MODULE  # without print beside a code
BETWEEN = (1.6, 5.6, 10.0)  # of the lines between the codes, from their top edge
LABELS = (39.8, 7.4)  # left edge and width of the rows' names
EXTRAS = (19.5, 67.5)  # the circles of each side beside the codes
PAIR, MOST_SIDES = 2, 6  # sides side by side, and on a sheet
NEXT_PAIR = 4.4  # millimetres from the last row of two sides to the names of the next two
POINTS, VP, LEGS, ABSENT, WON, LEGEND = "points", "vp", "legs", "absent", "won", "legend"
MINUS = "-"
BELOW_POINTS = {
    MINUS: (0.0, 9.5, 15.0),
    WON: (24.0, 31.6, 12.0),
}  # right of a side: a circle, and its name's middle, room
EDGE, LEFT, ABOVE = 4.0, 92.0, 32.0  # margins of the cut-out: on all sides; left or above, for the handwriting


class Mark(NamedTuple):
    """A circle: its centre, its radius, and its meaning if it is marked.

    `field` is e.g. `points.0` (0 is the side); `place` is 0 for units, 1 for tens, None for a field of one row. `sign`
    is "-" for the circle that makes the points negative.
    """

    field: str
    x: float
    y: float
    r: float = RADIUS
    place: int | None = None
    value: int | None = None
    sign: str = ""

    @property
    def row(self) -> tuple[str, int | None, str]:
        """The row of circles to which the mark belongs."""
        return self.field, self.place, self.sign


class Box(NamedTuple):
    """A square area: its top left corner and its size."""

    x: float
    y: float
    size: float


class Frame(NamedTuple):
    """A part of a block's paper, in millimetres from the top left corner of the block."""

    left: float
    top: float
    right: float
    bottom: float


class Label(NamedTuple):
    """Room for a centred text: `name` is a side (`side.0`), a row (e.g. `points`, `absent`, `won`, `-`) or `legend`.

    `place` is the decimal place of the row's digits, e.g. 3 for thousands. `x`, `y` is the centre.
    """

    name: str
    x: float
    y: float
    width: float
    place: int | None = None


class Block(NamedTuple):
    """The block: its size, its codes (the index is the code's corner), solid squares, circles and room for texts."""

    width: float
    height: float
    codes: tuple[Box, ...]
    corners: tuple[Box, ...]
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]


class RowOfCircles(NamedTuple):
    """A row of circles for both sides: its name, the place of its digits, and how many circles each side has."""

    name: str
    place: int | None
    circles: int


def rows_of_circles(scoring: Scoring) -> list[list[RowOfCircles]]:
    """Returns the rows of the block, in groups."""
    points = _rows_of_points(POINT_PLACES)
    if scoring.kind == VP:
        return [points, [RowOfCircles(VP, 1, WHOLE // DIGITS + 1), RowOfCircles(VP, 0, DIGITS)]]
    if scoring.best_of == 1:
        return [points]
    most = most_legs(scoring)
    if most < DIGITS:
        return [points, [RowOfCircles(LEGS, None, most + 1)]]
    return [points, [RowOfCircles(LEGS, 1, most // DIGITS + 1), RowOfCircles(LEGS, 0, DIGITS)]]


def _rows_of_points(places: int) -> list[RowOfCircles]:
    return [RowOfCircles(POINTS, place, DIGITS) for place in reversed(range(places))]


def most_legs(scoring: Scoring) -> int:
    """Returns the most legs that a side can win: with an odd number of legs, play ends once a side has most of them."""
    return scoring.legs_to_win if scoring.best_of % 2 else scoring.best_of


@lru_cache(maxsize=64)
def block_of(scoring: Scoring) -> Block:
    """Returns the block of slips for a scoring."""
    return _block(rows_of_circles(scoring), ABSENT)


@lru_cache(maxsize=POINT_PLACES * MOST_SIDES)
def block_of_sheet(places: int, sides: int = PAIR) -> Block:
    """Returns the block of a blank sheet: totals of at most POINT_PLACES digits, at most MOST_SIDES sides."""
    return _block([_rows_of_points(places)], WON) if sides == PAIR else _block_of_many(places, sides)


def _block_of_many(places: int, sides: int) -> Block:
    """Returns the block of a sheet for more than two sides."""
    marks: list[Mark] = []
    labels: list[Label] = []
    y = FIRST_ROW
    for first in range(0, sides, PAIR):
        pair = range(first, min(first + PAIR, sides))
        names = y - FIRST_ROW + SQUARE / 2
        labels += [Label(f"side.{side}", SIDES[side - first] + (DIGITS - 1) * PITCH / 2, names, 30.0) for side in pair]
        for row in _rows_of_points(places):
            marks += _circles(row, y, first, sides)
            labels.append(Label(row.name, LABELS[0] + LABELS[1] / 2, y, LABELS[1], row.place))
            y += PITCH
        for side in pair:
            for name, (circle, middle, width) in BELOW_POINTS.items():
                marks.append(_extra(name, side, SIDES[side - first] + circle, y))
                labels.append(Label(name, SIDES[side - first] + middle, y, width))
        y += NEXT_PAIR + FIRST_ROW - SQUARE / 2
    return _closed(marks, labels, y - NEXT_PAIR - FIRST_ROW + SQUARE / 2 + RADIUS + CODE_GAP, BETWEEN[1])


def _block(groups: list[list[RowOfCircles]], extra: str) -> Block:
    """Returns a block with these rows, a circle for points below zero, and another one of this name."""
    marks: list[Mark] = []
    labels = [Label(f"side.{side}", x + (DIGITS - 1) * PITCH / 2, SQUARE / 2, 30.0) for side, x in enumerate(SIDES)]
    y = FIRST_ROW
    for group in groups:
        for row in group:
            marks += _circles(row, y)
            labels.append(Label(row.name, LABELS[0] + LABELS[1] / 2, y, LABELS[1], row.place))
            y += PITCH
        y += GROUP_GAP
    top = y - PITCH - GROUP_GAP + RADIUS + CODE_GAP
    for name, below in ((MINUS, BETWEEN[0]), (extra, BETWEEN[1])):
        at = round(top + below, 2)
        marks += [_extra(name, side, x, at) for side, x in enumerate(EXTRAS)]
        labels.append(Label(name, sum(EXTRAS) / 2, at, EXTRAS[1] - EXTRAS[0] - 4 * RADIUS))
    return _closed(marks, labels, top, BETWEEN[2])


def _closed(marks: list[Mark], labels: list[Label], top: float, legend: float) -> Block:
    """Returns the block with codes at `top`, the legend between them, `legend` mm below `top`, and solid squares."""
    labels.append(Label(LEGEND, WIDTH / 2, round(top + legend, 2), WIDTH - 2 * (CODE + QUIET)))
    codes = (Box(0.0, top, CODE), Box(WIDTH - CODE, top, CODE))
    corners = (Box(0.0, 0.0, SQUARE), Box(WIDTH - SQUARE, 0.0, SQUARE))
    rounded = tuple(mark._replace(x=round(mark.x, 2), y=round(mark.y, 2)) for mark in marks)
    return Block(WIDTH, round(top + CODE, 2), codes, corners, rounded, tuple(labels))


def _circles(row: RowOfCircles, y: float, first: int = 0, sides: int = PAIR) -> list[Mark]:
    """Returns the circles of a row for side `first` and the next one, if any."""
    return [
        Mark(f"{row.name}.{side}", SIDES[side - first] + value * PITCH, y, place=row.place, value=value)
        for side in range(first, min(first + PAIR, sides))
        for value in range(row.circles)
    ]


def _extra(name: str, side: int, x: float, y: float) -> Mark:
    if name == MINUS:
        return Mark(f"{POINTS}.{side}", x, y, sign=MINUS)
    return Mark(f"{name}.{side}", x, y)


def around(block: Block, *, left: float = 0.0, above: float = 0.0) -> Frame:
    """Returns the block with EDGE around it, and more to the `left` or `above`, where people write."""
    return Frame(-EDGE - left, -EDGE - above, block.width + EDGE, block.height + EDGE)


def as_json(mark: Mark, left: float, top: float) -> dict[str, Any]:
    """Returns a mark of a block at `left`, `top` on its page, in mm on the page; omits fields that are None."""
    named = {"field": mark.field, "place": mark.place, "sign": mark.sign or None, "value": mark.value}
    where = {"x": round(left + mark.x, 2), "y": round(top + mark.y, 2), "r": mark.r}
    return {**{name: value for name, value in named.items() if value is not None}, **where}
