"""`scorekeeper.games.score` and `claim` return what the command line prints and MicroPython computes."""

import json
from typing import Any

import pytest

from scorekeeper import games
from tests.cli.commands import one_line, run
from tests.games.table import document
from tests.micropython.answers import canonical
from tests.micropython.node import rules_phone

GOOD = document("tresette", {"points": [7, 4]}, {"points": [9, 2]})
BAD = document("tresette", {"points": [7, 7]})
CLAIM = {"type": "target", "side": 0, "aces": 2, "figures": 9}
BAD_CLAIM = {"type": "target", "side": 0, "aces": 9, "figures": 9}


def problems_of(call: Any, *arguments: Any) -> list[Any]:
    """Returns the problems of the Refusal that `call` raises with these arguments."""
    with pytest.raises(games.Refusal) as refusal:
        call(*arguments)
    problems: list[Any] = refusal.value.problems
    return problems


def test_score_gives_what_the_command_line_prints() -> None:
    assert run("score", one_line(GOOD)) == (0, [json.loads(json.dumps(games.score(GOOD)))])


def test_claim_gives_what_the_command_line_prints() -> None:
    asked = {"match": GOOD, "claim": CLAIM}
    assert run("claim", one_line(asked)) == (0, [json.loads(json.dumps(games.claim(GOOD, CLAIM)))])


def test_a_refusal_holds_all_problems() -> None:
    assert [each["field"] for each in problems_of(games.score, BAD)] == ["points"]
    assert [each["field"] for each in problems_of(games.claim, GOOD, BAD_CLAIM)] == ["aces"]


def test_the_phones_python_answers_the_same() -> None:
    asked = (["score", GOOD], ["claim", {"match": GOOD, "claim": CLAIM}], ["score", BAD])
    with rules_phone() as started:
        told = [started.ask(json.dumps(question)) for question in asked]
    assert told == [
        canonical({"result": games.score(GOOD)}),
        canonical({"result": games.claim(GOOD, CLAIM)}),
        canonical({"problems": problems_of(games.score, BAD)}),
    ]
