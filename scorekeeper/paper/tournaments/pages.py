"""A tournament's sheets as HTML, in the current language: lists, slips and drawings that fill their pages."""

from dataclasses import replace
from functools import lru_cache
from math import floor

from scorekeeper.paper.fitting import LEAST, size_that_fits
from scorekeeper.paper.model import PAPERS
from scorekeeper.paper.page import rendered
from scorekeeper.paper.tournaments.handouts import Badges, Poster, Stands
from scorekeeper.paper.tournaments.parts import Drawing, Listing
from scorekeeper.paper.tournaments.seating import Plan
from scorekeeper.paper.tournaments.slips import Slips, is_crowded, with_rows
from scorekeeper.paper.typesetting import positions

LIST, SLIPS = "paper/tournaments/list.html", "paper/tournaments/slips.html"
PLAN, DRAWING = "paper/tournaments/plan.html", "paper/tournaments/drawing.html"
TRIALS = 64  # kept
MOST_ROWS = 150  # of a list that may fit on one page
LEAST_NAMES, STEP = 0.6, 0.93  # sizes of names on a floor plan, times the usual one; from one attempt to the next
SPARE = 1.0  # mm left on a floor plan


def html_of_drawing(sheet: Drawing) -> str:
    """Returns a drawing as HTML."""
    return rendered(DRAWING, sheet=sheet)


def html_of_stands(sheet: Stands) -> str:
    """Returns table stands as HTML."""
    return rendered("paper/tournaments/stands.html", sheet=sheet)


def html_of_badges(sheet: Badges) -> str:
    """Returns name badges as HTML."""
    return rendered("paper/tournaments/badges.html", sheet=sheet)


def html_of_poster(sheet: Poster) -> str:
    """Returns a poster as HTML."""
    return rendered("paper/tournaments/poster.html", sheet=sheet)


def html_of_list(sheet: Listing) -> str:
    """Returns a list as HTML, with type as large as fits on one page if one is enough. Raises NoPango.

    If one page is not enough, blocks set `apart` have a page each, unless one needs more.
    """
    scales, apart = _scales(sheet)
    return rendered(LIST, sheet=sheet, scales=scales, apart=apart, trial=False)


@lru_cache(TRIALS)
def _scales(sheet: Listing) -> tuple[tuple[float, ...], bool]:
    """Returns the size of each block, and True if each begins a page."""
    size = _size_of(sheet, least=1.0 if sheet.apart else LEAST)
    if size is None and sheet.apart:
        sizes = [_size_of(replace(sheet, blocks=(block,), signatures=())) for block in sheet.blocks]
        if None not in sizes:
            return tuple(each or 1.0 for each in sizes), True
    return (size or 1.0,) * len(sheet.blocks), False


def _size_of(sheet: Listing, least: float = LEAST) -> float | None:
    """Returns the size at which a list fits on one page, None if it does not."""
    if sum(len(block.rows) for block in sheet.blocks) > MOST_ROWS:
        return None
    paper, many = PAPERS[sheet.paper], len(sheet.blocks)
    foot = (paper.width if sheet.wide else paper.height) - paper.bottom

    def page(size: float) -> str:
        return rendered(LIST, sheet=sheet, scales=(size,) * many, apart=False, trial=True)

    return size_that_fits(page, foot, sheet.most, least)


def html_of_plan(sheet: Plan) -> str:
    """Returns a floor plan as HTML, with names as large as fit. Raises NoPango."""
    size, height = _plan_fitted(sheet)
    return rendered(PLAN, sheet=sheet, scale=size, height=height, trial=False)


@lru_cache(TRIALS)
def _plan_fitted(sheet: Plan) -> tuple[float, float]:
    """Returns the largest size of the names, times the usual one, and the height of a row in mm."""
    paper, last = PAPERS[sheet.paper], len(sheet.rows)
    size, height = sheet.most, 0.0
    while size > LEAST_NAMES:
        at = positions(rendered(PLAN, sheet=sheet, scale=size, height=0, trial=True))
        height = (paper.width - paper.bottom - SPARE - at["row-0"][1] - (at["last"][1] - at[f"row-{last}"][1])) / last
        if all(at[f"row-{row + 1}"][1] - at[f"row-{row}"][1] <= height for row in range(last)):
            break
        size *= STEP
    return round(size, 3), floor(height * 10) / 10


SLIP_TYPES = (1.0, 0.85, 0.7)  # sizes of the type above a slip's rows, tried until all of it fits


def html_of_slips(sheet: Slips) -> str:
    """Returns the slips of a round as HTML, with rows that fill each slip. Raises NoPango."""
    for size in SLIP_TYPES:
        sheet = replace(sheet, size=size)
        at = positions(rendered(SLIPS, sheet=sheet, trial=True))
        last = len(sheet.slips)
        tops = [at[f"rows-{slip}"][1] - at[f"slip-{slip}"][1] for slip in range(1, last + 1)]
        filled = with_rows(sheet, tops, at[f"end-{last}"][1] - at[f"rows-{last}"][1])
        if not is_crowded(filled, tops):
            break
    return rendered(SLIPS, sheet=filled, trial=False)
