"""The tables of the rules page have the results of the rules."""

from scorekeeper.games.scopa.server import tables


def test_the_table_of_best_cards_has_primiera_values_and_how_many_are_not_above() -> None:
    assert [(french, worth, most) for _name, french, worth, most in tables()["cards"]] == [
        ("7", 21, 10), ("6", 18, 9), ("A", 16, 8), ("5", 15, 7), ("4", 14, 6), ("3", 13, 5), ("2", 12, 4),
        ("J, Q, K", 10, 3),
    ]  # fmt: skip
