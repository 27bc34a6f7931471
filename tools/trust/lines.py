"""A line of the report: measure, result, target and verdict."""

from collections.abc import Iterable
from typing import NamedTuple


class Line(NamedTuple):
    """A figure with its verdict. `wanted` is empty and `sound` None for a figure without a target."""

    what: str
    figure: str
    wanted: str = ""
    sound: bool | None = None

    @property
    def verdict(self) -> str:
        """The verdict, the text of the last column."""
        return {True: "yes", False: "**NO**", None: ""}[self.sound]


def table(lines: Iterable[Line]) -> str:
    """Returns the lines as a Markdown table."""
    rows = [f"| {line.what} | {line.figure} | {line.wanted} | {line.verdict} |" for line in lines]
    return "\n".join(["| What | Result | Target | Met? |", "|---|---|---|---|", *rows])


def failed(lines: Iterable[Line]) -> list[Line]:
    """Returns the lines whose figure misses its target."""
    return [line for line in lines if line.sound is False]
