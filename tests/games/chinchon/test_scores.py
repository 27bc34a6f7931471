"""Chinchón by its numbered rules: scores of hands, who is out, comes back, deals and wins."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.chinchon.fields import most_held
from scorekeeper.games.engine import play
from scorekeeper.pages.entry_form import posted_form, ways
from tests.games.table import closes, document, head_refused, last_hand, messages, refused, rules_of, scored, singly
from tests.support.fuzzing import tries

THREE: dict[str, Any] = {"sides": singly(3)}
ARGENTINA = {**THREE, "variant": "argentina"}
URUGUAY = {**THREE, "variant": "uruguay"}


OUT = [closes(0, 2, 70, 60), closes(0, 3, 35, 30)]  # 5, 105 (out), 90
FIRST = closes(0, 3, 4, 2)


@pytest.mark.parametrize(
    "head, hand, points",
    [
        (THREE, closes(0, 3, 24, 17), [3, 24, 17]),
        (THREE, closes(0, 0, 24, 17), [-10, 24, 17]),
        (THREE, closes(0, 2, 0, 17), [2, 0, 17]),
        (THREE, closes(1, 24, 0, 17, chinchon=None), [24, -10, 17]),
        (THREE, closes(1, 24, 0, 17, chinchon="joker"), [24, -10, 17]),
        (URUGUAY, closes(1, 24, 0, 17, chinchon="joker"), [24, -25, 17]),
        ({**THREE, "options": {"joker_chinchon": 50}}, closes(1, 24, 0, 17, chinchon="joker"), [24, -50, 17]),
        (ARGENTINA, closes(0, 5, 24, 17), [5, 24, 17]),
        (THREE, closes(1, 24, 0, 17, chinchon="clean"), [24, -10, 17]),
        (THREE, {"closed": 1, "chinchon": "clean", "reenter": []}, [0, -10, 0]),
    ],
)
def test_what_a_hand_scores(head: Any, hand: Any, points: list[int]) -> None:
    assert last_hand("chinchon", hand, **head)["points"] == points


def test_the_lines_name_the_rule_of_what_the_closer_scores() -> None:
    assert rules_of("chinchon", closes(0, 3, 24, 0), **THREE) == [(0, "CHI-3", 3), (1, "CHI-6", 24), (2, "CHI-6", 0)]
    assert rules_of("chinchon", closes(0, 0, 24, 0), **THREE)[0] == (0, "CHI-4", -10)
    assert rules_of("chinchon", closes(0, 0, 24, 0, chinchon="joker"), **URUGUAY)[0] == (0, "CHI-5", -25)
    assert rules_of("chinchon", {"closed": 2, "chinchon": "clean"}, **THREE)[-1] == (2, "CHI-5", 0)
    back = rules_of("chinchon", *OUT, closes(1, 4, 0, 10, reenter=[1]), **THREE)
    assert back == [(1, "CHI-9", -15), (0, "CHI-6", 4), (1, "CHI-4", -10), (2, "CHI-6", 10)]


REFUSED: list[Any] = [
    (THREE, [{}], [("closed", "CHI-2")]),
    (THREE, [{"closed": 0}], [("counts", "CHI-8")]),
    (THREE, [{"closed": 0, "chinchon": "joker"}], [("counts", "CHI-8")]),
    (THREE, [{"closed": 0, "chinchon": None}], [("counts", "CHI-8")]),
    (THREE, [{"closed": 0, "chinchon": "clean", "counts": None}], [("counts", "CHI-8")]),
    (THREE, [closes(3, 0, 5, 6)], [("closed", "CHI-2")]),
    (THREE, [closes(0, 0, 5)], [("counts", "CHI-8")]),
    (THREE, [closes(0, 4, 5, 6)], [("counts.0", "CHI-3")]),
    (ARGENTINA, [closes(0, 6, 5, 6)], [("counts.0", "CHI-3")]),
    (THREE, [closes(0, None, 5, 6)], [("counts.0", "CHI-8")]),
    (THREE, [closes(0, 0, None, 6)], [("counts.1", "CHI-8")]),
    (THREE, [closes(0, -10, 5, 6)], [("counts.0", "CHI-7")]),
    (THREE, [closes(0, 0, 5.0, True)], [("counts.1", "CHI-7"), ("counts.2", "CHI-7")]),
    (THREE, [closes(0, 0, 86, 3)], [("counts.1", "CHI-7")]),
    (THREE, [closes(0, 0, 85, 85)], [("counts", "CHI-7")]),
    (THREE, [closes(0, 1, 5, 6, chinchon="clean")], [("counts.0", "CHI-5")]),
    (THREE, [closes(0, 4, 5, 6, chinchon="joker")], [("counts.0", "CHI-5")]),
    (THREE, [closes(0, 0, 5, 6, chinchon="dirty")], [("chinchon", "CHI-5")]),
    ({**THREE, "options": {"jokers": "none"}}, [closes(0, 0, 5, 6, chinchon="joker")], [("chinchon", "CHI-5")]),
    (THREE, [closes(0, 0, 5, 6, reenter=None)], [("reenter", "CHI-9")]),
    (THREE, [closes(0, 0, 5, 6, reenter=[1])], [("reenter", "CHI-9")]),
    (THREE, [*OUT, closes(0, 0, 7, 6)], [("counts.1", "CHI-8")]),
    (THREE, [*OUT, closes(1, 0, None, 6)], [("closed", "CHI-2")]),
    (THREE, [*OUT, {"closed": 1, "chinchon": "clean"}], [("closed", "CHI-2")]),
    (
        THREE,
        [*OUT, closes(2, 4, None, 0), closes(2, 4, 5, 0, reenter=[1])],
        [("reenter", "CHI-9"), ("counts.1", "CHI-8")],
    ),
    (
        THREE,
        [*OUT, closes(2, 4, 11, 0, reenter=[1]), closes(2, 4, 5, 0, reenter=[1])],
        [("reenter", "CHI-9"), ("counts.1", "CHI-8")],
    ),
    ({**THREE, "options": {"reentries": 0}}, [*OUT, closes(2, 4, 5, 0, reenter=[1])], [("reenter", "CHI-9")]),
    (THREE, [*OUT, closes(2, 4, 10, 0, reenter=[1, 1])], [("reenter", "CHI-9")]),
]  # fmt: skip


@pytest.mark.parametrize("head, hands, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hands: Any, expected: Any) -> None:
    assert refused("chinchon", *hands, **head) == expected


def test_what_the_closer_has_too_much_and_who_is_out_are_told() -> None:
    assert messages("chinchon", closes(0, 4, 5, 6), **THREE) == "The closer may have 3 left at most"
    assert messages("chinchon", *OUT, closes(2, 4, 5, 0), **THREE) == "This player is out"
    assert messages("chinchon", closes(0, 0, 86, 3), **THREE) == "This can be 85 at most"
    assert messages("chinchon", closes(0, 0, 85, 85), **THREE) == "2 players together hold 170, the packs allow 152"


@pytest.mark.parametrize(
    "variant, one, two",
    [
        ("spain", [85, 152, 197, 229], [100, 170, 240, 304, 352]),
        ("argentina", [109, 182, 242, 290], [136, 218, 294, 364, 427]),
        ("uruguay", [95, 164, 209, 241], [110, 190, 264, 328, 376]),
    ],
)
def test_the_packs_bound_what_players_have_left_alone_and_together(variant: str, one: Any, two: Any) -> None:
    for most, players in ((one, 4), (two, 5)):
        options = play.begin(document("chinchon", sides=singly(players), variant=variant))["options"]
        assert most_held(options, players) == most
    left = [after - before for before, after in zip([0, *two], two[:4], strict=False)]
    head = {"sides": singly(6), "variant": variant}
    assert last_hand("chinchon", closes(5, *left, 0, 1), **head)["points"][:4] == left
    left[-1] += 1
    assert [rule for _field, rule in refused("chinchon", closes(5, *left, 0, 1), **head)] == ["CHI-7"]


@given(
    pack=st.sampled_from([40, 48]), jokers=st.sampled_from(["none", "ace", "two"]), points=st.integers(0, 50),
    figures=st.sampled_from(["ten", "rank"]), players=st.integers(2, 8),
)  # fmt: skip
@settings(max_examples=tries(60))
def test_more_players_have_more_left_but_each_one_less_than_the_one_before(
    pack: int, jokers: str, points: int, figures: str, players: int
) -> None:
    options = {"pack": pack, "jokers": jokers, "joker_points": points, "figures": figures}
    most = most_held(options, players)
    more = [after - before for before, after in zip([0, *most], most, strict=False)]
    assert more == sorted(more, reverse=True)
    assert len(most) == players
    if not points and jokers == "two":
        assert most == most_held({**options, "jokers": "none"}, players)


@given(counts=st.lists(st.integers(0, 20), min_size=3, max_size=6), closed=st.integers(0, 2), left=st.integers(0, 3))
@settings(max_examples=tries(60))
def test_everybody_scores_what_is_left_and_the_closer_ten_less_for_nothing(
    counts: list[int], closed: int, left: int
) -> None:
    held = [left if side == closed else count for side, count in enumerate(counts)]
    points = last_hand("chinchon", closes(closed, *held), sides=singly(len(held)))["points"]
    assert points == [-10 if side == closed and not left else count for side, count in enumerate(held)]


def test_a_hundred_stays_in_in_spain_and_is_out_in_argentina() -> None:
    hands = [closes(0, 0, 60, 61), closes(0, 0, 40, 39)]
    assert scored("chinchon", *hands, **THREE)["next_hand"] == {"out": [], "may_reenter": [], "reenter_at": None}
    out = {"out": [1, 2], "may_reenter": [1, 2], "reenter_at": 0}
    hands = [closes(0, 5, 60, 61), closes(3, 0, 40, 39, 3), closes(0, 5, 0, 0, 3)]
    hands[0]["counts"].append(0)
    argentina = {"sides": singly(4), "variant": "argentina"}
    assert scored("chinchon", *hands[:2], **argentina)["next_hand"] == {**out, "reenter_at": 5}


def test_coming_back_with_the_highest_total_that_stayed_in() -> None:
    assert scored("chinchon", *OUT, **THREE)["next_hand"] == {"out": [1], "may_reenter": [1], "reenter_at": 90}
    result = scored("chinchon", *OUT, closes(1, 4, 0, 10, reenter=[1]), **THREE)
    assert (result["hands"][-1]["points"], result["totals"]) == ([4, -25, 10], [9, 80, 100])
    assert (result["next_dealer"], result["next_hand"]["out"]) == ("Anna", [])


def test_the_closer_can_go_out_and_the_deal_passes_him_by() -> None:
    hands = [closes(1, 70, 0, 60), closes(1, 30, 0, 20), closes(0, 3, 5, 8)]
    result = scored("chinchon", *hands, **THREE, options={"reentries": 0})
    assert (result["totals"], result["next_hand"]["out"], result["next_dealer"]) == ([103, -15, 88], [0], "Bruno")


@pytest.mark.parametrize(
    "hands, winner, won_by",
    [
        ([closes(0, 0, 70, 40), {"closed": 1, "chinchon": "clean"}], 1, "chinchon"),
        ([*OUT, closes(1, 4, 0, 5, reenter=[1], chinchon="clean")], 1, "chinchon"),
        ([closes(0, 0, 60, 61), closes(0, 0, 41, 41)], 0, "last_in"),
    ],
)
def test_how_a_match_is_won(hands: Any, winner: int, won_by: str) -> None:
    result = scored("chinchon", *hands, **THREE)
    assert (result["winner"], result["won_by"], result["games"][winner]) == (winner, won_by, 1)
    assert (result["next_dealer"], result["next_hand"]) == (None, {})


@pytest.mark.parametrize(
    "first, last, winner",
    [
        (FIRST, closes(0, 3, 5, 8), 0),
        (closes(0, 3, 4, 4), closes(0, 3, 1, 1), None),
        (closes(0, 3, 4, 4), closes(0, 3, 2, 9), 0),
        (FIRST, closes(1, 9, 3, 3), 2),
    ],
)
def test_if_all_go_out_the_lowest_wins_then_the_closer_else_nobody(first: Any, last: Any, winner: int | None) -> None:
    result = scored("chinchon", first, last, **THREE, options={"limit": 5})
    assert (result["status"], result["winner"], result["won_by"]) == ("finished", winner, "last_in")
    assert sum(result["games"]) == (winner is not None)


@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_play_each_alone(players: int) -> None:
    sides = [{"players": [letter]} for letter in "ABCDEFGH"[:players]]
    assert len(play.begin(document("chinchon", sides=sides))["seats"]) == players


def test_nine_players_are_refused() -> None:
    assert "sides" in head_refused("chinchon", sides=[{"players": [letter]} for letter in "ABCDEFGHI"])


def test_the_form_takes_a_chinchon_without_counts_and_knows_how_much_can_be_left() -> None:
    setup = play.begin(document("chinchon", **URUGUAY))
    sent = {"way": "hand", "closed": "1"}
    assert posted_form(setup, [*(sent | {"chinchon": "clean"}).items()]).entry == {"closed": 1, "chinchon": "clean"}
    counted = posted_form(setup, [*(sent | {"counts.0": "24", "counts.1": "0"}).items()])
    assert counted.entry == {"closed": 1, "counts": [24, 0, None]}
    assert ways(setup)[0].fields["counts"]["max"] == 95
