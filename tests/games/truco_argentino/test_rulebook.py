"""The tables of the rules page have the results of the rules."""

from scorekeeper.games.truco_argentino.server import envido_points, settled_hands


def test_the_table_of_hands_has_the_winners_of_the_rules() -> None:
    assert [row["winner"] for row in settled_hands()] == [0, 0, 0, 0, 1, 0, 0, 1]


def test_the_table_of_envido_has_the_points_of_the_rules() -> None:
    assert [(row["accepted"], row["refused"]) for row in envido_points()] == [
        (2, 1), (4, 2), (5, 2), (7, 4), (3, 1), (None, 1), (None, 2), (None, 4), (None, 5), (None, 7), (None, 3),
    ]  # fmt: skip
