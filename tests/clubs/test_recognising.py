"""Who on the roster is meant by a typed name and number."""

import pytest
from flask import Flask

from scorekeeper.clubs import roster
from scorekeeper.clubs.recognising import People
from tests.clubs.evenings import a_club

ROSTER = (
    ("Vito Marra", "0145"), ("Maria Rossi", "00987"), ("Maria Rossi", "12"), ("Anna De Luca", "A07"),
    ("Mario Paolo", ""), ("Paolo Mario", ""),
)  # fmt: skip


@pytest.mark.parametrize(
    "name, number, person, offers",
    [
        ("vito  MARRA", "", "Vito Marra", []),
        ("Marra Vìto", "", "Vito Marra", []),
        ("Marra Vito", "145", "Vito Marra", []),
        ("Marra", "145", "Vito Marra", []),
        ("V. Marra", "00145", "Vito Marra", []),
        ("Zoe", "145", None, ["Vito Marra"]),
        ("Vito Marra", "a07", "Vito Marra", ["Anna De Luca"]),
        ("Vito Marra", "9999", "Vito Marra", []),
        ("V. Marra", "", None, ["Vito Marra"]),
        ("Vito Antonio Marra", "", None, ["Vito Marra"]),
        ("Vito Mara", "", None, ["Vito Marra"]),
        ("Vito", "", None, []),
        ("Vito Greco", "", None, []),
        ("Maria Rossi", "", None, ["Maria Rossi", "Maria Rossi (II)"]),
        ("Rossi Maria", "0012", "Maria Rossi (II)", []),
        ("Maria Rossi (II)", "", "Maria Rossi (II)", []),
        ("Maria Rossi", "9", None, ["Maria Rossi", "Maria Rossi (II)"]),
        ("Mario Paolo", "", "Mario Paolo", []),
        ("Annina", "", None, []),
        ("Rossi Annina", "", "Anna Rossi", []),
    ],
)
def test_a_number_comes_first_then_the_name_in_either_order_else_somebody_is_offered(
    app: Flask, name: str, number: str, person: str | None, offers: list[str]
) -> None:
    with app.app_context():
        club = a_club()
        for there in ROSTER:
            roster.add_player(club, *there)
        former = roster.add_player(club, "Annina Rossi")
        roster.change_player(former, "Anna Rossi", roster.read_details({}), active=True)
        found = People(club.id).recognise(name, number)
        assert (found.person and found.person.name) == person
        assert [each.name for each in found.offers] == offers
