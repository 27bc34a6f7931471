"""Measures the ink in every circle of a slip's block.

The codes' corners show the block straight; then the solid squares and the circles' own outlines, looked for from the
codes outwards, say where everything really lies: paper bends, and so do lenses. Ink is measured against the empty
circles of the same block. Lengths are in millimetres.
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

REACH = 1.3  # how far from its place an outline is looked for
FAR = 2.4  # the same for squares
STEP = 13.0  # how much further from the codes outlines are looked for before all is fitted again
STRAY = 0.6  # what lies further off is taken for something else
NEIGHBOURS = 9.0  # circles that move together
LEVEL = 13.0  # around a circle: most circles there are empty
CORE = 0.8  # of the radius: inside the outline
BEYOND = (1.2 * RADIUS, 1.7 * RADIUS)  # what strokes that leave the circle cover
CLOSE = (1.125 * RADIUS, 1.44 * RADIUS)  # what even short ones do
EDGE_OF_INK = (1.0 * RADIUS, 1.31 * RADIUS)  # around the middle of the ink: where a cross has corners, a blot none
ARM = 3  # a crossed-out mark leaves its circle in so many directions, and one more
BESIDE = 1.45 * PITCH  # between the centres of circles that touch each other's surroundings
INKED, SAMPLE = 0.05, 24  # ink of circles whose surroundings are looked at; how many empty ones they are compared with
GLYPH = 0.06  # the most ink that a printed digit has
WEAKEST = 5.0  # of an outline, in shades of grey
FAINT = 0.4  # of the usual outline: not seen
PALEST = 60.0  # of black, in shades of grey
SOLID = 0.5  # of a stroke's shade: ink
PALE = 0.25  # of black: the palest stroke
FINDER = 3.5 * MODULE  # from a code's corner to the middle of its finder pattern
LIGHT_RING = (1.7 * MODULE, 2.3 * MODULE)  # around the dark middle of a finder pattern
BRIGHT = 250  # of a picture: glare
SHOWN = 5.0  # pixels a millimetre of the picture for people
CUT, GLARE, HIDDEN = "cut", "glare", "hidden"


class Ink(NamedTuple):
    """The ink of a circle, from 0 (empty) to 1 (black).

    A crossed-out mark leaves its circle on all sides: `beyond` is how much ink there is around the circle in the fourth
    darkest of eight directions, `aslant` how dark it is close by in the two lightest of the four directions between
    circles, together, `span` how far ink goes both ways of an X, in diameters of the circle, and `angular` how much
    darker the ink's edge is in those two directions than in the two lightest of the others. All are 0 where there is
    little ink. `unseen` says why the circle cannot be seen: CUT, GLARE or HIDDEN; it is empty if its outline
    is there.
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
    """The ink of all circles; how much empty ones differ; how dark strokes are; how many corners of the block are seen.

    `picture` is what is shown of the paper, seen straight.
    """

    inks: tuple[Ink, ...]
    spread: float
    shade: float
    corners: int
    picture: Image.Image | None = None


class _Anchor(NamedTuple):
    """Something printed: where it is on the block, and where it is seen."""

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
    """Returns the anchors with the outlines and squares that are found outwards from them."""
    starts = [anchor.known for anchor in anchors]
    places = sorted((min(dist(start, (mark.x, mark.y)) for start in starts), mark.x, mark.y) for mark in block.marks)
    reached, model = 0.0, _fit(anchors)
    while places and model is not None:
        reached = max(reached + STEP, places[0][0])
        near = [(x, y) for away, x, y in places if away <= reached]
        places = places[len(near) :]
        found = [(known, *straight.outline(*model(*known), REACH)) for known in near]
        good = max(WEAKEST, median(strength for _known, _seen, strength in found) / 2)
        anchors = anchors + [_Anchor(known, seen) for known, seen, strength in found if strength >= good]
        model = _fit(_steady(anchors))
    return anchors + (_squares(straight, block, model) if model is not None else [])


def _squares(straight: Straight, block: Block, model: Projection) -> list[_Anchor]:
    found = []
    for box in block.corners:
        middle = box.x + box.size / 2, box.y + box.size / 2
        seen, darkness = straight.square(*model(*middle), FAR)
        if darkness > WHITE / 2:
            found.append(_Anchor(middle, seen, 4.0))
    return found


def _steady(anchors: Sequence[_Anchor]) -> Sequence[_Anchor]:
    """Returns the anchors without those that stray from where the others say they are."""
    for _again in range(2):
        model = _fit(anchors)
        if model is None:
            return anchors
        off = [dist(model(*anchor.known), anchor.seen) for anchor in anchors]
        limit = max(STRAY, 2.5 * median(off))
        anchors = [anchor for anchor, away in zip(anchors, off, strict=True) if away <= limit]
    return anchors


def _places(straight: Straight, block: Block) -> list[tuple[Point, float]]:
    """Returns where each circle lies, as the median of its neighbours says, and how well its outline is seen there."""
    found = [straight.outline(mark.x, mark.y, REACH) for mark in block.marks]
    good = max(WEAKEST, median(strength for _seen, strength in found) / 2)
    moved = [
        ((mark.x, mark.y), seen[0] - mark.x, seen[1] - mark.y)
        for mark, (seen, strength) in zip(block.marks, found, strict=True)
        if strength >= good
    ]
    places = []
    for mark in block.marks:
        near = [(dx, dy) for at, dx, dy in moved if dist(at, (mark.x, mark.y)) <= NEIGHBOURS]
        dx, dy = (median(parts) for parts in zip(*near, strict=True)) if near else (0.0, 0.0)
        at = mark.x + dx, mark.y + dy
        places.append((at, straight.outline(*at, 0.3)[1]))
    return places


def _inks(straight: Straight, block: Block, view: Projection, size: tuple[int, int]) -> Measured:
    places = _places(straight, block)
    black = _black(straight, block)
    usual = max(median(strength for _at, strength in places), WEAKEST)
    cores = [straight.darkness(*at, 0.0, RADIUS * CORE) / black for at, _strength in places]
    empty = _empty(block.marks, cores)
    amounts = _levelled(block.marks, [core - empty[mark.value] for mark, core in zip(block.marks, cores, strict=True)])
    beyond = _beyond(straight, block.marks, [at for at, _strength in places], amounts, black)
    unseen = [
        "" if strength >= FAINT * usual else _why_unseen(straight, at, view(*at), size) for at, strength in places
    ]
    lower = sorted(abs(amount) for amount in amounts)[: len(amounts) * 3 // 4]
    strokes = [
        straight.deepest(*at, RADIUS * CORE) / black
        for (at, _strength), amount in zip(places, amounts, strict=True)
        if amount >= INKED
    ]
    shade = max(median(strokes), PALE) if strokes else 1.0
    crossing = [
        _crossing(straight, at, shade, black) if amount >= INKED else (0.0, 0.0, 0.0)
        for (at, _strength), amount in zip(places, amounts, strict=True)
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
    """Returns how dark it is around the circles with ink, in the fourth darkest direction without another mark."""
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
    """Returns the ink above what most circles around have, as where noise is stronger in a shadow."""
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
    """Returns how dark black is, by the squares and the codes' finder patterns."""
    shades = [straight.darkness(box.x + box.size / 2, box.y + box.size / 2, 0.0, 1.0) for box in block.corners]
    shades += [straight.darkness(x, y, 0.0, MODULE) for code in _finders(block) for x, y in code]
    return max(median(shades), PALEST)


def _seen_corners(straight: Straight, block: Block, black: float) -> int:
    """Returns how many of the block's four corners are seen where they should be: solid squares, finder patterns."""
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
