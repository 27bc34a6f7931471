"""A line of the table: what was tried, what came out, what was wanted, and whether it is so."""

from collections.abc import Iterable
from typing import NamedTuple


class Line(NamedTuple):
    """One figure with its verdict. `wanted` is empty, and `sound` None, for a figure that nothing depends on."""

    what: str
    figure: str
    wanted: str = ""
    sound: bool | None = None

    @property
    def verdict(self) -> str:
        """The text of the last column."""
        return {True: "yes", False: "**NO**", None: ""}[self.sound]


def table(lines: Iterable[Line]) -> str:
    """The lines as a Markdown table."""
    rows = [f"| {line.what} | {line.figure} | {line.wanted} | {line.verdict} |" for line in lines]
    return "\n".join(["| What | Figure | Wanted | So? |", "|---|---|---|---|", *rows])


def failed(lines: Iterable[Line]) -> list[Line]:
    """The lines whose figure is not as wanted."""
    return [line for line in lines if line.sound is False]
