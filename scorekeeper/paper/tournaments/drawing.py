"""A sheet that is drawn: strokes and texts on paper that lies on its side. Lengths are in millimetres, y downwards."""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.paper.papers import Paper
from scorekeeper.paper.tournaments.model import BRACKET_PAPERS, Head

HEAD = {"A5": 28.0, "A4": 31.0, "Letter": 31.0, "A3": 38.0}  # the height of the sheet's head and last line


class Text(NamedTuple):
    """A text of a drawing. `anchor` is what of it is at x: `start`, `middle` or `end`; `size` is 0 for the usual."""

    x: float
    y: float
    text: str
    bold: bool = False
    anchor: str = "start"
    size: float = 0


class Stroke(NamedTuple):
    """A straight line of a drawing."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing, `type` being the usual size of its letters."""

    width: float
    height: float
    type: float
    texts: tuple[Text, ...]
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """All pages of a sheet; `notes` stand below the last one."""

    paper: str
    language: str
    head: Head
    pages: tuple[Page, ...]
    notes: tuple[str, ...]

    @property
    def footer(self) -> str:
        """What stands at the foot of each page."""
        return self.head.footer


def room_on(paper: str) -> tuple[float, float]:
    """How wide and how high a drawing may be below the head of a sheet."""
    size: Paper = BRACKET_PAPERS[paper]
    return size.height - 2 * size.side, size.width - size.top - size.bottom - HEAD[paper]
