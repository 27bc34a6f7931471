"""The size of a sheet's type at which it fills its page, found by laying it out."""

from collections.abc import Callable

from scorekeeper.paper.typesetting import positions

LEAST = 0.85  # times the usual size, if that keeps a sheet on one page
NEARLY = 0.98  # of the room that is left
ATTEMPTS = 3


def size_that_fits(page: Callable[[float], str], foot: float, most: float, least: float = LEAST) -> float | None:
    """Returns the largest size, `least` to `most` times the usual one, at which a sheet fits on one page, else None.

    `page` returns a trial layout as HTML, on one page that is high enough for all of it. What grows with the size is
    between the ids `start` and `end`; the id `last` is below everything. `foot` is the end of the real page, in mm.
    """
    grown, room = _measured(page(1.0), foot)
    if room < (least**2 - 1) * grown:
        return None
    fits = 1.0 if room >= 0 else None
    size = min(NEARLY * (1 + room / grown), most)
    for _attempt in range(ATTEMPTS):
        size = round(max(size, fits or least), 3)
        if size == fits:
            break
        _grown, room = _measured(page(size), foot)
        if room >= 0:
            return size
        size = (size + fits) / 2 if fits else least
    return fits


def _measured(html: str, foot: float) -> tuple[float, float]:
    """Returns the height of what grows with the size, and the room left on the page, negative if there is none."""
    at = positions(html)
    return max(at["end"][1] - at["start"][1], 1.0), foot - at["last"][1]
