"""Tresette for two, for three and a perdere, by their numbered rules: options, sums, ends, who is out, claims."""

from itertools import product
from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import Refusal
from scorekeeper.games.engine.claims import over
from scorekeeper.games.tresette import GAME
from scorekeeper.games.tresette.losing import possible_sums
from tests.games.table import (
    claim_refused,
    document,
    head_refused,
    judged,
    last_hand,
    refused,
    rules_of,
    scored,
    singly,
)

TWO: dict[str, Any] = {"variant": "in-due", "sides": singly(2)}
THREE: dict[str, Any] = {"variant": "in-tre", "sides": singly(3)}
LOSE: dict[str, Any] = {"variant": "perdere", "sides": singly(3)}
LAST_IN = {"ending": "last_in", "target": 10}


@pytest.mark.parametrize(
    "head, options, expected",
    [
        (TWO, {"leftover": "nobody"}, ["options.leftover"]),
        (TWO, {"target": None}, ["options.target"]),
        (TWO, {"special_wins": True}, []),
        (THREE, {"special_wins": False}, ["options.special_wins"]),
        (THREE, {"hands": 4, "ending": "last_in"}, ["options.hands", "options.ending"]),
        (LOSE, {"honours": False, "buon_gioco": False}, ["options.honours", "options.buon_gioco"]),
        (LOSE, {"target": None}, ["options.target"]),
        (LOSE, {"target": None, "hands": 3}, []),
        (LOSE, {"target": None, "hands": 3, "ending": "last_in"}, ["options.target"]),
        ({}, {"leftover": "last_trick", "cappotto": False}, ["options.cappotto", "options.leftover"]),
    ],
)
def test_options_belong_to_their_presets(head: dict[str, Any], options: dict[str, Any], expected: list[str]) -> None:
    if expected:
        assert head_refused("tresette", **head, options=options) == expected
    else:
        assert play.begin(document("tresette", **head, options=options))


@pytest.mark.parametrize(
    "presets, options",
    [
        (("parlett", "parlett-honours", "mcleod", "scarne", "in-due"),
         {"target", "honours", "buon_gioco", "direction", "special_wins"}),
        (("in-tre",), {"target", "honours", "buon_gioco", "direction", "leftover"}),
        (("perdere",), {"target", "hands", "ending", "cappotto", "leftover", "direction"}),
    ],
)  # fmt: skip
def test_each_preset_has_its_options_once(presets: tuple[str, ...], options: set[str]) -> None:
    for preset in presets:
        assert sorted(option["name"] for option in GAME.options_of(preset)) == sorted(options)


@pytest.mark.parametrize("options", [{"target": None}, {"target": None, "hands": 3, "ending": "last_in"}])
def test_a_match_a_perdere_needs_an_end(options: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        play.begin(document("tresette", **LOSE, options=options))
    assert [problem["rule"] for problem in refusal.value.problems] == ["TRE-28"]


@pytest.mark.parametrize("head", [TWO, THREE, LOSE])
def test_a_written_document_has_the_options_of_its_preset_alone(head: dict[str, Any]) -> None:
    setup = play.begin(document("tresette", **head))
    assert play.begin(play.document(setup, [])) == setup


@pytest.mark.parametrize(
    "sides, sums", [(2, [11]), (3, [11, 10]), (4, [11, 10, 9]), (5, [11, 10, 9]), (8, [11, 10, 9, 8, 7])]
)
def test_rounding_leaves_only_some_sums(sides: int, sums: list[int]) -> None:
    assert possible_sums(sides) == sums


def test_three_sides_can_have_every_possible_sum_and_no_other() -> None:
    """Checked with all ways in which 35 thirds fall to three sides."""
    fallen = {first // 3 + second // 3 + (35 - first - second) // 3 for first, second in product(range(36), repeat=2)
              if first + second <= 35}  # fmt: skip
    assert fallen == set(possible_sums(3))


def test_a_side_that_is_out_leaves_fewer_sums() -> None:
    options = LAST_IN | {"leftover": "nobody"}
    out = {"points": [1, 10, 0]}
    assert refused("tresette", out, {"points": [5, 0, 5]}, **LOSE, options=options) == [("points", "TRE-21")]
    assert scored("tresette", out, {"points": [6, 0, 5]}, **LOSE, options=options)["totals"] == [7, 10, 5]


@pytest.mark.parametrize(
    "hand, expected",
    [
        ({"points": [5, 1, 5]}, [("points.1", "TRE-30")]),
        ({"aces": [3, 1, 0], "figures": [10, 0, 10], "last_trick": 0}, [("aces.1", "TRE-30")]),
        ({"aces": [4, 0, 0], "figures": [10, 0, 10], "last_trick": 1}, [("last_trick", "TRE-30")]),
        ({"points": [5, None, 6]}, [("points.1", "TRE-21")]),
        ({"claim": {"side": 0}}, [("claim", "TRE-31")]),
        ({"points": [5, 0, 6], "tricks": [5, 5, 10]}, [("tricks", "TRE-25")]),
        ({"points": [5, 0, 6], "honours": []}, []),
        ({"decima": "Anna"}, [("decima", "TRE-13")]),
    ],
)
def test_who_is_out_has_nothing_and_some_fields_are_not_played(hand: Any, expected: list[Any]) -> None:
    played = {"points": [1, 10, 0]}, hand
    if expected:
        assert refused("tresette", *played, **LOSE, options=LAST_IN) == expected
    else:
        assert scored("tresette", *played, **LOSE, options=LAST_IN)["totals"] == [6, 10, 6]


def test_the_deal_passes_over_who_is_out_and_the_table_knows() -> None:
    result = scored("tresette", {"points": [1, 10, 0]}, **LOSE, options=LAST_IN)
    assert (result["next_dealer"], result["next_hand"]) == ("Carla", {"out": [1]})
    assert scored("tresette", {"points": [1, 10, 0]}, **LOSE)["next_hand"] == {}


def test_a_cappotto_spares_who_is_out() -> None:
    result = scored(
        "tresette", {"points": [1, 10, 0]}, {"points": [11, 0, 0]}, **LOSE, options=LAST_IN | {"target": 10}
    )
    assert (result["hands"][-1]["points"], result["won_by"], result["winner"]) == ([0, 0, 11], "last_in", 0)
    lost = scored("tresette", {"points": [10, 0, 0]}, **LOSE, options={"leftover": "nobody"})
    assert lost["totals"] == [10, 0, 0]


@pytest.mark.parametrize(
    "options, hands, winner, won_by",
    [
        ({"hands": 1}, [[5, 6, 0]], 2, "hands_played"),
        ({"hands": 1}, [[11, 0, 0]], 0, "hands_played"),
        ({"hands": 1}, [[5, 5, 1]], 2, "hands_played"),
        ({"hands": 1}, [[9, 1, 1]], None, "hands_played"),
        ({"hands": 1, "target": 6}, [[5, 6, 0]], 2, "target"),
        ({"hands": 1, "target": 9}, [[9, 1, 1]], None, "hands_played"),
        ({"hands": 2, **LAST_IN}, [[1, 10, 0], [11, 0, 0]], 0, "last_in"),
        ({"hands": 2, **LAST_IN}, [[1, 10, 0], [6, 0, 5]], 2, "hands_played"),
        ({"ending": "last_in", "target": 3}, [[4, 4, 3]], 2, "last_in"),
        ({"ending": "last_in", "target": 3}, [[5, 3, 3]], None, "last_in"),
    ],
)
def test_how_a_match_to_lose_ends(options: Any, hands: list[list[int]], winner: int | None, won_by: str) -> None:
    result = scored("tresette", *[{"points": points} for points in hands], **LOSE, options=options)
    assert (result["winner"], result["won_by"]) == (winner, won_by)
    assert result["games"] == [int(side == winner) for side in range(3)]


@pytest.mark.parametrize(
    "tricks, told",
    [
        ([20, 0], "Cappotto, all the tricks: the match, games won: 2"),
        ([19, 1], "Stramazzo, all ten card points: the match, games won: 3"),
    ],
)
def test_in_due_a_win_at_once_cites_its_own_rule(tricks: list[int], told: str) -> None:
    hand = {"aces": [4, 0], "figures": [20, 0], "last_trick": 0, "tricks": tricks}
    last = last_hand("tresette", hand, **TWO, options={"special_wins": True})["lines"][-1]
    assert (last["rule"], last["text"]) == ("TRE-25", told)
    assert refused("tresette", {"points": [11, 0]}, **TWO, options={"special_wins": True}) == [("tricks", "TRE-9")]


def test_in_tre_points_and_the_target_have_rules_of_their_own() -> None:
    points = [(0, "TRE-21", 6), (1, "TRE-21", 3), (2, "TRE-21", 2)]
    assert rules_of("tresette", {"points": [6, 3, 2]}, **THREE, options={"target": 6}) == [*points, (0, "TRE-23", 0)]


@pytest.mark.parametrize(
    "claim, verdict",
    [
        ({"type": "out", "side": 1}, (False, {"total": 10, "limit": 31})),
        ({"type": "out", "side": 1, "points": 11}, (False, {"total": 21, "limit": 31})),
    ],
)
def test_who_is_at_the_limit(claim: dict[str, Any], verdict: Any) -> None:
    assert judged(document("tresette", {"points": [1, 10, 0]}, **LOSE), claim) == verdict
    assert claim_refused(document("tresette", **THREE), claim)[0] == ("type", "TRE-28")
    open_end = document("tresette", **LOSE, options={"target": None, "hands": 9})
    assert claim_refused(open_end, claim)[0] == ("type", "TRE-28")


def test_points_are_not_claimed_for_who_is_out() -> None:
    played = document("tresette", {"points": [1, 10, 0]}, **LOSE, options=LAST_IN)
    assert judged(played, {"type": "out", "side": 1}) == (True, {"total": 10, "limit": 10})
    assert claim_refused(played, {"type": "out", "side": 1, "points": 0}) == [("points", "TRE-30")]


def test_a_failed_claim_of_three_may_be_a_draw() -> None:
    played = document("tresette", {"points": [7, 2, 2]}, **THREE)
    assert judged(played, {"type": "target", "side": 0, "aces": 1}) == (False, {"total": 8, "winner": None, "games": 0})
    assert claim_refused(played, {"type": "honours", "honours": []}) == [("honours", "TRE-14")]
    honoured = document("tresette", **THREE, options={"honours": True})
    assert claim_refused(honoured, {"type": "honours", "honours": []}) == [("type", "TRE-22")]
    assert claim_refused(document("tresette", **LOSE), {"type": "target", "side": 0})[-1] == ("type", "TRE-31")


@pytest.mark.parametrize(
    "options, totals, winner",
    [
        ({}, [31, 5, 9], 1),
        ({}, [31, 5, 5], None),
        ({}, [30, 5, 9], None),
        (LAST_IN, [10, 11, 9], 2),
        (LAST_IN, [10, 9, 9], None),
    ],
)
def test_whether_totals_end_a_match_to_lose(options: Any, totals: list[int], winner: int | None) -> None:
    setup = play.begin(document("tresette", **LOSE, options=options))
    assert over(setup, totals)["effect"]["winner"] == winner


@pytest.mark.parametrize("head, who", [(THREE, "leader"), (LOSE, "lowest")])
def test_a_shared_lead_at_the_target_goes_on(head: dict[str, Any], who: str) -> None:
    setup = play.begin(document("tresette", **head))
    ((message, _params),) = play.game_of(setup).announced(
        setup, {**play.first_table(setup), "totals": [31, 31, 20]}, {}
    )
    assert message.endswith(f"the {who} after this deal wins")
