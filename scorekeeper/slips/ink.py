"""Measures the ink in every circle of a slip's block.

The codes' corners give a first projection of the block. It is refined with the solid squares and the circles' outlines,
searched from the codes outwards, because paper bends and lenses distort. Ink is the darkness above the empty circles of
the same block. Lengths are in millimetres.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from statistics import median
from typing import NamedTuple

from PIL import Image

from scorekeeper.slips.finding import SeenSlip
from scorekeeper.slips.marks import MODULE, PITCH, RADIUS, Block, Frame, Mark
from scorekeeper.slips.projection import Point, Projection, fitted
from scorekeeper.slips.straight import WHITE, Straight, cut, direction

REACH = 1.3  # how far from its expected place an outline is searched
FAR = 2.4  # the same for squares
STEP = 13.0  # by which the distance from the codes grows before the projection is fitted again
STRAY = 0.6  # least limit of the distance from the fit beyond which an anchor is an outlier
NEIGHBOURS = 9.0  # around a circle: the circles whose median shift it has
LEVEL = 13.0  # around a circle: most circles there are empty
CORE = 0.8  # of the radius: the part inside the outline
BEYOND = (1.2 * RADIUS, 1.7 * RADIUS)  # the ring around a circle crossed by strokes that leave it
CLOSE = (1.125 * RADIUS, 1.44 * RADIUS)  # the ring crossed even by short ones
EDGE_OF_INK = (1.0 * RADIUS, 1.31 * RADIUS)  # the ring around the ink's middle where a cross has corners, a blot none
ARM = 3  # index of the fourth darkest direction: a crossed-out mark leaves its circle in at least four
BESIDE = 1.45 * PITCH  # between the centres of circles whose rings overlap
INKED, SAMPLE = 0.05, 24  # least ink of circles whose ring is measured; number of empty ones it is compared with
GLYPH = 0.06  # the most ink of a printed digit
WEAKEST = 5.0  # contrast of an outline, in shades of grey
FAINT = 0.4  # of the usual contrast of an outline: below that, the circle is not seen
PALEST = 60.0  # darkness of black print, in shades of grey
SOLID = 0.5  # of a stroke's shade: darker is ink
PALE = 0.25  # of black: the shade of the palest stroke
FINDER = 3.5 * MODULE  # from a code's corner to the middle of its finder pattern
LIGHT_RING = (1.7 * MODULE, 2.3 * MODULE)  # around the dark middle of a finder pattern
BRIGHT = 250  # brightness from which a circle is hidden by glare
SHOWN = 5.0  # pixels a millimetre of the cut-out
CUT, GLARE, HIDDEN = "cut", "glare", "hidden"


class Ink(NamedTuple):
    """The ink of a circle: `amount` is 0 if it is empty, 1 if it is black.

    `unseen` is the reason if the circle cannot be seen: CUT, GLARE or HIDDEN; empty if its outline is there. A
    crossed-out mark leaves its circle on all sides, which shows in these values (all 0 if there is little ink):

    - `beyond`: ink around the circle, in the fourth darkest of eight directions;
    - `span`: length of the ink in diameters of the circle, along the shorter stroke of an X;
    - `aslant`: ink close to the circle, the sum of the two lightest of the four directions between circles;
    - `angular`: how much darker the ink's edge is in those two directions than in the two lightest of the other four.
    """

    mark: Mark
    amount: float
    beyond: float = 0.0
    unseen: str = ""
    span: float = 0.0
    aslant: float = 0.0
    angular: float = 0.0


@dataclass(frozen=True)
class Measured:
    """The ink of all circles of a block.

    `spread` is the standard deviation of the empty ones, `shade` the usual darkness of strokes (0 to 1), `corners` how
    many of the block's four corners are seen, `picture` the rectified cut-out of the paper.
    """

    inks: tuple[Ink, ...]
    spread: float
    shade: float
    corners: int
    picture: Image.Image | None = None


class _Anchor(NamedTuple):
    """A printed point: its place on the block (`known`), where it is seen, and its weight in the fit."""

    known: Point
    seen: Point
    weight: float = 1.0


def measure(picture: Image.Image, slip: SeenSlip, block: Block, shown: Frame) -> Measured | None:
    """Returns the ink of a slip's circles in a grey picture; None if its codes do not determine a plane."""
    corners = _corners(slip, block)
    view = _fit(corners)
    if view is None:
        return None
    straight = Straight(picture, view, block)
    anchors = _grown(straight, block, [_Anchor(anchor.known, anchor.known) for anchor in corners])
    better = _fit([anchor._replace(seen=view(*anchor.seen)) for anchor in _steady(anchors)])
    if better is None:
        return None
    inks = _inks(Straight(picture, better, block), block, better, picture.size)
    return replace(inks, picture=cut(picture, better, shown, SHOWN))


def _corners(slip: SeenSlip, block: Block) -> list[_Anchor]:
    """Returns the corners of the slip's codes, as seen in the picture."""
    anchors = []
    for code in slip.codes:
        box = block.codes[code.code.corner]
        right, bottom = box.x + box.size, box.y + box.size
        around = (box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)
        anchors += [_Anchor(known, seen) for known, seen in zip(around, code.corners, strict=True)]
    return anchors


def _fit(anchors: Sequence[_Anchor]) -> Projection | None:
    return fitted(*zip(*((anchor.seen, anchor.known, anchor.weight) for anchor in anchors), strict=True))


def _grown(straight: Straight, block: Block, anchors: list[_Anchor]) -> list[_Anchor]:
    """Returns the anchors, and those of outlines and squares found outwards from them."""
    starts = [anchor.known for anchor in anchors]
    places = sorted((min(dist(start, (mark.x, mark.y)) for start in starts), mark.x, mark.y) for mark in block.marks)
    reached, model = 0.0, _fit(anchors)
    while places and model is not None:
        reached = max(reached + STEP, places[0][0])
        near = [(x, y) for away, x, y in places if away <= reached]
        places = places[len(near) :]
        outlines = [(place, *straight.outline(*model(*place), REACH)) for place in near]
        least = max(WEAKEST, median(contrast for _place, _seen, contrast in outlines) / 2)
        anchors = anchors + [_Anchor(place, seen) for place, seen, contrast in outlines if contrast >= least]
        model = _fit(_steady(anchors))
    return anchors + (_squares(straight, block, model) if model is not None else [])


def _squares(straight: Straight, block: Block, model: Projection) -> list[_Anchor]:
    squares = []
    for box in block.corners:
        middle = box.x + box.size / 2, box.y + box.size / 2
        seen, darkness = straight.square(*model(*middle), FAR)
        if darkness > WHITE / 2:
            squares.append(_Anchor(middle, seen, 4.0))
    return squares


def _steady(anchors: Sequence[_Anchor]) -> Sequence[_Anchor]:
    """Returns the anchors without outliers, those far from where a projection fitted to all puts them."""
    for _again in range(2):
        model = _fit(anchors)
        if model is None:
            return anchors
        off = [dist(model(*anchor.known), anchor.seen) for anchor in anchors]
        limit = max(STRAY, 2.5 * median(off))
        anchors = [anchor for anchor, away in zip(anchors, off, strict=True) if away <= limit]
    return anchors


def _places(straight: Straight, block: Block) -> list[tuple[Point, float]]:
    """Returns each circle's centre, shifted by the median of its neighbours, and its outline's contrast there."""
    outlines = [straight.outline(mark.x, mark.y, REACH) for mark in block.marks]
    least = max(WEAKEST, median(contrast for _seen, contrast in outlines) / 2)
    shifts = [
        ((mark.x, mark.y), seen[0] - mark.x, seen[1] - mark.y)
        for mark, (seen, contrast) in zip(block.marks, outlines, strict=True)
        if contrast >= least
    ]
    places = []
    for mark in block.marks:
        near = [(dx, dy) for at, dx, dy in shifts if dist(at, (mark.x, mark.y)) <= NEIGHBOURS]
        dx, dy = (median(parts) for parts in zip(*near, strict=True)) if near else (0.0, 0.0)
        at = mark.x + dx, mark.y + dy
        places.append((at, straight.outline(*at, 0.3)[1]))
    return places


def _inks(straight: Straight, block: Block, view: Projection, size: tuple[int, int]) -> Measured:
    places = _places(straight, block)
    black = _black(straight, block)
    usual = max(median(contrast for _at, contrast in places), WEAKEST)
    cores = [straight.darkness(*at, 0.0, RADIUS * CORE) / black for at, _contrast in places]
    empty = _empty(block.marks, cores)
    amounts = _levelled(block.marks, [core - empty[mark.value] for mark, core in zip(block.marks, cores, strict=True)])
    beyond = _beyond(straight, block.marks, [at for at, _contrast in places], amounts, black)
    unseen = [
        "" if contrast >= FAINT * usual else _why_unseen(straight, at, view(*at), size) for at, contrast in places
    ]
    lower = sorted(abs(amount) for amount in amounts)[: len(amounts) * 3 // 4]
    strokes = [
        straight.deepest(*at, RADIUS * CORE) / black
        for (at, _contrast), amount in zip(places, amounts, strict=True)
        if amount >= INKED
    ]
    shade = max(median(strokes), PALE) if strokes else 1.0
    crossing = [
        _crossing(straight, at, shade, black) if amount >= INKED else (0.0, 0.0, 0.0)
        for (at, _contrast), amount in zip(places, amounts, strict=True)
    ]
    inks = tuple(
        Ink(mark, amount, around, hidden, *crossed)
        for mark, amount, around, hidden, crossed in zip(block.marks, amounts, beyond, unseen, crossing, strict=True)
    )
    return Measured(inks, 1.48 * median(lower), shade, _seen_corners(straight, block, black))


def _crossing(straight: Straight, at: Point, shade: float, black: float) -> tuple[float, float, float]:
    """Returns `span`, `aslant` and `angular` of a circle with ink."""
    span, middle = straight.span(*at, SOLID * shade * black)
    edge = straight.directions(*middle, *EDGE_OF_INK)
    aslant = _two_lightest(straight.directions(*at, *CLOSE)[1::2])
    angular = (_two_lightest(edge[1::2]) - _two_lightest(edge[::2])) / 2
    return span / (2 * RADIUS), aslant / black, angular / black


def _two_lightest(directions: list[float]) -> float:
    return sum(sorted(directions)[:2])


def _beyond(
    straight: Straight, marks: Sequence[Mark], places: list[Point], amounts: list[float], black: float
) -> list[float]:
    """Returns `beyond` of each circle; directions in which there is another mark are left out."""
    blank = [at for at, amount in zip(places, amounts, strict=True) if amount < INKED][:: max(1, len(places) // SAMPLE)]
    inked = [mark for mark, amount in zip(marks, amounts, strict=True) if amount >= INKED]
    if not blank:
        return [1.0] * len(places)
    usual = [median(alike) for alike in zip(*(straight.directions(*at, *BEYOND) for at in blank), strict=True)]
    beyond = []
    for mark, at, amount in zip(marks, places, amounts, strict=True):
        if amount < INKED:
            beyond.append(0.0)
            continue
        taken = {direction(other.x - mark.x, other.y - mark.y) for other in inked if 0 < _apart(other, mark) <= BESIDE}
        directions = enumerate(zip(straight.directions(*at, *BEYOND), usual, strict=True))
        darker = sorted((dark - light for number, (dark, light) in directions if number not in taken), reverse=True)
        beyond.append(darker[ARM] / black if len(darker) > ARM else 0.0)
    return beyond


def _apart(one: Mark, other: Mark) -> float:
    return dist((one.x, one.y), (other.x, other.y))


def _empty(marks: Sequence[Mark], cores: Sequence[float]) -> dict[int | None, float]:
    """Returns how dark an empty circle is, by the digit that is printed in it."""
    most = median(cores) + GLYPH
    by_digit: dict[int | None, list[float]] = {}
    for mark, core in zip(marks, cores, strict=True):
        by_digit.setdefault(mark.value, []).append(core)
    return {digit: min(sorted(alike)[1], most) for digit, alike in by_digit.items()}


def _levelled(marks: Sequence[Mark], amounts: Sequence[float]) -> list[float]:
    """Returns the ink minus the median of the circles around, which removes e.g. stronger noise in a shadow."""
    levelled = []
    for mark, amount in zip(marks, amounts, strict=True):
        level = median(other for near, other in zip(marks, amounts, strict=True) if _apart(near, mark) <= LEVEL)
        levelled.append(amount - min(max(level, -GLYPH), GLYPH))
    return levelled


def _why_unseen(straight: Straight, at: Point, seen: Point, size: tuple[int, int]) -> str:
    if not (0 <= seen[0] < size[0] and 0 <= seen[1] < size[1]):
        return CUT
    return GLARE if straight.brightness(*at) >= BRIGHT else HIDDEN


def _finders(block: Block) -> list[list[Point]]:
    """Returns the middles of each code's finder patterns."""
    finders = []
    for box in block.codes:
        near, far = FINDER, box.size - FINDER
        finders.append([(box.x + x, box.y + y) for x, y in ((near, near), (far, near), (near, far))])
    return finders


def _black(straight: Straight, block: Block) -> float:
    """Returns how dark black print is, from the squares and the codes' finder patterns."""
    shades = [straight.darkness(box.x + box.size / 2, box.y + box.size / 2, 0.0, 1.0) for box in block.corners]
    shades += [straight.darkness(x, y, 0.0, MODULE) for code in _finders(block) for x, y in code]
    return max(median(shades), PALEST)


def _seen_corners(straight: Straight, block: Block, black: float) -> int:
    """Returns how many of the block's four corners (two solid squares, two codes) are seen where they should be."""
    squares = 0
    for box in block.corners:
        x, y = box.x + box.size / 2, box.y + box.size / 2
        inside, outside = straight.darkness(x, y, 0.0, 1.0), straight.darkness(x, y, 2.3, 2.6)
        squares += inside > 0.7 * black and outside < 0.3 * black
    codes = 0
    for code in _finders(block):
        rings = [(straight.darkness(x, y, 0.0, MODULE), straight.darkness(x, y, *LIGHT_RING)) for x, y in code]
        codes += sum(middle - light > 0.3 * black for middle, light in rings) >= 2
    return squares + codes
