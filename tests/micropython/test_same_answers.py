"""The phone's MicroPython gives the same answers as the server's Python, letter by letter, from the same files."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games import GAMES
from tests.documents import random_claim, random_document
from tests.fuzzing import chance, tries
from tests.machine import needs
from tests.micropython.answers import answer
from tools.install.debian import NODE

pytestmark = pytest.mark.fuzz

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors"
RANDOM = tries(300)  # per game and kind of question: some thousand in all
SLUGS = [game.slug for game in GAMES]

Question = list[Any]


def phone(questions: list[str]) -> list[str]:
    """What the phone answers to them."""
    asked = "\n".join(questions)
    needs(NODE)
    run = subprocess.run(
        ["node", HERE / "phone.mjs"], input=asked, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def assert_same_answers(questions: list[Question]) -> None:
    asked = [json.dumps(question) for question in questions]
    answers = phone(asked)
    assert len(answers) == len(asked)
    for question, told in zip(asked, answers, strict=True):
        assert told == answer(question), question


@pytest.mark.parametrize("game", SLUGS)
def test_the_agreed_matches_are_scored_alike(game: str) -> None:
    agreed = VECTORS / f"{game.replace('-', '_')}.jsonl"
    cases = [json.loads(line) for line in agreed.read_text(encoding="utf-8").splitlines()]
    assert_same_answers([["score", case["document"]] for case in cases])


@pytest.mark.parametrize("game", SLUGS)
def test_random_matches_good_and_bad_are_scored_alike(game: str) -> None:
    rng = chance(f"matches of {game}")
    assert_same_answers([["score", random_document(rng, game)] for _ in range(RANDOM)])


@pytest.mark.parametrize("game", SLUGS)
def test_random_claims_are_judged_alike(game: str) -> None:
    rng = chance(f"claims of {game}")
    assert_same_answers([["claim", random_claim(rng, game)] for _ in range(RANDOM)])


@pytest.mark.parametrize("game", SLUGS)
def test_the_match_page_is_put_together_alike(game: str) -> None:
    rng = chance(f"pages of {game}")
    documents = [random_document(rng, game) for _ in range(RANDOM // 4)]
    good = [each for each in documents if answer(json.dumps(["score", each])).startswith('{"result"')]
    assert good
    assert_same_answers([["state", document] for document in good])
