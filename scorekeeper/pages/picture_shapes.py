"""Parts of a picture of a result, as shapes: tally marks, logo, confetti; also its colours and text widths."""

from math import cos, radians, sin
from typing import Any, Callable, TypeAlias

Shape: TypeAlias = "list[Any]"
Box: TypeAlias = "tuple[float, float, float, float]"  # left, top, right, bottom

COLOURS = 6  # of sides; they repeat after that
# As in the light theme of static/css/tokens.css: --flood-n and --on-flood-n, --tok-n.
FLOODS = ("#0068b5", "#f5ab0a", "#007d58", "#c94a00", "#a9467f", "#3fb0e0")
ON_FLOODS = ("#ffffff", "#1c1915", "#ffffff", "#ffffff", "#ffffff", "#1c1915")
NOBODY = ("#1c1915", "#ffffff")  # without a winner
FAINT, RULE = 0.85, 0.35  # share of the text's colour in the loser's total and in lines
ON_DARK = ("#ffc247", "#ffffff", "#7cc0f5")  # confetti
ON_BRIGHT = ("#b3162c", "#ffffff", "#00599a")
STROKE = 0.1  # width of a stroke, in parts of the tally's height
FIVE = ((4, 3, 5, 35), (12, 4, 11, 36), (20, 2, 20.5, 35), (28, 4, 27.5, 36))
CROSS = (-1, 29, 34, 8)
SQUARE = ((4, 5), (4, 33), (30, 33), (30, 5), (4, 5))
TALL, WIDE, GAP = 38.0, (8.0, 16.0, 24.0, 33.0, 33.0), 9.0  # of a group of 1 to 5 strokes, and the gap between groups
PIECES = 46  # of confetti
EDGE = 100.0  # pixels: confetti lies at most this far from an edge


def colours_of(winner: "int | None") -> "dict[str, str]":
    """Returns the colours of a picture for a winning side, as `#rrggbb` by their names in the layout."""
    side = None if winner is None else winner % COLOURS
    ground, on = NOBODY if side is None else (FLOODS[side], ON_FLOODS[side])
    bright = on == ON_FLOODS[1]
    falling = ON_BRIGHT if bright else ON_DARK
    colours = {"ground": ground, "on": on, "faint": _mixed(on, ground, FAINT), "rule": _mixed(on, ground, RULE)}
    colours["cross"] = falling[0]
    for at, colour in enumerate(falling):
        colours["fallen-" + str(at)] = colour
    return colours


def _mixed(one: str, other: str, part: float) -> str:
    """Mixes two `#rrggbb` colours; `part` (0 to 1) is the share of the first."""
    mixed = "#"
    for at in (1, 3, 5):
        first, second = int(one[at : at + 2], 16), int(other[at : at + 2], 16)
        value = int(first * part + second * (1 - part) + 0.5)
        mixed += "0123456789abcdef"[value // 16] + "0123456789abcdef"[value % 16]
    return mixed


def tally_width(total: int, high: float) -> float:
    """Returns the width in pixels of a total's tally marks that are `high` pixels high."""
    groups = _groups(total)
    return (sum([WIDE[count - 1] for count in groups]) + GAP * max(len(groups) - 1, 0)) * high / TALL


def tally_shapes(total: int, squares: bool, left: float, top: float, high: float) -> "list[Shape]":
    """Returns the tally marks of a total: groups of four strokes and one across, or squares with a diagonal."""
    shapes: list[Shape] = []
    scale, x = high / TALL, 0.0
    for count in _groups(total):
        lines = [SQUARE[at : at + 2] for at in range(4)] if squares else [((a, b), (c, d)) for a, b, c, d in FIVE]
        for one, other in lines[: min(count, 4)]:
            spots = [[round(left + (x + px) * scale, 1), round(top + py * scale, 1)] for px, py in (one, other)]
            shapes.append(["stroke", "on", round(high * STROKE, 1), spots])
        if count == 5:
            a, b, c, d = (4, 33, 30, 5) if squares else CROSS
            spots = [[round(left + (x + px) * scale, 1), round(top + py * scale, 1)] for px, py in ((a, b), (c, d))]
            shapes.append(["stroke", "cross", round(high * STROKE * 1.2, 1), spots])
        x += WIDE[count - 1] + GAP
    return shapes


def _groups(total: int) -> "list[int]":
    return [5] * (total // 5) + ([total % 5] if total % 5 else [])


def mark_shapes(left: float, top: float, high: float) -> "list[Shape]":
    """Returns the shapes of the logo, a tally mark of five, in a square of `high` pixels."""
    scale = high / 24.0
    lines = [("on", (x, 4.0), (x, 20.0)) for x in (5.0, 9.5, 14.0, 18.5)] + [("cross", (2.5, 16.5), (21.5, 7.5))]
    return [
        ["stroke", colour, 3.2, [[round(left + x * scale, 1), round(top + y * scale, 1)] for x, y in (one, other)]]
        for colour, one, other in lines
    ]


def confetti(wide: float, lowest: float, free: Box) -> "list[Shape]":
    """Returns confetti for the top and sides, none below `lowest` or in the box `free`; always the same pieces."""
    shapes: list[Shape] = []
    dice = _Dice()
    while len(shapes) < PIECES:
        colour = "fallen-" + str(dice.up_to(3))
        band, near = dice.up_to(5), dice.up_to(int(EDGE))  # 0: along the top; then left and right in turn
        x = dice.up_to(int(wide)) if band == 0 else near if band % 2 else int(wide) - near
        y = near if band == 0 else dice.up_to(int(lowest))
        half, turn = 7 + dice.up_to(9), dice.up_to(90)
        if free[0] < x < free[2] and free[1] < y < free[3]:
            continue
        shapes.append(["disc", colour, x, y, half] if dice.up_to(2) else ["polygon", colour, _slip(x, y, half, turn)])
    return shapes


def _slip(x: float, y: float, half: float, turn: int) -> "list[list[float]]":
    """Returns the corners of a strip of paper with its centre at (x, y), rotated by `turn` degrees."""
    c, s = cos(radians(turn)), sin(radians(turn))
    corners = ((-1.3, -0.5), (1.3, -0.5), (1.3, 0.5), (-1.3, 0.5))
    return [[round(x + half * (a * c - b * s), 1), round(y + half * (a * s + b * c), 1)] for a, b in corners]


class _Dice:
    """A pseudo-random generator that returns the same numbers on every server and phone."""

    def __init__(self) -> None:
        self.last = 7

    def up_to(self, most: int) -> int:
        """Returns the next number, from 0 to `most` - 1."""
        self.last = (self.last * 75 + 74) % 65537
        return self.last * most // 65537


WidthOf: TypeAlias = "Callable[[str, int, bool], float]"  # text, size, bold → pixels

# Widths of letters in parts of the font size, where they differ much from the usual one.
USUAL = 0.57
WIDTHS = (
    (" \u00a0\u202f.,:;'|!iljI", 0.28),
    ('frt()[]-·"/', 0.38),
    ("mwMW@%", 0.9),
    ("ABCDEFGHKNOPQRSTUVXYZ&+–=", 0.67),
    ("…—", 0.95),
)
OF_LETTER = {letter: width for letters, width in WIDTHS for letter in letters}
FULL = 0x2190  # from this code point on, characters are as wide as high
BOLD = 1.06


def about_width(text: str, size: int, bold: bool) -> float:
    """Returns the approximate width of a text in a common sans-serif font, in pixels."""
    parts = [1.0 if ord(letter) >= FULL else OF_LETTER.get(letter, USUAL) for letter in text]
    return sum(parts) * size * (BOLD if bold else 1)


def shortened(text: str, size: int, bold: bool, wide: float, width_of: WidthOf) -> str:
    """Returns the text, cut with an ellipsis if it is wider than `wide` pixels."""
    if width_of(text, size, bold) <= wide:
        return text
    left = text
    while left and width_of(left + "…", size, bold) > wide:
        left = left[:-1]
    return left.rstrip() + "…"
