"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.king.server import EXAMPLES
from scorekeeper.games.rulebook import worked
from tests.games.rulebook import comes_to

EXPECTED = [
    ([-80, -80, -40, -60], None), ["KIN-1"], ([75, 50, 125, 75], None), ([100, 175, -50, 100], None),
    ([-50, 100, 175, 100], None), ([25, -125, 325, 100], None), ([75, 75, 100, 75], None),
    ([-120, 0, -60, -240], None),
]  # fmt: skip
VERDICTS = [{"winner": 0, "margins": [None, 100, 290, 120]}, {"tricks": 2}]


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES[:-2]] == EXPECTED


def test_the_claims_among_them_are_upheld() -> None:
    verdicts = [worked(example)["verdict"] for example in EXAMPLES[-2:]]
    assert [verdict["effect"] for verdict in verdicts] == VERDICTS
    assert all(verdict["upheld"] for verdict in verdicts)
