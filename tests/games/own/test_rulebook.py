"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.own.server import EXAMPLES
from tests.games.rulebook import comes_to

EXPECTED = [
    ([5, -5], None), ["OWN-4"], ([130, 0], None), ([10, 25, 5], (2, 1, "target")), ([10, 3], (1, 1, "last_in")),
    ([10, 8], (None, 0, "last_in")), ([4, 5], (None, 0, "hands_played")),
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED
