"""The standings with how many places each has gained or lost since the round before."""

from typing import Any, NamedTuple

from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.standings import Row, standings


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
