"""Two pages of A5 beside each other on one of A4 across, to be cut or folded: a sheet of one page comes twice."""

from collections.abc import Sequence
from typing import Any


class Spread:
    """Two of WeasyPrint's pages as one, by what its PDF writer asks of a page; `right` may be missing."""

    def __init__(self, left: Any, right: Any) -> None:
        self.left, self.right = left, right
        self.width, self.height, self.bleed = 2 * left.width, left.height, left.bleed
        self.bookmarks: list[Any] = []
        self.links: list[Any] = []
        self.anchors: dict[str, Any] = {}
        self.forms: dict[Any, list[Any]] = {None: []}

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw both pages, the right one moved by the width of the left."""
        self.left.paint(stream, scale)
        if self.right is not None:
            with stream.stacked():
                stream.transform(e=scale * self.left.width)
                self.right.paint(stream, scale)


def spreads(pages: Sequence[Any]) -> list[Spread]:
    """The pages two by two; a single one twice."""
    if len(pages) == 1:
        return [Spread(pages[0], pages[0])]
    ends = [*pages, None]
    return [Spread(ends[at], ends[at + 1]) for at in range(0, len(pages), 2)]
