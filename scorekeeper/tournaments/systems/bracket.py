"""A bracket: who meets whom in it, who is still in, and who went out when (TOU-17).

A line holds the entrants of a round in the order of the bracket, neighbours meeting; None is a gap, whose neighbour has
a bye. Tables made by hand keep the place of the upper one of the two. Decision: who withdraws leaves a gap, and went
out in that round; a round in which all that is left would have byes is not played.
"""

from dataclasses import dataclass, field

from scorekeeper.tournaments.model import Ids, Round, Tournament
from scorekeeper.tournaments.pairing import Draft, next_number, numbered
from scorekeeper.tournaments.scoring import winner

Line = list[int | None]
STILL_IN = 10**6  # later than any round


@dataclass
class Stage:
    """How far a knock-out is: the line, the round in which each went out, and the losers of the semi-finals.

    `third` is who won the match for third place.
    """

    line: Line
    lost: dict[int, int] = field(default_factory=dict)
    beaten: Ids = ()
    third: int | None = None

    @property
    def alive(self) -> list[int]:
        """Who is still in, in the order of the bracket."""
        return [each for each in self.line if each is not None]

    @property
    def pairs(self) -> list[tuple[int | None, int | None]]:
        """Neighbours of the line."""
        return list(zip(self.line[0::2], self.line[1::2], strict=False))


def bracket(seeds: list[int]) -> Line:
    """The line of the first round: 1 v 8, 4 v 5, 2 v 7, 3 v 6; what is missing are byes for the best seeds."""
    return [seeds[seed] if seed < len(seeds) else None for seed in _seed_order(len(seeds))]


def _seed_order(number: int) -> list[int]:
    """Seeds from 0 in the order of a bracket for so many and their byes."""
    order = [0]
    while len(order) < number:
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    return order


def first_tables(number: int) -> list[tuple[int, int]]:
    """The seeds from 0 that meet in the first round of so many."""
    order = _seed_order(number)
    return [pair for pair in zip(order[0::2], order[1::2], strict=False) if max(pair) < number]


def kept_apart(seeds: list[int], group: dict[int, int]) -> list[int]:
    """The seeds with two changed where a first-round table would hold two of one group (TOU-17)."""
    tables = first_tables(len(seeds))
    groups = [group[each] for each in seeds]
    clashes = [pair for pair in tables if groups[pair[0]] == groups[pair[1]]]
    if len(clashes) > 2:  # more than one change can mend
        return seeds
    for lower in map(max, clashes):
        for other in [*range(lower + 1, len(seeds)), *range(lower - 1, -1, -1)]:
            changed = _exchanged(groups, lower, other)
            if all(changed[one] != changed[two] for one, two in tables):
                return _exchanged(seeds, lower, other)
    return seeds


def _exchanged(values: list[int], one: int, other: int) -> list[int]:
    changed = list(values)
    changed[one], changed[other] = values[other], values[one]
    return changed


def stage(tournament: Tournament, seeds: list[int], start: int = 0) -> Stage:
    """The knock-out after all rounds from `start` on, with who has withdrawn before the next one taken out."""
    now = Stage(bracket(seeds))
    for number, played in enumerate(tournament.rounds[start:], start=start + 1):
        _withdraw(tournament, now, number)
        _play(tournament, now, played, number)
    _withdraw(tournament, now, next_number(tournament))
    return now


def _withdraw(tournament: Tournament, now: Stage, number: int) -> None:
    there = tournament.entrants_in(number)
    now.lost.update({each: number for each in now.alive if each not in there})
    now.line = [each if each in there else None for each in now.line]
    if now.third is not None or not there.issuperset(now.beaten):
        now.beaten = ()
    while len(now.alive) > 1 and not any(None not in pair for pair in now.pairs):
        now.line = [one if other is None else other for one, other in now.pairs]


def _play(tournament: Tournament, now: Stage, played: Round, number: int) -> None:
    """Go on to the next line. Tables without a result leave both where they are, so that others can be told apart."""
    at = {each: index for index, each in enumerate(now.line) if each is not None}
    semi_finals = len(now.line) == 4 and tournament.system.third_place
    kept = [(at[each], each) for each in played.byes if each in at]
    losers = []
    for table in played.tables:
        best = winner(tournament.scoring, table) if table.is_decided else None
        if best is None:
            kept += [(at[each], each) for each in table.ids if each in at]
            continue
        (won,), (lost,) = table.sides[best], table.sides[1 - best]
        if set(table.ids) == set(now.beaten):
            now.third = won
            continue
        now.lost[lost] = number
        losers.append(lost)
        kept.append((min(at[each] for each in table.ids if each in at), won))
    now.line = _next_line(sorted(kept), max(1, len(now.line) // 2))
    if semi_finals and len(losers) == 2:
        now.beaten = tuple(losers)


def _next_line(kept: list[tuple[int, int]], length: int) -> Line:
    """The line of the next round, from who goes on and their places in this one: two places become one.

    Where tables made by hand would put two into one place, all stand one after the other.
    """
    places = {at // 2: each for at, each in kept}
    if len(places) < len(kept):
        places = {index: each for index, (_at, each) in enumerate(kept)}
    while length < len(places):
        length *= 2
    return [places.get(index) for index in range(length)]


def members(now: Stage) -> set[int]:
    """Who is in the next round: who is still in, and who plays for third place beside the final."""
    return {*now.alive, *_third_place(now)}


def _third_place(now: Stage) -> Ids:
    return now.beaten if now.third is None and len(now.line) <= 2 else ()


def is_over(now: Stage) -> bool:
    """Whether nobody is left to be met."""
    return len(now.alive) < 2 and not _third_place(now)


def pair(now: Stage, first: bool) -> Draft:
    """The next round: tables in the order of the bracket, that for third place last."""
    sides: list[tuple[Ids, Ids]] = [
        ((one,), (other,)) for one, other in now.pairs if one is not None and other is not None
    ]
    third = _third_place(now)
    if third:
        sides.append((third[:1], third[1:]))
    playing = {each for two in sides for side in two for each in side}
    byes = tuple(each for each in now.alive if each not in playing)
    return Draft(numbered(sides), byes, [], many=first)


def places(now: Stage, entrants: list[int]) -> dict[int, int]:
    """Places by the round in which one went out; who was never in it stands last.

    3rd and 4th by their match, or shared.
    """
    reached = dict.fromkeys(now.alive, (STILL_IN, False))
    reached.update({each: (number, each == now.third) for each, number in now.lost.items()})
    far = [reached.get(each, (0, False)) for each in entrants]
    return {each: 1 + sum(other > mine for other in far) for each, mine in zip(entrants, far, strict=True)}
