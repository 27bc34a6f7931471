"""Synthetic photographs of slips: marks of pen and pencil on a printed page, then what a phone and a table do to it.

Everything follows from a seeded `random.Random`. Lengths on paper are in millimetres, angles in radians.
"""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from random import Random
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Point = tuple[float, float]
Color = tuple[int, int, int]
Strokes = list[list[Point]]

PENS: tuple[tuple[Color, float, float], ...] = (
    ((25, 35, 120), 0.35, 0.6),
    ((20, 20, 25), 0.35, 0.7),
    ((35, 50, 160), 0.4, 0.7),
)
PENCILS: tuple[tuple[Color, float, float], ...] = (
    ((95, 95, 98), 0.45, 0.8),
    ((120, 120, 122), 0.5, 0.9),
    ((70, 70, 74), 0.45, 0.8),
)
MESH = 28  # cells across a photograph


@dataclass(frozen=True)
class Pen:
    """A pen or pencil: its colour and the width of its line; how its owner marks: a name of STYLES.

    `zeros` is False if the owner leaves the rows before the first digit of a number empty.
    """

    color: Color
    width: float
    style: str
    zeros: bool = True


@dataclass(frozen=True)
class Strength:
    """How much a photograph suffers: the largest value of everything."""

    name: str
    tilt: float
    lens: float
    shadow: float
    glare: float
    blur: float
    noise: float
    fold: float
    jpeg: tuple[int, int]
    pixels: tuple[int, int]
    thumb: float


SCANNER = Strength("scanner", 0.0, 0.0, 0.05, 0.0, 0.5, 2, 0.0, (75, 95), (1700, 3400), 0.0)
MODERATE = Strength("moderate", radians(15), 0.03, 0.35, 0.25, 0.9, 5, 0.5, (65, 95), (1800, 4000), 0.15)
STRONG = Strength("strong", radians(30), 0.08, 0.6, 0.6, 1.7, 11, 1.2, (40, 80), (1200, 4000), 0.4)


def _fill(rng: Random, r: float) -> Strokes:
    angle, reach, step = rng.uniform(0, pi), r * rng.uniform(0.7, 1.05), rng.uniform(0.3, 0.45)
    line: list[Point] = []
    at, turn = -reach, 1
    while at < reach:
        half = (max(reach * reach - at * at, 0)) ** 0.5
        line.append((at, turn * half + rng.gauss(0, 0.1)))
        at, turn = at + step, -turn
    return [[(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in line]]


def _hatch(rng: Random, r: float) -> Strokes:
    """Returns parallel strokes, so close that they nearly fill the circle, as long as it is wide or a little longer."""
    angle, reach = rng.uniform(0, pi), r * rng.uniform(0.9, 1.15)
    offs = [-0.8 * r + index * rng.uniform(0.4, 0.6) for index in range(6)]
    ends = [(off, max(reach * reach - off * off, 0.1) ** 0.5) for off in offs if off < r]
    turned = [[(off, -half), (off, half)] for off, half in ends]
    return [[(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in line] for line in turned]


def _cross(rng: Random, r: float) -> Strokes:
    reach = r * rng.uniform(0.75, 1.35)
    return [_line(rng, reach, rng.gauss(pi / 4, 0.15)), _line(rng, reach, rng.gauss(-pi / 4, 0.15))]


def _tick(rng: Random, r: float) -> Strokes:
    reach = r * rng.uniform(0.8, 1.3)
    low = (-0.15 * reach, 0.55 * reach)
    return [[(-0.65 * reach, rng.uniform(-0.1, 0.2)), low, (0.85 * reach, -0.85 * reach)]]


def _stroke(rng: Random, r: float) -> Strokes:
    return [_line(rng, r * rng.uniform(0.8, 1.25), rng.uniform(0, pi)) for _again in range(rng.choice((1, 2)))]


def _line(rng: Random, reach: float, angle: float) -> list[Point]:
    bend = rng.gauss(0, 0.1)
    dx, dy = reach * cos(angle), reach * sin(angle)
    return [(-dx, -dy), (bend * dy, -bend * dx), (dx, dy)]


STYLES: dict[str, Callable[[Random, float], Strokes]] = {
    "fill": _fill,
    "hatch": _hatch,
    "cross": _cross,
    "tick": _tick,
    "stroke": _stroke,
}


def a_pen(rng: Random) -> Pen:
    """Returns a random pen or pencil of somebody with a habit."""
    color, least, most = rng.choice(PENS if rng.random() < 0.6 else PENCILS)
    return Pen(color, rng.uniform(least, most), rng.choice(tuple(STYLES)), rng.random() < 0.5)


class Paper:
    """A printed page to draw on: `scale` is in pixels a millimetre."""

    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image, self.scale = image.convert("RGB"), scale

    def mark(self, rng: Random, pen: Pen, mark: dict[str, Any], jitter: float = 0.25) -> None:
        """Marks a circle as the pen's owner does."""
        self._strokes(rng, pen, STYLES[pen.style](rng, mark["r"]), mark, jitter)

    def cross_out(self, rng: Random, pen: Pen, mark: dict[str, Any]) -> None:
        """Crosses out a circle that is marked already: several strokes that leave it."""
        r = mark["r"] * rng.uniform(1.25, 1.6)
        strokes = _fill(rng, mark["r"]) + [_line(rng, r, turn * pi / 4 + rng.gauss(0, 0.2)) for turn in (1, -1, 1, -1)]
        self._strokes(rng, pen, strokes, mark, 0.15)

    def _strokes(self, rng: Random, pen: Pen, strokes: Strokes, mark: dict[str, Any], jitter: float) -> None:
        at = mark["x"] + rng.gauss(0, jitter), mark["y"] + rng.gauss(0, jitter)
        draw = ImageDraw.Draw(self.image)
        for stroke in strokes:
            points = [
                ((at[0] + x + rng.gauss(0, 0.05)) * self.scale, (at[1] + y + rng.gauss(0, 0.05)) * self.scale)
                for x, y in stroke
            ]
            shade = rng.randint(-12, 12)
            color = tuple(max(0, min(255, part + shade)) for part in pen.color)
            width = max(1, round(pen.width * rng.uniform(0.85, 1.15) * self.scale))
            draw.line(points, fill=color, width=width, joint="curve")


def photograph(rng: Random, paper: Image.Image, strength: Strength) -> bytes:
    """Returns a JPEG of a piece of paper on a table: seen from an angle, turned, bent, in bad light.

    It is grey, as the reader makes every picture, which takes a third of the time.
    """
    pixels = int(rng.triangular(*strength.pixels))
    wide, high = (pixels, round(pixels * 3 / 4)) if rng.random() < 0.7 else (round(pixels * 3 / 4), pixels)
    photo = _lit(rng, _seen(rng, paper.convert("L"), strength, wide, high), strength)
    photo = photo.filter(ImageFilter.GaussianBlur(rng.uniform(0.2, strength.blur) * max(pixels / 2400, 0.6)))
    sigma = rng.uniform(0, strength.noise)
    if sigma > 0.5:
        photo = ImageChops.add(photo, _noise(rng, photo.size, sigma), 1, -128)
    file = BytesIO()
    photo.save(file, "JPEG", quality=rng.randint(*strength.jpeg))
    return file.getvalue()


def _noise(rng: Random, size: tuple[int, int], sigma: float) -> Image.Image:
    """Returns noise around 128: a tile of seeded bytes, repeated."""
    side = 256
    tile = Image.frombytes(
        "L", (side, side), bytes(int(max(0, min(255, rng.gauss(128, sigma)))) for _at in range(side * side))
    )
    noise = Image.new("L", size)
    for left in range(0, size[0], side):
        for top in range(0, size[1], side):
            noise.paste(tile.transpose(rng.choice(list(Image.Transpose))), (left, top))
    return noise


def _seen(rng: Random, paper: Image.Image, strength: Strength, wide: int, high: int) -> Image.Image:
    """Returns the paper as a camera sees it, on a dark or a light table."""
    table, margin = rng.choice((45, 95, 60, 150)), 0.02
    framed = Image.new("L", (round(paper.width * (1 + 2 * margin)), round(paper.height * (1 + 2 * margin))), table)
    framed.paste(paper, (round(paper.width * margin), round(paper.height * margin)))
    camera = _camera(rng, framed.size, strength, wide, high)
    zoom = 0.3 * max(framed.size) / max(wide, high)
    while any(_is_inside(camera(x, y, zoom), framed.size) for x, y in _edge(wide, high)):
        zoom *= 1.02
    zoom *= rng.uniform(1.0, 1.12)
    mesh = []
    xs = [round(wide * index / MESH) for index in range(MESH + 1)]
    ys = [round(high * index / MESH) for index in range(MESH + 1)]
    corner = {(x, y): camera(x, y, zoom) for x in xs for y in ys}
    for left, right in pairwise(xs):
        for top, bottom in pairwise(ys):
            around = corner[left, top], corner[left, bottom], corner[right, bottom], corner[right, top]
            mesh.append(((left, top, right, bottom), tuple(part for point in around for part in point)))
    if zoom > 1.6:  # so that nothing is skipped
        framed = framed.filter(ImageFilter.GaussianBlur(zoom * 0.4))
    return framed.transform((wide, high), Image.Transform.MESH, mesh, Image.Resampling.BICUBIC, fillcolor=table)


def _camera(
    rng: Random, size: tuple[int, int], strength: Strength, wide: int, high: int
) -> Callable[[float, float, float], Point]:
    """Returns which point of the paper is seen at a point of the photograph, with a zoom (pixels of paper a pixel)."""
    turn = rng.uniform(0, 2 * pi) if rng.random() < 0.5 else rng.choice((0, 1, 2, 3)) * pi / 2 + rng.gauss(0, 0.08)
    tilt, toward = rng.uniform(0, strength.tilt), rng.uniform(0, 2 * pi)
    lens = rng.uniform(-strength.lens, strength.lens)
    folds = [_fold(rng, size, strength.fold) for _each in range(rng.choice((0, 1, 1, 2)))]
    half = hypot(wide, high) / 2

    def to_paper(x: float, y: float, zoom: float) -> Point:
        distance = 2.2 * half * zoom
        u, v = (x - wide / 2) / half, (y - high / 2) / half
        bent = 1 + lens * (u * u + v * v)
        u, v = u * bent * half * zoom, v * bent * half * zoom
        along, beside = u * cos(toward) + v * sin(toward), -u * sin(toward) + v * cos(toward)
        depth = distance / (distance * cos(tilt) - along * sin(tilt))
        along, beside = along * depth, beside * depth * cos(tilt)
        u, v = along * cos(toward) - beside * sin(toward), along * sin(toward) + beside * cos(toward)
        u, v = u * cos(turn) - v * sin(turn), u * sin(turn) + v * cos(turn)
        for fold in folds:
            u, v = fold(u, v)
        return u + size[0] / 2, v + size[1] / 2

    return to_paper


def _is_inside(point: Point, size: tuple[int, int]) -> bool:
    return 0 < point[0] < size[0] and 0 < point[1] < size[1]


def _edge(wide: int, high: int) -> list[Point]:
    """Returns points along the edge of a photograph."""
    parts = [index / 12 for index in range(13)]
    return [(part * wide, y) for part in parts for y in (0, high)] + [
        (x, part * high) for part in parts for x in (0, wide)
    ]


def _fold(rng: Random, size: tuple[int, int], most: float) -> Callable[[float, float], Point]:
    """Returns how a fold across the paper shifts what lies on one side of it."""
    angle, at = rng.uniform(0, pi), rng.uniform(-0.3, 0.3) * min(size)
    slope = rng.uniform(-1, 1) * most * 0.02

    def shifted(u: float, v: float) -> Point:
        off = u * cos(angle) + v * sin(angle) - at
        return (u + slope * off * cos(angle), v + slope * off * sin(angle)) if off > 0 else (u, v)

    return shifted


def _lit(rng: Random, photo: Image.Image, strength: Strength) -> Image.Image:
    """Returns the photograph with a shadow, under- or overexposed, and with glare."""
    wide, high = 96, 72
    shade = Image.new("L", (wide, high), 255)
    dark = round(255 * (1 - rng.uniform(0, strength.shadow)))
    x, slant = rng.uniform(0, wide), rng.uniform(-40, 40)
    ImageDraw.Draw(shade).polygon(((x, 0), (wide * 2, 0), (wide * 2, high), (x + slant, high)), fill=dark)
    shade = shade.rotate(rng.choice((0, 90, 180, 270)), expand=True).resize((wide, high))
    shade = shade.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 8))).resize(photo.size, Image.Resampling.BICUBIC)
    exposure = rng.uniform(0.6, 0.98)
    photo = ImageChops.multiply(photo.point([round(value * exposure) for value in range(256)]), shade)
    bright = rng.uniform(0, strength.glare)
    if rng.random() < 0.5:
        spot = Image.new("L", (wide, high), 0)
        x, y, r = rng.uniform(0, wide), rng.uniform(0, high), rng.uniform(4, 16)
        ImageDraw.Draw(spot).ellipse((x - r, y - r * 0.6, x + r, y + r * 0.6), fill=round(255 * bright))
        spot = spot.filter(ImageFilter.GaussianBlur(rng.uniform(2, 6))).resize(photo.size, Image.Resampling.BICUBIC)
        photo = ImageChops.screen(photo, spot)
    return photo


def thumb(rng: Random, paper: Image.Image, at: Point, size: float) -> None:
    """Lays a thumb of `size` pixels on the paper, its tip at `at`."""
    skin = rng.choice(((205, 160, 135), (150, 105, 80), (95, 65, 50)))
    finger = Image.new("L", (round(size * 4), round(size * 4)), 0)
    draw = ImageDraw.Draw(finger)
    middle = size * 2
    draw.rounded_rectangle((middle - size / 2, middle, middle + size / 2, size * 4), radius=size / 2, fill=255)
    finger = finger.rotate(rng.uniform(-35, 35))
    paper.paste(skin, (round(at[0] - middle), round(at[1] - middle)), finger)
