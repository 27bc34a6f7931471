"""Scores of tables: TOU-1 to TOU-6."""

from typing import Any

import pytest

from scorekeeper.tournaments.document import scoring_of
from scorekeeper.tournaments.model import Table
from scorekeeper.tournaments.scoring import scale, side_scores, winner
from tests.tournaments.made import CUP, MATCH, VP, played, refused, row, table, tournament

BOUNDS = {  # TOU-1, copied from the published table
    2: [40, 120, 200, 300, 400, 500, 620, 740, 870, 1000],
    3: [50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500],
    4: [100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000],
}
EDGES = [
    (hands, upper + beyond, 10 + index + (beyond > 0))
    for hands, uppers in BOUNDS.items()
    for index, upper in enumerate(uppers)
    for beyond in (0, 1, 5)
]


def result(scoring: Any, **came_out: Any) -> list[list[int]]:
    """The sums of both sides of one table: VP and MP, or TP, legs and points."""
    document = tournament(2, played(table(1, 1, 2, **came_out)), scoring=scoring)
    names = ("vp", "mp") if scoring["kind"] == "vp" else ("tp", "legs", "points")
    return [[row(document, each)[name] for name in names] for each in (1, 2)]


@pytest.mark.parametrize("hands, difference, vp", EDGES)
def test_the_winners_points_change_just_past_each_bound_of_the_table(hands: int, difference: int, vp: int) -> None:
    scoring = {"kind": "vp", "hands": hands}
    assert result(scoring, points=[difference - 100, -100]) == [[vp, difference], [20 - vp, -difference]]
    assert result(scoring, points=[0, difference]) == [[20 - vp, -difference], [vp, difference]]


@pytest.mark.parametrize("hands", BOUNDS)
def test_equal_points_are_ten_all_and_a_huge_difference_is_everything(hands: int) -> None:
    scoring = {"kind": "vp", "hands": hands}
    assert result(scoring, points=[500, 500]) == [[10, 0], [10, 0]]
    assert result(scoring, points=[-5, -9000])[0] == [20, 8995]


@pytest.mark.parametrize(
    "difference, vp", [(0, 10), (5, 12), (50, 12), (55, 15), (400, 15), (405, 20)]
)  # fmt: skip
def test_an_agreed_table_replaces_the_published_one_but_equal_stays_ten_all(difference: int, vp: int) -> None:
    scoring = {**VP, "table": [[50, 12], [400, 15], [None, 20]]}
    assert result(scoring, points=[difference, 0])[0] == [vp, difference]


@pytest.mark.parametrize(
    "agreed",
    [
        [], [[None, 19]], [[50, 12]], [[50, 12], [40, 14], [None, 20]], [[50, 14], [60, 12], [None, 20]],
        [[50, 12], [50, 14], [None, 20]], [[50, 12], [60, 12], [None, 20]], [[None, 12], [None, 20]],
        [[50, 9], [None, 20]], [[-5, 12], [None, 20]], [[50, 20], [None, 20]], [[50], [None, 20]], [50, [None, 20]],
        [[50.5, 12], [None, 20]], [["50", 12], [None, 20]], [[True, 12], [None, 20]],
    ],
)  # fmt: skip
def test_a_table_that_does_not_rise_to_everything_is_refused(agreed: Any) -> None:
    assert refused(tournament(2, scoring={**VP, "table": agreed})) == [("scoring.table", "TOU-1")]


@pytest.mark.parametrize(
    "legs, points, sums",
    [
        ([1, 0], None, [[3, 1, 0], [0, -1, 0]]),
        ([0, 1], [30, 12], [[0, -1, 18], [3, 1, -18]]),
        (None, [12, 30], [[0, 0, -18], [3, 0, 18]]),
        (None, [12, 12], [[1, 0, 0], [1, 0, 0]]),
    ],
)
def test_legs_decide_a_match_and_points_where_no_legs_are_given(legs: Any, points: Any, sums: Any) -> None:
    came_out = {name: value for name, value in (("legs", legs), ("points", points)) if value is not None}
    assert result(MATCH, **came_out) == sums


def test_what_a_win_a_draw_and_a_loss_are_worth_can_be_agreed() -> None:
    scoring = {"kind": "match", "best_of": 3, "win": 5, "draw": 2, "loss": 1}
    assert result(scoring, legs=[2, 1]) == [[5, 1, 0], [1, -1, 0]]
    assert result(scoring, points=[7, 7]) == [[2, 0, 0], [2, 0, 0]]


@pytest.mark.parametrize(
    "best_of, good, bad",
    [
        (1, [(1, 0), (0, 1)], [(0, 0), (1, 1)]),
        (2, [(2, 0), (1, 1), (1, 0)], [(2, 1), (2, 2)]),
        (3, [(2, 0), (1, 2)], [(2, 2), (1, 1), (3, 0), (1, 0), (0, 0)]),
        (4, [(3, 0), (4, 0), (3, 1), (2, 2), (2, 1)], [(3, 2), (4, 1)]),
        (5, [(3, 0), (2, 3)], [(3, 3), (4, 1), (2, 1), (4, 0), (5, 0)]),
    ],
)
def test_legs_of_an_odd_number_are_those_of_a_finished_match(best_of: int, good: Any, bad: Any) -> None:
    """For an even number TOU-2 sets no condition, except that there are no more legs than agreed."""
    scoring = {"kind": "match", "best_of": best_of}
    for one, other in good:
        assert result(scoring, legs=[one, other])[0][1] == one - other
    for one, other in bad:
        assert refused(tournament(2, played(table(1, 1, 2, legs=[one, other])), scoring=scoring)) == [
            ("rounds.0.tables.0.legs", "TOU-2")
        ]


@pytest.mark.parametrize(
    "scoring, bye",
    [
        ({"kind": "vp", "hands": 2}, {"vp": 14, "mp": 305}),
        ({"kind": "vp", "hands": 3}, {"vp": 14, "mp": 355}),
        ({"kind": "vp", "hands": 4}, {"vp": 12, "mp": 305}),
        ({"kind": "vp", "hands": 4, "bye": {"vp": 11, "mp": -3}}, {"vp": 11, "mp": -3}),
        ({"kind": "vp", "hands": 2, "table": [[100, 11], [230, 14], [None, 20]]}, {"vp": 14, "mp": 105}),
        ({"kind": "vp", "hands": 2, "table": [[100, 11], [230, 13], [None, 20]]}, {"vp": 14, "mp": 235}),
        ({"kind": "vp", "hands": 2, "table": [[None, 20]]}, {"vp": 14, "mp": 5}),
        ({"kind": "vp", "hands": 2, "table": [[99, 11], [230, 14], [None, 20]]}, {"vp": 14, "mp": 100}),
        ({"kind": "vp", "hands": 2, "table": [[101, 11], [230, 14], [None, 20]]}, {"vp": 14, "mp": 105}),
        ({"kind": "match"}, {"tp": 3, "legs": 1, "points": 0}),
        ({"kind": "match", "best_of": 5, "win": 2}, {"tp": 2, "legs": 3, "points": 0}),
    ],
)
def test_a_bye_is_worth_a_good_result(scoring: Any, bye: dict[str, int]) -> None:
    document = tournament(3, played(table(1, 1, 2, 5, 0), bye=3), scoring=scoring)
    assert row(document, 3).items() >= {**bye, "played": 0, "byes": 1}.items()


def test_who_was_present_gets_the_byes_score_and_who_was_not_gets_nothing() -> None:
    assert result(VP, forfeit=1) == [[0, -305], [14, 305]]
    assert result({**VP, "bye": {"vp": 12, "mp": 20}}, forfeit=2) == [[12, 20], [0, -20]]
    assert result({"kind": "match", "best_of": 3, "loss": 1}, forfeit=2) == [[3, 2, 0], [1, -2, 0]]


@pytest.mark.parametrize("hands, present, behind, mp", [(2, 14, 6, 305), (3, 14, 6, 355), (4, 12, 8, 305)])
def test_a_pair_that_comes_too_late_gets_few_points(hands: int, present: int, behind: int, mp: int) -> None:
    scoring = {"kind": "vp", "hands": hands, "bye": {"vp": 20, "mp": 0}}
    assert result(scoring, late=2) == [[present, mp], [behind, -mp]]
    assert result(scoring, late=1) == [[behind, -mp], [present, mp]]


def test_the_arbiter_gives_points_that_need_not_add_up() -> None:
    assert result(VP, vp=[8, 9], mp=[-100, 20]) == [[8, -100], [9, 20]]
    assert result(VP, vp=[20, 0], mp=[10**9, -(10**9)]) == [[20, 10**9], [0, -(10**9)]]


@pytest.mark.parametrize(
    "came_out, problem",
    [
        ({"late": 1, "points": [5, 0]}, ("points", "TOU-6")),
        ({"late": 3}, ("late", "TOU-6")),
        ({"forfeit": 3}, ("forfeit", "TOU-4")),
        ({"forfeit": True}, ("forfeit", "TOU-4")),
        ({"forfeit": 1, "points": [5, 0]}, ("forfeit", None)),
        ({"vp": [10, 10], "mp": [0, 0], "points": [5, 0]}, ("vp", None)),
        ({"vp": [10, 10]}, ("mp", "TOU-1")),
        ({"mp": [10, 10]}, ("vp", "TOU-1")),
        ({"vp": [21, 10], "mp": [0, 0]}, ("vp.0", "TOU-1")),
        ({"vp": [10, -1], "mp": [0, 0]}, ("vp.1", "TOU-1")),
        ({"points": [5]}, ("points", "TOU-1")),
        ({"points": 5}, ("points", "TOU-1")),
        ({"points": [5, 2.5]}, ("points.1", "TOU-1")),
        ({"points": [5, 10**10]}, ("points.1", "TOU-1")),
        ({"legs": [1, 0]}, ("legs", None)),
    ],
)
def test_a_table_has_one_result_and_a_possible_one(came_out: Any, problem: Any) -> None:
    assert (f"rounds.0.tables.0.{problem[0]}", problem[1]) in refused(
        tournament(3, played(table(1, 1, 2, **came_out), bye=3))
    )


@pytest.mark.parametrize("came_out", [{"vp": [10, 10], "mp": [0, 0]}, {"late": 1}])
def test_what_only_victory_points_know_is_refused_in_matches(came_out: Any) -> None:
    fields = [(f"rounds.0.tables.0.{name}", None) for name in sorted(came_out)]
    assert refused(tournament(2, played(table(1, 1, 2, **came_out)), scoring=MATCH)) == fields


def test_legs_and_a_forfeit_do_not_go_together() -> None:
    document = tournament(2, played(table(1, 1, 2, legs=[1, 0], forfeit=1)), scoring=MATCH)
    assert refused(document) == [("rounds.0.tables.0.legs", None)]


@pytest.mark.parametrize(
    "scoring, came_out, problem",
    [
        (MATCH, {"points": [4, 4]}, ("rounds.0.tables.0", "TOU-2")),
        ({"kind": "match", "best_of": 2}, {"legs": [1, 1], "points": [9, 0]}, ("rounds.0.tables.0", "TOU-2")),
        (VP, {"points": [4, 4]}, ("rounds.0.tables.0", "TOU-17")),
        (VP, {"vp": [10, 10], "mp": [0, 0]}, ("rounds.0.tables.0", "TOU-17")),
    ],
)
def test_a_knock_out_has_no_draws(scoring: Any, came_out: Any, problem: Any) -> None:
    document = tournament(2, played(table(1, 1, 2, **came_out)), scoring=scoring, system=CUP)
    assert refused(document) == [problem]


def test_a_ruling_adds_to_the_sums_and_shows() -> None:
    rulings = [
        {"round": 1, "entrant": 1, "vp": -1, "mp": -50, "reason": "second warning"},
        {"round": 1, "entrant": 1, "vp": -2, "reason": "third warning"},
        {"round": 1, "entrant": 2, "mp": 5, "reason": "miscounted"},
    ]
    document = tournament(2, played(table(1, 1, 2, 500, 0)), rulings=rulings)
    assert row(document, 1).items() >= {"vp": 12, "mp": 450, "rulings": -3}.items()
    assert row(document, 2).items() >= {"vp": 5, "mp": -495, "rulings": 0, "opponents": 12}.items()
    points = tournament(
        2, played(table(1, 1, 2, 5, 0)), scoring=MATCH, rulings=[{**rulings[0], "vp": None, "mp": None}]
    )
    assert refused(points) == [("rulings.0.mp", None), ("rulings.0.vp", None), ("rulings.0.tp", "TOU-5")]
    points["rulings"] = [{"round": 1, "entrant": 2, "tp": 2, "reason": "late cards"}]
    assert row(points, 2).items() >= {"tp": 2, "legs": 0, "points": -5, "rulings": 2}.items()


def test_a_ruling_counts_with_its_round() -> None:
    ruling = {"round": 2, "entrant": 1, "vp": -5, "reason": "left the table"}
    document = tournament(2, played(table(1, 1, 2, 500, 0)), rulings=[ruling])
    assert row(document, 1).items() >= {"vp": 15, "rulings": 0}.items()
    document["rounds"].append(played(table(1, 1, 2, 500, 0)))
    assert row(document, 1).items() >= {"vp": 25, "rulings": -5}.items()


@pytest.mark.parametrize(
    "scoring",
    [
        {"kind": "vp", "hands": 3},
        {"kind": "match", "draw": 2},
        {"kind": "vp", "hands": 2},
        {**VP, "table": [[1, 12], [None, 20]]},
    ],
)
def test_the_scale_gives_every_lead_the_scores_of_the_table(scoring: Any) -> None:
    agreed = scoring_of({"scoring": scoring})
    for lead in (*range(-2005, 2006, 5), -1, 1):
        scored = side_scores(agreed, Table(1, ((1,), (2,)), points=(lead, 0)))
        _upper, leader, other = next(row for row in scale(agreed) if row[0] is None or abs(lead) <= row[0])
        assert (scored[0].main, scored[1].main) == ((other, leader) if lead < 0 else (leader, other))


@pytest.mark.parametrize(
    "scoring, came_out, won",
    [
        (VP, {"points": (505, 500)}, 0),
        (VP, {"points": (500, 505)}, 1),
        (VP, {"points": (500, 500)}, None),
        (VP, {"vp": (10, 10), "mp": (-5, 5)}, 1),
        (VP, {"vp": (10, 10), "mp": (0, 0)}, None),
        (VP, {"forfeit": 1}, 1),
        (VP, {"forfeit": 2}, 0),
        (MATCH, {"points": (11, 12)}, 1),
        (MATCH, {"points": (12, 11)}, 0),
        (MATCH, {"points": (11, 11)}, None),
        ({**MATCH, "best_of": 3}, {"legs": (2, 1), "points": (20, 30)}, 0),
        ({**MATCH, "wins": "least"}, {"points": (11, 12)}, 0),
    ],
)
def test_a_table_is_won_by_its_scores_or_by_who_was_there(scoring: Any, came_out: Any, won: int | None) -> None:
    assert winner(scoring_of({"scoring": scoring}), Table(1, ((1,), (2,)), **came_out)) == won


def test_agreed_scores_may_fill_their_bounds() -> None:
    agreed = {"kind": "match", "best_of": 99, "win": 1000, "draw": 1000, "loss": 1000}
    scoring = scoring_of({"scoring": agreed})
    assert (scoring.best_of, scoring.win, scoring.draw, scoring.loss) == (99, 1000, 1000, 1000)
    for name, most in (("best_of", 99), ("win", 1000), ("draw", 1000), ("loss", 1000)):
        assert (f"scoring.{name}", "TOU-2") in refused(tournament(2, scoring={**agreed, name: most + 1}))
