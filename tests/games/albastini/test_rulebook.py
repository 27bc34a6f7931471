"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.albastini.server import EXAMPLES
from tests.games.rulebook import comes_to

EXPECTED = [
    ([1, 0], None), ([1, 0], None), ([2, 0], None), ([1, 0], None), ([2, 0, 0], None),
    ([0, 0, 0], None), ([2, 0, 0], None), ([2, 0], None), ([1, 0], None), ([1, 0, 0, 0, 0], None),
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED
