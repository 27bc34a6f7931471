"""King by its numbered rules: points of each game, the order, whose festa it is, the end; it adds up to 0."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import find_game, score
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.play import opened
from scorekeeper.games.engine.words import before_the_hand, short
from tests.documents import GAMES
from tests.games.king.hands import FESTAS, PAIRS, SIX
from tests.games.table import document, last_hand, messages, refused, rules_of, scored

FREE = {"variant": "free"}
QUICK = {"variant": "quick"}
BRAZIL = {"variant": "brazil"}
PLAIN = {"variant": "plain"}
DRAWN = [
    SIX[0], {"hearts": [5, 5, 3, 0]}, {"queens": [1, 1, 1, 1]}, {"men": [2, 2, 2, 2]}, SIX[4],
    {"last_two": [0, 0, 1, 1]},
    *[{"festa": [4, 4, 3, 2]}] * 4,
]  # fmt: skip
FESTA = {"festa": [5, 4, 2, 2]}
SUMS = {"tricks": -260, "hearts": -260, "queens": -200, "men": -240, "king": -160, "last_two": -180, "festa": 325}
BY_NAME = [FESTA | {"owner": 0}, FESTA | {"owner": 1}]  # while Carla and Dino deal


@given(seed=st.integers(0, 10**9))
def test_every_hand_adds_up_to_its_games_and_the_match_to_nought(seed: int) -> None:
    played = GAMES["king"].good(Random(seed))
    result = score(played)
    for entry, hand in zip(played["hands"], result["hands"], strict=True):
        assert sum(hand["points"]) == sum(SUMS.get(key, 0) for key in entry)
    if result["won_by"] == "hands_played":
        assert sum(result["totals"]) == 0


@pytest.mark.parametrize(
    "details, points",
    [
        ({}, [125, 100, 50, 50]),
        ({"trump": "none", "nulos": False}, [125, 100, 50, 50]),
        ({"nulos": True, "trump": "none"}, [-50, 25, 175, 175]),
        ({"sale": {"buyer": 1, "bid": 12}}, [125, -200, 350, 50]),
        ({"nulos": True, "sale": {"buyer": 3, "bid": 4}}, [-50, 25, 475, -125]),
        ({"owner": 3, "sale": {"buyer": 2, "bid": 1}}, [125, 100, 25, 75]),
    ],
)
def test_what_a_festa_of_carla_gives(details: Any, points: list[int]) -> None:
    assert last_hand("king", *SIX, FESTA | details)["points"] == points


def test_a_hand_is_explained_by_what_each_player_took() -> None:
    assert rules_of("king", *PAIRS[:2], **QUICK) == [
        (0, "KIN-1", -120), (2, "KIN-1", -60), (3, "KIN-1", -80), (3, "KIN-1", -160),
    ]  # fmt: skip
    sold = FESTA | {"nulos": True, "sale": {"buyer": 3, "bid": 4}}
    assert rules_of("king", *SIX, sold)[-2:] == [(2, "KIN-4", 300), (3, "KIN-4", -300)]


@pytest.mark.parametrize(
    "hands, told",
    [
        (SIX[:1], [("KIN-1", "Tricks: 4 × −20")]),
        ([*SIX, FESTA | {"sale": {"buyer": 3, "bid": 4}}],
         [("KIN-2", "Tricks: 5 × 25"), ("KIN-4", "Sold: 4 × 25"), ("KIN-4", "Bought: 4 × −25")]),
        ([*SIX, FESTA | {"nulos": True, "sale": {"buyer": 3, "bid": 4}}],
         [("KIN-3", "Nulos: 325 − 5 × 75"), ("KIN-4", "Sold: 4 × 75"), ("KIN-4", "Bought: 4 × −75")]),
    ],
)  # fmt: skip
def test_each_line_tells_how_its_points_come_about(hands: Any, told: Any) -> None:
    first, *others = last_hand("king", *hands)["lines"]
    assert [(line["rule"], line["text"]) for line in [first, *others[3:]]] == told


@pytest.mark.parametrize(
    "head, hands, choice, owner",
    [
        ({}, [], [["tricks"]], None),
        ({"options": {"order": "men_first"}}, SIX[:2], [["men"]], None),
        ({"options": {"order": "men_first"}}, [*SIX[:2], SIX[3]], [["queens"]], None),
        ({"variant": "quick", "options": {"order": "men_first"}}, PAIRS[:2], [["queens", "men"]], None),
        ({}, SIX, [["festa"]], 2),
        ({}, [*SIX, FESTA | {"owner": 0}], [["festa"]], 3),
        ({}, [*SIX, *BY_NAME], [["festa"]], None),
        ({}, [*SIX, *BY_NAME, FESTA | {"owner": 2}], [["festa"]], 3),
        (FREE, [], [[key] for key in SUMS], 0),
        (FREE, [FESTA, SIX[4], SIX[1]], [["tricks"], ["queens"], ["men"], ["last_two"], ["festa"]], 3),
        (FREE, [FESTA, *SIX[:3]], [["men"], ["king"], ["last_two"]], None),
        (FREE, [*SIX, FESTA | {"owner": 0}, FESTA], [["festa"]], None),
        (QUICK, PAIRS, [["festa"]], 3),
        (
            {"variant": "quick", "options": {"order": "free"}}, [PAIRS[1]],
            [["tricks", "last_two"], ["queens", "men"], ["festa"]], 1,
        ),
    ],
)  # fmt: skip
def test_which_hands_may_be_played_and_whose_festa_it_would_be(head: Any, hands: Any, choice: Any, owner: Any) -> None:
    assert scored("king", *hands, **head)["next_hand"] == {"choice": choice, "owner": owner}


REFUSED: list[Any] = [
    ({}, [{}], [("tricks", "KIN-1")]),
    ({}, [{"tricks": [13, 0, 0]}], [("tricks", "KIN-1")]),
    ({}, [{"tricks": [14, -1, 0, 0]}], [("tricks.1", "KIN-1")]),
    ({}, [SIX[0], {"king": 2}], [("king", "KIN-5")]),
    ({}, [SIX[0], SIX[0]], [("tricks", "KIN-5")]),
    ({}, [{"tricks": [4, 4, 2, 3], "last_two": [0, 1, 0, 1]}], [("tricks", "KIN-5")]),
    ({}, [{"tricks": [4, 4, 2, 3], "hearts": [5, 4, 4, 0]}], [("hearts", None)]),
    ({}, [{"tricks": [4, 4, 2, 3], "nulos": False}], [("tricks", None), ("festa", "KIN-2")]),
    ({}, [*SIX[:4], {"king": None}], [("king", "KIN-1")]),
    ({}, [*SIX[:4], {"king": 4}], [("king", "KIN-1")]),
    ({}, [FESTA], [("festa", "KIN-5")]),
    ({}, [*SIX, {"festa": [5, 4, 2, 3]}], [("festa", "KIN-2")]),
    ({}, [*SIX, FESTA | {"trump": "X"}], [("trump", "KIN-2")]),
    ({}, [*SIX, FESTA | {"trump": None}], [("trump", "KIN-2")]),
    ({}, [*SIX, FESTA | {"nulos": True, "trump": "S"}], [("trump", "KIN-3")]),
    ({}, [*SIX, FESTA | {"nulos": 1}], [("nulos", "KIN-3")]),
    (BRAZIL, [*SIX, FESTA | {"nulos": True}], [("nulos", "KIN-3")]),
    (PLAIN, [*SIX, FESTA | {"sale": {"buyer": 0, "bid": 3}}], [("sale", "KIN-4")]),
    (PLAIN, [*SIX, FESTA | {"sale": None}], [("sale", "KIN-4")]),
    ({}, [*SIX, FESTA | {"sale": {"buyer": 0}}], [("sale.bid", "KIN-4")]),
    ({}, [*SIX, FESTA | {"sale": {"bid": 5}}], [("sale.buyer", "KIN-4")]),
    ({}, [*SIX, FESTA | {"sale": {"buyer": 2, "bid": 3}}], [("sale.buyer", "KIN-4")]),
    ({}, [*SIX, FESTA | {"owner": 0, "sale": {"buyer": 0, "bid": 3}}], [("sale.buyer", "KIN-4")]),
    ({}, [*SIX, FESTA | {"sale": {"buyer": 0, "bid": 0}}], [("sale.bid", "KIN-4")]),
    ({}, [*SIX, FESTA | {"sale": {"buyer": 0, "bid": 13}}], [("sale.bid", "KIN-4")]),
    ({}, [*SIX, FESTA | {"nulos": True, "sale": {"buyer": 0, "bid": 5}}], [("sale.bid", "KIN-4")]),
    ({}, [*SIX, FESTA | {"sale": {"buyer": 0, "bid": 3, "seller": 2}}], [("sale.seller", None)]),
    ({}, [*SIX, FESTA | {"owner": None}], [("owner", "KIN-6")]),
    ({}, [*SIX, FESTA, FESTA | {"owner": 2}], [("owner", "KIN-6")]),
    ({}, [*SIX, *BY_NAME, FESTA], [("owner", "KIN-6")]),
    (FREE, [FESTA | {"owner": 1}], [("owner", "KIN-6")]),
    (FREE, [FESTA, *SIX[:3], FESTA], [("festa", "KIN-5")]),
    (FREE, [FESTA, SIX[1], SIX[1]], [("hearts", "KIN-5")]),
    (QUICK, [{"tricks": [4, 4, 2, 3]}], [("tricks", "KIN-5")]),
    (QUICK, [{"last_two": [1, 0, 0, 1]}], [("last_two", "KIN-5")]),
    (QUICK, [{"tricks": [6, 4, 0, 3], "last_two": [0, 1, 1, 0]}], [("last_two", "KIN-9")]),
    (QUICK, [PAIRS[0], {"hearts": [6, 0, 3, 4], "king": 1}], [("king", "KIN-9")]),
    (QUICK, [PAIRS[0], {"hearts": [6, 0, 3, 4], "king": None}], [("king", "KIN-1")]),
    ({}, [{"stop": False}], [("stop", "KIN-10")]),
    ({}, [{"stop": True, "tricks": [4, 4, 2, 3]}], [("tricks", None)]),
    ({}, [*SIX, *FESTAS, {"stop": True}], [(None, None)]),
]


@pytest.mark.parametrize("head, hands, expected", REFUSED)
def test_what_is_refused_by_field_and_rule(head: Any, hands: Any, expected: Any) -> None:
    assert refused("king", *hands, **head) == expected


def test_what_is_due_is_told_where_nothing_else_may_be_played() -> None:
    assert messages("king", SIX[0], {"king": 2}) == "Another game is due: No hearts"
    assert messages("king", FESTA, SIX[1], SIX[1], **FREE) == "This can’t be played now"
    assert messages("king", *[FESTA] * 4, *SIX[:4], SIX[1], **FREE) == "This can’t be played now"  # two are left


def test_all_tricks_of_a_player_may_be_the_last_ones() -> None:
    last = {"tricks": [6, 4, 1, 2], "last_two": [0, 0, 1, 1]}
    assert last_hand("king", last, **QUICK)["points"] == [-120, -80, -110, -130]


def test_a_festa_may_be_anybodys_once_only_festas_are_left() -> None:
    for head, hands in (({}, [*SIX, FESTA | {"owner": 0}]), (FREE, [*SIX, FESTA | {"owner": 3}])):
        assert scored("king", *hands, **head)["hands"]


@pytest.mark.parametrize(
    "head, hands, end",
    [
        ({}, [*SIX, *FESTAS], (1, "hands_played", "KIN-7", 1)),
        ({}, DRAWN, (None, "hands_played", "KIN-7", 4)),
        (QUICK, [*PAIRS, *FESTAS], (1, "hands_played", "KIN-7", 1)),
        ({}, [*SIX[:4], {"stop": True}], (3, "stopped", "KIN-10", 4)),
        ({}, [{"stop": True}], (None, "stopped", "KIN-10", 4)),
    ],
)
def test_the_highest_total_wins_after_all_games_or_when_the_players_stop(head: Any, hands: Any, end: Any) -> None:
    result = scored("king", *hands, **head)
    lines = [line for line in result["hands"][-1]["lines"] if line["rule"] == end[2]]
    assert (result["winner"], result["won_by"], lines[0]["rule"], len(lines)) == end


def test_what_comes_next_is_announced() -> None:
    def said(*hands: Any, **head: Any) -> list[str]:
        setup, _hands, table = opened(document("king", *hands, **head))
        return [english(*sentence) for sentence in before_the_hand(setup, table)]

    assert said(SIX[0]) == ["No hearts"]
    assert said(*SIX[:5]) == ["Not the last two"]
    assert said(*SIX) == ["Carla’s festa"]
    assert said(*SIX, *BY_NAME) == ["a festa: whose?"]
    assert said(*SIX[:4], FESTA, **FREE) == []  # the keys say what the dealer may choose


def test_a_festa_is_told_with_all_that_was_said_of_it() -> None:
    setup = opened(document("king"))[0]
    sold = {"festa": [3, 2, 5, 3], "trump": "H", "owner": 2, "sale": {"buyer": 0, "bid": 5}}
    assert [english(*each) for each in short(setup, sold)] == ["Festa 3–2–5–3", "trumps ♥", "sold to ● for 5", "of ■"]
    assert [english(*each) for each in short(setup, {"king": 1})] == ["No king of hearts ▲"]


def test_the_game_has_ten_hands_or_seven() -> None:
    game = find_game("king")
    assert game
    assert [game.hands_of(preset["options"]) for preset in game.presets] == [10, 10, 10, 10, 7]
