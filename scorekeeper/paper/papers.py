"""The sizes of paper: millimetres, and the type in points. The style sheet `sheet.css` sets the same."""

from dataclasses import dataclass

HEADING = 0.76  # of the type


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper. `side` is the margin left and right; `crib_columns` in how many columns the rules are set."""

    name: str
    width: float
    height: float
    top: float
    bottom: float
    side: float
    type: float
    crib_columns: int

    @property
    def heading_type(self) -> float:
        """The size of the columns' headings, in points."""
        return HEADING * self.type

    @property
    def measure(self) -> float:
        """The width that can be set."""
        return self.width - 2 * self.side

    @property
    def depth(self) -> float:
        """The height that can be set."""
        return self.height - self.top - self.bottom


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("A4", 210, 297, top=10.5, bottom=17, side=12, type=9, crib_columns=3),
        Paper("A5", 148, 210, top=11, bottom=16, side=11, type=8, crib_columns=2),
        Paper("Letter", 215.9, 279.4, top=12.7, bottom=17, side=12.7, type=9, crib_columns=3),
    )
}
DEFAULT_PAPER = "A4"
