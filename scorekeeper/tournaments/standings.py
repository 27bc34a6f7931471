"""The standings of a tournament (TOU-7 … TOU-9), changes of places, and the rounds of one entrant."""

from typing import Any, NamedTuple

from scorekeeper.tournaments import stages
from scorekeeper.tournaments.model import Ids, Table, Tournament
from scorekeeper.tournaments.pairing import lots
from scorekeeper.tournaments.ranking import Count, Placed, behind, count, opponents_sum, ranked
from scorekeeper.tournaments.scoring import Score, bye_score, scores
from scorekeeper.tournaments.systems import bracket, flights, is_knockout, is_over, knockout

FORMAT = "scorekeeper-standings/1"
Row = dict[str, Any]


def standings(tournament: Tournament, live: bool = False) -> dict[str, Any]:
    """Returns the standings after the last complete round, as `scorekeeper tournament standings` prints them.

    `live` also counts the results that an unfinished round has so far. Each row has a place, the entrant's id and name,
    the sums, rounds `played` at a table, `byes`, the points of `rulings`, and the sum of the `opponents`.
    """
    rounds = len(tournament.rounds) if live else tournament.complete
    shown = tournament.up_to(rounds)
    counted = stages.count_all(shown, rounds)
    result: dict[str, Any] = {"format": FORMAT, "rounds": rounds}
    if flights.are_begun(tournament):
        result.update(_in_flights(tournament, shown))
    elif tournament.system.has_groups:
        result["standings"] = _of_groups(tournament, shown, counted)
    else:
        result["standings"] = _rows(shown, counted, _placed(shown, counted))
    opening = tournament.system.opening
    if opening.lines and rounds <= opening.rounds:
        result["lines"] = [_rows(shown, counted, ranked(shown, counted, line)) for line in opening.by_line(tournament)]
    if tournament.system.has_groups:
        stage = stages.stage_begun(tournament)
        within = stages.stage_count(shown, stage, rounds)
        result["groups"] = [_rows(shown, within, table) for table in stages.group_standings(shown, stage, rounds)]
    result["finished"] = tournament.complete == len(tournament.rounds) and is_over(tournament)
    return result


def _placed(shown: Tournament, counted: Count) -> list[Placed]:
    if shown.system.knocks_out:
        return _by_lots(shown, bracket.places(knockout.stage(shown), list(shown.ids)))
    return ranked(shown, counted, shown.ids)


def _in_flights(tournament: Tournament, shown: Tournament) -> dict[str, Any]:
    """Returns the rows of all flights one after another, then of all others, and the ids of each flight (TOU-23).

    `tournament` decides which rounds there are, `shown` which of them count.
    """
    begun, rows = flights.flights(shown, len(tournament.rounds), len(shown.rounds)), list[Row]()
    for flight in begun:
        rows += _rows(shown, flight.counted, behind(len(rows), flight.placed))
    counted = count(shown, len(shown.rounds))
    others = set(shown.ids) - {entrant for flight in begun for entrant in flight.order}
    rows += _rows(shown, counted, behind(len(rows), ranked(shown, counted, others)))
    return {"standings": rows, "flights": [flight.order for flight in begun]}


def _by_lots(shown: Tournament, places: dict[int, int]) -> list[Placed]:
    placed = [Placed(places[entrant], entrant) for entrant in lots(shown) if entrant in places]
    return sorted(placed, key=lambda row: row.place)


def _of_groups(tournament: Tournament, shown: Tournament, counted: Count) -> list[Row]:
    """Returns the rows of a tournament in groups: in a later stage first the qualified, then all others.

    `tournament` decides which stages have begun, `shown` which rounds count. Later groups are ranked by their own
    rounds (TOU-24), a knock-out by the rounds of elimination; who did not reach them by the places in the groups.
    """
    stage = stages.stage_begun(tournament)
    if is_knockout(shown, len(shown.rounds)):
        seeds = knockout.qualified(shown)
        rows = _rows(shown, counted, _by_lots(shown, bracket.places(knockout.stage(shown), seeds)))
        rows += _rows(shown, counted, _below(shown, stage, set(seeds)))
    elif stage.start:
        within = stages.stage_count(shown, stage, len(shown.rounds))
        rows = _rows(shown, within, ranked(shown, within, stage.members))
    else:
        return _rows(shown, counted, ranked(shown, counted, shown.ids))
    if stage.start:
        rows += _rows(shown, counted, _below(shown, stages.stages(shown)[0], set(stage.members)))
    return rows


def _below(shown: Tournament, stage: stages.Stage, above: set[int]) -> list[Placed]:
    """Returns the places of entrants who did not qualify (are not `above`), by their places in the groups."""
    placed: list[Placed] = []
    tables = [[row.entrant for row in table] for table in stages.group_standings(shown, stage, stage.end)]
    for same in stages.by_place(shown, stage, tables):
        # Not all entrants with the same place qualify if one of them replaced an entrant who withdrew.
        rest = [row for row in same if row.entrant not in above]
        better = [sum(other.place < row.place for other in rest) for row in rest]
        first = len(above) + len(placed) + 1
        placed += [Placed(first + ahead, row.entrant) for ahead, row in zip(better, rest, strict=True)]
    return placed


def _rows(shown: Tournament, counted: Count, placed: list[Placed]) -> list[Row]:
    return [_row(shown, counted, placing, shown.names[placing.entrant]) for placing in placed]


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
    """A row of the standings. `up` is how many places it gained (negative: lost); None without an earlier place."""

    row: Row
    up: int | None


class Standing(NamedTuple):
    """The standings after `rounds` rounds: of all entrants, and of their `parts`.

    `kind` is the kind of the parts: `lines` of Mitchell, `groups`, or `flights`, after which those without a flight
    follow; empty without parts.
    """

    rounds: int
    everybody: tuple[Moved, ...]
    kind: str
    parts: tuple[tuple[Moved, ...], ...]
    finished: bool


def with_movement(tournament: Tournament, live: bool = False) -> Standing:
    """Returns the standings after the last complete round, with the places gained or lost in that round.

    `live` also counts the results that an unfinished round has so far.
    """
    result = standings(tournament, live)
    before = max(result["rounds"] - 1, 0)
    earlier = standings(tournament.up_to(before)) if before else None
    was = _by_entrant(earlier["standings"]) if earlier else {}
    new = {entrant.id for entrant in tournament.entrants if entrant.late > before}
    was = {entrant: place for entrant, place in was.items() if entrant not in new}
    everybody = _moved(result["standings"], was)
    kind = next((kind for kind in PARTS if kind in result), "")
    parts = _flights(result, everybody) if kind == "flights" else _parts(result, earlier)
    return Standing(result["rounds"], everybody, kind, tuple(parts), result["finished"])


PARTS = ("flights", "lines", "groups")


def _flights(result: dict[str, Any], everybody: tuple[Moved, ...]) -> list[tuple[Moved, ...]]:
    """Returns the rows of each flight, then of entrants without a flight, if any."""
    parts, start = [], 0
    for flight in result["flights"]:
        parts.append(everybody[start : start + len(flight)])
        start += len(flight)
    return parts + ([everybody[start:]] if everybody[start:] else [])


def _parts(result: dict[str, Any], earlier: dict[str, Any] | None) -> list[tuple[Moved, ...]]:
    """Returns the standings of each Mitchell line or group, with the places gained or lost in the last round."""
    parts = []
    for kind in ("lines", "groups"):
        before = [_by_entrant(rows) for rows in earlier.get(kind, ())] if earlier else []
        for rows in result.get(kind, ()):
            now = _by_entrant(rows)
            was = next((places for places in before if places.keys() == now.keys()), {})  # none in other groups
            parts.append(_moved(rows, was))
    return parts


def _by_entrant(rows: list[Row]) -> dict[int, int]:
    return {row["entrant"]: row["place"] for row in rows}


def _moved(rows: list[Row], was: dict[int, int]) -> tuple[Moved, ...]:
    return tuple(Moved(row, was[row["entrant"]] - row["place"] if row["entrant"] in was else None) for row in rows)


class EntrantRound(NamedTuple):
    """One entrant's part in a round: its table and side (0 or 1); `table` is None for a bye.

    `score` is None while the table is in play, and for a bye that gives no points.
    """

    round: int
    table: Table | None
    side: int
    score: Score | None

    def partners(self, entrant: int) -> Ids:
        """Returns the ids of the entrant's partners; empty unless single players are paired."""
        side = self.table.sides[self.side] if self.table else ()
        return tuple(player for player in side if player != entrant)

    @property
    def opponents(self) -> Ids:
        """The ids of the opponents; empty for a bye."""
        return self.table.sides[1 - self.side] if self.table else ()


def rounds_of_entrant(tournament: Tournament, entrant: int) -> list[EntrantRound]:
    """Returns the rounds in which the entrant has a table or a bye."""
    rounds = (_entrant_round(tournament, entrant, number) for number in range(1, len(tournament.rounds) + 1))
    return [row for row in rounds if row is not None]


def _entrant_round(tournament: Tournament, entrant: int, number: int) -> EntrantRound | None:
    played = tournament.rounds[number - 1]
    table = next((table for table in played.tables if entrant in table.ids), None)
    if table is not None:
        score = scores(tournament.scoring, table)[entrant] if table.is_decided else None
        return EntrantRound(number, table, int(entrant in table.sides[1]), score)
    if entrant not in played.byes:
        return None
    scored = number > stages.rounds_without_bye_score(tournament) and not is_knockout(tournament, number)
    return EntrantRound(number, None, 0, bye_score(tournament.scoring) if scored else None)
