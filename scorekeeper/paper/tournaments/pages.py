"""The kinds of a tournament's sheets, and each as HTML in the current language, filling its pages."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from math import floor
from typing import Any, NamedTuple

from scorekeeper.games.engine.base import N_, refuse
from scorekeeper.i18n import speaking
from scorekeeper.paper.model import PAPERS
from scorekeeper.paper.page import html_of_certificate, rendered
from scorekeeper.paper.pdf import Pages
from scorekeeper.paper.tournaments.bracket import bracket
from scorekeeper.paper.tournaments.grid import grid
from scorekeeper.paper.tournaments.handouts import (
    Badges,
    Stands,
    badges,
    cash_sheet,
    entry_list,
    stands,
)
from scorekeeper.paper.tournaments.parts import DRAWING, Drawing, Listing, Wanted
from scorekeeper.paper.tournaments.poster import Poster, poster
from scorekeeper.paper.tournaments.ranking import certificates, prize_list
from scorekeeper.paper.tournaments.result_sheet import printed_ranking, result_sheet
from scorekeeper.paper.tournaments.results import results
from scorekeeper.paper.tournaments.seating import Plan, draw_list, hall_plan
from scorekeeper.paper.tournaments.slip_marks import geometry_of
from scorekeeper.paper.tournaments.slips import (
    Measured,
    Slips,
    blank_slips,
    is_crowded,
    slips,
    with_rows,
    without_marks,
)
from scorekeeper.paper.typesetting import USUAL, best_size, pages_needed, positions, positions_on_pages, sizes_for
from scorekeeper.tournaments.changes.results import read_incomplete
from scorekeeper.tournaments.document import read, system_of
from scorekeeper.tournaments.model import Tournament

LIST, SLIPS = "paper/tournaments/list.html", "paper/tournaments/slips.html"
PLAN = "paper/tournaments/plan.html"
TRIALS = 64  # kept
LEAST_NAMES, STEP = 0.6, 0.93  # sizes of names on a floor plan, times the usual one; from one attempt to the next
SPARE = 1.0  # mm left on a floor plan


def html_of_drawing(sheet: Drawing) -> str:
    """Returns a drawing as HTML."""
    return rendered(DRAWING, sheet=sheet)


def html_of_stands(sheet: Stands) -> str:
    """Returns folding table signs as HTML."""
    return rendered("paper/tournaments/stands.html", sheet=sheet)


def html_of_badges(sheet: Badges) -> str:
    """Returns name badges as HTML."""
    return rendered("paper/tournaments/badges.html", sheet=sheet)


def html_of_poster(sheet: Poster) -> str:
    """Returns a poster as HTML."""
    return rendered("paper/tournaments/poster.html", sheet=sheet)


def html_of_list(sheet: Listing) -> str:
    """Returns a list as HTML, in the largest type with which it has the fewest pages. Raises NoPango.

    A list that `turns` lies on its side if it is larger so, or has fewer pages. If one page is not enough, blocks set
    `apart` have a page each, unless one needs more.
    """
    return _html_of_blocks(sheet, _layout(sheet))


class Layout(NamedTuple):
    """How a list is printed: the size of each block's type, times the usual one; `apart`: each block begins a page.

    `wide`: on paper that lies on its side; `tight`: names may break anywhere.
    """

    sizes: tuple[float, ...]
    wide: bool = False
    apart: bool = False
    tight: bool = False


def _html_of_blocks(sheet: Listing, layout: Layout) -> str:
    return rendered(LIST, sheet=sheet, layout=layout)


def _layout(sheet: Listing) -> Layout:
    many, pages = len(sheet.blocks), partial(_pages, sheet)
    sizes = sizes_for(sum(len(block.rows) for block in sheet.blocks), posted=sheet.posted)

    def at(size: float) -> Layout:
        layouts = [Layout((size,) * many, wide) for wide in ((True, False) if sheet.turns else (False,))]
        return layouts[0] if pages(layouts[0]) == 1 else min(layouts, key=pages)

    if sheet.apart and sizes and pages(at(USUAL)) > 1:
        alone = [replace(sheet, blocks=(block,), signatures=(), apart=False) for block in sheet.blocks]
        if all(_pages(block, Layout(sizes[-1:])) == 1 for block in alone):
            return Layout(tuple(_layout(block).sizes[0] for block in alone), apart=True)
    size = best_size(sizes or (USUAL,) * sheet.turns, lambda size: pages(at(size)))
    return at(size) if size else Layout((min(sizes, default=USUAL),) * many, sheet.turns, tight=True)


@lru_cache(TRIALS)
def _pages(sheet: Listing, layout: Layout) -> float:
    return pages_needed(_html_of_blocks(sheet, layout))


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
    return rendered(SLIPS, sheet=fitted_slips(sheet), trial=False)


def slips_and_geometry(sheet: Slips) -> tuple[str, dict[str, Any]]:
    """Returns the same, and where each mark is. Raises Refusal if slips have none, for lack of room or as wished."""
    fitted = fitted_slips(sheet)
    if not fitted.marks:
        raise refuse(
            "marks", None, N_("The circles leave no room to write: print two slips on a page, on A4 or Letter")
        )
    html = rendered(SLIPS, sheet=fitted, trial=False)
    return html, geometry_of(sheet.paper, positions_on_pages(html), fitted.marks)


def fitted_slips(sheet: Slips) -> Slips:
    """Returns slips with the heights of their rows; without marks if these leave no room to write. Raises NoPango."""
    fitted, fits = _fitted_slips(sheet)
    return fitted if fits or not sheet.marks else _fitted_slips(without_marks(sheet))[0]


def _fitted_slips(sheet: Slips) -> tuple[Slips, bool]:
    """Returns slips in the largest of SLIP_TYPES in which all fits, and True; else in the smallest, and False."""
    for size in SLIP_TYPES:
        sheet = replace(sheet, size=size)
        measured = _slips_measured(sheet)
        filled = with_rows(sheet, measured)
        if not is_crowded(filled, measured.tops):
            return filled, True
    return filled, False


def _slips_measured(sheet: Slips) -> Measured:
    """Returns the heights of slips without rows, as laid out."""
    at = positions(rendered(SLIPS, sheet=sheet, trial=True))
    tops = tuple(at[f"rows-{slip}"][1] - at[f"slip-{slip}"][1] for slip in range(len(sheet.slips)))
    rows, ends, low, foot, end = (at[f"{name}-0"][1] for name in ("rows", "ends", "low", "foot", "end"))
    return Measured(tops, head=ends - rows, ends_head=low - ends, beside=foot - ends, foot=end - foot)


Maker = Callable[[Tournament, Wanted], Any]
Html = Callable[[Any], str]

POSTER = "poster"
SHEETS: dict[str, tuple[Maker, Html]] = {
    "draw": (draw_list, html_of_list),
    "slips": (slips, html_of_slips),
    "blank-slips": (blank_slips, html_of_slips),
    "results": (results, html_of_list),
    "standings": (printed_ranking, html_of_list),
    "result-sheet": (result_sheet, html_of_list),
    "grid": (grid, html_of_list),
    "bracket": (bracket, html_of_drawing),
    "hall": (hall_plan, html_of_plan),
    "prize-list": (prize_list, html_of_list),
    "entry-list": (entry_list, html_of_list),
    "cash-sheet": (cash_sheet, html_of_list),
    "stands": (stands, html_of_stands),
    "badges": (badges, html_of_badges),
    POSTER: (poster, html_of_poster),
}
CERTIFICATE = "certificate"
KINDS = (*SHEETS, CERTIFICATE)


def pages_of(kind: str, document: Any, wanted: Wanted) -> Pages:
    """Returns a document's sheet of one of KINDS as HTML pages with their numbers of copies. Raises Refusal."""
    tournament = _before_entries(document) if kind == POSTER else read(document)
    with speaking(wanted.language):
        if kind == CERTIFICATE:
            return [(html_of_certificate(certificate), 1) for certificate in certificates(tournament, wanted)]
        make, html_of = SHEETS[kind]
        return [(html_of(make(tournament, wanted)), 1)]


def _before_entries(document: Any) -> Tournament:
    """Returns a tournament that may have no entrants yet, with its own system."""
    return replace(read_incomplete(document), system=system_of(document))


def slips_with_geometry(document: Any, wanted: Wanted) -> tuple[Pages, dict[str, Any]]:
    """Returns a document's slips, and where their marks are on the pages. Raises Refusal, also if they have none."""
    tournament = read(document)
    with speaking(wanted.language):
        html, geometry = slips_and_geometry(slips(tournament, wanted))
    return [(html, 1)], geometry
