"""The system `mitchell`: one line of entrants stays seated, the other moves on each round (TOU-14).

Once the document holds round 1, the places of both lines are read from it and never drawn again. A place is a list of
those who have or had it, the last one latest: it is empty for the phantom, and free once its last one has withdrawn.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd
from typing import NamedTuple

from scorekeeper.games.engine.base import N_, Problem, problem
from scorekeeper.tournaments.fields import Fields
from scorekeeper.tournaments.model import Entrant, Ids, Round, Tournament
from scorekeeper.tournaments.options import APART_IN_ROUND_1, ROUNDS, STEP
from scorekeeper.tournaments.pairing import Draft, apart_in_pairs, clubs_of, first_order, next_number
from scorekeeper.tournaments.system import System

Place = list[int]
Pair = frozenset[int]


class Lines(NamedTuple):
    """The places that stay and those that move on, both by the tables of round 1."""

    stay: list[Place]
    move: list[Place]


class AtTable(NamedTuple):
    """The two places that are at a table in a round."""

    stays: Place
    moves: Place

    def pair(self, present: Collection[int]) -> tuple[int, int] | None:
        """Returns the two who meet; None if a place is free."""
        one, other = holder(self.stays, present), holder(self.moves, present)
        return None if one is None or other is None else (one, other)


def holder(place: Place, present: Collection[int]) -> int | None:
    """Returns the entrant on a place; None if the place is free."""
    return place[-1] if place and place[-1] in present else None


@dataclass(frozen=True)
class Mitchell(System):
    """The entrants who stay, and those who move on by `step` tables, each in a ranking of their own, too."""

    step: int = 1

    kind = "mitchell"
    title = N_("Mitchell")
    blurb = N_("One line stays seated, the other moves on each round. Each line has its own ranking.")
    options = (replace(ROUNDS, rule="TOU-14", default=0), APART_IN_ROUND_1, STEP)
    meeting_rule = "TOU-14"
    is_schedule = True
    takes_late_entries = True
    avoids_forbidden = False
    opens_mixed = True
    lines = (N_("North–South"), N_("East–West"))

    def checked(self, fields: Fields, at_start: int) -> "Mitchell":
        """Fills in as many rounds as tables."""
        return replace(self, rounds=self.rounds or max(_tables(at_start), 1))

    def check_entrants(self, fields: Fields, entrants: Sequence[Entrant], path: str = "system.", more: int = 0) -> None:
        """Refuses settings by which two would meet twice, and late entrants who find no place.

        `more` is the number of rounds that follow in which everybody may enter.
        """
        tables = _tables(sum(entrant.takes_part(1) for entrant in entrants))
        if gcd(self.step, tables) > 1:
            text = N_("With {tables} tables, moving on by {step} would bring the same opponents again")
            fields.refuse(f"{path}step", "TOU-14", text, tables=tables, step=self.step)
        if self.rounds > tables:
            text = N_("There can be no more rounds than tables, {tables}")
            fields.refuse(f"{path}rounds", "TOU-14", text, tables=tables)
        for at in _without_place(entrants, 2 * tables, self.rounds):
            fields.problems.append(self._is_full(f"entrants.{at}.late", more))

    def why_closed(self, tournament: Tournament, number: int) -> Problem | None:
        """Returns why nobody can enter in round `number`: because no place is free."""
        places = 2 * _tables(len(tournament.entrants_in(1)))
        is_full = len(tournament.entrants_in(number)) >= places
        return self._is_full(None, tournament.system.rounds - self.rounds) if is_full else None

    def _is_full(self, field: str | None, more: int) -> Problem:
        if not more:
            return problem(field, "TOU-14", N_("All places are taken: nobody can enter unless somebody withdraws"))
        text = N_("All places are taken: nobody can enter before round {round} unless somebody withdraws")
        return problem(field, "TOU-22", text, round=self.rounds + 1)

    def is_over(self, tournament: Tournament) -> bool:
        """True if all rounds are played, or if nobody has an opponent in the next one."""
        if len(tournament.rounds) >= self.rounds:
            return True
        more_than_tables = len(self.members(tournament)) > _tables(len(tournament.entrants_in(1)))
        return not (more_than_tables or self.pair(tournament).tables)

    def pair(self, tournament: Tournament) -> Draft:
        """Returns the next round; who sits opposite a free place has a bye."""
        _lines, tables = self._seated(tournament, next_number(tournament))
        present = self.members(tournament)
        pairs = [(at, table.pair(present)) for at, table in enumerate(tables, start=1)]
        drawn: list[tuple[int, Ids, Ids]] = [(at, pair[:1], pair[1:]) for at, pair in pairs if pair]
        playing = {entrant for _at, one, other in drawn for entrant in one + other}
        return Draft(drawn, tuple(sorted(present - playing)), [])

    def by_line(self, tournament: Tournament) -> tuple[list[int], ...]:
        """Returns all who have or had a place in each line; before round 1 as it is drawn."""
        lines, _at_tables = self._seated(tournament, min(max(len(tournament.rounds), 1), self.rounds))
        return tuple([entrant for place in line for entrant in place] for line in lines)

    def _seated(self, tournament: Tournament, number: int) -> tuple[Lines, list[AtTable]]:
        """Returns the lines in round `number`, and its tables, with all seated who entered until then."""
        lines = _read(tournament.rounds[0]) if tournament.rounds else _drawn(tournament)
        met: set[Pair] = set()
        tables: list[AtTable] = []
        for turn in range(1, number + 1):
            present = tournament.entrants_in(turn)
            tables = self._in_round(lines, turn, present, met)
            played = [table.ids for held in tournament.rounds[turn - 1 : turn] for table in held.tables]
            opposite = {one: other for ids in played for one, other in (ids, ids[::-1])}
            seated = {place[-1] for line in lines for place in line if place}
            _seat(tables, [entrant for entrant in tournament.ids if entrant in present - seated], present, opposite)
            met.update(map(frozenset, played))
        return lines, tables

    def _in_round(self, lines: Lines, number: int, present: set[int], met: set[Pair]) -> list[AtTable]:
        """Returns the tables of a round, before late entrants are seated: the movement's round of this number.

        If nobody meets in it, or two who have `met`, the first of the movement in which only others meet.
        """
        turns = [number - 1, *range(len(lines.stay))]
        for turn in turns:
            tables = self._moved(lines, turn)
            pairs = {frozenset(pair) for table in tables if (pair := table.pair(present))}
            if pairs and not pairs & met:
                return tables
        return self._moved(lines, number - 1)

    def _moved(self, lines: Lines, turn: int) -> list[AtTable]:
        """Returns the tables after the moving line has gone on `turn` times."""
        size = len(lines.stay)
        return [AtTable(place, lines.move[(at - self.step * turn) % size]) for at, place in enumerate(lines.stay)]


def _tables(at_start: int) -> int:
    return -(-at_start // 2)


def _without_place(entrants: Sequence[Entrant], places: int, rounds: int) -> Iterator[int]:
    """Yields the index of each late entrant who finds no place."""
    seated = [entrant for entrant in entrants if entrant.late == 1]
    late = [(at, entrant) for at, entrant in enumerate(entrants) if 1 < entrant.late <= rounds]
    for at, entrant in sorted(late, key=lambda row: row[1].late):  # stable
        if not entrant.takes_part(entrant.late):
            continue
        if sum(other.takes_part(entrant.late) for other in seated) < places:
            seated.append(entrant)
        else:
            yield at


def _drawn(tournament: Tournament) -> Lines:
    """Returns the lines as they are drawn: the 1st, 3rd, … of those there in round 1 stay, the others move."""
    there = tournament.entrants_in(1)
    order = [entrant for entrant in first_order(tournament) if entrant in there]
    return _lines(apart_in_pairs(order, clubs_of(tournament, 1)))


def _read(first: Round) -> Lines:
    """Returns the lines of round 1 as it was played: by tables, then by byes."""
    tables = sorted(first.tables, key=lambda table: table.number)
    return _lines([entrant for table in tables for entrant in table.ids] + list(first.byes))


def _lines(order: list[int]) -> Lines:
    lines = Lines([[entrant] for entrant in order[0::2]], [[entrant] for entrant in order[1::2]])
    if len(order) % 2:
        lines.move.append([])  # the phantom's
    return lines


def _seat(tables: list[AtTable], news: list[int], present: set[int], opposite: Mapping[int, int]) -> None:
    """Gives late entrants their places: first who met somebody in this round across a free place, then by entry."""
    others = []
    for entrant in news:
        across = (place for place, met in _free(tables, present) if met is not None and met == opposite.get(entrant))
        place = next(across, None)
        if place is None:
            others.append(entrant)
        else:
            place.append(entrant)
    for entrant in others:
        free = sorted(_free(tables, present), key=lambda place: place[1] is None)  # stable
        if free:
            free[0][0].append(entrant)


def _free(tables: list[AtTable], present: set[int]) -> list[tuple[Place, int | None]]:
    """Returns the free places by table, at each the staying one first, with who sits opposite."""
    return [
        (place, holder(opposite, present))
        for table in tables
        for place, opposite in ((table.stays, table.moves), (table.moves, table.stays))
        if holder(place, present) is None
    ]
