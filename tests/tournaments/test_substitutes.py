"""Substitutes: TOU-25."""

from typing import Any

import pytest

from scorekeeper.clubs.tournaments import words
from scorekeeper.tournaments import api
from scorekeeper.tournaments.document import read
from scorekeeper.tournaments.model import Substitute
from scorekeeper.tournaments.substitutes import mainly_seated, sitting_in
from tests.tournaments.made import CUP, entrant, play_on, played, refused, table, tournament


def change(number: int, out: str, player: str, **fields: Any) -> Any:
    """A substitution from a round on."""
    return {"round": number, "out": out, "in": player, **fields}


def pairs(*changes: Any, **fields: Any) -> Any:
    """Four pairs, the first with these substitutes."""
    return [entrant(1, substitutes=list(changes), **fields), *(entrant(each) for each in range(2, 5))]


SIX: Any = {"system": {"kind": "danese", "rounds": 6, "rematch": True, "first": "entry"}}
BACK = (
    change(2, "Anna 1", "Elio"),
    change(3, "Elio", "Fabio"),
    change(5, "Fabio", "Anna 1"),
    change(3, "Bruno 1", "Gino"),
)


def test_from_that_round_on_the_substitute_sits_and_who_was_out_may_come_back() -> None:
    document = tournament(pairs(*BACK), **SIX)
    (first, *_others) = read(document).entrants
    expected = [("Anna 1", "Bruno 1"), ("Elio", "Bruno 1"), *[("Fabio", "Gino")] * 2, *[("Anna 1", "Gino")] * 2]
    assert [first.players_in(number) for number in range(1, 7)] == expected
    assert [tuple(sitting_in(document["entrants"][0], number)) for number in range(1, 7)] == expected
    assert words.everybody(first) == (
        "Anna 1, Bruno 1, Elio (from round 2), Fabio (from round 3), Anna 1 (from round 5), Gino (from round 3)"
    )


@pytest.mark.parametrize(
    "changes, fields, problems",
    [
        ([change(1, "Anna 1", "Elio")], {}, ["0.round"]),
        ([change(2, "Elio", "Fabio")], {}, ["0.out"]),
        ([change(2, "Anna 2", "Fabio")], {}, ["0.out"]),
        ([change(3, "Anna 1", "Elio"), change(3, "Elio", "Fabio")], {}, ["1.round"]),
        ([change(3, "Anna 1", "Elio"), change(2, "Elio", "Fabio")], {}, ["1.round"]),
        ([change(2, "Anna 1", "Elio"), change(3, "Anna 1", "Fabio")], {}, ["1.out"]),
        ([change(2, "Anna 1", "Bruno 1")], {}, ["0.in"]),
        ([change(2, "Anna 1", "Anna 1")], {}, ["0.in"]),
        ([change(2, "Anna 1", "Bruno 3")], {}, ["0.in"]),
        ([change(2, "Anna 1", "Elio"), change(2, "Bruno 1", "Elio")], {}, ["0.in", "1.in"]),
        ([change(2, "Anna 1", "Elio")], {"late": 3}, ["0.round"]),
        ([change(3, "Anna 1", "Elio")], {"out": 3}, ["0.round"]),
        ([change(2, "", "Elio")], {}, ["0.out"]),
        ([{"round": 2, "in": "Elio"}, change(1, "Anna 1", "Elio")], {}, ["0.out", "1.round"]),
        ([change(2, "Anna 1", 5)], {}, ["0.in"]),
        ([change(2, 5, "Elio")], {}, ["0.out"]),
        ([change(2, "Anna 1", "E" * 41)], {}, ["0.in"]),
    ],
)
def test_substitutes_are_refused(changes: Any, fields: Any, problems: list[str]) -> None:
    expected = [(f"entrants.0.substitutes.{name}", "TOU-25") for name in problems]
    assert refused(tournament(pairs(*changes, **fields), **SIX)) == expected


def test_a_substitution_may_fill_its_bounds_and_no_more() -> None:
    bounds = {"out": "Anna 1", "in": "E" * 40, "round": 10_000, "number": "7" * 20}
    (first, *_others) = read(tournament(pairs(bounds), **SIX)).entrants
    assert first.substitutes == (Substitute(10_000, 0, "Anna 1", "E" * 40, "7" * 20),)
    for name, more in (("in", "E" * 41), ("round", 10_001), ("number", "7" * 21), ("number", "")):
        assert refused(tournament(pairs({**bounds, name: more}), **SIX)) == [
            (f"entrants.0.substitutes.0.{name}", "TOU-25")
        ]


def test_unknown_fields_of_a_substitution_are_refused() -> None:
    document = tournament(pairs(change(2, "Anna 1", "Elio", why="?"), 3), **SIX)
    assert refused(document) == [
        ("entrants.0.substitutes.1", None),
        ("entrants.0.substitutes.0.why", None),
    ]


def test_who_has_left_their_own_pair_or_whose_pair_withdrew_may_sit_in_another() -> None:
    listed = pairs(change(2, "Anna 1", "Anna 2"), change(3, "Anna 2", "Anna 3"))
    listed[1]["substitutes"] = [change(2, "Anna 2", "Elio")]
    listed[2]["out"] = 3
    assert api.pair(tournament(listed, **SIX))["round"] == 1


@pytest.mark.parametrize("number, is_named", [(3, False), (4, True), (6, True)])
def test_a_substitute_after_half_of_the_rounds_is_named(number: int, is_named: bool) -> None:
    document = play_on(tournament(pairs(change(number, "Anna 1", "Elio")), **SIX), 6)
    differs = api.check(document)["differs"]
    assert (
        differs
        == [
            {
                "round": number,
                "table": None,
                "entrants": [1],
                "kind": "substitute",
                "rule": "TOU-25",
                "message": "Elio came in for Pair 1 after half of the rounds",
            }
        ]
        * is_named
    )


@pytest.mark.parametrize(
    "system, first",
    [
        ({"kind": "round_robin"}, 3),
        ({"kind": "knockout"}, 2),
        ({"kind": "groups", "size": 2, "qualify": 1, "then": {"kind": "knockout"}}, 2),
    ],
)
def test_half_of_the_rounds_is_known_where_no_number_is_agreed(system: Any, first: int) -> None:
    for number in (2, 3):
        answer = api.check(tournament(pairs(change(number, "Anna 1", "Elio")), system=system))
        assert answer["ok"] == (number < first)


@pytest.mark.parametrize(
    "system, entrants, outs, is_named",
    [
        ({"kind": "knockout"}, 4, {}, True),
        ({"kind": "knockout"}, 5, {2: 2}, False),  # three rounds
        ({"kind": "knockout"}, 2, {2: 1}, False),  # none
        ({"kind": "groups", "size": 3, "qualify": 2, "then": {"kind": "knockout"}}, 5, {}, False),
        ({"kind": "groups", "size": 2, "qualify": 1, "then": {"kind": "groups", "size": 2, "qualify": 2, "then": CUP}},
         4, {}, False),  # how many follow is not known yet
    ],
)  # fmt: skip
def test_half_of_the_rounds_counts_who_is_there_and_what_is_known(
    system: Any, entrants: int, outs: dict[int, int], is_named: bool
) -> None:
    first = entrant(1, substitutes=[change(2, "Anna 1", "Elio")])
    others = (entrant(each, out=outs.get(each)) for each in range(2, entrants + 1))
    assert api.check(tournament([first, *others], system=system))["ok"] is not is_named


def test_rounds_after_a_withdrawal_do_not_count_for_a_seat() -> None:
    rounds = [
        played(table(1, 1, 2, 5, 0), bye=3), played(table(1, 1, 3, 5, 0), bye=2), played(table(1, 2, 3, 5, 0)),
    ]  # fmt: skip
    agreed = read(tournament(pairs(change(2, "Anna 1", "Elio"), out=3)[:3], *rounds, **SIX))
    assert mainly_seated(agreed, agreed.entrants[0], 3) == ("Anna 1", "Bruno 1")


def test_most_rounds_count_for_a_seat_and_of_equals_the_earlier() -> None:
    bye = [
        played(table(1, 1, 2, 5, 0), bye=3),
        played(table(1, 2, 3, 5, 0), bye=1),
        played(table(1, 1, 3, 5, 0), bye=2),
    ]
    listed = [*pairs(change(2, "Anna 1", "Elio"), change(3, "Bruno 1", "Gino"))[:3]]
    agreed = read(tournament(listed, *bye, *bye[:1], **SIX))
    assert mainly_seated(agreed, agreed.entrants[0], 4) == ("Elio", "Bruno 1")
    assert mainly_seated(agreed, agreed.entrants[0], 0) == ("Anna 1", "Bruno 1")
