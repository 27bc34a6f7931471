"""Truco argentino in words: announcements before a hand, points to the buenas, and hands."""

from typing import Any

import pytest

from scorekeeper.games.engine import play
from scorekeeper.games.engine.base import english
from scorekeeper.games.engine.words import before_the_hand, short
from scorekeeper.games.truco_argentino.fields import ENVIDO_FIELDS, FLOR_FIELDS, TRUCO_FIELDS
from tests.games.table import document

GAME = "truco-argentino"


@pytest.mark.parametrize("variant, totals, options, texts", [
    ("argentino", [0, 0], {},
     ["Carla is mano", "falta 15"]),
    ("argentino", [20, 9], {},
     ["Carla is mano", "falta 10", "buenas ●"]),
    ("argentino", [20, 22], {},
     ["Carla is mano", "falta 8", "buenas ● ▲"]),
    ("argentino", [10, 3], {"falta": "match"},
     ["Carla is mano", "falta 20 for ●", "falta 27 for ▲"]),
    ("argentino-15", [9, 4], {}, ["Carla is mano", "falta 6"]),
    ("uruguayo", [10, 3], {}, ["Carla is mano", "falta 30"]),
])  # fmt: skip
def test_what_is_said_before_a_hand(variant: str, totals: list[int], options: dict[str, Any], texts: list[str]) -> None:
    setup = play.begin(document(GAME, variant=variant, options=options))
    table = play.first_table(setup)
    table["totals"] = totals
    assert [english(*sentence) for sentence in before_the_hand(setup, table)] == texts


@pytest.mark.parametrize("entry, texts", [
    ({"envido": [2, 0], "truco": [0, 1]}, "envido 2 for ● · truco 1 for ▲"),
    ({"truco": [0, 0]}, "drawn"),
    ({"envido": {"calls": ["envido"], "by": 0, "answer": "accept", "values": [27, 20], "winner": 0}},
     "envido by ●: accepted · values 27 : 20 · best of ●"),
    ({"duels": [{"truco": [1, 0]}, {"truco": [0, 0]}]}, "duel 1 · truco 1 for ● · duel 2 · drawn"),
])  # fmt: skip
def test_a_hand_is_told_part_by_part(entry: dict[str, Any], texts: str) -> None:
    setup = play.begin(document(GAME, variant="gauderio"))
    assert " · ".join(english(*sentence) for sentence in short(setup, entry)) == texts


CALLS = {  # all that may be called, as the tables of the rules have it, with a hand's fields
    "TAR-7": (TRUCO_FIELDS, ["truco", "truco, retruco", "truco, retruco, vale cuatro"]),
    "TAR-13": (ENVIDO_FIELDS, [
        "envido", "envido, envido", "envido, real envido", "envido, envido, real envido", "real envido",
        "falta envido", "envido, falta envido", "envido, envido, falta envido", "envido, real envido, falta envido",
        "envido, envido, real envido, falta envido", "real envido, falta envido",
    ]),
    "TAR-20": (FLOR_FIELDS, ["contraflor", "al resto", "contraflor, al resto"]),
}  # fmt: skip


@pytest.mark.parametrize("rule", CALLS)
def test_what_may_be_called_is_chosen_in_words_and_typed_call_by_call(rule: str) -> None:
    fields, told = CALLS[rule]
    (field,) = [field for field in fields if field["rule"] == rule]
    longest = 1 + max(words.count(",") for words in told)
    typed = [words.replace(", ", ",").replace(" ", "_") + "," * (longest - 1 - words.count(",")) for words in told]
    assert field["own"].courses == [list(course) for course in zip(typed, told, strict=True)]
