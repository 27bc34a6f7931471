"""The systems `draw` and `danese`: neighbours in an order are paired (TOU-10 … TOU-13, TOU-18, TOU-21, TOU-39).

The order of `danese` is the standings. Decisions: each round of `draw` draws new lots (the second round uses the second
draw of the same generator, and so on), and rematches are avoided there too, unless `rematch` allows them. Single
players sit at tables of four in this order, with a partner for one round; earlier partners and opponents do not matter.
"""

from collections import Counter
from dataclasses import dataclass

from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.matching import Preferences, in_given_order, least_pairing
from scorekeeper.tournaments.model import Ids, Tournament
from scorekeeper.tournaments.options import ALONE, APART, ROUNDS, Choice, Flag, Option, Rematch
from scorekeeper.tournaments.pairing import (
    Draft,
    by_lowest_id,
    club_costs,
    clubs_of,
    first_order,
    forbidden_apart,
    lots,
    next_number,
    numbered,
    with_fewest_byes,
)
from scorekeeper.tournaments.ranking import met_pairs, standing_order
from scorekeeper.tournaments.system import System

Sides = list[tuple[Ids, Ids]]
SEATS = 4  # at a table of single players
PARTNERS = {  # by place at the table, best first
    "1+4": ((0, 3), (1, 2)),
    "1+2": ((0, 1), (2, 3)),
    "1+3": ((0, 2), (1, 3)),
}


SINGLE_PLAYERS = N_("Single players, a new partner each round")


def options_of_neighbours(rematch: Rematch) -> tuple[Option, ...]:
    """Returns the options of a system that pairs neighbours."""
    labels = (N_("First with last"), N_("First with second"), N_("First with third"))
    choices = tuple(zip(PARTNERS, labels, strict=True))
    return (
        ROUNDS,
        rematch,
        APART,
        Flag("singles", SINGLE_PLAYERS, "TOU-18", places=(ALONE,), more=True),
        Choice(
            "partners", N_("Partners at a table of four"), "TOU-18", usual="1+4", needs="singles", more=True,
            choices=choices,
        ),
    )  # fmt: skip


@dataclass(frozen=True)
class Neighbours(System):
    """A system that pairs neighbours in an order of the entrants, the standings unless a kind has another one."""

    partners: str = "1+4"

    takes_late_entries = True
    evens_out_byes = True
    opens_mixed = True
    follows_in_mixed = True

    @property
    def name(self) -> str:
        """The name on papers."""
        return SINGLE_PLAYERS if self.singles else super().name

    def checked(self, fields: Fields, at_start: int) -> "System":
        """Refuses to keep clubs apart where single players are entered."""
        if self.singles and fields.has_value("apart"):
            text = N_("Clubs are kept apart only where pairs or teams are entered")
            fields.refuse("apart", "TOU-12", text)
        return self

    def is_over(self, tournament: Tournament) -> bool:
        """True if all rounds are played, or too few entrants are left for a table."""
        fewest = SEATS if self.singles else 2
        return len(tournament.rounds) >= self.rounds or len(self.members(tournament)) < fewest

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round, in the first one by the order of TOU-10."""
        is_first, present = not tournament.rounds, self.members(tournament)
        standing = first_order(tournament) if is_first else standing_order(tournament)
        order = standing if is_first else self.order(tournament, standing)
        standing = [entrant for entrant in standing if entrant in present]
        order = [entrant for entrant in order if entrant in present]
        if self.singles:
            sides, free = _seated_singles(tournament, order, standing, PARTNERS[self.partners])
            return Draft(numbered(self.tables(sides)), free, [], many=True)
        sides, free = pair_among(tournament, order, standing)
        return draft_of(tournament, self.tables(sides), free)

    def order(self, tournament: Tournament, standing: list[int]) -> list[int]:
        """Returns all entrants in the order in which neighbours are paired after the first round."""
        return standing

    def tables(self, sides: Sides) -> Sides:
        """Returns the tables in the order of their numbers."""
        return sides


class Draw(Neighbours):
    """Each round draws new lots."""

    kind = "draw"
    title = N_("Random draw each round")
    blurb = N_("New opponents are drawn each round. Nobody meets twice.")
    options = options_of_neighbours(Rematch("rematch", "", "TOU-11"))

    def order(self, tournament: Tournament, standing: list[int]) -> list[int]:
        """Returns new lots: in the second round the second draw, and so on."""
        return lots(tournament, draws=next_number(tournament))

    def tables(self, sides: Sides) -> Sides:
        """Returns the tables by their lowest ids."""
        return by_lowest_id(sides)


def part_of_next(tournament: Tournament) -> System:
    """Returns the pairing system of the next round."""
    return tournament.system.part(next_number(tournament)).system


def pair_among(tournament: Tournament, order: list[int], standing: list[int]) -> tuple[Sides, Ids]:
    """Pairs these entrants, in the order of pairing; returns the sides of tables, and the bye of an odd number."""
    free = with_fewest_byes(standing, _byes(tournament), len(order) % 2)
    pairs = _pairs(tournament, [entrant for entrant in order if entrant not in free])
    return [((one,), (other,)) for one, other in pairs], free


def draft_of(tournament: Tournament, sides: Sides, byes: Ids) -> Draft:
    """Returns the next round of these tables, with the tables that the rule would have avoided."""
    again = avoided_pairs(tournament)
    rematches = [(one, other) for (one,), (other,) in sides if {one, other} in again]
    return Draft(numbered(sides), byes, rematches)


def _byes(tournament: Tournament) -> Counter[int]:
    return Counter(entrant for played in tournament.rounds for entrant in played.byes)


def avoided_pairs(tournament: Tournament) -> set[frozenset[int]]:
    """Returns the pairs of entrants who should not meet in the next round, since they have met (TOU-11, TOU-21)."""
    system = part_of_next(tournament)
    if system.rematch or (system.previous and next_number(tournament) == tournament.system.rounds):
        return set()
    return met_pairs(tournament.rounds[-1:] if system.previous else tournament.rounds)


def _pairs(tournament: Tournament, order: list[int]) -> list[tuple[int, int]]:
    number = next_number(tournament)
    again = avoided_pairs(tournament)
    same_club, lower_bound = club_costs(clubs_of(tournament, number))
    rematch = len(order)  # costs more than any number of tables with one club
    forbidden = rematch**2  # and this more than any number of rematches

    def cost(one: int, other: int) -> int:
        two = frozenset((one, other))
        return (
            same_club(one, other) + (rematch if two in again else 0) + (forbidden if two in tournament.forbidden else 0)
        )

    seeded = tournament.system.first == "seeded" and number == 1
    return least_pairing(order, cost, _halves(order) if seeded else in_given_order, lower_bound)


def _halves(order: list[int]) -> Preferences:
    """Returns preferences for seeds: entrants of one half of the order prefer opponents of the other (TOU-10)."""
    upper = set(order[: len(order) // 2])

    def preferences(one: int, others: list[int]) -> list[int]:
        return sorted(others, key=lambda other: (one in upper) == (other in upper))

    return preferences


def _seated_singles(
    tournament: Tournament, order: list[int], standing: list[int], partners: tuple[tuple[int, int], tuple[int, int]]
) -> tuple[Sides, Ids]:
    """Seats single players at tables of four in this order, `partners` by the standings; returns sides and byes."""
    free = with_fewest_byes(standing, _byes(tournament), len(order) % SEATS)
    seated = [entrant for entrant in order if entrant not in free]
    seated = forbidden_apart(tournament, seated, [at // SEATS for at in range(len(seated))])
    place = {entrant: index for index, entrant in enumerate(standing)}
    sides: Sides = []
    for start in range(0, len(seated), SEATS):
        four = sorted(seated[start : start + SEATS], key=lambda entrant: place[entrant])
        first, second = partners
        sides.append((tuple(four[at] for at in first), tuple(four[at] for at in second)))
    return sides, free
