"""The tables of the rules page have the results of the rules."""

from scorekeeper.games.scala40.server import tables


def test_the_table_of_melds_has_the_worth_of_each() -> None:
    assert [worth for _cards, worth in tables()["melds"]] == [33, 30, None, 6, 31, 31, 18, None, None]
