"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.truco_argentino.server import EXAMPLES, envido_points, settled_hands
from tests.games.rulebook import comes_to

EXPECTED = [
    ([1, 0], None), ([0, 1], None), ([0, 2], None), ([0, 2], None), ([1, 5], None), ([3, 1], None),
    ([2, 0], (0, 1, "target")), ([6, 1], None), ([3, 1], None), ([9, 0], None), ["TAR-17"],
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED


def test_the_table_of_hands_has_the_winners_of_the_rules() -> None:
    assert [row["winner"] for row in settled_hands()] == [0, 0, 0, 0, 1, 0, 0, 1]


def test_the_table_of_envido_has_the_points_of_the_rules() -> None:
    assert [(row["accepted"], row["refused"]) for row in envido_points()] == [
        (2, 1), (4, 2), (5, 2), (7, 4), (3, 1), (None, 1), (None, 2), (None, 4), (None, 5), (None, 7), (None, 3),
    ]  # fmt: skip
