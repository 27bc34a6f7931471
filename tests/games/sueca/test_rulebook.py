"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.sueca.server import EXAMPLES
from tests.games.rulebook import comes_to

EXPECTED = [
    ([1, 0], None), ([2, 0], None), ([1, 0], None), ([4, 0], (0, 1, "target")), ([2, 0], None),
    ([4, 0], (0, 1, "target")), ["SUE-5"], ["SUE-3"], ([0, 0], None), ([8, 0], (0, 1, "target")), ([0, 3], None),
    ([0, 4], (1, 1, "revoke")),
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED
