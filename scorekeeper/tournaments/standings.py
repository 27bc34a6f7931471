"""The standings as `scorekeeper tournament standings` tells them (TOU-7 … TOU-9).

Decision: while the groups play, the standings are one list by TOU-7 or TOU-8; with the first result of the knock-out
who plays in it stands before the others, and those stand by their places in the groups.
"""

from typing import Any

from scorekeeper.tournaments.lots import lots
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.programme import lines, programme
from scorekeeper.tournaments.ranking import Placed, ranked
from scorekeeper.tournaments.systems import bracket, groups, is_over, knockout
from scorekeeper.tournaments.tally import Count, count, opponents_sum

FORMAT = "scorekeeper-standings/1"
Row = dict[str, Any]


def standings(tournament: Tournament, live: bool = False) -> dict[str, Any]:
    """After the rounds that have all their results; `live` counts what there is of the others, too.

    Each row has a place, the entrant's id and name, the sums, rounds `played` at a table, `byes`, what the arbiter's
    `rulings` added, and the sum of the `opponents`.
    """
    rounds = len(tournament.rounds) if live else tournament.complete
    shown = tournament.up_to(rounds)
    counted = count(shown, rounds)
    answer: dict[str, Any] = {
        "format": FORMAT,
        "rounds": rounds,
        "standings": _rows(shown, counted, _placed(shown, counted)),
    }
    if tournament.system.kind == "mitchell":
        answer["lines"] = [_rows(shown, counted, ranked(shown, counted, line)) for line in lines(shown)]
    if tournament.system.kind == "groups":
        tables = groups.tables_of_groups(shown, rounds)
        within = count(shown, min(rounds, len(programme(shown))))
        answer["groups"] = [_rows(shown, within, table) for table in tables]
    answer["finished"] = tournament.complete == len(tournament.rounds) and is_over(tournament)
    return answer


def _placed(shown: Tournament, counted: Count) -> list[Placed]:
    if shown.system.kind == "knockout":
        return _by_lots(shown, bracket.places(knockout.stage(shown), list(shown.ids)))
    if shown.system.kind == "groups" and len(shown.rounds) > len(programme(shown)):
        return _after_groups(shown)
    return ranked(shown, counted, shown.ids)


def _by_lots(shown: Tournament, places: dict[int, int]) -> list[Placed]:
    return sorted([Placed(places[each], each) for each in lots(shown) if each in places], key=lambda each: each.place)


def _after_groups(shown: Tournament) -> list[Placed]:
    """The knock-out's places, then the others by their places in the groups."""
    rounds = len(programme(shown))
    seeds = groups.qualified(shown)
    placed = _by_lots(shown, bracket.places(groups.stage(shown), seeds))
    tables = [[each.entrant for each in table] for table in groups.tables_of_groups(shown, rounds)]
    for same in groups.by_place(shown, tables, rounds):
        # Among those of one place there are both where the next of a group went on for one who has withdrawn.
        rest = [each for each in same if each.entrant not in seeds]
        better = [sum(other.place < each.place for other in rest) for each in rest]
        placed += [Placed(len(placed) + 1 + ahead, each.entrant) for ahead, each in zip(better, rest, strict=True)]
    return placed


def _rows(shown: Tournament, counted: Count, placed: list[Placed]) -> list[Row]:
    return [_row(shown, counted, each, shown.names[each.entrant]) for each in placed]


def _row(shown: Tournament, counted: Count, placed: Placed, name: str) -> Row:
    tally = counted.tallies[placed.entrant]
    row: Row = {"place": placed.place, "entrant": placed.entrant, "name": name}
    if shown.scoring.kind == "vp":
        row.update(vp=tally.main, mp=tally.second)
    else:
        row.update(tp=tally.main, legs=tally.second, points=tally.third)
    row.update(
        played=tally.played,
        byes=tally.byes,
        rulings=tally.rulings,
        opponents=opponents_sum(shown, counted, placed.entrant),
    )
    return row
