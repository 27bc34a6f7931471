"""The worked examples of the rules page have the results of the rules."""

from typing import Any

import pytest

from scorekeeper.games.chinchon.server import EXAMPLES, tables
from scorekeeper.games.engine import play
from scorekeeper.games.engine.words import short
from scorekeeper.games.paper import rules_in_short
from scorekeeper.games.rulebook import worked
from tests.games.rulebook import comes_to
from tests.games.table import document, singly

EXPECTED = [
    ([3, 24, 17], None), ([-10, 24, 17], None), ["CHI-3"], ([5, 24, 17], None), ([12, -25, 9], None),
    ([0, -10, 0], (1, 1, "chinchon")), ([4, -5, -10], None), ([3, 5, 8], (0, 1, "last_in")), ["CHI-7"],
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES[:-1]] == EXPECTED
    closing = worked(EXAMPLES[-1])
    assert closing["verdict"]["effect"] == {"left": 2, "points": 2, "chinchon": None}
    assert closing["laid"] == [["A♣", "2♣", "3♣", "J♠", "J♥", "A♦", "2♠"]]


def test_the_table_of_melds_says_which_are_none() -> None:
    assert [valid for _cards, valid in tables()["melds"]] == [True] * 5 + [False] * 3


@pytest.mark.parametrize("variant, worths", [("spain", "Q: 10 · K: 10 · joker: 25"), ("uruguay", "Q: 11 · K: 12")])
def test_the_rules_in_short_have_the_worth_of_cards_left(variant: str, worths: str) -> None:
    lines = {line.rule: line for line in rules_in_short(play.begin(document("chinchon", variant=variant)))}
    assert worths in lines["CHI-1"].worth


@pytest.mark.parametrize(
    "entry, told",
    [
        ({"closed": 1, "counts": [24, 0, None]}, ["closed {sign}", "cards {shares}"]),
        ({"closed": 1, "chinchon": "clean"}, ["closed {sign}", "chinchón"]),
        ({"closed": 1, "counts": [1, 0, 2], "chinchon": "joker", "reenter": [2]},
         ["closed {sign}", "chinchón with a joker", "cards {shares}", "back in {signs}"]),
    ],
)  # fmt: skip
def test_a_hand_is_told_in_a_few_words(entry: Any, told: list[str]) -> None:
    setup = play.begin(document("chinchon", sides=singly(3)))
    assert [message for message, _params in short(setup, entry)] == told
