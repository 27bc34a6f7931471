"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.tresette.server import EXAMPLES
from tests.games.rulebook import comes_to

EXPECTED = [
    ([8, 3], None), ([5, 6], None), ([10, 1], (0, 3, "stramazzo")), ([2, 0], (0, 1, "claim")),
    ([1, 0], (1, 1, "claim_failed")), ([24, 6], None), ["TRE-18"],
    ([4, 3, 4], None), ([4, 3, 3], None), ([4, 0, 0], (1, 1, "claim_failed")), ([0, 11, 11], None),
    ([3, 8, 0], (2, 1, "target")), ([4, 4, 3], (2, 1, "last_in")), ["TRE-30"],
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED
