"""The legend of a slip's circles, and the places of the circles on a page."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.i18n import _
from scorekeeper.paper.marks import Marks, mistake
from scorekeeper.paper.model import PAPERS
from scorekeeper.paper.typesetting import Positions
from scorekeeper.slips.marks import VP, as_json
from scorekeeper.tournaments.model import Scoring


def legend_of(scoring: Scoring) -> tuple[str, ...]:
    """Returns the instructions for the circles, in sentences of one line each."""
    if scoring.kind == VP:
        what = _("Fill in one circle for each digit of the sum and of the VP.")
    elif scoring.best_of == 1:
        what = _("Fill in one circle for each digit of the points.")
    else:
        what = _("Fill in one circle for each digit of the points, and the legs won.")
    return what, mistake()


def geometry_of(paper: str, pages: Sequence[Positions], marks: Sequence[Marks]) -> dict[str, Any]:
    """Returns the place of each mark of each slip, in mm from its page's top left corner, for `slips --geometry`.

    `pages` are the positions of all elements with an id on each page: those of a slip's block are `block-0`, `block-1`
    and so on.
    """
    size = PAPERS[paper]
    geometry = []
    for number, positions in enumerate(pages, 1):
        placed = [(each, positions[name]) for at, each in enumerate(marks) if (name := f"block-{at}") in positions]
        slips = [_geometry_of_slip(each, *position) for each, position in placed]
        geometry.append({"page": number, "width_mm": size.width, "height_mm": size.height, "slips": slips})
    return {"pages": geometry}


def _geometry_of_slip(slip: Marks, left: float, top: float) -> dict[str, Any]:
    found = [as_json(mark, left, top) for mark in slip.block.marks]
    return {"round": slip.round, "table": slip.table, "marks": found}
