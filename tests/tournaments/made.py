"""Builders of tournament documents, and short forms of the results and refusals for them."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from scorekeeper.games.engine.base import Refusal
from scorekeeper.tournaments import api

Document = dict[str, Any]
Pairs = list[tuple[int, int]]
VP: Document = {"kind": "vp", "hands": 2}
MATCH: Document = {"kind": "match"}
CUP: Document = {"kind": "knockout", "third_place": True}


def tournament(entrants: int | list[Document], *rounds: Document, **fields: Any) -> Document:
    """Returns a document with entrants 1, 2, …, paired in the order of entry unless `fields` change that."""
    listed = [entrant(each) for each in range(1, entrants + 1)] if isinstance(entrants, int) else entrants
    return {
        "format": "scorekeeper-tournament/1",
        "name": "Autumn cup",
        "entrants": listed,
        "scoring": VP,
        "system": {"kind": "danese", "rounds": 9, "first": "entry"},
        **fields,
        "rounds": list(rounds),
    }


def entrant(number: int, **fields: Any) -> Document:
    """A pair with this id."""
    return {"id": number, "name": f"Pair {number}", "players": [f"Anna {number}", f"Bruno {number}"], **fields}


def table(number: int, one: Any, other: Any, *points: int, **result: Any) -> Document:
    """A table; two numbers are the points of its sides."""
    return {"table": number, "sides": [one, other], **({"points": list(points)} if points else {}), **result}


def played(*tables: Document, bye: Any = None) -> Document:
    """A round."""
    return {"tables": list(tables), "bye": bye}


def standings(document: Document, live: bool = False) -> list[tuple[int, int]]:
    """Place and entrant of each row of the standings."""
    return [(row["place"], row["entrant"]) for row in api.standings_of(document, live)["standings"]]


def row(document: Document, number: int) -> Document:
    """An entrant's row of the standings."""
    (found,) = [row for row in api.standings_of(document)["standings"] if row["entrant"] == number]
    return found


def sides(document: Document) -> list[Any]:
    """The sides of the next round's tables, in their order."""
    return [each["sides"] for each in api.pair(document)["tables"]]


def refused(document: Any) -> list[tuple[str | None, str | None]]:
    """Field and rule of every problem of a document."""
    with pytest.raises(Refusal) as refusal:
        api.standings_of(document)
    assert all(str(each["message"]).format(**each["params"]) for each in refusal.value.problems)
    return [(problem["field"], problem["rule"]) for problem in refusal.value.problems]


def first_wins(tables: list[Document]) -> None:
    """Results in which the first side wins every table, by ten points more at each next one."""
    for each in tables:
        each["points"] = [100 + 10 * each["table"], 0]


def at_random(rng: Random) -> Any:
    """A function that returns random results of a round, without draws."""

    def results(tables: list[Document]) -> None:
        for each in tables:
            one, other = rng.sample(range(0, 3000, 5), 2)
            each["points"] = [one, other]

    return results


def play_on(document: Document, rounds: int = 1, results: Any = first_wins) -> Document:
    """The document after so many more rounds, paired by the system; fewer if no round is left."""
    for _turn in range(rounds):
        answer = api.pair(document)
        if answer["tables"] is None:
            break
        results(answer["tables"])
        document = {**document, "rounds": [*document["rounds"], played(*answer["tables"], bye=answer["bye"])]}
    return document


def byes(answer: Document) -> list[int]:
    """The byes of a round, always as a list."""
    bye = answer["bye"]
    return bye if isinstance(bye, list) else [] if bye is None else [bye]


def meetings(document: Document) -> list[frozenset[int]]:
    """The pairs who met, table by table."""
    return [frozenset(each["sides"]) for turn in document["rounds"] for each in turn["tables"]]


def all_pairings(ids: list[int], preferences: Callable[[int, list[int]], list[int]] | None = None) -> Iterator[Pairs]:
    """All pairings, in dictionary order, or in the order of the opponents that each one prefers."""
    if not ids:
        yield []
        return
    one, *others = ids
    for other in preferences(one, others) if preferences else others:
        for rest in all_pairings([each for each in others if each != other], preferences):
            yield [(one, other), *rest]
