"""`scorekeeper claim`: claims in, verdicts out."""

from itertools import cycle, islice
from random import Random
from typing import Any

import pytest

from tests.cli.commands import GOOD, one_line, run, tresette
from tests.documents import GAMES, random_claim

WON = {"type": "won", "side": 0}
TARGET = {"type": "target", "side": 0, "aces": 2, "figures": 7, "last_trick": False}


def asked(claim: Any, **match: Any) -> bytes:
    """A claim on a match of one hand."""
    return one_line({"match": tresette({"points": [7, 4]}, **match), "claim": claim})


@pytest.mark.parametrize(
    "claim, upheld, effect",
    [
        (TARGET, True, {"total": 11, "winner": 0, "games": 1}),
        (TARGET | {"aces": 1}, False, {"total": 10, "winner": 1, "games": 1}),
        (WON, False, {"winner": None, "totals": [7, 4]}),
    ],
)
def test_a_verdict_is_as_the_format_says(claim: Any, upheld: bool, effect: Any) -> None:
    status, (answer,) = run("claim", asked(claim, options={"target": 11}))
    assert status == 0
    assert list(answer) == ["upheld", "reasons", "effect"]
    assert (answer["upheld"], answer["effect"]) == (upheld, effect)
    assert answer["reasons"]
    assert all(list(reason) == ["rule", "text"] for reason in answer["reasons"])


@pytest.mark.parametrize(
    "given",
    [
        GOOD,
        b"{}\n",
        b"[]\n",
        b'{"match": {}}\n',
        b'{"claim": {"type": "won", "side": 0}}\n',
        b'{"match": null, "claim": null}\n',
        asked(None),
        asked({"type": "meld", "cards": []}),
        asked(TARGET | {"aces": 5}),
        asked(TARGET, game="poker"),
        b"broken\n",
    ],
)
def test_what_cannot_be_judged_is_an_error_between_good_answers(given: bytes) -> None:
    good = asked(WON)
    status, answers = run("claim", good + given + good)
    assert status == 2
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert answers[1]["error"]["message"]


def test_a_bad_hand_is_told_with_its_number() -> None:
    match = tresette({"points": [7, 4]}, {"points": [7, 5]})
    _status, (answer,) = run("claim", one_line({"match": match, "claim": WON}))
    assert (answer["error"]["hand"], answer["error"]["field"], answer["error"]["rule"]) == (2, "points", "TRE-4")


def test_all_problems_of_a_claim_are_told() -> None:
    _status, (answer,) = run("claim", asked({"type": "target", "side": 3}))
    assert [answer["error"]["field"], *[also["field"] for also in answer["error"]["also"]]] == [
        "side",
        "aces",
        "figures",
    ]


def test_a_thousand_claims_of_all_games_in_one_process() -> None:
    rng = Random(2)
    games = islice(cycle(sorted(GAMES)), 1000)
    given = b"".join(one_line(random_claim(rng, game)) for game in games)
    status, answers = run("claim", given)
    assert (status, len(answers)) == (2, 1000)
    assert {True, False} <= {answer.get("upheld") for answer in answers}
