"""Adds up the scores of all entrants, and ranks the entrants (TOU-7 … TOU-9)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.tournaments.model import Round, Table, Tournament
from scorekeeper.tournaments.pairing import lots
from scorekeeper.tournaments.scoring import Score, bye_score, scores

UNPLAYED_VP = 10  # VP that a bye or a forfeited table counts in the sum of the opponents' VP (TOU-7)


@dataclass
class Tally:
    """An entrant's sums: `main` is VP or TP, `second` MP or legs, `third` points.

    `unplayed` counts byes and, where VP count, forfeited tables; `opponents` holds the ids of all other opponents.
    """

    main: int = 0
    second: int = 0
    third: int = 0
    played: int = 0
    byes: int = 0
    unplayed: int = 0
    rulings: int = 0
    opponents: list[int] = field(default_factory=list)

    def add(self, score: Score) -> None:
        """Adds the score of a table or a bye."""
        self.main += score.main
        self.second += score.second
        self.third += score.third


@dataclass
class Count:
    """All entrants' tallies by id, and their sums against single opponents by `(entrant, opponent)`."""

    tallies: dict[int, Tally]
    meetings: dict[tuple[int, int], Tally]


def count(tournament: Tournament, rounds: int, since: int = 0, unscored: int = 0) -> Count:
    """Returns the tallies of the first `rounds` rounds, with their rulings; undecided tables do not count.

    The first `since` rounds do not count either; in the first `unscored` rounds a bye gives no points.
    """
    counted = Count({entrant: Tally() for entrant in tournament.ids}, defaultdict(Tally))
    for number, played in enumerate(tournament.rounds[since:rounds], start=since + 1):
        _add_round(tournament, counted, played, bye_score(tournament.scoring) if number > unscored else Score(0, 0))
    for ruling in tournament.rulings:
        if since < ruling.round <= rounds:
            tally = counted.tallies[ruling.entrant]
            tally.add(Score(ruling.main, ruling.second))
            tally.rulings += ruling.main
    return counted


def _add_round(tournament: Tournament, counted: Count, played: Round, bye: Score) -> None:
    for table in played.tables:
        if table.is_decided:
            _add_table(tournament, counted, table)
    for entrant in played.byes:
        tally = counted.tallies[entrant]
        tally.byes += 1
        tally.unplayed += 1
        tally.add(bye)


def _add_table(tournament: Tournament, counted: Count, table: Table) -> None:
    results = scores(tournament.scoring, table)
    for side, others in (table.sides, table.sides[::-1]):
        for entrant in side:
            tally = counted.tallies[entrant]
            tally.played += 1
            tally.add(results[entrant])
            if table.forfeit is not None:
                tally.unplayed += 1
            else:
                tally.opponents.extend(others)
            for other in others:
                counted.meetings[entrant, other].add(results[entrant])


def opponents_sum(tournament: Tournament, counted: Count, entrant: int) -> int:
    """Returns the sum of the opponents' VP or TP, rulings included.

    A bye and a forfeited table count 10 VP (TOU-7) or 0 TP (TOU-8).
    """
    tally = counted.tallies[entrant]
    unplayed = UNPLAYED_VP if tournament.scoring.kind == "vp" else 0
    return unplayed * tally.unplayed + sum(counted.tallies[opponent].main for opponent in tally.opponents)


def met_pairs(rounds: Iterable[Round]) -> set[frozenset[int]]:
    """Returns all pairs of entrants who have been opponents at a table of these rounds, whatever the result."""
    return {
        frozenset((one, other))
        for played in rounds
        for table in played.tables
        for one in table.sides[0]
        for other in table.sides[1]
    }


Sums = tuple[int, int, int]


class Placed(NamedTuple):
    """An entrant's place; equal entrants share a place and are listed in the order of the lots."""

    place: int
    entrant: int


def behind(number: int, placed: list[Placed]) -> list[Placed]:
    """Returns the places behind `number` other entrants."""
    return [Placed(number + row.place, row.entrant) for row in placed]


class Compared(NamedTuple):
    """The values by which an entrant is ranked, the most important first.

    `sums`, then `direct` (their own tables if exactly two entrants are equal so far and have met, else empty), then
    `opponents` (the opponents' sum).
    """

    sums: Sums
    direct: tuple[int, ...]
    opponents: int


def ranked(tournament: Tournament, counted: Count, entrants: Iterable[int]) -> list[Placed]:
    """Returns these entrants with their places among themselves, best first."""
    values = compared(tournament, counted, entrants)
    ordered = [entrant for entrant in lots(tournament) if entrant in values]
    ordered.sort(
        key=lambda entrant: values[entrant], reverse=True
    )  # stable: equal entrants stay in the order of the lots
    placed: list[Placed] = []
    for index, entrant in enumerate(ordered):
        shares = index > 0 and values[entrant] == values[ordered[index - 1]]
        placed.append(Placed(placed[-1].place if shares else index + 1, entrant))
    return placed


def compared(tournament: Tournament, counted: Count, entrants: Iterable[int]) -> dict[int, Compared]:
    """Returns the values by which these entrants are ranked among themselves, by id."""
    chosen = set(entrants)
    direct = _direct(tournament, counted, chosen)
    return {
        entrant: Compared(_sums(counted, entrant), direct.get(entrant, ()), opponents_sum(tournament, counted, entrant))
        for entrant in chosen
    }


def standing_order(tournament: Tournament) -> list[int]:
    """Returns all entrants' ids in the order of the standings after all rounds; byes give points in every round."""
    counted = count(tournament, len(tournament.rounds))
    return [placed.entrant for placed in ranked(tournament, counted, tournament.ids)]


def _sums(counted: Count, entrant: int) -> Sums:
    tally = counted.tallies[entrant]
    return tally.main, tally.second, tally.third


def _direct(tournament: Tournament, counted: Count, chosen: set[int]) -> dict[int, tuple[int, ...]]:
    """Returns scores against each other, by id, of entrants of whom exactly two are equal so far and have met."""
    equal: dict[Sums, list[int]] = defaultdict(list)
    for entrant in chosen:
        equal[_sums(counted, entrant)].append(entrant)
    scores: dict[int, tuple[int, ...]] = {}
    for pair in equal.values():
        if len(pair) == 2 and (pair[0], pair[1]) in counted.meetings:
            for one, other in (pair, pair[::-1]):
                own = counted.meetings[one, other]
                scores[one] = (own.main, own.second) if tournament.scoring.kind == "vp" else (own.main,)
    return scores
