"""A knock-out bracket: its pairs, the entrants still in, and the rounds in which others lost (TOU-17).

A line holds the entrants of a round in the order of the bracket; neighbours meet. None is a gap, whose neighbour
has a bye. The winner of a table made by hand gets the upper of its entrants' two places. Decisions: an entrant who
withdraws leaves a gap, and counts as knocked out in that round; a round in which everybody would have a bye is not
played.
"""

from dataclasses import dataclass, field

from scorekeeper.tournaments.model import Ids, Round, Tournament
from scorekeeper.tournaments.pairing import Draft, next_number, numbered
from scorekeeper.tournaments.scoring import winner

Line = list[int | None]
STILL_IN = 10**6  # later than any round


@dataclass
class Stage:
    """The state of a knock-out: the line, and the round in which each entrant lost.

    `beaten` holds the losers of the semi-finals if they are to play for third place, `third` the winner of that match.
    """

    line: Line
    lost: dict[int, int] = field(default_factory=dict)
    beaten: Ids = ()
    third: int | None = None

    @property
    def alive(self) -> list[int]:
        """The entrants still in, in the order of the bracket."""
        return [entrant for entrant in self.line if entrant is not None]

    @property
    def pairs(self) -> list[tuple[int | None, int | None]]:
        """The pairs of neighbours in the line: the tables and byes of the next round."""
        return list(zip(self.line[0::2], self.line[1::2], strict=False))


def bracket(seeds: list[int]) -> Line:
    """Returns the line of the first round; of eight seeds: 1 v 8, 4 v 5, 2 v 7, 3 v 6.

    Missing entrants are byes for the best seeds.
    """
    return [seeds[seed] if seed < len(seeds) else None for seed in _seed_order(len(seeds))]


def _seed_order(number: int) -> list[int]:
    """Returns the seeds (from 0) in the order of a bracket for `number` entrants and their byes."""
    order = [0]
    while len(order) < number:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return order


def first_tables(number: int) -> list[tuple[int, int]]:
    """Returns the pairs of seeds (from 0) that meet in the first round of `number` entrants."""
    order = _seed_order(number)
    return [pair for pair in zip(order[0::2], order[1::2], strict=False) if max(pair) < number]


def kept_apart(seeds: list[int], group: dict[int, int]) -> list[int]:
    """Returns the seeds, two of them swapped if that keeps groups apart in the first round (TOU-17)."""
    tables = first_tables(len(seeds))
    groups = [group[entrant] for entrant in seeds]
    clashes = [pair for pair in tables if groups[pair[0]] == groups[pair[1]]]
    if len(clashes) > 2:  # more than one swap can mend
        return seeds
    for lower in map(max, clashes):
        for other in [*range(lower + 1, len(seeds)), *range(lower - 1, -1, -1)]:
            changed = _swapped(groups, lower, other)
            if all(changed[one] != changed[two] for one, two in tables):
                return _swapped(seeds, lower, other)
    return seeds


def _swapped(values: list[int], one: int, other: int) -> list[int]:
    changed = list(values)
    changed[one], changed[other] = values[other], values[one]
    return changed


def stage(tournament: Tournament, seeds: list[int], start: int = 0) -> Stage:
    """Returns the state after all rounds from index `start` on; entrants who have withdrawn are knocked out."""
    state = Stage(bracket(seeds))
    for number, played in enumerate(tournament.rounds[start:], start=start + 1):
        _withdraw(tournament, state, number)
        _play(tournament, state, played, number)
    _withdraw(tournament, state, next_number(tournament))
    return state


def _withdraw(tournament: Tournament, state: Stage, number: int) -> None:
    present = tournament.entrants_in(number)
    state.lost.update({entrant: number for entrant in state.alive if entrant not in present})
    state.line = [entrant if entrant in present else None for entrant in state.line]
    if state.third is not None or not present.issuperset(state.beaten):
        state.beaten = ()
    while len(state.alive) > 1 and not any(None not in pair for pair in state.pairs):
        state.line = [one if other is None else other for one, other in state.pairs]


def _play(tournament: Tournament, state: Stage, played: Round, number: int) -> None:
    """Moves the state on by one round.

    Entrants of tables without a result keep their places, so that they stay distinguishable.
    """
    at = {entrant: index for index, entrant in enumerate(state.line) if entrant is not None}
    semi_finals = len(state.line) == 4 and tournament.system.third_place
    advancing = [(at[entrant], entrant) for entrant in played.byes if entrant in at]
    losers = []
    for table in played.tables:
        best = winner(tournament.scoring, table) if table.is_decided else None
        if best is None:
            advancing += [(at[entrant], entrant) for entrant in table.ids if entrant in at]
            continue
        (won,), (lost,) = table.sides[best], table.sides[1 - best]
        if set(table.ids) == set(state.beaten):
            state.third = won
            continue
        state.lost[lost] = number
        losers.append(lost)
        advancing.append((min(at[entrant] for entrant in table.ids if entrant in at), won))
    state.line = _next_line(sorted(advancing), max(1, len(state.line) // 2))
    if semi_finals and len(losers) == 2:
        state.beaten = tuple(losers)


def _next_line(advancing: list[tuple[int, int]], length: int) -> Line:
    """Returns the line of the next round from `(place, entrant)` pairs; two places of this round become one.

    If tables made by hand would put two entrants into one place, all of them follow each other without gaps.
    """
    places = {at // 2: entrant for at, entrant in advancing}
    if len(places) < len(advancing):
        places = {index: entrant for index, (_at, entrant) in enumerate(advancing)}
    while length < len(places):
        length *= 2
    return [places.get(index) for index in range(length)]


def members(state: Stage) -> set[int]:
    """Returns the entrants of the next round: all still in, and the two who play for third place."""
    return {*state.alive, *_third_place(state)}


def _third_place(state: Stage) -> Ids:
    return state.beaten if state.third is None and len(state.line) <= 2 else ()


def is_over(state: Stage) -> bool:
    """True if at most one entrant is still in, and no match for third place is left."""
    return len(state.alive) < 2 and not _third_place(state)


def pair(state: Stage, first: bool) -> Draft:
    """Returns the next round: tables in the order of the bracket, the match for third place last."""
    sides: list[tuple[Ids, Ids]] = [
        ((one,), (other,)) for one, other in state.pairs if one is not None and other is not None
    ]
    third = _third_place(state)
    if third:
        sides.append((third[:1], third[1:]))
    playing = {entrant for two in sides for side in two for entrant in side}
    byes = tuple(entrant for entrant in state.alive if entrant not in playing)
    return Draft(numbered(sides), byes, [], many=first)


def places(state: Stage, entrants: list[int]) -> dict[int, int]:
    """Returns the entrants' places by id: the later they lost, the better; entrants who never took part are last.

    The match for third place decides places 3 and 4; without it they are shared.
    """
    reached = dict.fromkeys(state.alive, (STILL_IN, False))
    reached.update({entrant: (number, entrant == state.third) for entrant, number in state.lost.items()})
    reached_by = [reached.get(entrant, (0, False)) for entrant in entrants]
    return {
        entrant: 1 + sum(other > own for other in reached_by) for entrant, own in zip(entrants, reached_by, strict=True)
    }
