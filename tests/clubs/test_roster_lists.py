"""Adding several players from a list or a file, the roster as a file, and deleting a mistaken entry."""

import io

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import accounts, roster, roster_lists
from scorekeeper.games.engine.base import Refusal
from scorekeeper.store.club_models import Player
from scorekeeper.store.models import db
from tests.clubs.evenings import a_club, play


def read(text: str) -> list[tuple[str, str]]:
    return [(entry.name, entry.number) for entry in roster_lists.read_entries(text)]


@pytest.mark.parametrize(
    "text, found",
    [
        ("Anna\nBruno", [("Anna", ""), ("Bruno", "")]),
        ("Anna, 12\r\n\r\nBruno,13", [("Anna", "12"), ("Bruno", "13")]),
        ("Anna\t12\nBruno\t", [("Anna", "12"), ("Bruno", "")]),
        ("Rossi, Anna;12\nVerdi, Bruno;13", [("Rossi, Anna", "12"), ("Verdi, Bruno", "13")]),
        ('"Rossi, Anna",12', [("Rossi, Anna", "12")]),
        ("\ufeffName,Member number,Active\nAnna,12,yes", [("Anna", "12")]),
        ("Numero di tessera;Nome\n12;Anna", [("Anna", "12")]),
        ("Name\n'=Anna", [("=Anna", "")]),
        ("", []),
    ],
)
def test_a_list_is_read_as_spreadsheets_write_it(app: Flask, text: str, found: list[tuple[str, str]]) -> None:
    with app.app_context():
        assert read(text) == found


def test_a_file_of_an_older_spreadsheet_keeps_its_accents(app: Flask) -> None:
    assert roster_lists.decode("João".encode("cp1252")) == roster_lists.decode("\ufeffJoão".encode()) == "João"


@pytest.mark.parametrize("size", [roster_lists.MOST_LINES + 1])
def test_a_list_has_an_end(app: Flask, size: int) -> None:
    with app.app_context(), pytest.raises(Refusal):
        roster_lists.read_entries("Anna\n" * size)
    with pytest.raises(Refusal):
        roster_lists.decode(b"x" * (roster_lists.MOST_BYTES + 1))


def test_who_is_there_already_gets_the_number_that_was_missing(app: Flask) -> None:
    with app.app_context():
        club = a_club("Anna")
        added = roster_lists.add_all(club, roster_lists.read_entries("anna,7\nBruno,8\nBruno,9\n" + "x" * 41))
        assert (added.new, added.known, [line for line, _wrong in added.wrong]) == (1, 2, [4])
        assert [(player.name, player.number) for player in roster.players(club)] == [("Anna", "7"), ("Bruno", "8")]


def test_the_roster_goes_out_and_comes_in_elsewhere(app: Flask) -> None:
    with app.app_context():
        here, there = a_club(), a_club()
        roster.add_player(here, "Anna", "7")
        roster.add_player(here, "Bruno")
        roster_lists.add_all(there, roster_lists.read_entries("".join(roster_lists.roster_rows(here))))
        assert [(player.name, player.number) for player in roster.players(there)] == [("Anna", "7"), ("Bruno", "")]


def test_a_list_is_pasted_or_sent(scorer: FlaskClient, member: FlaskClient, club: str) -> None:
    address = f"/c/{club}/players/several"
    text = scorer.post(address, data={"players": "Anna, 7\nBruno"}, follow_redirects=True).text
    assert "2 players added." in text
    sent = {"file": (io.BytesIO("Name;Numéro\nBruno;\nCarlà;9".encode()), "list.csv"), "players": ""}
    text = scorer.post(address, data=sent, follow_redirects=True).text
    assert "One player added. One was already there." in text
    assert "Carlà" in scorer.get(f"/c/{club}/players/roster.csv").text
    assert [member.post(address).status_code, member.get(f"/c/{club}/players/roster.csv").status_code] == [403, 403]


def test_what_is_wrong_with_a_line_is_told(scorer: FlaskClient, club: str) -> None:
    text = scorer.post(f"/c/{club}/players/several", data={"players": "Anna\n" + "x" * 41}, follow_redirects=True).text
    assert "Line 2: Enter a name of 1 to 40 characters" in text


@pytest.mark.parametrize("line", ["x" * 190_000, '"' + "x," * 90_000, "," * 190_000, "a," * 90_000])
def test_a_file_of_one_endless_line_is_refused_in_words(scorer: FlaskClient, club: str, line: str) -> None:
    for sent in ({"players": "Anna\n" + line}, {"file": (io.BytesIO(f"Anna\n{line}".encode()), "list.csv")}):
        answer = scorer.post(f"/c/{club}/players/several", data=sent, follow_redirects=True)
        assert answer.status_code == 200
        assert "Anna" in answer.text
        assert len(answer.text) < 20_000


def test_a_mistaken_player_is_deleted_while_nothing_hangs_on_him(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        club_row = accounts.find_club(club)
        assert club_row is not None
        numbers = {name: roster.add_player(club_row, name).id for name in ("Anna", "Brnuo")}
        play(club_row, "Anna", "Carla", "Elsa", "Fay")
        db.session.commit()
    assert "Delete player" not in scorer.get(f"/c/{club}/players/{numbers['Anna']}/edit").text
    assert scorer.post(f"/c/{club}/players/{numbers['Anna']}/delete").status_code == 422
    scorer.post(f"/c/{club}/players/{numbers['Brnuo']}/edit", data={"name": "Bruno", "active": "1"})
    assert "Delete player" in scorer.get(f"/c/{club}/players/{numbers['Brnuo']}/edit").text
    assert scorer.post(f"/c/{club}/players/{numbers['Brnuo']}/delete").status_code == 303
    with app.app_context():
        assert list(db.session.scalars(select(Player.name))) == ["Anna"]
