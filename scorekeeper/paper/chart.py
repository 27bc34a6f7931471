"""The progress of a match as an SVG drawing that also reads in black and white: dash patterns, and signs at the ends.

Coordinates are points (1/72 inch), y downwards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.games.fills import figure

WIDTH = 300.0
HEIGHT = 130.0
LEFT, RIGHT, TOP, BOTTOM = 24.0, 42.0, 6.0, 16.0
# As on the screen by day; beyond six sides the colours come again, signs and dashes do not.
COLOURS = 2 * ("#00599a", "#8c5a00", "#00704f", "#b84500", "#9c4476", "#00758f")
DASHES = (
    "", "6 2", "2 2", "8 2 2 2", "1.5 1.5", "10 3", "4 1.5", "1 3", "6 2 1.5 2 1.5 2", "14 2", "3 1", "8 3 3 3",
)  # fmt: skip
MARK = 2.3  # half the size of a sign on a line
MOST_MARKS = 20
MOST_NUMBERS = 12
FIGURE_HEIGHT = 6.5
FAR = 2  # a target more than so many times the highest total is left out: it would flatten the lines
LABEL_HEIGHT = 8.5

# Each side's sign as a path of lines in a square from -1 to 1.
SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
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


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a hand and a total lie on the drawing."""

    hands: int
    low: int
    high: int

    def x(self, hand: int) -> float:
        """The x of a hand, 0 being the start of the match."""
        return LEFT + (WIDTH - LEFT - RIGHT) * hand / self.hands

    def y(self, total: int) -> float:
        """The y of a total."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - total) / (self.high - self.low)


def progress(hands: Sequence[tuple[int, Sequence[int]]], target: int | None, described: str) -> Markup:
    """Every side's total after each hand, from nought, as an `<svg>` element.

    `hands` are the scored ones in order, each with its number and the totals after it, one a side. A target far above
    them is left out, as it would flatten the lines. `described` is read to who cannot see the drawing.
    """
    everything = [0, *(total for _number, totals in hands for total in totals)]
    if target is not None and target <= FAR * max(everything):
        everything.append(target)
    else:
        target = None
    step = nice_step(max(everything) - min(everything))
    low = min(everything) // step * step
    high = -(-max(everything) // step) * step
    scale = Scale(hands[-1][0], low, max(high, low + step))
    parts = [*_levels(scale, step, target), *_hand_numbers(scale)]
    for side in range(len(hands[0][1])):
        parts.append(_course(scale, side, [(0, 0), *((number, totals[side]) for number, totals in hands)]))
    parts += _ends(scale, hands[-1][1])
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{described}"'
        ' font-family="Noto Sans" font-size="6.5">{drawing}</svg>'
    ).format(width=f"{WIDTH:g}", height=f"{HEIGHT:g}", described=described, drawing=Markup("".join(parts)))  # noqa: S704


def nice_step(span: int, most: int = 6) -> int:
    """A step of 1, 2 or 5 times a power of ten that parts a span into `most` steps or fewer."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * power * most:
                return factor * power
        power *= 10


def _levels(scale: Scale, step: int, target: int | None) -> Iterator[str]:
    """A hairline and a figure at every step, black at nought; the target's line is dotted and its figure bold."""
    for total in range(scale.low, scale.high + 1, step):
        yield _across(scale.y(total), "#000" if total == 0 else "#bbb")
        if target is None or abs(scale.y(total) - scale.y(target)) > FIGURE_HEIGHT:
            yield _beside(scale.y(total), figure(total))
    if target is not None:
        yield _across(scale.y(target), "#000", ' stroke-dasharray="1 2"')
        yield _beside(scale.y(target), figure(target), ' font-weight="700"')


def _across(y: float, stroke: str, more: str = "") -> str:
    return f'<path d="M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}" stroke="{stroke}" stroke-width=".5"{more}/>'


def _beside(y: float, text: str, more: str = "") -> str:
    return f'<text x="{LEFT - 4:g}" y="{y + 2.3:.1f}" text-anchor="end"{more}>{text}</text>'


def _hand_numbers(scale: Scale) -> Iterator[str]:
    """The numbers of hands below the drawing, as many as fit."""
    step = nice_step(scale.hands, MOST_NUMBERS)
    for hand in range(step, scale.hands + 1, step):
        yield f'<text x="{scale.x(hand):.1f}" y="{HEIGHT - 3:g}" text-anchor="middle">{hand}</text>'


def _course(scale: Scale, side: int, course: Sequence[tuple[int, int]]) -> str:
    """One side's line and, on it, the side's sign at not more than `MOST_MARKS` hands."""
    spots = [(scale.x(hand), scale.y(total)) for hand, total in course]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    every = -(-len(spots) // MOST_MARKS)
    signs = "".join(sign_path(side, x, y) for x, y in spots[:0:-every])
    dashes = f' stroke-dasharray="{DASHES[side]}"' if DASHES[side] else ""
    return (
        f'<polyline points="{line}" fill="none" stroke="{COLOURS[side]}" stroke-width="1.1"'
        f' stroke-linejoin="round"{dashes}/><path d="{signs}" fill="{COLOURS[side]}"/>'
    )


def _ends(scale: Scale, finals: Sequence[int]) -> Iterator[str]:
    """Each side's sign and last total at the right edge, moved apart where they would cover one another."""
    x = WIDTH - RIGHT + 9
    for side, y in spread([scale.y(total) for total in finals], LABEL_HEIGHT, HEIGHT - BOTTOM):
        yield f'<path d="{sign_path(side, x, y)}" fill="{COLOURS[side]}"/>'
        yield f'<text x="{x + 5:g}" y="{y + 2.8:.1f}" font-size="8" font-weight="700">{figure(finals[side])}</text>'


def spread(places: Sequence[float], apart: float, lowest: float) -> list[tuple[int, float]]:
    """Labels, from the top, as (index, y): kept `apart`, and not below `lowest`."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    spots: list[float] = []
    for index in order:
        spots.append(max(places[index], spots[-1] + apart) if spots else places[index])
    limit = lowest
    for at in range(len(spots) - 1, -1, -1):
        spots[at] = min(spots[at], limit)
        limit = spots[at] - apart
    return list(zip(order, spots, strict=True))


def sign_path(side: int, x: float, y: float) -> str:
    """A side's sign around a point, as path commands."""
    corners = SHAPES[side]
    if not corners:
        r = f"{MARK:g}"
        return f"M{x - MARK:.1f} {y:.1f}a{r} {r} 0 1 0 {2 * MARK:g} 0a{r} {r} 0 1 0 {-2 * MARK:g} 0z"
    return "M" + "L".join(f"{x + MARK * cx:.1f} {y + MARK * cy:.1f}" for cx, cy in corners) + "z"
