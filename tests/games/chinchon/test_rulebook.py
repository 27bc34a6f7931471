"""The tables of the rules page have the results of the rules."""

from typing import Any

import pytest

from scorekeeper.games.chinchon.server import EXAMPLES, tables
from scorekeeper.games.engine import play
from scorekeeper.games.engine.words import short
from scorekeeper.games.paper import rules_in_short
from scorekeeper.games.rulebook import worked
from tests.games.table import document, singly


def test_an_example_shows_the_cards_of_the_claim() -> None:
    assert worked(EXAMPLES[-1])["laid"] == [["A♣", "2♣", "3♣", "J♠", "J♥", "A♦", "2♠"]]


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
