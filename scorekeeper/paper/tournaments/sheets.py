"""The kinds of a tournament's sheets, and the pages of each."""

from collections.abc import Callable
from typing import Any

from scorekeeper.i18n import speaking
from scorekeeper.paper.page import html_of_certificate, html_of_slips, html_of_tournament
from scorekeeper.paper.pdf import Pages
from scorekeeper.paper.tournaments.bracket import bracket
from scorekeeper.paper.tournaments.grid import grid
from scorekeeper.paper.tournaments.parts import Wanted
from scorekeeper.paper.tournaments.ranking import certificates, prize_list, ranking
from scorekeeper.paper.tournaments.results import results
from scorekeeper.paper.tournaments.seating import draw_list, hall_plan
from scorekeeper.paper.tournaments.slips import blank_slips, slips
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Tournament

Made = Callable[[Tournament, Wanted], Any]

TEMPLATES: dict[str, tuple[Made, str]] = {
    "draw": (draw_list, "list"),
    "results": (results, "list"),
    "standings": (ranking, "list"),
    "grid": (grid, "list"),
    "bracket": (bracket, "drawing"),
    "hall": (hall_plan, "drawing"),
    "prize-list": (prize_list, "list"),
}
SLIPS = {"slips": slips, "blank-slips": blank_slips}
CERTIFICATE = "certificate"
KINDS = (*TEMPLATES, *SLIPS, CERTIFICATE)


def pages_of(kind: str, document: Any, wanted: Wanted) -> Pages:
    """Returns a document's sheet of one of KINDS as HTML pages with their numbers of copies. Raises Refusal."""
    tournament = read(document)
    with speaking(wanted.language):
        if kind == CERTIFICATE:
            return [(html_of_certificate(each), 1) for each in certificates(tournament, wanted)]
        if kind in SLIPS:
            return [(html_of_slips(SLIPS[kind](tournament, wanted)), 1)]
        make, template = TEMPLATES[kind]
        return [(html_of_tournament(make(tournament, wanted), template), 1)]
