"""What a pairing system is: a class with its settings, declared once; each kind overrides what differs.

The kinds are in `systems/`. A tournament's `system` is an object of its kind's class, with the settings agreed.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    from scorekeeper.tournaments.model import Tournament
    from scorekeeper.tournaments.pairing import Draft
    from scorekeeper.tournaments.schedule import Game


@dataclass(frozen=True)
class System:
    """A pairing system and its settings; settings that a kind does not use have their defaults.

    `previous`: only who met in the round before may not meet (TOU-21). `flights` is the size of a flight, 0 without
    flights (TOU-23). `parts` are the systems that follow each other, each with its own number of `rounds` (TOU-22).
    `then` are the groups that follow groups, None if the knock-out does (TOU-24).
    """

    rounds: int = 0
    first: str = "lots"
    rematch: bool = False
    previous: bool = False
    flights: int = 0
    carry: bool = True
    apart_rounds: int = 0
    step: int = 1
    twice: bool = False
    size: int = 0
    qualify: int = 0
    third_place: bool = False
    singles: bool = False
    partners: str = "1+4"
    parts: "tuple[System, ...]" = ()
    then: "System | None" = None

    kind: ClassVar[str]
    meeting_rule: ClassVar[str] = "TOU-11"  # says how often two entrants may meet
    is_schedule: ClassVar[bool] = False  # all rounds are known beforehand
    all_meet: ClassVar[bool] = False  # everybody meets everybody, and a bye gives no points
    takes_late_entries: ClassVar[bool] = False  # after the first round is drawn
    evens_out_byes: ClassVar[bool] = False  # the bye goes to one of the entrants with the fewest (TOU-13)
    knocks_out: ClassVar[bool] = False  # there is a knock-out, of all or of the best
    has_groups: ClassVar[bool] = False
    names_tables: ClassVar[bool] = False  # tables may be called after a group, a flight or a final
    lines: ClassVar[tuple[str, ...]] = ()  # names of the lines in which entrants sit, each with its own ranking

    def members(self, tournament: "Tournament") -> set[int]:
        """Returns the entrants of the next round, at a table or with a bye; called only if there is a next round."""
        return tournament.entrants_in(len(tournament.rounds) + 1)

    def is_over(self, tournament: "Tournament") -> bool:
        """True if no round is left; called only when all rounds so far are complete, as `pair` is."""
        raise NotImplementedError

    def pair(self, tournament: "Tournament") -> "Draft":
        """Returns the next round."""
        raise NotImplementedError

    def planned_rounds(self, tournament: "Tournament") -> int:
        """Returns the number of rounds of the whole tournament; 0 while it depends on results."""
        return self.rounds

    def rounds_needed(self, tournament: "Tournament", number: int) -> int:
        """Returns the number of rounds that must be complete before the entrants of round `number` are known."""
        return 0

    def is_knockout(self, tournament: "Tournament", number: int) -> bool:
        """True if round `number` (from 1) is a knock-out round, whose losers are out of the tournament."""
        return False

    def uses(self, tournament: "Tournament", later: int, number: int) -> bool:
        """True if results of round `number` determine the pairings or byes of round `later`."""
        return bool(self.singles or tournament.rounds[later - 1].byes)

    def games(self, tournament: "Tournament") -> "list[list[Game]]":
        """Returns the games of all rounds that are known beforehand; none unless the system is a schedule."""
        return []

    def by_line(self, tournament: "Tournament") -> tuple[list[int], ...]:
        """Returns the entrants of each of `lines`."""
        return ()

    @property
    def has_one_bye(self) -> bool:
        """True if a round has one bye at most, as a system has that pairs all who are present with each other."""
        return self.evens_out_byes and not (self.singles or self.flights)

    @property
    def opening(self) -> "System":
        """The system of the first round."""
        return self.parts[0] if self.parts else self

    def part(self, number: int) -> "Part":
        """Returns the part to which round `number` (from 1) belongs: the last one for rounds after the end."""
        start = 0
        for system in self.parts[:-1]:
            if number <= start + system.rounds:
                return Part(system, start)
            start += system.rounds
        return Part(self.parts[-1] if self.parts else self, start)


class Part(NamedTuple):
    """A part of a tournament: its system, and the number of rounds before it. Without parts, the whole tournament."""

    system: System
    start: int
