"""Adding up: what every entrant has from the rounds that count, and what came out between any two of them."""

from dataclasses import dataclass, field

from scorekeeper.tournaments.model import Round, Table, Tournament
from scorekeeper.tournaments.programme import rounds_without_bye_score
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


def met(tournament: Tournament) -> set[frozenset[int]]:
    """Every two who have sat at a table against each other, whatever came out."""
    return {
        frozenset((one, other))
        for each in tournament.rounds
        for table in each.tables
        for one in table.sides[0]
        for other in table.sides[1]
    }
