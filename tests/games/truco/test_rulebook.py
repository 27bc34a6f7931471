"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.truco.server import EXAMPLES, settled_hands
from tests.games.rulebook import comes_to

EXPECTED = [
    ([1, 0], None), ([3, 0], None), ([3, 0], None), ([0, 6], None),
    ([0, 0], None), ([0, 6], None), ([0, 3], None), ["TRU-14"],
    ([0, 3], None),
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED


def test_the_table_of_tricks_says_who_has_the_hand_and_why() -> None:
    settled = [(row["winner"], row["rule"]) for row in settled_hands()]
    assert settled == [
        (0, "TRU-2"), (0, "TRU-4"), (0, "TRU-2"), (0, "TRU-4"), (1, "TRU-2"),
        (0, "TRU-3"), (0, "TRU-3"), (None, "TRU-5"),
    ]  # fmt: skip
