"""The bracket of a knock-out on the wall: sixteen places below each other on a page at most, to be read from afar.

What is long over leaves room: the first column is the one that is played now, or an earlier one that fits on a page.
"""

from typing import NamedTuple

from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.tournaments import wording
from scorekeeper.paper.tournaments.bracket import Column, Part, Place, Places, in_parts, places
from scorekeeper.tournaments.model import Entrant, Tournament

MOST = 16  # places below each other


class Drawn(NamedTuple):
    """A place: who has it, or an empty name, what came out there, whether it was won, whether nobody ever has it."""

    name: str
    score: str
    won: bool
    is_gap: bool


Page = list[list[Drawn | str]]  # columns of places, each below its heading


def drawn_bracket(tournament: Tournament) -> tuple[tuple[str, ...], list[Page]]:
    """A sentence about the third place, and the pages; none where there is no knock-out yet."""
    try:
        found = places(tournament)
    except Refusal:
        return (), []
    first = len(found.columns[0])
    parts = [part for part in in_parts(_shown(found), MOST) if any(place.entrant for place in part.columns[0])]
    known = wording.by_id(tournament)
    return found.third, [_page(known, part, has_gaps=part.in_all == first) for part in parts]


def _shown(found: Places) -> list[Column]:
    longest = max(found.left, MOST)
    return [column for column in found.columns if len(column) <= longest]


def _page(known: dict[int, Entrant], part: Part, *, has_gaps: bool) -> Page:
    return [
        [
            wording.stage_name(part.in_all >> at),
            *(_drawn(known, each, has_gaps=has_gaps and at == 0) for each in column),
        ]
        for at, column in enumerate(part.columns)
    ]


def _drawn(known: dict[int, Entrant], place: Place, *, has_gaps: bool) -> Drawn:
    name = known[place.entrant].name if place.entrant is not None else ""
    return Drawn(name, place.score, place.won, is_gap=has_gaps and not name)
