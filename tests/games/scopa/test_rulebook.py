"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.scopa.server import EXAMPLES, tables
from tests.games.rulebook import comes_to

EXPECTED = [
    ([3, 1], None), ([2, 2], None), ([2, 1], None), ([1, 1], None), ([2, 0, 1], None), ([1, 0, 1], None),
    ([14, 0], (0, 1, "napola")), ([1, 3], (1, 1, "target")), ([1, 0], (0, 1, "target")), ([3, 0], (0, 1, "claim")),
    ([2, 0], (1, 1, "claim_failed")), ([2, 0], (0, 1, "claim")), ([3, 3], None), ["SCO-17"],
    ([14, 18], None), ([12, 8], None), ["SCO-24"], ["SCO-26"],
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED


def test_the_table_of_best_cards_has_primiera_values_and_how_many_are_not_above() -> None:
    assert [(french, worth, most) for _name, french, worth, most in tables()["cards"]] == [
        ("7", 21, 10), ("6", 18, 9), ("A", 16, 8), ("5", 15, 7), ("4", 14, 6), ("3", 13, 5), ("2", 12, 4),
        ("J, Q, K", 10, 3),
    ]  # fmt: skip
