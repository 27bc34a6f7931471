"""The line chart of a match's totals: its coordinates, and the chart as SVG for a page or a sheet.

It can be read in black and white: each side has its own dashes and its own sign. Coordinates are points (1/72 inch),
y downwards.
"""

from typing import TypeAlias

from scorekeeper.games.engine.figures import figure

Spot: TypeAlias = "tuple[float, float]"
Totals: TypeAlias = "list[tuple[int, list[int]]]"  # the number of each scored hand, in order, and the totals after it

WIDTH = 300.0
HEIGHT = 130.0
LEFT, RIGHT, TOP, BOTTOM = 24.0, 42.0, 6.0, 16.0
LEAST_TO_DRAW = 2  # hands
# As in the light theme. The colours repeat after six sides, signs and dashes do not.
COLOURS = 2 * ("#00599a", "#8c5a00", "#00704f", "#b84500", "#9c4476", "#00758f")
DASHES = (
    "", "6 2", "2 2", "8 2 2 2", "1.5 1.5", "10 3", "4 1.5", "1 3", "6 2 1.5 2 1.5 2", "14 2", "3 1", "8 3 3 3",
)  # fmt: skip
MARK = 2.3  # half the width of a sign on a line
MOST_MARKS = 20
MOST_DRAWN = 400  # hands of a long match on a screen
MOST_NUMBERS = 12
FIGURE_HEIGHT = 6.5
FAR = 2  # a target above this many times the highest total is left out: it would flatten the lines
LABEL_HEIGHT = 8.5

# The corners of each side's sign in a square from -1 to 1.
SHAPES: "tuple[tuple[Spot, ...], ...]" = (
    (),  # a circle has no corners
    ((0, -1.1), (1.1, 0.9), (-1.1, 0.9)),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.25), (1.05, 0), (0, 1.25), (-1.05, 0)),
    (
        (0, -1.3), (0.31, -0.4), (1.24, -0.4), (0.49, 0.16), (0.76, 1.05),
        (0, 0.5), (-0.76, 1.05), (-0.49, 0.16), (-1.24, -0.4), (-0.31, -0.4),
    ),
    ((0, -1.15), (1.1, -0.35), (0.68, 0.93), (-0.68, 0.93), (-1.1, -0.35)),
    ((0, 1.1), (1.1, -0.9), (-1.1, -0.9)),
    ((-0.55, -0.95), (0.55, -0.95), (1.1, 0), (0.55, 0.95), (-0.55, 0.95), (-1.1, 0)),
    (
        (-0.35, -1.1), (0.35, -1.1), (0.35, -0.35), (1.1, -0.35), (1.1, 0.35), (0.35, 0.35),
        (0.35, 1.1), (-0.35, 1.1), (-0.35, 0.35), (-1.1, 0.35), (-1.1, -0.35), (-0.35, -0.35),
    ),
    (
        (-0.6, -1.1), (0, -0.5), (0.6, -1.1), (1.1, -0.6), (0.5, 0), (1.1, 0.6),
        (0.6, 1.1), (0, 0.5), (-0.6, 1.1), (-1.1, 0.6), (-0.5, 0), (-1.1, -0.6),
    ),
    ((-0.4, -1.1), (0.3, -0.85), (0.7, 0), (0.3, 0.85), (-0.4, 1.1)),
    ((0, -1.2), (0.4, -0.4), (1.2, 0), (0.4, 0.4), (0, 1.2), (-0.4, 0.4), (-1.2, 0), (-0.4, -0.4)),
)  # fmt: skip


class Level:
    """A horizontal line of the chart at a total. `text`: its label, empty where the target's label is too near."""

    def __init__(self, y: float, text: str, nought: bool, target: bool) -> None:
        self.y = y
        self.text = text
        self.nought = nought
        self.target = target


class Drawing:
    """The coordinates of a chart.

    `courses` are the points of each side's line, `marks` the points of its signs, `ends` the labels at the right edge.
    """

    def __init__(self, hands: Totals, target: "int | None") -> None:
        """Returns every line starts at 0. A target far above the totals is left out (`FAR`)."""
        everything = [0]
        for _number, totals in hands:
            everything += totals
        near = target is not None and target <= FAR * max(everything)
        if near and target is not None:
            everything.append(target)
        step = nice_step(max(everything) - min(everything))
        self.last = hands[-1][0]
        self.low = min(everything) // step * step
        self.high = max(-(-max(everything) // step) * step, self.low + step)
        self.levels = self._levels(step, target if near else None)
        self.numbers = self._numbers()
        sides = range(len(hands[0][1]))
        self.courses = [
            [self._spot(0, 0)] + [self._spot(number, totals[side]) for number, totals in hands] for side in sides
        ]
        self.marks = [_marked(course) for course in self.courses]
        finals = hands[-1][1]
        heights = spread([self._y(total) for total in finals], LABEL_HEIGHT, HEIGHT - BOTTOM)
        self.ends = [(side, y, figure(finals[side])) for side, y in heights]

    def _spot(self, hand: int, total: int) -> Spot:
        return LEFT + (WIDTH - LEFT - RIGHT) * hand / self.last, self._y(total)

    def _y(self, total: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - total) / (self.high - self.low)

    def _levels(self, step: int, target: "int | None") -> "list[Level]":
        levels = []
        for total in range(self.low, self.high + 1, step):
            free = target is None or abs(self._y(total) - self._y(target)) > FIGURE_HEIGHT
            levels.append(Level(self._y(total), figure(total) if free else "", total == 0, False))
        if target is not None:
            levels.append(Level(self._y(target), figure(target), False, True))
        return levels

    def _numbers(self) -> "list[tuple[float, str]]":
        """Returns (x, text) pairs for the numbers of hands below the chart, at most MOST_NUMBERS."""
        step = nice_step(self.last, MOST_NUMBERS)
        return [(self._spot(hand, self.low)[0], str(hand)) for hand in range(step, self.last + 1, step)]


def _marked(course: "list[Spot]") -> "list[Spot]":
    """Returns the points of a side's signs: at most MOST_MARKS, spaced evenly, ending at the last hand."""
    every = -(-len(course) // MOST_MARKS)
    return [course[at] for at in range(len(course) - 1, 0, -every)]


def progress(hands: Totals, target: "int | None", description: str) -> str:
    """Returns the chart of every side's total after each hand as an `<svg>` element.

    `description` is its text for screen readers.
    """
    drawing = Drawing(hands, target)
    parts = [_level(level) for level in drawing.levels]
    parts += [f'<text x="{x:.1f}" y="{HEIGHT - 3:g}" text-anchor="middle">{text}</text>' for x, text in drawing.numbers]
    parts += [_course(side, drawing) for side in range(len(drawing.courses))]
    parts += [_end(side, y, text) for side, y, text in drawing.ends]
    label = description.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{label}"'
        f' font-family="Noto Sans" font-size="6.5">{"".join(parts)}</svg>'
    )


def totals_of(rows: "list[tuple[int, bool, list[int]]]") -> Totals:
    """Returns the hands to draw, without struck ones; empty if too few. `rows`: (number, struck, totals)."""
    scored = [(number, list(totals)) for number, struck, totals in rows if not struck]
    return scored if len(scored) >= LEAST_TO_DRAW else []


def thinned(hands: Totals) -> Totals:
    """Returns at most MOST_DRAWN hands, spaced evenly, ending at the last one; empty if there are too few to draw."""
    every = -(-len(hands) // MOST_DRAWN)
    drawn = [hands[at] for at in range(len(hands) - 1, -1, -every)] if hands else []
    return list(reversed(drawn)) if len(hands) >= LEAST_TO_DRAW else []


def nice_step(span: int, most: int = 6) -> int:
    """Returns the smallest 1, 2 or 5 times a power of ten that divides a span into at most `most` steps."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * power * most:
                return factor * power
        power *= 10


def _level(level: Level) -> str:
    """Returns a horizontal line and its label; the line at 0 is black, the target's dotted with a bold label."""
    stroke = "#000" if level.nought or level.target else "#bbb"
    name = "level target" if level.target else "level nought" if level.nought else "level"
    dots = ' stroke-dasharray="1 2"' if level.target else ""
    line = f"M{LEFT:g} {level.y:.1f}H{WIDTH - RIGHT:g}"
    path = f'<path class="{name}" d="{line}" stroke="{stroke}" stroke-width=".5"{dots}/>'
    if not level.text:
        return path
    weight = ' font-weight="700"' if level.target else ""
    return path + f'<text x="{LEFT - 4:g}" y="{level.y + 2.3:.1f}" text-anchor="end"{weight}>{level.text}</text>'


def _course(side: int, drawing: Drawing) -> str:
    """Returns a side's line with its signs as SVG."""
    line = " ".join([f"{x:.1f},{y:.1f}" for x, y in drawing.courses[side]])
    signs = "".join([sign_path(side, x, y) for x, y in drawing.marks[side]])
    dashes = f' stroke-dasharray="{DASHES[side]}"' if DASHES[side] else ""
    return (
        f'<polyline class="course side-{side}" points="{line}" fill="none" stroke="{COLOURS[side]}" stroke-width="1.1"'
        f' stroke-linejoin="round"{dashes}/><path class="marks side-{side}" d="{signs}" fill="{COLOURS[side]}"/>'
    )


def _end(side: int, y: float, text: str) -> str:
    """Returns a side's sign and last total at the right edge as SVG."""
    x = WIDTH - RIGHT + 9
    return (
        f'<path class="marks side-{side}" d="{sign_path(side, x, y)}" fill="{COLOURS[side]}"/>'
        f'<text x="{x + 5:g}" y="{y + 2.8:.1f}" font-size="8" font-weight="700">{text}</text>'
    )


def spread(places: "list[float]", apart: float, lowest: float) -> "list[tuple[int, float]]":
    """Moves labels apart: returns (index, y) pairs from the top, `apart` or more apart, none below `lowest`."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    spots: list[float] = []
    for index in order:
        spots.append(max(places[index], spots[-1] + apart) if spots else places[index])
    limit = lowest
    for at in range(len(spots) - 1, -1, -1):
        spots[at] = min(spots[at], limit)
        limit = spots[at] - apart
    return list(zip(order, spots))


def sign_path(side: int, x: float, y: float) -> str:
    """Returns the SVG path commands of a side's sign centred on a point."""
    corners = SHAPES[side]
    if not corners:
        r = f"{MARK:g}"
        return f"M{x - MARK:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * MARK:g} 0a{r} {r} 0 1 0 {-2 * MARK:g} 0z"
    return "M" + "L".join([f"{x + MARK * cx:.1f} {y + MARK * cy:.1f}" for cx, cy in corners]) + "z"
