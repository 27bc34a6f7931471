"""The immutable values of a tournament, read from its document with every default filled in.

A side is a tuple of entrants' ids: one entrant, or two players where single players are paired (TOU-18).
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scorekeeper.tournaments.system import System

NAME_SEPARATOR = " – "

Ids = tuple[int, ...]
Two = tuple[int, int]


class Substitute(NamedTuple):
    """From `round` on, `player` (member `number`) replaces `out` at `seat`, an index of the entrant's players."""

    round: int
    seat: int
    out: str
    player: str
    number: str | None


@dataclass(frozen=True)
class Entrant:
    """A player, pair or team. `late` is the first round that it plays, `out` the first after its withdrawal.

    `players` are those who begin, `numbers` their member numbers; empty without any.
    """

    id: int
    name: str
    players: tuple[str, ...]
    club: str | None
    late: int
    out: int | None
    numbers: tuple[str | None, ...] = ()
    substitutes: tuple[Substitute, ...] = ()

    def players_in(self, number: int) -> tuple[str, ...]:
        """Returns the names of the entrant's players in round `number`, with substitutes."""
        sitting = list(self.players)
        for substitute in self.substitutes:
            if substitute.round <= number:
                sitting[substitute.seat] = substitute.player
        return tuple(sitting)

    def name_in(self, number: int) -> str:
        """Returns the name in round `number`: the team's name, or without one the names of its players then."""
        is_named_after_players = self.name == NAME_SEPARATOR.join(self.players)
        return NAME_SEPARATOR.join(self.players_in(number)) if is_named_after_players else self.name

    def takes_part(self, number: int) -> bool:
        """True if the entrant plays in round `number` (from 1)."""
        return self.late <= number and is_still_in(self.out, number)


def is_still_in(out: int | None, number: int) -> bool:
    """True if an entrant plays in round `number`; `out` is the round from which it withdrew, None if it did not."""
    return out is None or number < out


@dataclass(frozen=True)
class Scoring:
    """The scoring of tables.

    `kind` is `vp` (victory points by `table`, rows of `(upper difference, winner's VP)`), or `match` (games won).
    `lowest`: fewer points win (TOU-27).
    """

    kind: str
    hands: int = 4
    table: tuple[tuple[int | None, int], ...] = ()
    bye: Two | None = None
    best_of: int = 1
    win: int = 3
    draw: int = 1
    loss: int = 0
    lowest: bool = False

    @property
    def legs_to_win(self) -> int:
        """The number of legs that wins a match: more than half of `best_of`."""
        return self.best_of // 2 + 1


@dataclass(frozen=True)
class Table:
    """Two sides and their result: `points`, `legs`, `vp` with `mp`, `forfeit` or `late`; undecided without any.

    `forfeit` and `late` hold the id of the entrant who did not come, or came too late (TOU-4, TOU-6).
    """

    number: int
    sides: tuple[Ids, Ids]
    points: Two | None = None
    legs: Two | None = None
    vp: Two | None = None
    mp: Two | None = None
    forfeit: int | None = None
    late: int | None = None

    @property
    def undecided(self) -> "Table":
        """The same table without its result."""
        return Table(self.number, self.sides)

    @property
    def is_decided(self) -> bool:
        """True if the table has a result."""
        results = (self.points, self.legs, self.vp, self.forfeit, self.late)
        return any(result is not None for result in results)

    @property
    def ids(self) -> Ids:
        """Returns the ids of all entrants at the table."""
        return self.sides[0] + self.sides[1]


@dataclass(frozen=True)
class Round:
    """The tables of a round, and the ids of the entrants with a bye."""

    tables: tuple[Table, ...]
    byes: Ids

    @property
    def ids(self) -> Ids:
        """Returns the ids of all entrants at a table or with a bye."""
        return tuple([entrant for table in self.tables for entrant in table.ids]) + self.byes

    @property
    def is_complete(self) -> bool:
        """True if every table has a result."""
        return all(table.is_decided for table in self.tables)


@dataclass(frozen=True)
class Ruling:
    """An arbiter's correction of an entrant's score in a round: `main` is VP or TP, `second` is MP."""

    round: int
    entrant: int
    main: int
    second: int
    reason: str


@dataclass(frozen=True)
class Tournament:
    """A whole tournament. The last of `rounds` may be incomplete."""

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
        """Returns the ids of all entrants in the order of entry."""
        return tuple(entrant.id for entrant in self.entrants)

    @cached_property
    def id_set(self) -> frozenset[int]:
        """The ids of all entrants as a set, for fast lookups."""
        return frozenset(self.ids)

    @cached_property
    def forbidden(self) -> frozenset[frozenset[int]]:
        """The twos of entrants who must not meet (TOU-39)."""
        return frozenset(map(frozenset, self.system.forbidden))

    @cached_property
    def names(self) -> dict[int, str]:
        """The entrants' names by id."""
        return {entrant.id: entrant.name for entrant in self.entrants}

    @property
    def complete(self) -> int:
        """The number of complete rounds before the first incomplete one."""
        open_rounds = (index for index, played in enumerate(self.rounds) if not played.is_complete)
        return next(open_rounds, len(self.rounds))

    def entrants_in(self, number: int) -> set[int]:
        """Returns the ids of the entrants in round `number`: entered by then, and not withdrawn."""
        return {entrant.id for entrant in self.entrants if entrant.takes_part(number)}

    def up_to(self, rounds: int) -> "Tournament":
        """Returns the tournament as it was after `rounds` rounds (TOU-19: no other history is stored)."""
        return replace(self, rounds=self.rounds[:rounds])

    def held_back(self, since: int | None) -> "Tournament":
        """Returns the tournament without the results and rulings of rounds from `since` on; all of it if None."""
        if since is None:
            return self
        rounds = (
            played if number < since else replace(played, tables=tuple(table.undecided for table in played.tables))
            for number, played in enumerate(self.rounds, start=1)
        )
        rulings = tuple(ruling for ruling in self.rulings if ruling.round < since)
        return replace(self, rounds=tuple(rounds), rulings=rulings)
