"""Finds the codes of slips in a picture, and groups them by slip."""

from collections import defaultdict
from collections.abc import Iterator
from math import dist
from typing import NamedTuple

import zxingcpp
from PIL import Image, ImageFilter, ImageOps

from scorekeeper.slips.codes import Code, parse
from scorekeeper.slips.projection import Point

SMALL = 6_000_000  # pixels of a picture; smaller ones are searched at twice their size, too
CLEAR = 4.0  # pixels of a code's module: codes with smaller ones are easily missed
MODULES = 21
SHARPENED = ((1.5, 500), (2.0, 300))  # radius of the unsharp mask, times the enlargement, and per cent
MOST_CODES = 80


class SeenCode(NamedTuple):
    """A code in a picture, with its corners from the top left one clockwise, in pixels."""

    code: Code
    corners: tuple[Point, Point, Point, Point]

    @property
    def side(self) -> float:
        """The shorter diagonal, as the side of a square."""
        one, two, three, four = self.corners
        return min(dist(one, three), dist(two, four)) / 2**0.5

    def is_at(self, other: "SeenCode") -> bool:
        """True if both are the same code at the same place."""
        return self.code == other.code and dist(self.corners[0], other.corners[0]) < self.side


class SeenSlip(NamedTuple):
    """A slip in a picture, with the one or two of its codes that were found."""

    codes: tuple[SeenCode, ...]

    @property
    def code(self) -> Code:
        """The content of the first code; the other one differs only in its corner."""
        return self.codes[0].code


def slips_in(picture: Image.Image) -> list[SeenSlip]:
    """Returns the slips in a grey picture, in the order of round and table.

    If no code was found, only one of a slip, or small ones, sharper and larger copies of the picture are searched too.
    """
    seen = _codes(picture)
    for copy, factor, binarizer in _improved(picture):
        if _is_enough(seen):
            break
        more = _codes(copy, factor, binarizer)
        seen += [code for code in more if not any(code.is_at(other) for other in seen)]
    groups: dict[tuple[str, int, int], list[SeenCode]] = defaultdict(list)
    for code in seen[:MOST_CODES]:
        groups[code.code[:3]].append(code)
    return [SeenSlip(tuple(codes)) for _which, codes in sorted(groups.items(), key=lambda group: group[0][1:])]


def _is_enough(seen: list[SeenCode]) -> bool:
    """True if both codes of each slip were found, so large that no other was missed."""
    corners: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    for code in seen:
        corners[code.code[:3]].add(code.code.corner)
    is_whole = all(len(both) == 2 for both in corners.values())
    return bool(seen) and is_whole and min(code.side for code in seen) >= CLEAR * MODULES


def _improved(picture: Image.Image) -> Iterator[tuple[Image.Image, int, zxingcpp.Binarizer]]:
    """Yields sharper and larger copies of the picture, each with its enlargement and the binarizer to use."""
    local, whole = zxingcpp.Binarizer.LocalAverage, zxingcpp.Binarizer.GlobalHistogram
    sharp = ImageOps.autocontrast(picture, cutoff=1).filter(ImageFilter.UnsharpMask(3, 150, 2))
    yield sharp, 1, local
    factor = 2 if picture.width * picture.height <= SMALL else 1
    large = picture.resize((picture.width * factor, picture.height * factor), Image.Resampling.BICUBIC)
    if factor > 1:
        yield large, factor, local
    for radius, percent in SHARPENED:
        sharp = large.filter(ImageFilter.UnsharpMask(radius * factor, percent, 0))
        yield sharp, factor, whole
        yield sharp, factor, local


def _codes(
    picture: Image.Image, factor: int = 1, binarizer: zxingcpp.Binarizer = zxingcpp.Binarizer.LocalAverage
) -> list[SeenCode]:
    """Returns the codes of slips in a picture that was enlarged by `factor`."""
    # Created each time: a global one would outlive the library, which warns about that when the program exits.
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    codes = []
    for barcode in zxingcpp.read_barcodes(picture, formats=formats, try_invert=False, binarizer=binarizer):
        code = parse(barcode.text)
        if code is not None:
            place = barcode.position
            around = place.top_left, place.top_right, place.bottom_right, place.bottom_left
            one, two, three, four = ((point.x / factor, point.y / factor) for point in around)
            codes.append(SeenCode(code, (one, two, three, four)))
    return codes
