"""The size of a sheet's type at which it fills its page, found by laying it out."""

from collections.abc import Callable

from scorekeeper.paper.typesetting import positions

LEAST = 0.85  # times the usual size, if that keeps a sheet on one page
NEARLY = 0.98  # of the room that is left
SMALLER = 0.94  # from one attempt to the next
ATTEMPTS = 4


def size_that_fits(page: Callable[[float], str], foot: float, most: float, least: float = LEAST) -> float | None:
    """Returns the largest size, `least` to `most` times the usual one, at which a sheet fits on one page, else None.

    `page` returns the trial layout at a size, on a page high enough for all of it: what grows with the size is between
    the ids `start` and `end`, `last` is below all. `foot` is where the page ends, in millimetres from its top.
    """
    at = positions(page(1.0))
    grown, room = at["end"][1] - at["start"][1], foot - at["last"][1]
    if room < (least**2 - 1) * grown:
        return None
    size = min(1 + NEARLY * room / max(grown, 1), most)
    for _attempt in range(ATTEMPTS):
        size = round(max(size, least if room < 0 else 1.0), 3)
        if (size == 1 and room >= 0) or positions(page(size))["last"][1] <= foot:
            return size
        if size == least:
            break
        size *= SMALLER
    return 1.0 if room >= 0 else None
