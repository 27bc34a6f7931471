"""The standings that `scorekeeper tournament standings` prints (TOU-7 … TOU-9), and how places have moved."""

from typing import Any, NamedTuple

from scorekeeper.tournaments.model import Ids, Table, Tournament
from scorekeeper.tournaments.pairing import lots
from scorekeeper.tournaments.ranking import Count, Placed, count, opponents_sum, ranked
from scorekeeper.tournaments.schedule import mitchell_lines, rounds_without_bye_score, scheduled_rounds
from scorekeeper.tournaments.scoring import Score, bye_score, scores
from scorekeeper.tournaments.systems import bracket, is_knockout, is_over, knockout

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
        answer["lines"] = [_rows(shown, counted, ranked(shown, counted, line)) for line in mitchell_lines(shown)]
    if tournament.system.kind == "groups":
        tables = knockout.group_standings(shown, rounds)
        within = count(shown, min(rounds, len(scheduled_rounds(shown))))
        answer["groups"] = [_rows(shown, within, table) for table in tables]
    answer["finished"] = tournament.complete == len(tournament.rounds) and is_over(tournament)
    return answer


def _placed(shown: Tournament, counted: Count) -> list[Placed]:
    if shown.system.kind == "knockout":
        return _by_lots(shown, bracket.places(knockout.stage(shown), list(shown.ids)))
    if shown.system.kind == "groups" and len(shown.rounds) > len(scheduled_rounds(shown)):
        return _after_groups(shown)
    return ranked(shown, counted, shown.ids)


def _by_lots(shown: Tournament, places: dict[int, int]) -> list[Placed]:
    return sorted([Placed(places[each], each) for each in lots(shown) if each in places], key=lambda each: each.place)


def _after_groups(shown: Tournament) -> list[Placed]:
    """The knock-out's places, then the others by their places in the groups."""
    rounds = len(scheduled_rounds(shown))
    seeds = knockout.qualified(shown)
    placed = _by_lots(shown, bracket.places(knockout.stage(shown), seeds))
    tables = [[each.entrant for each in table] for table in knockout.group_standings(shown, rounds)]
    for same in knockout.by_place(shown, tables, rounds):
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


class Moved(NamedTuple):
    """A row of the standings; `up` are places gained, negative ones lost, None where there is nothing to compare."""

    row: Row
    up: int | None


class Standing(NamedTuple):
    """The standings after so many `rounds`: of all, and of Mitchell's lines or the groups, where there are any."""

    rounds: int
    everybody: tuple[Moved, ...]
    parts: tuple[tuple[Moved, ...], ...]
    finished: bool


def with_movement(tournament: Tournament, live: bool = False) -> Standing:
    """The standings after all complete rounds beside those one round before.

    `live` counts what there is of an unfinished round, beside the complete rounds.
    """
    answer = standings(tournament, live)
    before = max(answer["rounds"] - 1, 0)
    earlier = standings(tournament.up_to(before)) if before else None
    was = _places(earlier, "standings") if earlier else {}
    new = {each.id for each in tournament.entrants if each.late > before}
    was = {entrant: place for entrant, place in was.items() if entrant not in new}
    return Standing(
        answer["rounds"], _moved(answer["standings"], was), tuple(_parts(answer, earlier)), answer["finished"]
    )


def _parts(answer: dict[str, Any], earlier: dict[str, Any] | None) -> list[tuple[Moved, ...]]:
    """Each line or group by itself, with the places that its members had in it."""
    found = []
    for kind in ("lines", "groups"):
        for index, rows in enumerate(answer.get(kind, ())):
            was = {row["entrant"]: row["place"] for row in earlier[kind][index]} if earlier else {}
            found.append(_moved(rows, was))
    return found


def _places(answer: dict[str, Any], kind: str) -> dict[int, int]:
    return {row["entrant"]: row["place"] for row in answer[kind]}


def _moved(rows: list[Row], was: dict[int, int]) -> tuple[Moved, ...]:
    return tuple(Moved(row, was[row["entrant"]] - row["place"] if row["entrant"] in was else None) for row in rows)


class EntrantRound(NamedTuple):
    """A round of an entrant: its table and which of the two sides; without a table it had no opponent.

    `score` is None while the table plays, and where a bye gives nothing.
    """

    round: int
    table: Table | None
    side: int
    score: Score | None

    def partners(self, entrant: int) -> Ids:
        """Who sits with the entrant where single players are paired."""
        return tuple(each for each in self.table.sides[self.side] if each != entrant) if self.table else ()

    @property
    def opponents(self) -> Ids:
        """Who sits on the other side."""
        return self.table.sides[1 - self.side] if self.table else ()


def rounds_of_entrant(tournament: Tournament, entrant: int) -> list[EntrantRound]:
    """The rounds in which the entrant had a table or a bye, in their order."""
    found = (_turn(tournament, entrant, number) for number in range(1, len(tournament.rounds) + 1))
    return [turn for turn in found if turn is not None]


def _turn(tournament: Tournament, entrant: int, number: int) -> EntrantRound | None:
    played = tournament.rounds[number - 1]
    table = next((each for each in played.tables if entrant in each.ids), None)
    if table is not None:
        given = scores(tournament.scoring, table)[entrant] if table.is_decided else None
        return EntrantRound(number, table, int(entrant in table.sides[1]), given)
    if entrant not in played.byes:
        return None
    scored = number > rounds_without_bye_score(tournament) and not is_knockout(tournament, number)
    return EntrantRound(number, None, 0, bye_score(tournament.scoring) if scored else None)
