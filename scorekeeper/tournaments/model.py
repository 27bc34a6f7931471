"""A tournament as read from its document: frozen, every default filled in, entrants named by their ids.

A side is a tuple of ids: one entrant, or two players where single players are paired (TOU-18).
"""

from dataclasses import dataclass, replace
from functools import cached_property

Ids = tuple[int, ...]
Two = tuple[int, int]


@dataclass(frozen=True)
class Entrant:
    """Who plays. `late` is the first round with this entrant, `out` the first without."""

    id: int
    name: str
    players: tuple[str, ...]
    club: str | None
    late: int
    out: int | None

    def takes_part(self, number: int) -> bool:
        """Whether the entrant takes part in the round of that number."""
        return self.late <= number and (self.out is None or number < self.out)


@dataclass(frozen=True)
class Scoring:
    """How tables score: `vp` by a table of `(upper difference, winner's VP)`, or `match` by games won."""

    kind: str
    hands: int = 4
    table: tuple[tuple[int | None, int], ...] = ()
    bye: Two | None = None
    best_of: int = 1
    win: int = 3
    draw: int = 1
    loss: int = 0

    @property
    def legs_to_win(self) -> int:
        """More than half of the legs."""
        return self.best_of // 2 + 1


@dataclass(frozen=True)
class System:
    """Who meets whom, as agreed; fields that a kind does not have keep their defaults."""

    kind: str
    rounds: int = 0
    first: str = "lots"
    rematch: bool = False
    apart_rounds: int = 0
    step: int = 1
    twice: bool = False
    size: int = 0
    qualify: int = 0
    third_place: bool = False
    singles: bool = False
    partners: str = "1+4"


@dataclass(frozen=True)
class Table:
    """Two sides, and what came out: one of `points`, `legs`, `vp` with `mp`, `forfeit`, `late`; or nothing yet."""

    number: int
    sides: tuple[Ids, Ids]
    points: Two | None = None
    legs: Two | None = None
    vp: Two | None = None
    mp: Two | None = None
    forfeit: int | None = None
    late: int | None = None

    @property
    def is_decided(self) -> bool:
        """Whether there is a result."""
        return any(each is not None for each in (self.points, self.legs, self.vp, self.forfeit, self.late))

    @property
    def ids(self) -> Ids:
        """All who sit here."""
        return self.sides[0] + self.sides[1]


@dataclass(frozen=True)
class Round:
    """The tables of a round, and who had no opponent in it."""

    tables: tuple[Table, ...]
    byes: Ids

    @property
    def ids(self) -> Ids:
        """All who sit at a table or have no opponent."""
        return tuple([each for table in self.tables for each in table.ids]) + self.byes

    @property
    def is_complete(self) -> bool:
        """Whether every table has a result."""
        return all(table.is_decided for table in self.tables)


@dataclass(frozen=True)
class Ruling:
    """What the arbiter adds to an entrant's VP (or TP) and MP, and why. It counts together with its round."""

    round: int
    entrant: int
    main: int
    second: int
    reason: str


@dataclass(frozen=True)
class Tournament:
    """The whole document. `rounds` may end with one that is under way."""

    name: str
    game: str | None
    variant: str | None
    entrants: tuple[Entrant, ...]
    scoring: Scoring
    system: System
    seed: int
    rounds: tuple[Round, ...]
    rulings: tuple[Ruling, ...]

    @cached_property
    def ids(self) -> Ids:
        """All entrants in the order of entry."""
        return tuple(entrant.id for entrant in self.entrants)

    @cached_property
    def id_set(self) -> frozenset[int]:
        """All entrants, to look one up."""
        return frozenset(self.ids)

    @cached_property
    def names(self) -> dict[int, str]:
        """What each entrant is called."""
        return {entrant.id: entrant.name for entrant in self.entrants}

    @property
    def complete(self) -> int:
        """How many rounds from the first on have all their results."""
        return next((index for index, each in enumerate(self.rounds) if not each.is_complete), len(self.rounds))

    def entrants_in(self, number: int) -> set[int]:
        """Who takes part in a round: who has entered by then and has not withdrawn."""
        return {entrant.id for entrant in self.entrants if entrant.takes_part(number)}

    def up_to(self, rounds: int) -> "Tournament":
        """The same tournament after so many rounds (TOU-19: nothing else is stored)."""
        return replace(self, rounds=self.rounds[:rounds])
