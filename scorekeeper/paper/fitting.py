"""The size of a sheet's type at which it fills its page, or the fewest pages, found by laying it out."""

from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.paper.typesetting import page_count, positions

MOST_ROWS = 150  # of a list; longer ones are printed in the usual size
LEAST = 0.85  # times the usual size, if that saves a page
NEARLY = 0.98  # of the room that is left
WORTH = 1.04  # times a size that fits: not worth another attempt
ATTEMPTS, HALVINGS = 3, 2

Html = Callable[[float], str]  # a sheet at a size of its type


class Fit(NamedTuple):
    """How a sheet fits on one page: the size of its type, times the usual one, and the share of the page it fills."""

    size: float
    filled: float


def best_size(trial: Html, printed: Html, foot: float, most: float) -> float:
    """Returns about the largest size up to `most` at which a sheet has the fewest pages that it has at LEAST.

    `trial` and `foot`: see `fit_on_one_page`. `printed` returns the HTML for printing.
    """
    fit = fit_on_one_page(trial, foot, most)
    return fit.size if fit else size_on_pages(printed, most)


def size_on_pages(printed: Html, most: float) -> float:
    """Returns about the largest size up to `most` at which a sheet has the fewest pages that it has at LEAST."""
    least, usual = min(LEAST, most), min(1.0, most)
    pages = page_count(printed(least))
    low, high = (usual, most) if least < usual and page_count(printed(usual)) <= pages else (least, usual)
    for _attempt in range(HALVINGS if low < high else 0):
        size = round((low + high) / 2, 3)
        low, high = (size, high) if page_count(printed(size)) <= pages else (low, size)
    return low


def fit_on_one_page(trial: Html, foot: float, most: float, least: float = LEAST) -> Fit | None:
    """Returns about the largest size from `least` to `most` at which a sheet fits on one page, None if it does not.

    `trial` returns a layout as HTML, on one page that is high enough for all of it. What grows with the size is
    between the ids `start` and `end`; the id `last` is below everything. `foot` is the end of the real page, in mm.
    """
    fits: Fit | None = None
    size, too_large, least = most, most, min(least, most)
    for _attempt in range(ATTEMPTS):
        grown, room = _measured(trial(size), foot)
        if room < ((least / size) ** 2 - 1) * grown:
            return None
        if room >= 0:
            fits = Fit(size, 1 - room / foot)
        else:
            too_large = size
        better = round(min(NEARLY * size * (1 + room / grown), too_large), 3)
        if fits and better <= fits.size * WORTH:
            break
        size = max(better, least)
    return fits or _fit_at(trial, foot, least)


def _fit_at(trial: Html, foot: float, size: float) -> Fit | None:
    _grown, room = _measured(trial(size), foot)
    return Fit(size, 1 - room / foot) if room >= 0 else None


def _measured(html: str, foot: float) -> tuple[float, float]:
    """Returns the height of what grows with the size, and the room left on the page, negative if there is none."""
    at = positions(html)
    return max(at["end"][1] - at["start"][1], 1.0), foot - at["last"][1]
