"""Helpers for tests of a tournament's sheets."""

from typing import Any

from scorekeeper.paper.tournaments.parts import Block, Wanted
from tests.tournaments.made import CUP

GROUPS = {"kind": "groups", "size": 4, "qualify": 2, "then": CUP, "first": "entry"}


def wanted(**wishes: Any) -> Wanted:
    """An A4 sheet in English unless wished otherwise."""
    return Wanted(**{"paper": "A4", "language": "en", **wishes})


def cells(block: Block) -> list[list[str]]:
    """The texts of a block's rows."""
    return [[cell.text for cell in row] for row in block.rows]


def column(block: Block, heading: str) -> list[str]:
    """The texts of one column."""
    at = [each.text for each in block.columns].index(heading)
    return [row[at] for row in cells(block)]
