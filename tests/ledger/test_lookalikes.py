"""Names that look alike are detected; names that are merely similar are not."""

import pytest

from scorekeeper.ledger.names import name_key, skeleton

ALIKE = [
    ("Anna", "anna"), ("Anna", "ANNA"), ("Anna", "Аnnа"), ("Anna", "An\u200bna"), ("Anna", " Anna\u00a0"),
    ("Anna", "Ａｎｎａ"), ("Anna Rossi", "AnnaRossi"), ("Olga", "0lga"), ("Ilaria", "llaria"), ("Ilaria", "1laria"),
    ("Carla", "СагIа".replace("г", "r")), ("NINO", "ΝΙΝΟ"), ("Nino", "nıno"), ("D’Amico", "D'Amico"),
    ("Anna", "An\u00adna"), ("Anna", "Anna\ufe0f"), ("Anna", "\u202eAnna"), ("José", "Jose\u0301"),
    ("Ilaria", "|laria"), ("Anna", "Anna\ufe00"), ("Anna", "An\u034fna"),
    *[("Anna", f"An{sign}na") for sign in "\u115f\u1160\u3164\uffa0\u17b4\u17b5\u180b\u180d\u180f\u2800"],
    *[("Anna", f"An{sign}na") for sign in "\ufe0f\U000e0100\U000e01ef"],
]  # fmt: skip
APART = [
    ("Anna", "Annа-Maria"), ("Anna", "Hanna"), ("José", "Jose"), ("Ana Peña", "Ana Pena"), ("Anna K.", "Anna B."),
    ("Bruno", "Bruna"), ("山田", "山本"), ("Анна", "Инна"), ("Mario", "Maria"), ("Anna", "Anna 2"),
    *[("Anna", f"Anna{sign}") for sign in "\ufdff\u115e\u1161\u17b3\u17b6\u180a\u2801"],
]  # fmt: skip


@pytest.mark.parametrize("one, other", ALIKE)
def test_names_that_look_alike_are_taken_for_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("one, other", APART)
def test_names_that_can_be_told_apart_are_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_the_key_by_which_names_are_stored_stays_what_it_is() -> None:
    assert name_key(" \uff21nna \u00a0 K. ") == "anna k."
