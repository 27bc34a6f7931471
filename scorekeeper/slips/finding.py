"""Finds the codes of slips in a picture, and which of them lie on one slip."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import zxingcpp
from PIL import Image, ImageFilter, ImageOps

from scorekeeper.slips.codes import Code, parse
from scorekeeper.slips.projection import Point

SMALL = 6_000_000  # pixels of a picture that is looked at once more, twice as large
MOST_CODES = 80


class SeenCode(NamedTuple):
    """A code in a picture, with its corners from the top left one clockwise, in pixels."""

    code: Code
    corners: tuple[Point, Point, Point, Point]


class SeenSlip(NamedTuple):
    """The codes of a slip that were found in a picture, one or two."""

    codes: tuple[SeenCode, ...]

    @property
    def code(self) -> Code:
        """What the slip's codes say."""
        return self.codes[0].code


def slips_in(picture: Image.Image) -> list[SeenSlip]:
    """Returns the slips in a grey picture, in the order of round and table.

    A picture that shows none, or only one code of a slip, is looked at again larger and sharper.
    """
    seen = list(_codes(picture, 1))
    if not _is_whole(seen):
        for tried, factor in _improved(picture):
            known = {code.code for code in seen}
            seen += [code for code in _codes(tried, factor) if code.code not in known]
            if _is_whole(seen):
                break
    groups: dict[tuple[str, int, int], list[SeenCode]] = defaultdict(list)
    for code in seen[:MOST_CODES]:
        groups[code.code[:3]].append(code)
    return [SeenSlip(tuple(codes)) for _which, codes in sorted(groups.items(), key=lambda group: group[0][1:])]


def _is_whole(seen: list[SeenCode]) -> bool:
    """True if both codes of each slip were found, and any at all."""
    corners: dict[tuple[str, int, int], set[int]] = defaultdict(set)
    for code in seen:
        corners[code.code[:3]].add(code.code.corner)
    return bool(corners) and all(len(both) == 2 for both in corners.values())


def _improved(picture: Image.Image) -> Iterator[tuple[Image.Image, int]]:
    """Yields the picture with more contrast, then larger, each with how often it was enlarged."""
    sharp = ImageOps.autocontrast(picture, cutoff=1).filter(ImageFilter.UnsharpMask(3, 150, 2))
    yield sharp, 1
    if picture.width * picture.height <= SMALL:
        yield picture.resize((picture.width * 2, picture.height * 2), Image.Resampling.BICUBIC), 2
        yield sharp.resize((picture.width * 2, picture.height * 2), Image.Resampling.BICUBIC), 2


def _codes(picture: Image.Image, factor: int) -> Iterator[SeenCode]:
    """Yields the codes of slips in a picture that was enlarged by `factor`."""
    # Made anew each time: kept, it would outlive the library, which complains of it at the end.
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for read in zxingcpp.read_barcodes(picture, formats=formats, try_invert=False):
        code = parse(read.text)
        if code is not None:
            place = read.position
            around = place.top_left, place.top_right, place.bottom_right, place.bottom_left
            one, two, three, four = ((point.x / factor, point.y / factor) for point in around)
            yield SeenCode(code, (one, two, three, four))
