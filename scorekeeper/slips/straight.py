"""A slip's block, rectified and in even light, with the search for circles' outlines and solid squares.

All places are in millimetres of the block. Pictures are grey; Pillow's own operations do the work.
"""

from functools import cache
from math import atan2, cos, hypot, pi, sin
from typing import Any

from PIL import Image, ImageChops, ImageFilter, ImageMath

from scorekeeper.slips.marks import RADIUS, SQUARE, Block, Frame
from scorekeeper.slips.projection import Point, Projection

SCALE = 10.0  # pixels a millimetre
MARGIN = 4.0  # millimetres around the block
WHITE = 255
FILL, SMOOTH = 15, 4  # pixels at a quarter of the resolution: marks that are filled up, and blur of the light
SECTORS = 8  # of a ring
PARTS = 16  # of a circle's outline
INSIDE, OUTSIDE = 0.72, 1.25  # of the radius: where the paper beside an outline is white
RAYS = 32  # from the middle of a mark, along which its ink is measured
ASLANT = range(2, 7)  # indices of those that point between circles, not at one
LONGEST, GAP, NEAR = 2.8, 0.4, 0.8  # mm: length of a ray; gap of white paper that ends the ink; not so near the start
AROUND = 1.5 * RADIUS  # within which the middle of a mark is searched
ENOUGH = 0.7  # of the resolution: a picture with more than twice that is shrunk first


class Straight:
    """The block cut out of a picture: `picture` as it is, `even` in even light, with the outlines that fit into it."""

    def __init__(self, picture: Image.Image, view: Projection, block: Block) -> None:
        self.picture = cut(picture, view, Frame(-MARGIN, -MARGIN, block.width + MARGIN, block.height + MARGIN), SCALE)
        self.even = _evened(self.picture)
        self.outlines = _outlines(self.even)

    def outline(self, x: float, y: float, reach: float) -> tuple[Point, float]:
        """Returns the point near (x, y) with the clearest outline of a circle around it, and its contrast (0–255)."""
        return _brightest(self.outlines, _box(x, y, reach))

    def square(self, x: float, y: float, reach: float) -> tuple[Point, float]:
        """Returns the point near (x, y) with the clearest solid square around it, and its darkness (0 to 255)."""
        left, top, right, bottom = _box(x, y, reach + SQUARE)
        part = self.even.crop((left, top, right, bottom)).filter(ImageFilter.BoxBlur(SQUARE * SCALE / 2 - 0.5))
        dark = Image.new("L", self.even.size)
        dark.paste(ImageChops.invert(part), (left, top))
        return _brightest(dark, _box(x, y, reach))

    def darkness(self, x: float, y: float, inner: float, outer: float) -> float:
        """Returns how dark, 0 to 255, a ring around a point is on average; a disc where `inner` is 0."""
        return WHITE - _mean(self.even, x, y, _ring_mask(inner, outer))

    def deepest(self, x: float, y: float, outer: float) -> float:
        """Returns the least darkness, 0 to 255, of the darkest tenth of a disc around a point."""
        counts = _counts(self.even, x, y, _ring_mask(0.0, outer))
        left = sum(counts) // 10
        for shade, count in enumerate(counts):
            left -= count
            if left < 0:
                return float(WHITE - shade)
        return 0.0

    def directions(self, x: float, y: float, inner: float, outer: float) -> list[float]:
        """Returns how dark each of the SECTORS of a ring around a point is on average."""
        return [WHITE - _mean(self.even, x, y, _sector_mask(inner, outer, sector)) for sector in range(SECTORS)]

    def span(self, x: float, y: float, dark: float) -> tuple[float, Point]:
        """Returns the length in mm of ink at least so `dark` along the shorter stroke of an X around a point.

        Also returns the middle of that ink.
        """
        reach = round((AROUND + LONGEST) * SCALE) + 1
        left, top = round((x + MARGIN) * SCALE) - reach, round((y + MARGIN) * SCALE) - reach
        part = self.even.crop((left, top, left + 2 * reach, top + 2 * reach))
        inked = part.point([WHITE * (shade < WHITE - dark) for shade in range(256)])
        middle = _middle(inked, reach)
        if middle is None:
            return 0.0, (x, y)
        ends = [_end([bool(inked.getpixel((middle[0] + x, middle[1] + y))) for x, y in ray]) for ray in _rays()]
        lengths = [one + other for one, other in zip(ends[: RAYS // 2], ends[RAYS // 2 :], strict=True)]
        longer = [max(beside) for beside in zip(lengths, lengths[-1:] + lengths, strict=False)]
        longest = max(min(longer[one], longer[one + RAYS // 4]) for one in ASLANT)
        return longest / SCALE, ((left + middle[0]) / SCALE - MARGIN, (top + middle[1]) / SCALE - MARGIN)

    def brightness(self, x: float, y: float) -> float:
        """Returns how bright the picture is around a circle."""
        return _mean(self.picture, x, y, _ring_mask(0, RADIUS * OUTSIDE))


def _box(x: float, y: float, reach: float) -> tuple[int, int, int, int]:
    left, top = round((x + MARGIN - reach) * SCALE), round((y + MARGIN - reach) * SCALE)
    side = round(2 * reach * SCALE) + 1
    return left, top, left + side, top + side


def _brightest(picture: Image.Image, box: tuple[int, int, int, int]) -> tuple[Point, float]:
    """Returns the brightest point of a part, in millimetres of the block, and its brightness."""
    part = picture.crop(box)
    shades = part.tobytes()
    most = max(shades)
    down, across = divmod(shades.index(most), part.width)
    return ((box[0] + across) / SCALE - MARGIN, (box[1] + down) / SCALE - MARGIN), float(most)


def _mean(picture: Image.Image, x: float, y: float, mask: Image.Image) -> float:
    counts = _counts(picture, x, y, mask)
    return sum(shade * count for shade, count in enumerate(counts)) / sum(counts)


def _counts(picture: Image.Image, x: float, y: float, mask: Image.Image) -> list[int]:
    """Returns the histogram of the pixels around a point, within a mask."""
    left, top = round((x + MARGIN) * SCALE) - mask.width // 2, round((y + MARGIN) * SCALE) - mask.height // 2
    return picture.crop((left, top, left + mask.width, top + mask.height)).histogram(mask)


def _middle(inked: Image.Image, reach: int) -> tuple[int, int] | None:
    """Returns the middle of the ink around the middle of a picture with sides of twice `reach`; None without ink."""
    around = round(AROUND * SCALE)
    box = reach - around, reach - around, reach + around + 1, reach + around + 1
    mask = ImageChops.multiply(inked.crop(box), _ring_mask(0.0, AROUND))
    wide, high = mask.resize((mask.width, 1), Image.Resampling.BOX), mask.resize((1, mask.height), Image.Resampling.BOX)
    if not sum(wide.tobytes()) or not sum(high.tobytes()):
        return None
    across, down = (round(_balance(shades.tobytes())) for shades in (wide, high))
    return box[0] + across, box[1] + down


def _balance(weights: bytes) -> float:
    return sum(at * weight for at, weight in enumerate(weights)) / sum(weights)


def _end(ray: list[bool]) -> int:
    """Returns at which point of a ray its ink ends."""
    end = 0
    for at, is_inked in enumerate(ray, 1):
        if is_inked:
            end = at
        elif at > NEAR * SCALE and at - end >= GAP * SCALE:
            break
    return end


@cache
def _rays() -> list[list[tuple[int, int]]]:
    """Returns the points of the RAYS, in pixels from their start."""
    angles = [2 * pi * ray / RAYS for ray in range(RAYS)]
    steps = range(1, round(LONGEST * SCALE) + 1)
    return [[(round(step * cos(angle)), round(step * sin(angle))) for step in steps] for angle in angles]


@cache
def _ring_mask(inner: float, outer: float) -> Image.Image:
    """Returns a mask of a ring with these radii in millimetres."""
    middle = round(outer * SCALE)
    side = range(-middle, middle + 1)
    shown = (WHITE * (inner * SCALE <= hypot(x, y) <= outer * SCALE) for y in side for x in side)
    return Image.frombytes("L", (len(side), len(side)), bytes(shown))


@cache
def _sector_mask(inner: float, outer: float, sector: int) -> Image.Image:
    """Returns a mask of one of the SECTORS of a ring."""
    middle = round(outer * SCALE)
    side = range(-middle, middle + 1)

    def is_shown(x: int, y: int) -> bool:
        return (
            round(atan2(y, x) * SECTORS / (2 * pi)) % SECTORS == sector
            and inner * SCALE <= hypot(x, y) <= outer * SCALE
        )

    return Image.frombytes("L", (len(side), len(side)), bytes(WHITE * is_shown(x, y) for y in side for x in side))


def direction(x: float, y: float) -> int:
    """Returns in which of the SECTORS around the origin a point lies."""
    return round(atan2(y, x) * SECTORS / (2 * pi)) % SECTORS


def cut(picture: Image.Image, view: Projection, frame: Frame, scale: float) -> Image.Image:
    """Returns a part of the paper straight, at `scale` pixels a millimetre; black where the picture ends.

    A picture with far more pixels is shrunk first.
    """
    size = round((frame.right - frame.left) * scale), round((frame.bottom - frame.top) * scale)
    corners = [view(x, y) for x in (frame.left, frame.right) for y in (frame.top, frame.bottom)]
    left, top = (max(int(min(parts)) - 2, 0) for parts in zip(*corners, strict=True))
    right, bottom = (int(max(parts)) + 3 for parts in zip(*corners, strict=True))
    right, bottom = min(right, picture.width), min(bottom, picture.height)
    if right - left < MARGIN or bottom - top < MARGIN:
        return Image.new("L", size)
    part = picture.crop((left, top, right, bottom))
    shrunk = max(1, int(hypot(corners[2][0] - corners[0][0], corners[2][1] - corners[0][1]) / size[0] * ENOUGH))
    if shrunk > 1:
        part = part.reduce(shrunk)
    pixels = view.scaled(1 / scale, frame.left, frame.top).onto(left, top, shrunk)
    return part.transform(size, Image.Transform.PERSPECTIVE, pixels, Image.Resampling.BICUBIC, fillcolor=0)


def _evened(picture: Image.Image) -> Image.Image:
    """Returns a picture divided by the brightness of the paper around each point.

    Paper is the picture after filling up everything dark that is narrower than a crossed-out mark.
    """
    paper = picture.reduce(4)
    for step in (ImageFilter.MaxFilter(FILL), ImageFilter.MinFilter(FILL), ImageFilter.GaussianBlur(SMOOTH)):
        paper = paper.filter(step)

    def divided(args: dict[str, Any]) -> Any:
        light = args["max"](args["light"], 1)
        return args["convert"](args["min"](args["picture"] * WHITE / light, WHITE), "L")

    light = paper.resize(picture.size, Image.Resampling.BILINEAR)
    even: Image.Image = ImageMath.lambda_eval(divided, picture=picture, light=light)
    return even


def _outlines(even: Image.Image) -> Image.Image:
    """Returns for each point how much darker a circle's outline around it is than the paper on both sides of it."""
    beside = Image.blend(_ring(even, RADIUS * INSIDE), _ring(even, RADIUS * OUTSIDE), 0.5)
    return ImageChops.subtract(beside, _ring(even, RADIUS))


def _ring(picture: Image.Image, radius: float) -> Image.Image:
    """Returns for each point the mean of the ring around it: of copies that are shifted, in pairs."""
    layers = []
    for part in range(PARTS):
        angle = 2 * pi * (part + 0.5) / PARTS
        across, down = round(radius * SCALE * cos(angle)), round(radius * SCALE * sin(angle))
        layers.append(ImageChops.offset(picture, across, down))
    while len(layers) > 1:
        layers = [Image.blend(one, other, 0.5) for one, other in zip(layers[::2], layers[1::2], strict=True)]
    return layers[0]
