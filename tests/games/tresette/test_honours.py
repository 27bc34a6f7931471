"""Tresette's honours: their worth, and that they fit into one deck."""

from typing import Any

import pytest

from tests.games.table import document, judged, last_hand, messages, refused, rules_of

THREES = {"player": "Anna", "kind": "four", "rank": "3"}
NO_COINS = {"player": "Anna", "kind": "three", "rank": "3", "missing": "coins"}


def napoletana(player: str, suit: str) -> dict[str, str]:
    return {"player": player, "kind": "napoletana", "suit": suit}


def with_honours(*honours: Any) -> dict[str, Any]:
    return {"points": [5, 6], "honours": list(honours)}


@pytest.mark.parametrize(
    "honours, points, rules",
    [
        ([THREES], [4, 0], ["TRE-14"]),
        ([NO_COINS], [3, 0], ["TRE-15"]),
        ([napoletana("Dino", "cups")], [0, 3], ["TRE-16"]),
        ([THREES, {**THREES, "rank": "2"}], [8, 0], ["TRE-14"] * 2),
        ([NO_COINS, napoletana("Anna", "cups")], [6, 0], ["TRE-15", "TRE-16"]),
        ([NO_COINS, napoletana("Dino", "coins")], [3, 3], ["TRE-15", "TRE-16"]),
        ([THREES, napoletana("Anna", "cups"), napoletana("Anna", "coins")], [10, 0], ["TRE-14", "TRE-16", "TRE-16"]),
        ([], [0, 0], []),
    ],
)
def test_all_combinations_of_a_player_count(honours: Any, points: list[int], rules: list[str]) -> None:
    hand = last_hand("tresette", with_honours(*honours), variant="scarne")
    assert hand["points"] == [5 + points[0], 6 + points[1]]
    assert [rule for _side, rule, _points in rules_of("tresette", with_honours(*honours), variant="scarne")][
        2:
    ] == rules


REFUSED: list[Any] = [
    ({"variant": "mcleod"}, with_honours(*honours), expected)
    for honours, expected in [
        ([THREES, NO_COINS], [("honours.1", "TRE-17"), ("honours.0", "TRE-18")]),
        ([THREES, THREES], [("honours.1", "TRE-17")]),
        ([NO_COINS, napoletana("Anna", "coins")], [("honours.1", "TRE-18")]),
        ([napoletana("Anna", "coins"), NO_COINS], [("honours.0", "TRE-18")]),
        ([THREES, napoletana("Carla", "swords")], [("honours.1", "TRE-18")]),
        ([napoletana("Anna", "cups"), napoletana("Anna", "cups")], [("honours.1", "TRE-18")]),
        ([THREES, {**THREES, "rank": "2"}, {**NO_COINS, "rank": "A"}], [("honours", "TRE-18")]),
        ([{**THREES, "rank": "K"}], [("honours.0.rank", "TRE-14")]),
        ([{**THREES, "kind": "five"}], [("honours.0.kind", "TRE-14")]),
        ([{**THREES, "player": "Zoe"}], [("honours.0.player", "TRE-14")]),
        ([{"player": "Anna", "kind": "three", "rank": "3"}], [("honours.0.missing", "TRE-15")]),
        ([{"player": "Anna", "kind": "napoletana"}], [("honours.0.suit", "TRE-16")]),
        ([napoletana("Anna", "hearts")], [("honours.0.suit", "TRE-16")]),
        ([{**THREES, "missing": "cups"}], [("honours.0.missing", None)]),
        ([{}], [("honours.0.player", "TRE-14"), ("honours.0.kind", "TRE-14")]),
        ([None, 3], [("honours.0", "TRE-14"), ("honours.1", "TRE-14")]),
    ]
]


@pytest.mark.parametrize("head, hand, expected", REFUSED)
def test_honours_that_do_not_fit_are_refused(head: Any, hand: Any, expected: list[tuple[str, str]]) -> None:
    assert sorted(refused("tresette", hand, **head)) == sorted(expected)


def test_the_refusal_names_the_card_and_the_players() -> None:
    text = messages("tresette", with_honours(NO_COINS, napoletana("Dino", "cups")), variant="mcleod")
    assert all(word in text for word in ("Anna", "Dino", "3", "cups"))
    text = messages("tresette", with_honours(NO_COINS, napoletana("Anna", "coins")), variant="mcleod")
    assert all(word in text for word in ("Anna", "3", "coins"))


@pytest.mark.parametrize("honours", [None, {}, "four"])
def test_honours_are_a_list(honours: Any) -> None:
    assert refused("tresette", {"points": [5, 6], "honours": honours}, variant="mcleod") == [("honours", "TRE-14")]


def test_honours_count_only_where_they_are_played() -> None:
    assert refused("tresette", with_honours(THREES)) == [("honours", "TRE-14")]
    assert last_hand("tresette", with_honours())["points"] == [5, 6]
    assert last_hand("tresette", with_honours(THREES), options={"honours": True})["points"] == [9, 6]


@pytest.mark.parametrize("buon_gioco", [True, False])
def test_the_announcement_never_scores(buon_gioco: bool) -> None:
    options = {"buon_gioco": buon_gioco}
    assert last_hand("tresette", with_honours(THREES), variant="parlett-honours", options=options)["points"] == [9, 6]


def test_honours_come_after_the_rounding() -> None:
    hand = {"aces": [2, 2], "figures": [11, 9], "last_trick": 1, "honours": [NO_COINS]}
    assert last_hand("tresette", hand, variant="mcleod")["points"] == [5 + 3, 6]


def test_claimed_honours_are_worth_what_they_score() -> None:
    claim = {"type": "honours", "honours": [THREES, napoletana("Anna", "cups")]}
    assert judged(document("tresette", variant="mcleod"), claim) == (True, {"points": [7, 0]})
