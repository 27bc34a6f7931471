"""Buraco for three: a lone player against the two others, three pots later on (BUR-32 to BUR-36)."""

from typing import Any

import pytest

from tests.games.table import last_hand, messages, refused, rules_of, scored, singly

THREE: dict[str, Any] = {"variant": "burraco-3", "sides": singly(3)}
ALONE = {"melds": 410, "clean": 1, "hand": 0, "pot": "played"}
PAIR = {"melds": 220, "dirty": 1, "hand": 95, "pot": "none"}
NO_POT = {"melds": 0, "hand": 50, "pot": "none"}
PLAYED = {"melds": 0, "hand": 0, "pot": "played"}
TO_1000 = {"lone": 0, "alone": {"melds": 500, "clean": 2, "hand": 0, "pot": "played"}, "pair": NO_POT, "went_out": 0}


def lone(player: int = 2, alone: Any = ALONE, pair: Any = PAIR, **details: Any) -> dict[str, Any]:
    return {"lone": player, "alone": alone, "pair": pair, **details}


def by_options(**options: Any) -> dict[str, Any]:
    return {**THREE, "options": options}


def test_example_eight_the_lone_player_goes_out() -> None:
    assert last_hand("buraco", lone(went_out=2), **THREE)["points"] == [63, 63, 710]


@pytest.mark.parametrize(
    "pair, half",
    [
        ({"melds": 305, "hand": 0, "pot": "played"}, 153),
        ({"melds": 300, "hand": 0, "pot": "played"}, 150),
        ({"melds": 0, "hand": 305, "pot": "played"}, -152),
        ({"melds": 0, "hand": 205, "pot": "none"}, -152),
        ({"melds": 0, "hand": 0, "pot": "played"}, 0),
    ],
)
@pytest.mark.parametrize("player", [0, 1, 2])
def test_each_of_the_pair_has_half_of_it_rounded_up(pair: Any, half: int, player: int) -> None:
    points = [half] * 3
    points[player] = 410 + 200
    assert last_hand("buraco", lone(player, pair=pair), **THREE)["points"] == points


def test_one_of_the_two_goes_out_for_the_pair() -> None:
    pair = {"melds": 315, "semi_clean": 1, "hand": 40, "pot": "played"}
    alone = {"melds": 90, "hand": 85, "pot": "unplayed", "pot_cards": 105}
    for out in (0, 2):
        assert last_hand("buraco", lone(1, alone, pair, went_out=out), **THREE)["points"] == [263, -100, 263]


def test_the_lines_tell_who_played_alone_and_what_was_halved() -> None:
    rules = rules_of("buraco", lone(went_out=2), **THREE)
    assert (2, "BUR-32", 0) in rules
    assert [entry_line for entry_line in rules if entry_line[1] == "BUR-33"] == [(0, "BUR-33", 63), (1, "BUR-33", 63)]


def test_a_pot_that_the_pair_never_took_is_paid_as_the_lone_player_took_one() -> None:
    assert last_hand("buraco", lone(pair=NO_POT), **THREE)["points"][:2] == [-75, -75]


REFUSED: list[Any] = [
    (THREE, entry, expected)
    for entry, expected in [
        (lone(alone={**ALONE, "pot": "none"}), [("alone.pot", "BUR-32")]),
        (lone(3), [("lone", "BUR-32")]),
        (lone(True), [("lone", "BUR-32")]),
        (lone(went_out=3), [("went_out", "BUR-9")]),
        (lone(went_out=0), [("went_out", "BUR-9")]),
        (lone(alone={**ALONE, "clean": 0}, went_out=2), [("went_out", "BUR-9")]),
        (lone(alone={**ALONE, "cut_bonus": True}), [("alone.cut_bonus", "BUR-26"), ("alone.cut_bonus", "BUR-32")]),
        (lone(pair={**PAIR, "pot": "stock"}), [("pair.pot", "BUR-7")]),
        (lone(alone={**ALONE, "melds": 900}, pair={**PAIR, "melds": 400}), [("pair", "BUR-1")]),
        (lone(pair={**PAIR, "melds": 30}), [("pair.melds", "BUR-3")]),
        (lone(pair={**PAIR, "hand": 3}), [("pair.hand", "BUR-1")]),
        (lone(pair=None), [("pair", "BUR-32")]),
        (lone(dealer=1), [("dealer", None)]),
        ({"lone": 2, "alone": ALONE}, [("pair", "BUR-32")]),
        ({"alone": ALONE, "pair": PAIR}, [("lone", "BUR-32")]),
        (lone(sides=[NO_POT] * 3), [("sides", None)]),
        ({"sides": [PLAYED] * 3}, [("lone", "BUR-36")]),
        ({"sides": [NO_POT, NO_POT, PLAYED]}, [("lone", "BUR-36")]),
        ({"sides": [NO_POT] * 2}, [("sides", "BUR-2")]),
        ({}, [("sides", "BUR-2")]),
    ]
]


@pytest.mark.parametrize("head, entry, expected", REFUSED)
def test_what_is_refused_while_two_pots_are_made(head: Any, entry: Any, expected: Any) -> None:
    assert refused("buraco", entry, **head) == expected


def test_with_an_exact_cut_agreed_there_is_still_none_in_a_lone_hand() -> None:
    entry = lone(pair={**PAIR, "cut_bonus": True})
    assert refused("buraco", entry, **by_options(exact_cut=100)) == [("pair.cut_bonus", "BUR-32")]


def test_if_nobody_took_a_pot_each_scores_for_himself() -> None:
    parts = [{"melds": 60, "hand": 45, "pot": "none"}, NO_POT, {"melds": 95, "hand": 30, "pot": "none"}]
    assert last_hand("buraco", {"sides": parts}, **THREE)["points"] == [15, -50, 65]
    assert (0, "BUR-36", 0) in rules_of("buraco", {"sides": parts}, **THREE)
    assert refused("buraco", {"sides": parts, "went_out": 0}, **THREE) == [("went_out", "BUR-9")] * 2


def test_pots_are_told_before_each_hand() -> None:
    assert scored("buraco", **THREE)["next_hand"] == {"first_meld": [0, 0, 0], "pots": [18, 11]}
    assert scored("buraco", TO_1000, **THREE)["next_hand"] == {"first_meld": [0, 0, 0], "pots": [11, 11, 11]}
    assert "pots" not in scored("buraco")["next_hand"]


def test_from_a_thousand_on_everybody_plays_for_himself() -> None:
    parts = [PLAYED, {"melds": 200, "dirty": 1, "hand": 0, "pot": "played"}, NO_POT]
    assert last_hand("buraco", TO_1000, {"sides": parts, "went_out": 1}, **THREE)["points"] == [0, 400, -150]
    assert refused("buraco", TO_1000, lone(), **THREE) == [("lone", "BUR-34")]
    assert (0, "BUR-34", 0) in rules_of("buraco", TO_1000, **THREE)


def test_three_pots_are_made_to_the_end_even_if_all_totals_fall_again() -> None:
    falls = {"sides": [{"melds": 0, "hand": 300, "pot": "played"}, PLAYED, PLAYED]}
    result = scored("buraco", TO_1000, falls, falls, **THREE)
    assert max(result["totals"]) < 1000
    assert result["next_hand"]["pots"] == [11, 11, 11]


def test_one_thousand_less_a_card_is_still_a_lone_hand() -> None:
    nearly = lone(0, {"melds": 495, "clean": 2, "hand": 0, "pot": "played"}, NO_POT, went_out=0)
    assert scored("buraco", nearly, **THREE)["totals"][0] == 995
    assert scored("buraco", nearly, **THREE)["next_hand"]["pots"] == [18, 11]


@pytest.mark.parametrize("until, pots", [(None, [18, 11]), (1500, [18, 11]), (500, [11, 11, 11]), (0, [11, 11, 11])])
def test_the_total_that_ends_lone_hands_is_agreed(until: int | None, pots: list[int]) -> None:
    head = by_options(lone_hand_until=until, target=2005)
    hands = [] if until == 0 else [TO_1000]
    assert scored("buraco", *hands, **head)["next_hand"]["pots"] == pots


def test_without_lone_hands_three_pots_are_made_whatever_the_totals() -> None:
    loses = {"sides": [{"melds": 0, "hand": 100, "pot": "played"}] * 3}
    result = scored("buraco", loses, **by_options(lone_hand_until=0))
    assert (result["totals"], result["next_hand"]["pots"]) == ([-100] * 3, [11, 11, 11])
    assert refused("buraco", loses, lone(), **by_options(lone_hand_until=0)) == [("lone", "BUR-34")]


def test_the_match_ends_at_1505_for_the_highest_total() -> None:
    last = {"sides": [{"melds": 500, "hand": 0, "pot": "played"}, PLAYED, PLAYED]}
    last_hand = {"sides": [{"melds": 505, "hand": 0, "pot": "played"}, PLAYED, PLAYED]}
    assert scored("buraco", TO_1000, last, **THREE)["status"] == "in_progress"
    result = scored("buraco", TO_1000, last_hand, **THREE)
    assert (result["totals"][0], result["winner"], result["won_by"]) == (1505, 0, "target")


@pytest.mark.parametrize("variant", ["us", "burraco", "aberto"])
def test_nobody_else_plays_a_lone_hand(variant: str) -> None:
    problems = refused("buraco", lone(), variant=variant)
    assert {field for field, _rule in problems} == {"lone", "alone", "pair", "sides"}


def test_who_played_alone_is_asked_for() -> None:
    assert messages("buraco", {"sides": [PLAYED] * 3}, **THREE) == "Who took the 18 cards and played alone?"
