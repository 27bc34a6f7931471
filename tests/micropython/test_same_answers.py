"""The phone's MicroPython returns the same results as the server's Python, letter by letter, from the same files."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.games import GAMES
from tests.documents import random_claim, random_document
from tests.games.table import document
from tests.micropython.answers import answer
from tests.micropython.node import Phone, rules_phone
from tests.support.fuzzing import chance, tries
from tests.support.vectors import vectors_of

pytestmark = pytest.mark.fuzz

RANDOM = tries(10)  # per game and kind of question: some hundred in all, at night many thousand
SLUGS = [game.slug for game in GAMES]

Question = list[Any]


@pytest.fixture(scope="module")
def rules() -> Iterator[Phone]:
    """The rules of all games in MicroPython; to start them takes a second."""
    with rules_phone() as started:
        yield started


def assert_same_answers(rules: Phone, questions: list[Question]) -> None:
    for question in questions:
        asked = json.dumps(question)
        assert rules.ask(asked) == answer(asked), asked


@pytest.mark.parametrize("game", SLUGS)
def test_the_agreed_matches_are_scored_alike(rules: Phone, game: str) -> None:
    assert_same_answers(rules, [["score", case["document"]] for case in vectors_of(game)])


@pytest.mark.parametrize("game", SLUGS)
def test_random_matches_good_and_bad_are_scored_alike(rules: Phone, game: str) -> None:
    rng = chance(f"matches of {game}")
    assert_same_answers(rules, [["score", random_document(rng, game)] for _ in range(RANDOM)])


@pytest.mark.parametrize("game", SLUGS)
def test_random_claims_are_judged_alike(rules: Phone, game: str) -> None:
    rng = chance(f"claims of {game}")
    assert_same_answers(rules, [["claim", random_claim(rng, game)] for _ in range(RANDOM)])


@pytest.mark.parametrize("game", SLUGS)
def test_the_match_page_is_put_together_alike(rules: Phone, game: str) -> None:
    rng = chance(f"pages of {game}")
    documents = [random_document(rng, game) for _ in range(RANDOM // 2)]
    good = [each for each in documents if answer(json.dumps(["score", each])).startswith('{"result"')]
    assert good
    assert_same_answers(rules, [["state", document] for document in good])


def test_a_refusal_lists_the_announcements_of_belote_in_the_same_order(rules: Phone) -> None:
    wrong = {"taker": 0, "points": [102, 60], "announcements": [["unheard of"], []]}
    assert_same_answers(rules, [["score", document("belote", wrong, variant="announcements")]])
