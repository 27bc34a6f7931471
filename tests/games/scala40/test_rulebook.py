"""The worked examples of the rules page have the results of the rules."""

from scorekeeper.games.scala40.server import EXAMPLES, tables
from tests.games.rulebook import comes_to

EXPECTED = [
    ([12, 0, 2], None), ([0, 24, 62], None), ([0, 100, 40], None), ([41, 6, 0, 4], (2, 1, "last_in")),
    ([0, -7, 4], None), ["SCA-3"], (True, 40),
]  # fmt: skip


def test_every_example_comes_out_as_the_rules_say() -> None:
    assert [comes_to(example) for example in EXAMPLES] == EXPECTED


def test_the_table_of_melds_has_the_worth_of_each() -> None:
    assert [worth for _cards, worth in tables()["melds"]] == [33, 30, None, 6, 31, 31, 18, None, None]
