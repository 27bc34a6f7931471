"""What a tournament's sheets show, as plain values; every text is ready to print.

Every sheet has `paper`, `language` and `footer`, as the templates' frame asks for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.paper.letterhead import Letterhead
from scorekeeper.paper.papers import PAPERS, Paper
from scorekeeper.paper.season import Heading
from scorekeeper.tournaments.hall import Hall

A3 = Paper("A3", 297, 420, top=14, bottom=17, side=14, type=11, crib_columns=3)
BRACKET_PAPERS = {**PAPERS, A3.name: A3}


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a sheet is wanted, and what the tournament's document does not hold.

    `round` is 0 for the one whose turn it is; `number` how many places or blank slips, 0 for as many as usual;
    `members` are the numbers of an entrant's players, by the entrant's id and in the order of the players, `codes` the
    addresses at which a phone scores, by the number of the table. `hall` is the plan of the hall, where there is one.
    """

    paper: str
    language: str
    round: int = 0
    number: int = 0
    per_page: int = 2
    letterhead: Letterhead | None = None
    place: str = ""
    day: str = ""
    members: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    codes: Mapping[int, str] = field(default_factory=dict)
    hall: Hall = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Head:
    """The top of a sheet: what it is, of which tournament, and what was agreed."""

    title: str
    tournament: str
    about: str
    letterhead: Letterhead | None = None

    @property
    def footer(self) -> str:
        """What stands at the foot of each page."""
        return " · ".join(part for part in (self.tournament, self.title) if part)


class Cell(NamedTuple):
    """A cell of a list: a text, what stands with it in small type, and its kind: `won`, `own` or `write` (a line)."""

    text: str
    small: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A table of a list; cells stand in the order of the columns. `notes` are sentences below it."""

    heading: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Blocks one below the other; `criteria` say in order what decided, `signatures` who signs at the end."""

    paper: str
    language: str
    head: Head
    blocks: tuple[Block, ...]
    criteria: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    wide: bool = False

    @property
    def footer(self) -> str:
        """What stands at the foot of each page."""
        return self.head.footer
