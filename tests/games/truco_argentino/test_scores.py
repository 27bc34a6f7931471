"""Truco argentino: truco, envido, flor, the falta, when a match is won, duels; every number by its rule."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from tests.games.table import PAIRS, TRIPLES, head_refused, last_hand, refused, rules_of, scored

GAME = "truco-argentino"
ONE_EACH = [{"players": ["Anna"]}, {"players": ["Carla"]}]
PLAYED = {"tricks": [0, 0]}
ELEVEN = ({"envido": [7, 0], "truco": [4, 0]}, {"envido": [0, 7], "truco": [0, 4]})
TO_28_25 = (*ELEVEN, *ELEVEN, {"envido": [5, 0], "truco": [1, 0]}, {"envido": [0, 2], "truco": [0, 1]})
TO_12_9 = ({"envido": [7, 0], "truco": [4, 0]}, {"envido": [0, 5], "truco": [0, 4]}, {"truco": [1, 0]})
TO_22_9 = (*TO_12_9, {"envido": [7, 0], "truco": [3, 0]})
DEALT_BY_CARLA = ({"truco": [1, 0]},)


def called(*calls: Any, by: int = 0, answer: str = "accept", **details: Any) -> dict[str, Any]:
    """Returns calls, by side `by` first, with the reply to the last one."""
    return {"calls": list(calls), "by": by, "answer": answer, **details}


def points(*hands: Any, **head: Any) -> list[int]:
    """Returns each side's points in the last hand."""
    scored_hand: list[int] = last_hand(GAME, *hands, **head)["points"]
    return scored_hand


def beside(part: str, value: Any, **head: Any) -> list[int]:
    """Returns the points of a part, without the 1 point for the second side's truco."""
    first, second = points({part: value, "truco": [0, 1]}, **head)
    return [first, second - 1]


@pytest.mark.parametrize(
    "tricks, winner",
    [
        ([0, 0], 0), ([0, None], 0), ([0, 1, 0], 0), ([0, 1, None], 0), ([0, 1, 1], 1), ([None, 0], 0),
        ([None, None, 0], 0), ([None, None, 1], 1), ([1, 1], 1), ([1, None], 1), ([1, 0, None], 1),
    ],
)  # fmt: skip
def test_two_tricks_win_and_a_tie_helps_whoever_won_before(tricks: Any, winner: int) -> None:
    assert points({"truco": {"tricks": tricks}}) == [1 - winner, winner]


def test_three_ties_go_to_the_mano_or_to_nobody() -> None:
    ties = {"truco": {"tricks": [None, None, None]}}
    assert rules_of(GAME, ties) == [(1, "TAR-5", 1)]
    assert points(*DEALT_BY_CARLA, ties) == [1, 0]
    assert points(ties, variant="gauderio") == [0, 0]
    assert points({"truco": [0, 0]}, variant="gauderio") == [0, 0]
    called_up = {"truco": {"tricks": [None] * 3, **called("truco", "retruco")}}
    assert points(called_up) == [0, 3]


@pytest.mark.parametrize("calls", [[], ["truco"], ["truco", "retruco"], ["truco", "retruco", "vale_cuatro"]])
def test_each_call_is_worth_one_more_and_refused_what_was_worth_before(calls: list[str]) -> None:
    accepted = called(*calls) if calls else {}
    assert rules_of(GAME, {"truco": {"tricks": [1, 1], **accepted}}) == [(1, "TAR-6", len(calls) + 1)]
    if calls:
        last = 0 if len(calls) % 2 else 1
        answer = rules_of(GAME, {"truco": {"tricks": [1], **called(*calls, answer="refuse")}})
        assert answer == [(last, "TAR-8", len(calls))]


@pytest.mark.parametrize(
    "entry, head, expected",
    [
        ({"truco": {"tricks": [], "mazo": 0}}, {}, [0, 2]),
        ({"truco": {"tricks": [], "mazo": 1}}, {}, [2, 0]),
        ({"truco": {"tricks": [], "mazo": 0}}, {"variant": "uruguayo"}, [0, 1]),
        ({"truco": {"tricks": [None], "mazo": 0}}, {}, [0, 1]),
        ({"truco": {"tricks": [], "mazo": 0, **called("truco", by=1)}}, {}, [0, 2]),
        ({"envido": [0, 1], "truco": {"tricks": [], "mazo": 0}}, {}, [0, 2]),
        ({"envido": [0, 0], "truco": {"tricks": [], "mazo": 0}}, {}, [0, 2]),
        ({"flor": [3, 0], "truco": {"tricks": [], "mazo": 0}}, {"variant": "con-flor"}, [3, 1]),
        ({"truco": {"tricks": [0, 1], "mazo": 0, **called("truco", "retruco")}}, {}, [0, 3]),
    ],
)
def test_going_to_the_mazo_costs_what_the_hand_is_worth(entry: Any, head: Any, expected: list[int]) -> None:
    assert points(entry, **head) == expected


TABLE = [
    ("envido", 2, 1), ("envido envido", 4, 2), ("envido real_envido", 5, 2), ("envido envido real_envido", 7, 4),
    ("real_envido", 3, 1), ("falta_envido", 15, 1), ("envido falta_envido", 15, 2),
    ("envido envido falta_envido", 15, 4), ("envido real_envido falta_envido", 15, 5),
    ("envido envido real_envido falta_envido", 15, 7), ("real_envido falta_envido", 15, 3),
]  # fmt: skip


@pytest.mark.parametrize("calls, accepted, declined", TABLE)
def test_the_table_of_envido(calls: str, accepted: int, declined: int) -> None:
    course = calls.split()
    assert beside("envido", called(*course, values=[20, 31])) == [0, accepted]
    assert beside("envido", called(*course, values=[31, 20])) == [accepted, 0]
    caller = 1 if len(course) % 2 else 0
    refusal = called(*course, by=1, answer="refuse")
    assert beside("envido", refusal) == [declined * (1 - caller), declined * caller]


OTHER_COURSES = (
    "real_envido envido", "envido envido envido", "real_envido real_envido", "falta_envido envido",
    "falta_envido falta_envido", "envido 5", "truco",
)  # fmt: skip


@pytest.mark.parametrize("calls", OTHER_COURSES)
def test_no_other_course_of_envido_is_taken(calls: str) -> None:
    course = [int(call) if call.isdigit() else call for call in calls.split()]
    hand = {"envido": called(*course, answer="refuse"), "truco": PLAYED}
    assert refused(GAME, hand) == [("envido.calls", "TAR-13")]


@pytest.mark.parametrize("values, head, winner", [
    ([27, 31], {}, 1), ([27, None], {}, 0), ([None, 0], {}, 1), ([29, 29], {"sides": ONE_EACH}, 1), ([7, 20], {}, 1),
])  # fmt: skip
def test_the_higher_envido_wins_and_between_two_players_the_mano(values: Any, head: Any, winner: int) -> None:
    assert beside("envido", called("envido", values=values), **head) == [2 * (1 - winner), 2 * winner]


@pytest.mark.parametrize("falta, after_12_9, in_the_buenas", [
    ("half", [3, 3], [8, 8]), ("winner", [3, 6], [8, 8]), ("match", [18, 21], [8, 8]), ("leader", [18, 18], [8, 8]),
])  # fmt: skip
def test_the_falta(falta: str, after_12_9: list[int], in_the_buenas: list[int]) -> None:
    options = {"falta": falta}
    for hands, expected in ((TO_12_9, after_12_9), (TO_22_9, in_the_buenas)):
        assert scored(GAME, *hands, options=options)["next_hand"]["falta"] == expected
        for side in (0, 1):
            entry: dict[str, Any] = {"envido": called("falta_envido", winner=side)}
            if scored(GAME, *hands, options=options)["totals"][side] + expected[side] < 30:
                entry["truco"] = [0, 1]
            assert max(points(*hands, entry, options=options)) >= expected[side]
            assert (side, "TAR-15", expected[side]) in rules_of(GAME, *hands, entry, options=options)


def test_without_halves_the_falta_is_what_the_leader_needs() -> None:
    for falta in ("half", "winner", "match", "leader"):
        next_hand = scored(GAME, *TO_12_9, options={"falta": falta, "halves": False})["next_hand"]
        assert next_hand == {"mano": "Anna", "halves": None, "falta": [18, 18]}


def test_an_odd_targets_half_is_rounded_up_and_a_falta_is_one_at_least() -> None:
    next_hand = scored(GAME, {"envido": [5, 0], "truco": [0, 4]}, options={"target": 11})["next_hand"]
    assert (next_hand["halves"], next_hand["falta"]) == (["malas", "malas"], [1, 1])
    tied = scored(GAME, {"envido": [5, 0], "truco": [0, 4]}, {"truco": [0, 1]}, options={"target": 6})
    assert tied["next_hand"]["falta"] == [1, 1]
    played_out = {"target": 4, "ends_at_once": False}
    assert scored(GAME, {"envido": [4, 0], "truco": [0, 4]}, options=played_out)["next_hand"]["falta"] == [1, 1]


FREE = {"variant": "uruguayo"}


@pytest.mark.parametrize("calls, accepted, declined", [
    (["envido"], 2, 1), ([7], 7, 1), (["envido", "real_envido", 5], 10, 5), ([2, 2, "envido"], 6, 4),
    (["real_envido", 40 - 3], 40, 3), (["envido", "falta_envido"], 40, 2), (["falta_envido"], 40, 1),
])  # fmt: skip
def test_free_calls_add_up(calls: list[Any], accepted: int, declined: int) -> None:
    entry: dict[str, Any] = {"envido": called(*calls, winner=0)}
    if accepted < 40:
        entry["truco"] = [0, 1]
    assert last_hand(GAME, entry, **FREE)["points"][0] == accepted
    caller = 0 if len(calls) % 2 else 1
    assert beside("envido", called(*calls, answer="refuse"), **FREE)[caller] == declined


@pytest.mark.parametrize("calls", [[1], [0], [-2], [True], [2.0], ["envido", 5, "real_envido"], [41], ["envido", 39],
                                   ["falta_envido", "envido"], ["falta_envido"] * 2, ["al_resto"], [None]])  # fmt: skip
def test_free_calls_that_cannot_be(calls: list[Any]) -> None:
    hand = {"envido": called(*calls, answer="refuse"), "truco": PLAYED}
    assert refused(GAME, hand, **FREE) == [("envido.calls", "TAR-14")]


def test_a_first_envido_may_be_called_by_a_side_that_needs_one() -> None:
    options = {"raises": "free", "target": 2}
    one_all = ({"truco": [1, 0]},)
    assert points(*one_all, {"envido": called("envido", winner=0)}, options=options) == [2, 0]
    assert points(*one_all, {"envido": [2, 0]}, options=options) == [2, 0]
    assert refused(GAME, *one_all, {"envido": called(3, winner=0)}, options=options) == [("envido.calls", "TAR-14")]
    assert refused(GAME, *one_all, {"envido": [3, 0]}, options=options) == [("envido.0", "TAR-14")]


CON_FLOR = {"variant": "con-flor"}


@pytest.mark.parametrize("calls, accepted, declined", [
    ([], 4, 3), (["contraflor"], 6, 4), (["al_resto"], 15, 4), (["contraflor", "al_resto"], 15, 6),
])  # fmt: skip
@pytest.mark.parametrize("flors", [[1, 1], [2, 1], [1, 2]])
def test_flor_against_flor_by_the_table(calls: list[str], accepted: int, declined: int, flors: list[int]) -> None:
    flor = {"flors": flors, "by": 0, "calls": calls}
    for side in (0, 1):
        worth = accepted + 3 * (flors[side] - 1)
        expected = [worth * (1 - side), worth * side]
        assert beside("flor", {**flor, "answer": "accept", "winner": side}, **CON_FLOR) == expected
    caller = 1 if len(calls) == 1 else 0
    worth = declined + 3 * (flors[caller] - 1)
    assert beside("flor", {**flor, "answer": "refuse"}, **CON_FLOR) == [worth * (1 - caller), worth * caller]


def test_con_flor_me_achico_may_be_four_and_the_rest_counts_all_flores() -> None:
    flor = {"flors": [1, 1], "by": 1, "answer": "refuse"}
    assert beside("flor", flor, **CON_FLOR, options={"achico": 4}) == [0, 4]
    rest = {"flors": [1, 2], "by": 1, "calls": ["al_resto"], "answer": "accept", "values": [38, 20]}
    assert points({"flor": rest}, **CON_FLOR, options={"resto": "rest"}) == [39, 0]


@pytest.mark.parametrize("flors, expected", [([1, 0], [3, 0]), ([0, 2], [0, 6])])
def test_flores_on_one_side_are_three_each(flors: list[int], expected: list[int]) -> None:
    for variant in ("con-flor", "uruguayo", "gauderio"):
        assert beside("flor", {"flors": flors}, variant=variant) == expected
        assert beside("flor", expected, variant=variant) == expected


@pytest.mark.parametrize("flor, expected", [
    ({"flors": [1, 1], "values": [38, 37]}, [3, 0]),
    ({"flors": [2, 1], "winner": 0}, [6, 0]),
    ({"flors": [2, 1], **called("envido", by=1), "values": [47, 38]}, [8, 0]),
    ({"flors": [1, 1], **called("envido", answer="refuse")}, [3, 0]),
    ({"flors": [1, 2], **called("envido", "real_envido", answer="refuse")}, [0, 8]),
    ({"flors": [1, 2], **called("envido", "al_resto", answer="refuse")}, [0, 11]),
    ({"flors": [1, 2], **called("al_resto", answer="refuse")}, [3, 0]),
    ({"flors": [1, 1], **called(5, 6, by=1, winner=1)}, [0, 14]),
])  # fmt: skip
def test_flor_with_bids(flor: Any, expected: list[int]) -> None:
    assert beside("flor", flor, **FREE) == expected


@pytest.mark.parametrize("flor, expected", [
    ({"flors": [1, 1], **called("falta_envido", winner=0)}, [43, 0]),
    ({"flors": [1, 1], **called("al_resto", by=1, values=[30, 38])}, [0, 46]),
    ({"flors": [1, 1], **called("falta_envido", "al_resto", answer="refuse")}, [0, 46]),
])  # fmt: skip
def test_bids_for_the_match(flor: Any, expected: list[int]) -> None:
    assert points({"flor": flor}, **FREE) == expected


def test_the_contraflor_of_bids_may_be_the_falta() -> None:
    flor = {"flors": [2, 1], **called("al_resto", winner=0)}
    assert points({"flor": flor}, **FREE, options={"resto": "falta"}) == [46, 0]


REFUSED: list[Any] = [
    ({}, {"truco": [0, 0]}, [("truco", "TAR-5")]),
    ({}, {"truco": [5, 0]}, [("truco.0", "TAR-6")]),
    ({}, {"truco": [1, 1]}, [("truco", "TAR-6")]),
    ({}, {}, [("truco", "TAR-6")]),
    ({}, {"truco": None}, [("truco", "TAR-6")]),
    ({}, {"envido": [6, 0], "truco": [1, 0]}, [("envido.0", "TAR-13")]),
    ({}, {"envido": [2, 2], "truco": [1, 0]}, [("envido", "TAR-13")]),
    ({}, {"flor": [3, 0], "truco": [1, 0]}, [("flor", "TAR-16")]),
    ({}, {"truco": {"tricks": [0, 1]}}, [("truco.tricks", "TAR-5")]),
    ({}, {"truco": {"tricks": [0, 0, 1]}}, [("truco.tricks", "TAR-5")]),
    ({}, {"truco": {"tricks": [0, 0], "mazo": 1}}, [("truco.tricks", "TAR-9")]),
    ({}, {"truco": {"tricks": [0, 0], **called("truco", answer="refuse")}}, [("truco.tricks", "TAR-8")]),
    ({}, {"truco": {"tricks": [], "mazo": 1, **called("truco", answer="refuse")}}, [("truco.mazo", "TAR-9")]),
    ({}, {"truco": {"tricks": [0, 0], **called("retruco")}}, [("truco.calls", "TAR-7")]),
    ({}, {"truco": {"tricks": [0, 0], "by": 0}}, [("truco.by", "TAR-7")]),
    ({}, {"truco": {"tricks": [0, 0], "calls": ["truco"]}}, [("truco.by", "TAR-7"), ("truco.answer", "TAR-7")]),
    ({}, {"envido": called("envido", values=[8, 20]), "truco": PLAYED}, [("envido.values.0", "TAR-11")]),
    ({}, {"envido": called("envido", values=[34, 20]), "truco": PLAYED}, [("envido.values.0", "TAR-11")]),
    ({}, {"envido": called("envido"), "truco": PLAYED}, [("envido.values", "TAR-11")]),
    ({}, {"envido": called("envido", values=[20, 20]), "truco": PLAYED}, [("envido.winner", "TAR-12")]),
    ({}, {"envido": called("envido", values=[20, 21], winner=0), "truco": PLAYED}, [("envido.winner", "TAR-12")]),
    ({}, {"envido": called("envido", answer="refuse", winner=0), "truco": PLAYED}, [("envido.values", "TAR-13")]),
    (FREE, {"envido": called("envido", values=[37, 37], winner=0), "truco": PLAYED}, [("envido.values", "TAR-11")]),
    (CON_FLOR, {"flor": [3, 0], "envido": [2, 0], "truco": [1, 0]}, [("envido", "TAR-17")]),
    (CON_FLOR, {"flor": [5, 0], "truco": [1, 0]}, [("flor.0", "TAR-18")]),
    (CON_FLOR, {"flor": {"flors": [0, 0]}, "truco": PLAYED}, [("flor.flors", "TAR-18")]),
    (CON_FLOR, {"flor": {"flors": [3, 0]}, "truco": PLAYED}, [("flor.flors", "TAR-16")]),
    (CON_FLOR, {"flor": {"flors": [1, 0], "by": 0}, "truco": PLAYED}, [("flor.by", "TAR-18")]),
    (CON_FLOR, {"flor": {"flors": [1, 0], "winner": 1}, "truco": PLAYED}, [("flor.winner", "TAR-18")]),
    (CON_FLOR, {"flor": {"flors": [1, 0], "values": [33, 30]}, "truco": PLAYED}, [("flor.values", "TAR-18")]),
    (CON_FLOR, {"flor": {"flors": [1, 0], "values": [39, None]}, "truco": PLAYED}, [("flor.values.0", "TAR-16")]),
    (CON_FLOR, {"flor": {"flors": [1, 1], **called("al_resto", "contraflor", winner=0)}, "truco": PLAYED},
     [("flor.calls", "TAR-20")]),
    (CON_FLOR, {"flor": {"flors": [1, 1]}, "truco": PLAYED}, [("flor.by", "TAR-20"), ("flor.answer", "TAR-20")]),
    (CON_FLOR, {"flor": {"flors": [1, 1], "by": 0, "answer": "refuse", "winner": 0}, "truco": PLAYED},
     [("flor.values", "TAR-20")]),
    (CON_FLOR, {"flor": {"flors": [1, 1], **called(), "calls": "al_resto"}, "truco": PLAYED},
     [("flor.calls", "TAR-20")]),
    (FREE, {"flor": {"flors": [1, 1], "by": 0, "winner": 0}, "truco": PLAYED}, [("flor.by", "TAR-21")]),
    (FREE, {"flor": {"flors": [1, 1], **called(), "calls": 3}, "truco": PLAYED}, [("flor.calls", "TAR-21")]),
    (FREE, {"flor": {"flors": [1, 1], **called(3, answer="raise")}, "truco": PLAYED}, [("flor.answer", "TAR-21")]),
    (FREE, {"flor": {"flors": [1, 1], **called("al_resto", "envido", winner=0)}, "truco": PLAYED},
     [("flor.calls", "TAR-21")]),
    ({}, {"duels": [{"truco": [1, 0]}] * 3}, [("duels", "TAR-26")]),
]  # fmt: skip


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hand: Any, expected: Any) -> None:
    assert refused(GAME, hand, **head) == expected


@pytest.mark.parametrize("variant, players, good, bad", [
    ("con-flor", 1, [3, 4, 6, 15], [1, 2, 5, 7, 9, 10]),
    ("con-flor", 2, [3, 4, 6, 7, 9, 15, 18], [5, 8, 10, 12]),
    ("uruguayo", 1, [3, 5, 6, 43, 46], [1, 2, 4, 47]),
    ("gauderio", 1, [3, 4, 6, 24], [5, 7, 27]),
])  # fmt: skip
def test_points_of_flores_that_some_calls_give(variant: str, players: int, good: Any, bad: Any) -> None:
    sides = ONE_EACH if players == 1 else PAIRS
    for number in good:
        entry: dict[str, Any] = {"flor": [number, 0]} if number >= 24 else {"flor": [number, 0], "truco": [0, 1]}
        assert points(entry, variant=variant, sides=sides)[0] == number
    for number in bad:
        assert refused(GAME, {"flor": [number, 0]}, variant=variant, sides=sides)[0] == ("flor.0", "TAR-18")


def test_the_match_is_over_as_soon_as_the_target_is_reached() -> None:
    envido = {"envido": called("envido", values=[30, 27])}
    result = scored(GAME, *TO_28_25, envido)
    assert (result["totals"], result["winner"], result["games"], result["won_by"]) == ([30, 25], 0, [1, 0], "target")
    assert refused(GAME, *TO_28_25, {**envido, "truco": [0, 1]}) == [("truco", "TAR-23")]
    assert refused(GAME, *TO_28_25, {**envido, "truco": PLAYED}) == [("truco", "TAR-23")]
    out = {"ends_at_once": False}
    assert refused(GAME, *TO_28_25, envido, options=out) == [("truco", "TAR-6")]
    assert scored(GAME, *TO_28_25, {**envido, "truco": [0, 4]}, options=out)["totals"] == [30, 29]


def test_a_hand_played_out_is_won_by_the_higher_total_and_equal_ones_play_on() -> None:
    options = {"ends_at_once": False, "target": 4}
    first = {"envido": [4, 0], "truco": [0, 4]}
    drawn = scored(GAME, first, options=options)
    assert (drawn["status"], drawn["totals"]) == ("in_progress", [4, 4])
    assert rules_of(GAME, first, options=options)[-2:] == [(0, "TAR-24", 0), (1, "TAR-24", 0)]
    ended = scored(GAME, first, {"truco": [0, 1]}, options=options)
    assert (ended["winner"], ended["won_by"], ended["totals"]) == (1, "target", [4, 5])


DUELS = [{"truco": [1, 0]}, {"envido": [0, 2], "truco": [0, 2]}, {"truco": {"tricks": [None, None, None]}}]


def test_three_duels_each_with_its_own_mano() -> None:
    result = scored(GAME, {"duels": DUELS}, sides=TRIPLES)
    assert result["totals"] == [1, 5]
    ties = {"truco": {"tricks": [None, None, None]}}
    assert points({"duels": [ties] * 3}, sides=TRIPLES) == [1, 2]
    equal = {"envido": called("envido", values=[29, 29]), "truco": [0, 1]}
    assert points({"duels": [equal] * 3}, sides=TRIPLES) == [2, 7]


@pytest.mark.parametrize("entry, expected", [
    ({"duels": DUELS[:2]}, [("duels", "TAR-26")]),
    ({"duels": []}, [("duels", "TAR-26")]),
    ({"duels": DUELS + DUELS[:1]}, [("duels", "TAR-26")]),
    ({"duels": DUELS, "truco": [1, 0]}, [("truco", None)]),
    ({"duels": [{"truco": [1, 0]}, {}, {"truco": [1, 0]}]}, [("duels.1.truco", "TAR-6")]),
    ({"duels": [{"truco": [5, 0]}, {}, {"truco": [1, 0]}]}, [("duels.0.truco.0", "TAR-6")]),
])  # fmt: skip
def test_duels_that_are_none(entry: Any, expected: Any) -> None:
    assert refused(GAME, entry, sides=TRIPLES) == expected


def test_a_duel_may_end_the_match_and_none_follows_it() -> None:
    options = {"target": 3}
    hand: dict[str, Any] = {"duels": [{"truco": [1, 0]}, {"truco": [2, 0]}]}
    assert scored(GAME, hand, sides=TRIPLES, options=options)["winner"] == 0
    late = {"duels": [*hand["duels"], {"truco": [0, 1]}]}
    assert refused(GAME, late, sides=TRIPLES, options=options) == [("duels.2.truco", "TAR-23")]


def test_the_first_duel_may_end_the_match() -> None:
    assert scored(GAME, {"duels": [{"truco": [3, 0]}]}, sides=TRIPLES, options={"target": 3})["winner"] == 0


@pytest.mark.parametrize("at_once, rule", [(True, "TAR-23"), (False, "TAR-24")])
def test_the_last_line_says_whether_the_target_wins_at_once(at_once: bool, rule: str) -> None:
    last = {"envido": [2, 0]} if at_once else {"envido": [2, 0], "truco": [1, 0]}
    assert rules_of(GAME, *TO_28_25, last, options={"ends_at_once": at_once})[-1] == (0, rule, 0)


def test_nothing_is_told_of_what_nobody_called_and_three_ties_are_told_to_both() -> None:
    assert rules_of(GAME, {"envido": [0, 0], "truco": [1, 0]}) == [(0, "TAR-6", 1)]
    assert rules_of(GAME, {"truco": [0, 0]}, variant="gauderio") == [(0, "TAR-5", 0), (1, "TAR-5", 0)]


def test_the_falta_of_a_duel_has_a_limit() -> None:
    options = {"duel_falta": 6}
    duel = {"envido": called("falta_envido", winner=0), "truco": [0, 1]}
    assert points({"duels": [duel] * 3}, sides=TRIPLES, **FREE, options=options) == [18, 3]
    assert points(duel, sides=TRIPLES, options=options) == [15, 1]
    long = {"envido": called(7, winner=0), "truco": [0, 1]}
    assert refused(GAME, {"duels": [long] * 3}, sides=TRIPLES, **FREE, options=options) == [
        ("duels.0.envido.calls", "TAR-14")
    ]


def test_before_a_hand_mano_halves_and_falta_are_known() -> None:
    assert scored(GAME)["next_hand"] == {"mano": "Carla", "halves": ["malas", "malas"], "falta": [15, 15]}
    half = (*TO_12_9, {"envido": [3, 0], "truco": [0, 1]})
    assert (scored(GAME, *half)["totals"], scored(GAME, *half)["next_hand"]["halves"]) == (
        [15, 10],
        ["buenas", "malas"],
    )
    next_hand = scored(GAME, *TO_22_9)["next_hand"]
    assert next_hand == {"mano": "Carla", "halves": ["buenas", "malas"], "falta": [8, 8]}
    assert scored(GAME, *TO_28_25, {"envido": [2, 0]})["next_hand"] == {}


@pytest.mark.parametrize("variant, expected", [
    ("argentino", (30, True, "none", False, "half", "table", "falta", "mano", True)),
    ("argentino-15", (15, False, "none", False, "leader", "table", "falta", "mano", True)),
    ("con-flor", (30, True, "table", False, "half", "table", "falta", "mano", True)),
    ("uruguayo", (40, True, "bids", True, "leader", "free", "rest", "mano", False)),
    ("gauderio", (24, True, "table", False, "leader", "table", "falta", "drawn", False)),
])  # fmt: skip
def test_presets(variant: str, expected: Any) -> None:
    names = ("target", "halves", "flor", "muestra", "falta", "raises", "resto", "three_ties", "mazo_envido")
    options = play.begin({"format": "scorekeeper/1", "game": GAME, "variant": variant, "sides": TRIPLES})["options"]
    assert tuple(options[name] for name in names) == expected
    assert (options["achico"], options["ends_at_once"], options["duel_falta"]) == (3, True, None)


def test_a_muestra_goes_with_flor() -> None:
    assert head_refused(GAME, options={"muestra": True}) == ["options.muestra"]
