"""The tables of the rules page have the results of the rules."""

from scorekeeper.games.truco.server import settled_hands


def test_the_table_of_tricks_says_who_has_the_hand_and_why() -> None:
    settled = [(row["winner"], row["rule"]) for row in settled_hands()]
    assert settled == [
        (0, "TRU-2"), (0, "TRU-4"), (0, "TRU-2"), (0, "TRU-4"), (1, "TRU-2"),
        (0, "TRU-3"), (0, "TRU-3"), (None, "TRU-5"),
    ]  # fmt: skip
