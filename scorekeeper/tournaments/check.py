"""Finds faults in a tournament: of rounds paired by hand (TOU-20), and results that are probably typed wrong (TOU-26).

Faults of a round are rematches, opponents of one club or two flights, and second byes. A round is compared with the
round that the system would have paired; faults that the system cannot avoid do not count. The system only pairs a round
that has faults, because pairing every round again is slow. Entrants who must not meet are always named (TOU-39).

Results are doubtful for impossible points, large differences, and VP that do not add up. Nothing here refuses a
document.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from scorekeeper.games import find_game
from scorekeeper.games.engine.base import N_
from scorekeeper.tournaments.model import Ids, Round, Table, Tournament
from scorekeeper.tournaments.pairing import Draft, club_costs, clubs_of, forbidden_twos, next_number
from scorekeeper.tournaments.scoring import WHOLE
from scorekeeper.tournaments.stages import stage_of
from scorekeeper.tournaments.substitutes import after_half
from scorekeeper.tournaments.systems import flights, is_knockout, members, neighbours, next_round

Sides = tuple[int, Ids, Ids]
Rule = Callable[[], Draft | None]


class Difference(NamedTuple):
    """A fault of a round paired by hand, which the system would have avoided. `table` is None for a bye."""

    round: int
    table: int | None
    entrants: list[int]
    kind: str
    rule: str
    message: str
    params: dict[str, Any]


@dataclass
class _History:
    """The rounds before the one checked: how often each two entrants met, and how many byes each entrant had."""

    meetings: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def add(self, played: Round) -> None:
        self.meetings.update(frozenset(table.ids) for table in played.tables)
        self.byes.update(played.byes)


def differences(tournament: Tournament, since: int = 1) -> list[Difference]:
    """Returns the differences of all rounds from round `since` (from 1) on, in the order of the rounds."""
    result: list[Difference] = []
    past = _History()
    for index, played in enumerate(tournament.rounds):
        if index + 1 >= since:
            result += _of_round(tournament.up_to(index), past, played)
        past.add(played)
    result += _late_substitutes(tournament, since)
    return sorted(result, key=lambda difference: difference.round)  # stable


def _late_substitutes(tournament: Tournament, since: int) -> list[Difference]:
    """Returns the substitutes from round `since` on that came after half of the rounds (TOU-25)."""
    text = N_("{player} came in for {name} after half of the rounds")
    return [
        Difference(
            substitute.round,
            None,
            [entrant.id],
            "substitute",
            "TOU-25",
            text,
            {"player": substitute.player, "name": entrant.name},
        )
        for entrant, substitute in after_half(tournament)
        if substitute.round >= since
    ]


def _of_round(before: Tournament, past: _History, played: Round) -> list[Difference]:
    @cache
    def rule() -> Draft | None:
        return next_round(before) if before.complete == len(before.rounds) else None

    tables = [(table.number, *table.sides) for table in played.tables]
    return (
        _rematches(before, past, tables, rule)
        + _same_clubs(before, tables, rule)
        + _second_byes(before, past, played.byes, rule)
        + _across_flights(before, tables, played.byes)
        + _forbidden(before, tables)
    )


def _avoidable(tables: list[Sides], rule: Rule | None, is_bad: Callable[[Sides], bool]) -> list[Sides]:
    """Returns the bad tables of a round paired by hand; none if the system's own round has as many."""
    bad = [table for table in tables if is_bad(table)]
    draft = rule() if bad and rule is not None else None
    allowed = 0 if draft is None else sum(is_bad(table) for table in draft.tables)
    return bad if len(bad) > allowed else []


def _rematches(before: Tournament, past: _History, tables: list[Sides], rule: Rule) -> list[Difference]:
    system = neighbours.part_of_next(before)
    if system.rematch or system.singles or is_knockout(before, next_number(before)):
        return []
    if system.previous:
        avoided = neighbours.avoided_pairs(before)
        again = _avoidable(tables, rule, lambda table: frozenset(table[1] + table[2]) in avoided)
        text = N_("They met in the round before")
        return [_of_table(before, table, "rematch", "TOU-21", text) for table in again]
    meetings = _meetings_in_stage(before) if system.then is not None else past.meetings
    most = 1 if system.twice else 0
    allowed_by = None if system.is_schedule or system.has_groups else rule  # a schedule has no unavoidable rematches
    again = _avoidable(tables, allowed_by, lambda table: meetings[frozenset(table[1] + table[2])] > most)
    return [_of_table(before, table, "rematch", system.meeting_rule, N_("They have met before")) for table in again]


def _meetings_in_stage(before: Tournament) -> Counter[frozenset[int]]:
    """Returns how often entrants met in the stage of groups to which the next round belongs (TOU-24)."""
    current = stage_of(before, next_number(before))
    return Counter(frozenset(table.ids) for played in before.rounds[current.start :] for table in played.tables)


def _same_clubs(before: Tournament, tables: list[Sides], rule: Rule) -> list[Difference]:
    same_club = club_costs(clubs_of(before, next_number(before))).cost
    same = _avoidable(tables, rule, lambda table: bool(same_club(table[1][0], table[2][0])))
    return [_of_table(before, table, "same_club", "TOU-12", N_("They are from the same club")) for table in same]


def _of_table(before: Tournament, table: Sides, kind: str, rule: str, message: str) -> Difference:
    return Difference(next_number(before), table[0], list(table[1] + table[2]), kind, rule, message, {})


def _second_byes(before: Tournament, past: _History, byes: Ids, rule: Rule) -> list[Difference]:
    """Returns byes of entrants who already had more byes than others, if the system would avoid them (TOU-13)."""
    if not neighbours.part_of_next(before).evens_out_byes:
        return []
    flight = _flights(before)
    fewest: dict[int, int] = {}
    for entrant in members(before):
        own = flight.get(entrant, 0)
        fewest[own] = min(fewest.get(own, past.byes[entrant]), past.byes[entrant])

    def is_second(entrant: int) -> bool:
        return past.byes[entrant] > fewest[flight.get(entrant, 0)]

    second = [entrant for entrant in byes if is_second(entrant)]
    draft = rule() if second else None
    if draft is None or len(second) <= sum(map(is_second, draft.byes)):
        return []
    names = before.names
    text = N_("{name} already had a bye; others have not")
    number = next_number(before)
    return [
        Difference(number, None, [entrant], "second_bye", "TOU-13", text, {"name": names[entrant]})
        for entrant in second
    ]


def _flights(before: Tournament) -> dict[int, int]:
    """Returns the flight (from 0) of each entrant of the next round; empty without flights, or before they are cut."""
    system, start = before.system.part(next_number(before))
    return flights.by_entrant(before, next_number(before)) if system.flights and before.complete >= start else {}


def _across_flights(before: Tournament, tables: list[Sides], byes: Ids) -> list[Difference]:
    """Returns tables with entrants of two flights, and byes in flights with an even number of entrants (TOU-23)."""
    flight = _flights(before)
    if not flight:
        return []
    number = next_number(before)
    sizes = Counter(flight[entrant] for entrant in before.entrants_in(number))
    strange = [
        _of_table(before, table, "flight", "TOU-23", N_("They are in different flights"))
        for table in tables
        if flight[table[1][0]] != flight[table[2][0]]
    ]
    text = N_("{name} has a bye, but the rule gives none to this flight")
    return strange + [
        Difference(number, None, [entrant], "flight", "TOU-23", text, {"name": before.names[entrant]})
        for entrant in byes
        if sizes[flight[entrant]] % 2 == 0
    ]


def _forbidden(before: Tournament, tables: list[Sides]) -> list[Difference]:
    """Returns the tables with entrants who must not meet, naming these, whether it can be avoided or not (TOU-39)."""
    text, found = N_("They must not meet"), list[Difference]()
    for table in tables:
        ids = table[1] + table[2]
        apart = {entrant for two in forbidden_twos(before.forbidden, ids) for entrant in two}
        if apart:
            difference = _of_table(before, table, "forbidden", "TOU-39", text)
            found.append(difference._replace(entrants=[entrant for entrant in ids if entrant in apart]))
    return found


LARGEST_DIFFERENCE = 3000  # points in a hand


class Doubt(NamedTuple):
    """A doubtful result: its round and table, and why: `grain`, `most`, `difference` or `vp`."""

    round: int
    table: int
    why: str


def doubts(tournament: Tournament) -> list[Doubt]:
    """Returns the doubtful results of all rounds, in the order of rounds and tables."""
    return [
        Doubt(number, table.number, why)
        for number, played in enumerate(tournament.rounds, start=1)
        for table in played.tables
        for why in reasons(tournament, table)
    ]


def reasons(tournament: Tournament, table: Table) -> Iterator[str]:
    """Yields why a table's result is doubtful; the number of hands is only known where victory points are given."""
    hands = tournament.scoring.hands if tournament.scoring.kind == "vp" else 0
    if table.points is not None:
        game = find_game(tournament.game or "")
        most = game.most_a_hand.get(tournament.variant or "") if game else None
        if game and any(points % game.point_step for points in table.points):
            yield "grain"
        if most and hands and max(table.points) > hands * most:
            yield "most"
        if hands and abs(table.points[0] - table.points[1]) > hands * LARGEST_DIFFERENCE:
            yield "difference"
    if table.vp is not None and sum(table.vp) != WHOLE:
        yield "vp"
