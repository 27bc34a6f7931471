"""The kinds of a tournament's sheets, and the pages of each."""

from collections.abc import Callable
from typing import Any

from scorekeeper.i18n import speaking
from scorekeeper.paper.page import html_of_certificate
from scorekeeper.paper.pdf import Pages
from scorekeeper.paper.tournaments.bracket import bracket
from scorekeeper.paper.tournaments.entry_papers import cash_sheet, entry_list
from scorekeeper.paper.tournaments.grid import grid
from scorekeeper.paper.tournaments.handouts import badges, poster, stands
from scorekeeper.paper.tournaments.pages import (
    html_of_badges,
    html_of_drawing,
    html_of_list,
    html_of_plan,
    html_of_poster,
    html_of_slips,
    html_of_stands,
    slips_and_geometry,
)
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.ranking import certificates, prize_list
from scorekeeper.paper.tournaments.result_sheet import printed_ranking, result_sheet
from scorekeeper.paper.tournaments.results import results
from scorekeeper.paper.tournaments.seating import draw_list, hall_plan
from scorekeeper.paper.tournaments.slips import blank_slips, slips
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament

Maker = Callable[[Tournament, Wanted], Any]
Html = Callable[[Any], str]

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
    "poster": (poster, html_of_poster),
}
CERTIFICATE = "certificate"
KINDS = (*SHEETS, CERTIFICATE)


def pages_of(kind: str, document: Any, wanted: Wanted) -> Pages:
    """Returns a document's sheet of one of KINDS as HTML pages with their numbers of copies. Raises Refusal."""
    tournament = read(document)
    with speaking(wanted.language):
        if kind == CERTIFICATE:
            return [(html_of_certificate(certificate), 1) for certificate in certificates(tournament, wanted)]
        make, html_of = SHEETS[kind]
        return [(html_of(make(tournament, wanted)), 1)]


def slips_with_geometry(document: Any, wanted: Wanted) -> tuple[Pages, dict[str, Any]]:
    """Returns a document's slips, and where their marks are on the pages. Raises Refusal, also if they have none."""
    tournament = read(document)
    with speaking(wanted.language):
        html, geometry = slips_and_geometry(slips(tournament, wanted))
    return [(html, 1)], geometry
