"""The needs of each side before a hand, e.g. points to the target."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.needs import needs, reached
from scorekeeper.games.engine.play import first_table
from scorekeeper.games.engine.setup import begin

FOUR = [{"name": "Us", "players": ["Anna", "Bruno"]}, {"name": "Them", "players": ["Carla", "Dino"]}]
THREE = [{"name": "Anna"}, {"name": "Bruno"}, {"name": "Carla"}]


def told(game: str, totals: list[int], sides: list[dict[str, Any]] = FOUR, hands: int = 0, **head: Any) -> set[str]:
    setup = begin({"format": "scorekeeper/1", "game": game, "sides": sides, **head})
    table = first_table(setup) | {"totals": totals, "hands": hands}
    texts = set()
    for sentence in needs(setup, table):  # type: ignore[arg-type]
        side = "·" if sentence["side"] is None else sentence["side"]
        texts.add(f"{side} {english(sentence['message'], sentence['params'])} [{sentence['rule']}]")
    return texts


CASES = [
    ("tresette", [15, 18], {}, "0 6 to go [TRE-5]"),
    ("tresette", [15, 18], {}, "0 3 behind Them: 4 more than theirs to lead [TRE-5]"),
    ("tresette", [15, 18], {}, "1 Leads by 3 and stays ahead unless someone gains 3 [TRE-5]"),
    ("tresette", [21, 21], {}, "0 Target of 21 reached: take the lead to win [TRE-5]"),
    ("tresette", [9, 9], {}, "1 Level at 9 [TRE-5]"),
    ("truco", [8, 11], {}, "0 3 to go to match point (11) [TRU-13]"),
    ("truco", [8, 11], {}, "1 At the match point of 11: the hand is worth 3 [TRU-13]"),
    ("truco", [11, 11], {}, "· Iron hand: it decides the match [TRU-15]"),
    ("buraco", [1200, 1600], {}, "0 First meld: 50; with 300 more, from 1500 on, 75 [BUR-13]"),
    ("buraco", [1200, 1600], {}, "1 First meld: 75 [BUR-13]"),
    ("buraco", [1500, 1200], {}, "0 First meld: 75 [BUR-13]"),
    ("albastini", [0, 0], {}, "· No target: you play until you stop [ALB-8]"),
    ("buraco", [0, 0], {"options": {"hands": 4}, "hands": 3}, "· Hands left: 1 [BUR-37]"),
    ("truco-argentino", [12, 20], {}, "0 3 to go to the buenas (15) [TAR-25]"),
    ("scala40", [95, 40, 20], {"sides": THREE}, "0 Out with 6 more: the limit is 101 [SCA-6]"),
    ("scala40", [100, 40, 20], {"sides": THREE}, "0 Out with 1 more: the limit is 101 [SCA-6]"),
    ("scala40", [95, 40, 20], {"sides": THREE}, "1 20 behind Carla: 21 fewer than theirs to lead [SCA-8]"),
    ("own", [94, 40], {"options": {"best": "low", "target": 100}},
     "0 6 more and the match ends at 100: the lowest total wins [OWN-6]"),
]  # fmt: skip


@pytest.mark.parametrize("game, totals, about, sentence", CASES)
def test_a_side_is_told_what_it_needs(game: str, totals: list[int], about: dict[str, Any], sentence: str) -> None:
    assert sentence in told(game, totals, **about)


@pytest.mark.parametrize(
    "game, total, percent",
    [("tresette", -2, 0), ("tresette", 14, 66), ("tresette", 20, 95), ("tresette", 23, 100), ("albastini", 70, None)],
)
def test_a_total_is_a_rounded_down_share_of_the_target(game: str, total: int, percent: int | None) -> None:
    assert reached(begin({"format": "scorekeeper/1", "game": game, "sides": FOUR}), total) == percent


def test_who_is_out_is_not_told_how_far_it_is_to_the_limit() -> None:
    sentences = told("scala40", [101, 40, 20], sides=THREE)
    assert not any(sentence.startswith("0 Out with") for sentence in sentences)
    assert "1 Out with 61 more: the limit is 101 [SCA-6]" in sentences


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_says_something_with_a_rule_of_its_own(game: Any) -> None:
    sides, players = game.shapes(game.presets[0]["slug"])[0]
    named = [{"name": f"S{side}", "players": [f"P{side}{seat}" for seat in range(players)]} for side in range(sides)]
    setup = begin({"format": "scorekeeper/1", "game": game.slug, "sides": named})
    sentences = needs(setup, first_table(setup))
    assert sentences
    assert {sentence["rule"] for sentence in sentences} <= set(game.rules)
    assert not any("{" in english(sentence["message"], sentence["params"]) for sentence in sentences)


def test_a_match_that_is_over_needs_nothing() -> None:
    setup = begin({"format": "scorekeeper/1", "game": "truco", "sides": FOUR})
    assert needs(setup, first_table(setup) | {"status": "finished"}) == []  # type: ignore[arg-type]
