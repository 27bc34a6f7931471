"""The rounds of one entrant: partners, opponents and scores."""

from typing import Any

import pytest

from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.scoring import Score
from scorekeeper.tournaments.standings import EntrantRound, rounds_of_entrant
from tests.tournaments.made import CUP, MATCH, Document, entrant, played, table, tournament

SINGLES: Document = {"kind": "draw", "rounds": 3, "singles": True}


def rounds_of(document: Document, number: int) -> list[Any]:
    """Number, table, opponents, and main and second points of each round."""
    return [
        (turn.round, turn.table.number if turn.table else 0, turn.opponents, turn.score and turn.score[:2])
        for turn in rounds_of_entrant(read(document), number)
    ]


def test_each_round_says_the_table_the_opponent_and_what_it_gave() -> None:
    document = tournament(
        4, played(table(1, 1, 2, 1000, 500), table(2, 3, 4, 0, 0)), played(table(1, 3, 1), table(2, 4, 2, 300, 100))
    )
    assert rounds_of(document, 1) == [(1, 1, (2,), (15, 500)), (2, 1, (3,), None)]
    assert rounds_of(document, 2) == [(1, 1, (1,), (5, -500)), (2, 2, (4,), (8, -200))]


@pytest.mark.parametrize(
    "system, score",
    [({"kind": "danese", "rounds": 3, "first": "entry"}, (14, 305)), ({"kind": "round_robin", "first": "entry"}, None)],
)
def test_a_bye_gives_what_the_system_says(system: Document, score: tuple[int, int] | None) -> None:
    document = tournament(3, played(table(1, 1, 2, 1000, 500), bye=3), system=system)
    assert rounds_of_entrant(read(document), 3) == [EntrantRound(1, None, 0, score and Score(*score))]
    assert rounds_of(document, 3) == [(1, 0, (), score)]


def test_who_came_late_has_no_round_before() -> None:
    late = [entrant(1), entrant(2), entrant(3, late=2)]
    document = tournament(late, played(table(1, 1, 2, 5, 0)), played(table(1, 1, 3, 5, 0), bye=2))
    assert [turn[0] for turn in rounds_of(document, 3)] == [2]


def test_partners_of_a_round_are_told_apart_from_opponents() -> None:
    people = [entrant(number, name=f"P{number}", players=[f"P{number}"]) for number in range(1, 5)]
    document = tournament(people, played(table(1, [1, 4], [2, 3], 500, 100), bye=[]), system=SINGLES)
    (turn,) = rounds_of_entrant(read(document), 4)
    assert (turn.partners(4), turn.opponents) == ((1,), (2, 3))


def test_who_is_out_of_a_knock_out_has_no_more_rounds() -> None:
    document = tournament(
        4,
        played(table(1, 1, 4, 2, 0), table(2, 2, 3, 2, 0)),
        system={**CUP, "third_place": False, "first": "entry"},
        scoring=MATCH,
    )
    assert [turn[0] for turn in rounds_of(document, 4)] == [1]
