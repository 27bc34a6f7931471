"""A club's season on paper: the standings, and a player's certificate. Every text is ready to print."""

from dataclasses import dataclass

from scorekeeper.paper.letterhead import Letterhead
from scorekeeper.paper.measure import width
from scorekeeper.paper.papers import PAPERS

NAME = 34.0  # points of a name on a certificate, at the largest
NAME_SHARE = 0.74  # of the paper's measure
NEARLY = 0.97


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's heading; `kind` is the CSS class of its cells."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Ranks:
    """A further table of places under a title of its own."""

    title: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class StandingsSheet:
    """Everybody who has played; `rows` are cells in the order of the headings. `note` explains a figure."""

    paper: str
    language: str
    letterhead: Letterhead
    title: str
    season: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    footer: str
    more: tuple[Ranks, ...] = ()
    signatures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the things that somebody achieved: a number, what it counts, and sometimes more about it."""

    number: str
    text: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """One page that says what a player achieved. `place` is a sentence, or empty: nothing to compare with.

    `names` are those of a team's players, where `player` does not say them.
    """

    paper: str
    language: str
    letterhead: Letterhead
    season: str
    player: str
    place: str
    figures: tuple[Figure, ...]
    day: str
    footer: str = ""
    names: str = ""

    @property
    def name_size(self) -> float:
        """The size of the name in points: as large as it may be on one line."""
        paper = PAPERS[self.paper]
        largest = NAME * paper.type / 9
        room = NAME_SHARE * NEARLY * paper.measure
        return round(min(largest, largest * room / max(width(self.player, largest, bold=True), 1)), 1)
