"""Adding up what every entrant has from the rounds that count, and the places that follow (TOU-7 … TOU-9)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.tournaments.model import Round, Table, Tournament
from scorekeeper.tournaments.pairing import lots
from scorekeeper.tournaments.schedule import rounds_without_bye_score
from scorekeeper.tournaments.scoring import Score, bye_score, scores

UNPLAYED_VP = 10  # what a bye or a forfeited table counts in the sum of the opponents' VP (TOU-7)


@dataclass
class Tally:
    """One entrant's sums. `unplayed` counts byes and, where VP count, forfeited tables; `opponents` are those of the
    other tables.
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
        """Add a table's or a bye's score."""
        self.main += score.main
        self.second += score.second
        self.third += score.third


@dataclass
class Count:
    """The tallies by entrant, and by pair of opponents what the first of them has from their tables."""

    tallies: dict[int, Tally]
    meetings: dict[tuple[int, int], Score]


def count(tournament: Tournament, rounds: int) -> Count:
    """Add up the first so many rounds with their rulings; tables without a result give nothing."""
    counted = Count({each: Tally() for each in tournament.ids}, {})
    unscored = rounds_without_bye_score(tournament)
    for number, each in enumerate(tournament.rounds[:rounds], start=1):
        _add_round(tournament, counted, each, bye_score(tournament.scoring) if number > unscored else Score(0, 0))
    for ruling in tournament.rulings:
        if ruling.round <= rounds:
            tally = counted.tallies[ruling.entrant]
            tally.add(Score(ruling.main, ruling.second))
            tally.rulings += ruling.main
    return counted


def _add_round(tournament: Tournament, counted: Count, played: Round, bye: Score) -> None:
    for table in played.tables:
        if table.is_decided:
            _add_table(tournament, counted, table)
    for each in played.byes:
        tally = counted.tallies[each]
        tally.byes += 1
        tally.unplayed += 1
        tally.add(bye)


def _add_table(tournament: Tournament, counted: Count, table: Table) -> None:
    given = scores(tournament.scoring, table)
    for side, others in (table.sides, table.sides[::-1]):
        for each in side:
            tally = counted.tallies[each]
            tally.played += 1
            tally.add(given[each])
            if table.forfeit is not None and tournament.scoring.kind == "vp":
                tally.unplayed += 1
            else:
                tally.opponents.extend(others)
            for other in others:
                before = counted.meetings.get((each, other), Score(0, 0))
                counted.meetings[each, other] = Score(
                    before.main + given[each].main, before.second + given[each].second
                )


def opponents_sum(tournament: Tournament, counted: Count, entrant: int) -> int:
    """The sum of the opponents' VP or TP as the standings have them, rulings included.

    A bye counts 10 VP (TOU-7) or 0 TP (TOU-8). A forfeited table counts 10 VP, too; of TP it counts the opponent's,
    as TOU-8 makes no exception for it.
    """
    tally = counted.tallies[entrant]
    unplayed = UNPLAYED_VP if tournament.scoring.kind == "vp" else 0
    return unplayed * tally.unplayed + sum(counted.tallies[each].main for each in tally.opponents)


def met_pairs(tournament: Tournament) -> set[frozenset[int]]:
    """Every two who have sat at a table against each other, whatever came out."""
    return {
        frozenset((one, other))
        for each in tournament.rounds
        for table in each.tables
        for one in table.sides[0]
        for other in table.sides[1]
    }


Sums = tuple[int, int, int]


class Placed(NamedTuple):
    """An entrant's place; equal ones share theirs and stand in the order of the lots."""

    place: int
    entrant: int


class Compared(NamedTuple):
    """What decides, in its order: the sums, what two who are alone equal have from their own tables, the opponents'."""

    sums: Sums
    direct: tuple[int, int]
    opponents: int


def ranked(tournament: Tournament, counted: Count, entrants: Iterable[int]) -> list[Placed]:
    """These entrants among themselves, best first."""
    worth = compared(tournament, counted, entrants)
    ordered = [each for each in lots(tournament) if each in worth]
    ordered.sort(key=lambda each: worth[each], reverse=True)  # equal ones stay in the order of the lots
    placed: list[Placed] = []
    for index, each in enumerate(ordered):
        shares = index > 0 and worth[each] == worth[ordered[index - 1]]
        placed.append(Placed(placed[-1].place if shares else index + 1, each))
    return placed


def compared(tournament: Tournament, counted: Count, entrants: Iterable[int]) -> dict[int, Compared]:
    """What each of these entrants has of what is compared among them."""
    chosen = set(entrants)
    direct = _direct(tournament, counted, chosen)
    return {
        each: Compared(_sums(counted, each), direct.get(each, (0, 0)), opponents_sum(tournament, counted, each))
        for each in chosen
    }


def standing_order(tournament: Tournament) -> list[int]:
    """All entrants by the standings after the rounds of this tournament."""
    counted = count(tournament, len(tournament.rounds))
    return [each.entrant for each in ranked(tournament, counted, tournament.ids)]


def _sums(counted: Count, entrant: int) -> Sums:
    tally = counted.tallies[entrant]
    return tally.main, tally.second, tally.third


def _direct(tournament: Tournament, counted: Count, chosen: set[int]) -> dict[int, tuple[int, int]]:
    """What two have from their own tables, where exactly two are equal so far and they have met."""
    equal: dict[Sums, list[int]] = defaultdict(list)
    for each in chosen:
        equal[_sums(counted, each)].append(each)
    found = {}
    for pair in equal.values():
        if len(pair) == 2 and (pair[0], pair[1]) in counted.meetings:
            for one, other in (pair, pair[::-1]):
                main, second, _third = counted.meetings[one, other]
                found[one] = (main, second if tournament.scoring.kind == "vp" else 0)
    return found
