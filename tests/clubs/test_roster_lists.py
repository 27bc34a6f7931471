"""Lists of people: how they are read, compared with the roster, written and taken back, and the roster as a file."""

import io
from datetime import date

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.clubs import accounts, roster, roster_import, roster_lists
from scorekeeper.clubs.person_details import Details, as_texts, details_of
from scorekeeper.clubs.roster_import import DOUBTFUL, KNOWN, NEW, WRONG, Plan
from scorekeeper.clubs.tournaments import entries
from scorekeeper.games.engine.base import Refusal
from scorekeeper.i18n import speaking
from scorekeeper.store.club_models import Club, Player, RosterList
from scorekeeper.store.models import db
from tests.clubs.conftest import the_club
from tests.clubs.evenings import a_club, play, player, results
from tests.clubs.tournaments.evening import a_tournament
from tests.support.page import Page

ITALIAN = """Cognome;Nome;Tessera;Telefono
Esposito;Ciro;1000;333 7654321
Rossi;Maria;1001;
De Benedictis;Anna Maria;1002;0832/123456
Rossi;Maria;1005;+39 340 1112223
"""


def people(text: str) -> list[tuple[str, ...]]:
    """Returns the people of a list with guessed columns, as tuples of the name and the other filled fields."""
    sheet = roster_lists.read_sheet(text)
    return [(entry.name, *entry.texts.values()) for entry in roster_lists.read_people(sheet, sheet.guess())]


@pytest.mark.parametrize(
    "text, found",
    [
        ("Anna\nBruno", [("Anna",), ("Bruno",)]),
        ("Anna, 12\r\n\r\nBruno,13", [("Anna", "12"), ("Bruno", "13")]),
        ("Anna\t12\nBruno\t", [("Anna", "12"), ("Bruno",)]),
        ("Rossi, Anna;12\nVerdi, Bruno;13", [("Anna Rossi", "12"), ("Bruno Verdi", "13")]),
        ('"Rossi, Anna",12', [("Anna Rossi", "12")]),
        ("\ufeffName,Member number,Active\nAnna,12,yes", [("Anna", "12")]),
        ("Numero di tessera;Nome\n12;Anna", [("Anna", "12")]),
        ("Name\n'=Anna", [("=Anna",)]),
        (ITALIAN.partition("De ")[0], [("Ciro Esposito", "1000", "333 7654321"), ("Maria Rossi", "1001")]),
        ("Cognome e nome\tTessera\nDe Luca Anna Maria\t7", [("Anna Maria De Luca", "7")]),
        ("Gallo, Ida, 1002\nRossi, Anna Maria, 1003", [("Ida Gallo", "1002"), ("Anna Maria Rossi", "1003")]),
        ("1002;Gallo;Ida\n1003;Rossi;Anna", [("Ida Gallo", "1002"), ("Anna Rossi", "1003")]),
        ("Verdi Luca, 333 7654321", [("Verdi Luca", "333 7654321")]),
        ("Anna;a@b.it;31/12/2026", [("Anna", "a@b.it", "31/12/2026")]),
        ("E-MAIL;N° tessera;Name;Surname\na@b.it;7;Ann;Lee", [("Ann Lee", "a@b.it", "7")]),
        ("Sobrenome;Nome;Nº de sócio;Celular\nSilva;Ana;7;11 98765-4321", [("Ana Silva", "7", "11 98765-4321")]),
        ("Apellidos;Nombre;N.º de socio\nPaz Ruiz;Eva;7", [("Eva Paz Ruiz", "7")]),
        ("Jina la ukoo,Jina la kwanza,Nambari ya simu\nMusa,Asha,0712345678", [("Asha Musa", "0712345678")]),
        ("Nom;Prénom;N° de licence\nPetit;Zoé;7", [("Zoé Petit", "7")]),
        ("Nom;Courriel\nZoé Petit;z@b.fr", [("Zoé Petit", "z@b.fr")]),
        ("姓,名,会員番号\n山田,太郎,7", [("山田 太郎", "7")]),
        ("Name;Phone;Mobile\nAnna;0832 1;333 2", [("Anna", "0832 1, 333 2")]),
        ("ASD Bocce\nSoci al 28/11;;\nNr.;Nome;Tessera\n1;Anna;0012\n2;Ugo;0013", [("Anna", "0012"), ("Ugo", "0013")]),
        ("Nr.;Nome;Codice FIBUR\n1;Anna;A12\n2;Ugo;", [("Anna",), ("Ugo",)]),
        ("Nr.;Nome\n12;Anna", [("Anna", "12")]),
    ],
)  # fmt: skip
def test_a_list_is_read_as_spreadsheets_write_it(app: Flask, text: str, found: list[tuple[str, ...]]) -> None:
    with app.app_context():
        assert sorted(map(sorted, people(text))) == sorted(map(sorted, found))


def test_somebody_called_inactive_is_added_so(app: Flask) -> None:
    with app.app_context():
        sheet = roster_lists.read_sheet("Nome;Attivo\nAnna;no\nBruno;sì")
        assert [entry.active for entry in roster_lists.read_people(sheet, sheet.guess())] == [False, True]


@pytest.mark.parametrize(
    "text, columns",
    [
        ("Persona;Matr. interna\nAnna Rossi;12\nBruno;13", ["column-0", "column-1"]),
        ("Nome;Soprannome\nAnna Rossi;Nina", ["column-1"]),
        ("Anna Rossi;Lecce;Bar Sport\nBruno Verdi;Bari;Bar Centrale", ["column-1", "column-2"]),
        ("Tessera;Card\n1;2", ["column-1"]),
        ("Tessera;Telefono\n1;0832 1", ["column-0"]),
    ],
)
def test_a_column_that_is_not_known_is_asked_about(app: Flask, text: str, columns: list[str]) -> None:
    with app.app_context():
        sheet = roster_lists.read_sheet(text)
        assert [problem["field"] for problem in roster_lists.check_kinds(sheet, sheet.guess())] == columns


@pytest.mark.parametrize("language, kinds", [("pt_PT", ["first_name", "surname"]), ("pt_BR", ["name", ""])])
def test_an_apelido_is_a_surname_in_portugal_and_a_nickname_in_brazil(language: str, kinds: list[str]) -> None:
    with speaking(language):
        assert roster_lists.read_sheet("Nome;Apelido\nAna;Silva").guess() == kinds


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16"])
def test_a_file_of_any_spreadsheet_keeps_its_accents(app: Flask, encoding: str) -> None:
    assert roster_lists.decode("João".encode(encoding)) == "João"


@pytest.mark.parametrize("name, encoding", [("Niccolò", "mac_roman"), ("Niccolò", "cp850"), ("山田太郎", "shift_jis"),
                                            ("Иван Петров", "cp1251")])  # fmt: skip
def test_letters_that_cannot_be_known_are_told_not_guessed(app: Flask, name: str, encoding: str) -> None:
    with pytest.raises(Refusal, match="UTF-8"):
        roster_lists.decode(f"Name;Number\n{name};7".encode(encoding))


TOO_LONG = ("Anna\n" * (roster_lists.MOST_LINES + 1), "x" * (roster_lists.MOST_BYTES + 1))


@pytest.mark.parametrize(
    "text", [*TOO_LONG, "x;" * roster_lists.MOST_COLUMNS, " \n"], ids=["lines", "bytes", "columns", "nothing"]
)
def test_a_list_has_bounds(app: Flask, text: str) -> None:
    with app.app_context(), pytest.raises(Refusal):
        roster_lists.read_sheet(text)


def test_a_file_has_bounds_and_is_text(app: Flask) -> None:
    for file in (b"x" * (roster_lists.MOST_BYTES + 1), b"PK\x03\x04 an xlsx file"):
        with pytest.raises(Refusal):
            roster_lists.decode(file)


def planned(club: Club, text: str, **answers: str) -> Plan:
    """Returns the plan of a list with headings; `answers` are choices by line, e.g. `_3="other"`."""
    sheet = roster_lists.read_sheet(text)
    entries = roster_lists.read_people(sheet, sheet.guess(), roster.name_keys(club))
    return roster_import.plan(club, entries, {int(line[1:]): answer for line, answer in answers.items()})


def verdicts(plan: Plan) -> list[tuple[str, str]]:
    return [(row.verdict, row.name) for row in plan.rows]


def on_roster(club: Club) -> list[tuple[str, str]]:
    return [(each.name, each.number) for each in roster.players(club, everybody=True)]


def test_two_people_of_one_name_stay_two(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        roster_import.write(club, planned(club, ITALIAN), "Sam")
        assert on_roster(club) == [
            ("Anna Maria De Benedictis", "1002"),
            ("Ciro Esposito", "1000"),
            ("Maria Rossi", "1001"),
            ("Maria Rossi (II)", "1005"),
        ]
        assert [row.verdict for row in planned(club, ITALIAN).rows] == [KNOWN] * 4
        assert not planned(club, ITALIAN).changes


def test_another_one_of_a_name_that_is_there_gets_a_numeral_behind_the_name(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        roster.add_player(club, "Maria Rossi", "1001")
        plan = planned(club, "Name,Number\nMaria Rossi,1005\nMARIA ROSSI,1001")
        assert verdicts(plan) == [(NEW, "Maria Rossi (II)"), (KNOWN, "Maria Rossi")]


@pytest.mark.parametrize(
    "there, row, verdict, choices",
    [
        (("Anna", ""), "Anna,", KNOWN, ()),
        (("Anna", ""), "Anna,7", DOUBTFUL, ("same", "other", "skip")),
        (("Anna", "7"), "Anna,", DOUBTFUL, ("same", "skip")),
        (("Anna", "7"), "Bruno,7", DOUBTFUL, ("skip", "same")),
        (("Anna", "007"), "Anna,7", DOUBTFUL, ("same", "other", "skip")),
        (("Anna", "007"), "Bruno,7", DOUBTFUL, ("skip", "same")),
        (("Vito Marra", ""), "MARRA VITO,", KNOWN, ()),
        (("Maria Rossi", ""), "MariaRossi,", DOUBTFUL, ("same", "skip")),
        (("Anna", "7"), "Bruno,Giuseppe", WRONG, ()),
        (("Anna", "7"), f"{'x' * 41},8", WRONG, ()),
        (("Anna", "7"), ",8", WRONG, ()),
        (("Anna", "7"), "TOTALE,14", WRONG, ()),
    ],
)
def test_a_row_that_leaves_a_question_is_asked_about(
    app: Flask, there: tuple[str, str], row: str, verdict: str, choices: tuple[str, ...]
) -> None:
    with app.app_context():
        club = a_club()
        roster.add_player(club, *there)
        (found,) = planned(club, f"Name,Number\n{row}").rows
        assert (found.verdict, found.choices) == (verdict, choices)
        assert (found.why is None) == (verdict == KNOWN)


def test_what_they_played_as_guests_is_theirs(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        match = play(club, "Anna", "Carla", "Elsa", "Fay")
        roster_import.write(club, planned(club, "Anna\nBruno"), "Sam")
        assert results(match)[0].player_id == player(club, "Anna")


@pytest.mark.parametrize(
    "answer, found",
    [
        ("same", [("Anna", "7")]),
        ("other", [("Anna", ""), ("Anna (II)", "7")]),
        ("skip", [("Anna", "")]),
        ("nonsense", [("Anna", "7")]),
    ],
)
def test_the_answer_about_a_row_counts(app: Flask, answer: str, found: list[tuple[str, str]]) -> None:
    with app.app_context():
        club = a_club("Anna")
        roster_import.write(club, planned(club, "Name,Number\nAnna,7", _2=answer), "Sam")
        assert on_roster(club) == found


def test_a_name_that_two_people_have_is_doubtful_without_a_number(app: Flask) -> None:
    with app.app_context():
        club = a_club("Maria Rossi", "Maria Rossi (II)")
        plan = planned(club, "Name,Number\nMaria Rossi,\nMaria Rossi (II),")
        assert [(row.verdict, row.choices) for row in plan.rows] == [(DOUBTFUL, ("skip",)), (KNOWN, ())]


def test_a_row_that_adds_somebody_can_be_left_out(app: Flask) -> None:
    with app.app_context():
        club = a_club("Anna")
        plan = planned(club, "Name,Phone\nAnna,0832 1234\nBruno,\nCarla,", _2="skip", _3="skip")
        roster_import.write(club, plan, "Sam")
        assert [row.verdict for row in plan.rows] == [KNOWN, WRONG, NEW]
        assert [each.phone for each in roster.players(club)] == ["", ""]


def test_the_same_name_twice_in_a_list_is_one_person_unless_the_numbers_differ(app: Flask) -> None:
    with app.app_context():
        plan = planned(a_club(), "Name,Number,Phone\nAnna,7,\nAnna,7,0832 1\nAnna,,\nBruno,,\nBruno,,")
        assert [row.verdict for row in plan.rows] == [NEW, KNOWN, DOUBTFUL, NEW, DOUBTFUL]
        assert [(person.name, person.texts.get("phone")) for person in plan.people] == [
            ("Anna", "0832 1"), ("Bruno", None)
        ]  # fmt: skip


def test_what_is_missing_is_added_and_what_is_there_stays_but_for_a_later_fee(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        roster.add_player(club, "Anna", details=Details("7", "0832 1", fee_until=date(2025, 12, 31)))
        plan = planned(club, "Name,Number,Phone,E-mail,Paid until\nAnna,7,0832 2,a@b.it,2026")
        assert [(row.filled, row.kept) for row in plan.rows] == [
            ({"email": "a@b.it", "fee_until": "2026-12-31"}, ["phone"])
        ]
        listed = roster_import.write(club, plan, "Sam")
        anna = db.session.get_one(Player, player(club, "Anna"))
        assert details_of(anna) == Details("7", "0832 1", "a@b.it", fee_until=date(2026, 12, 31))
        anna.email = "other@b.it"  # changed since: stays
        assert roster_import.take_back(club, listed) == 0
        assert details_of(anna) == Details("7", "0832 1", "other@b.it", fee_until=date(2025, 12, 31))


def use_in_a_match(club: Club) -> None:
    play(club, "Anna", "Carla", "Elsa", "Fay")


def use_in_a_tournament(club: Club) -> None:
    entries.enter_lines(a_tournament(club.slug, 0), "ANNA, Zoe", "Sam")


def use_in_a_merge(club: Club) -> None:
    anna = roster.find_by_name(club, "Anna")
    assert anna is not None
    roster.merge(anna, roster.add_player(club, "Annina"))


@pytest.mark.parametrize("use", [use_in_a_match, use_in_a_tournament, use_in_a_merge])
def test_a_list_is_taken_back_while_its_players_are_unused(any_app: Flask, use: object) -> None:
    with any_app.app_context():
        club = a_club("Zita")
        db.session.commit()
        for is_used in (False, True):
            listed = roster_import.write(club, planned(club, "Anna\nBruno"), "Sam")
            if is_used:
                use(club)  # type: ignore[operator]
                with pytest.raises(Refusal, match="Anna has played"):
                    roster_import.take_back(club, listed)
            else:
                assert roster_import.take_back(club, listed) == 2
                assert on_roster(club) == [("Zita", "")]


def test_the_newest_lists_can_be_taken_back(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        for number in range(roster_import.MOST_LISTS + 2):
            roster_import.write(club, planned(club, f"Anna {number}"), "Sam")
        newest = roster_import.lists(club)
        assert len(newest) == roster_import.MOST_LISTS
        assert [each.name for each in roster_import.players_of(newest[0])] == ["Anna 6"]


def test_the_roster_goes_out_and_comes_in_elsewhere(app: Flask) -> None:
    with app.app_context():
        here, there = a_club(), a_club()
        everything = Details("7", "+39 0832 1", "a@b.it", "1ª", "plays, but late", date(2026, 12, 31))
        roster.add_player(here, "Anna", details=everything)
        roster.add_player(here, "Rossi, Bruno", active=False)
        roster_import.write(there, planned(there, "".join(roster_lists.roster_rows(here))), "Sam")
        found = roster.players(there, everybody=True)
        assert [(each.name, details_of(each), each.active) for each in found] == [
            ("Anna", everything, True), ("Bruno Rossi", Details(), False)
        ]  # fmt: skip


def several(club: str) -> str:
    return f"/c/{club}/players/several"


def sent_by(html: str) -> dict[str, str]:
    """Returns the form data of a list's page as a browser sends it, without buttons: fields, text and choices."""
    page, choice = Page(html), ""
    sent = dict(page.fields)
    for tag, attributes, _around in page.elements:
        choice = attributes.get("name") or "" if tag == "select" else choice
        if tag == "option" and choice and ("selected" in attributes or choice not in sent):
            sent[choice] = attributes.get("value") or ""
    return {**sent, "players": "".join(text for around, text in page.pieces if "textarea" in around)}


def names(app: Flask) -> list[str]:
    with app.app_context():
        return list(db.session.scalars(select(Player.name).order_by(Player.name_key)))


def test_a_list_is_shown_before_it_is_taken(app: Flask, scorer: FlaskClient, member: FlaskClient, club: str) -> None:
    shown = scorer.post(several(club), data={"players": ITALIAN})
    page = Page(shown.text)
    assert shown.status_code == 200
    assert "Anna Maria De Benedictis" in page.text
    assert "Another Maria Rossi has number 1001" in page.text
    assert names(app) == []
    taken = scorer.post(several(club), data=sent_by(shown.text) | {"do": "take"}, follow_redirects=True)
    assert "4 players added." in taken.text
    assert len(names(app)) == 4
    assert "Players added: 4" in scorer.get(f"/c/{club}/log").text
    assert "333 7654321" in scorer.get(f"/c/{club}/players").text
    assert "333 7654321" not in member.get(f"/c/{club}/players").text
    back = Page(taken.text).html.partition("/several/")[2].partition("/back")[0]
    assert "4 players deleted" in scorer.post(f"{several(club)}/{back}/back", follow_redirects=True).text
    assert names(app) == []
    assert "List of players taken back: 4" in scorer.get(f"/c/{club}/log").text
    assert scorer.post(f"{several(club)}/{back}/back").status_code == 303  # sent twice


@pytest.mark.parametrize("changed", [{"players": "Cognome;Nome\nGallo;Ida"}, {"column-3": "notes"}, {"shown": "x"}])
def test_nothing_is_taken_that_was_not_shown(
    app: Flask, scorer: FlaskClient, club: str, changed: dict[str, str]
) -> None:
    fields = sent_by(scorer.post(several(club), data={"players": ITALIAN}).text)
    refused = scorer.post(several(club), data=fields | changed | {"do": "take"})
    assert refused.status_code in (409, 422)
    assert names(app) == []
    assert changed.get("players", ITALIAN).split() == sent_by(refused.text)["players"].split()


def test_a_roster_that_changed_meanwhile_is_shown_again(app: Flask, scorer: FlaskClient, club: str) -> None:
    fields = sent_by(scorer.post(several(club), data={"players": "Anna\nBruno"}).text)
    scorer.post(f"/c/{club}/players", data={"name": "Bruno"})
    refused = scorer.post(several(club), data=fields | {"do": "take"})
    assert refused.status_code == 409
    assert "Something has changed since this was shown." in refused.text
    scorer.post(several(club), data=sent_by(refused.text) | {"do": "take"})
    assert names(app) == ["Anna", "Bruno"]


def test_an_unknown_column_is_decided_on_the_page(app: Flask, scorer: FlaskClient, club: str) -> None:
    asked = scorer.post(several(club), data={"players": "Nome;Circolo\nAnna;Lecce"}).text
    assert "Column 2, “Circolo”: choose what it is, or leave it out" in Page(asked).text
    assert scorer.post(several(club), data=sent_by(asked) | {"do": "take"}).status_code == 422
    chosen = scorer.post(several(club), data=sent_by(asked) | {"column-1": "category", "do": "look"}).text
    scorer.post(several(club), data=sent_by(chosen) | {"do": "take"})
    with app.app_context():
        assert [each.category for each in db.session.scalars(select(Player))] == ["Lecce"]


def test_a_file_is_sent(app: Flask, scorer: FlaskClient, club: str) -> None:
    sent = {"file": (io.BytesIO("Name;Numéro\nCarlà;9".encode("cp1252")), "list.csv"), "players": ""}
    shown = scorer.post(several(club), data=sent).text
    scorer.post(several(club), data=sent_by(shown) | {"do": "take"})
    assert names(app) == ["Carlà"]


@pytest.mark.parametrize("text", ["", "x\n" * 501])
def test_a_list_that_cannot_be_read_is_kept_and_the_reason_told(scorer: FlaskClient, club: str, text: str) -> None:
    refused = scorer.post(several(club), data={"players": text})
    assert refused.status_code == 422
    assert 'class="error"' in refused.text
    assert sent_by(refused.text)["players"].strip() == text.strip()


def test_another_clubs_list_is_not_taken_back(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        number = roster_import.write(other := a_club(), planned(other, "Anna"), "Olga").id
        db.session.commit()
    scorer.post(f"{several(club)}/{number}/back")
    assert names(app) == ["Anna"]


def test_what_a_list_added_about_somebody_is_forgotten_with_them(app: Flask) -> None:
    with app.app_context():
        club = a_club("Anna")
        listed = roster_import.write(club, planned(club, "Name,Phone\nAnna,0832 1"), "Sam")
        roster_import.forget_player(club, db.session.get_one(Player, player(club, "Anna")))
        assert db.session.get_one(RosterList, listed.id).filled == {}


def test_details_are_edited_and_each_wrong_one_is_told(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        number = roster.add_player(accounts.find_club(club), "Anna").id  # type: ignore[arg-type]
        db.session.commit()
    place = f"/c/{club}/players/{number}/edit"
    wrong = {"name": "Anna", "number": "x", "phone": "x", "email": "x", "fee_until": "x", "notes": "x" * 501}
    refused = scorer.post(place, data=wrong)
    assert refused.status_code == 422
    assert refused.text.count('aria-invalid="true"') == 5
    right = Details("7", "0832 1", "a@b.it", "1ª", "late", date(2026, 12, 31))
    assert scorer.post(place, data={"name": "Anna", "active": "1", **as_texts(right)}).status_code == 303
    assert Page(scorer.get(place).text).fields.items() >= as_texts(right).items()
    assert "Details edited: Anna" in scorer.get(f"/c/{club}/log").text
    with app.app_context():
        assert details_of(db.session.get_one(Player, number)) == right


def test_details_are_shown_to_scorers_only(app: Flask, scorer: FlaskClient, member: FlaskClient, club: str) -> None:
    with app.app_context():
        details = Details("4711", "0832 555", "a@b.it", "1ª", "late", date(2020, 12, 31))
        number = roster.add_player(accounts.find_club(club), "Anna", details=details).id  # type: ignore[arg-type]
        db.session.commit()
    for path in ("players", f"players/{number}"):
        assert "0832 555" in scorer.get(f"/c/{club}/{path}").text
        seen = Page(member.get(f"/c/{club}/{path}").text).text
        assert not [text for text in ("4711", "0832", "a@b.it", "1ª", "late", "2020", "fee due") if text in seen]


def test_an_old_number_without_a_digit_stays_until_it_is_changed(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        anna = roster.add_player(accounts.find_club(club), "Anna")  # type: ignore[arg-type]
        anna.number = "old"
        db.session.commit()
        place = f"/c/{club}/players/{anna.id}/edit"
    assert scorer.post(place, data={"name": "Anna", "number": "old", "active": "1"}).status_code == 303
    assert scorer.post(place, data={"name": "Anna", "number": "new", "active": "1"}).status_code == 422


@pytest.mark.parametrize("line", ["x" * 190_000, '"' + "x," * 90_000, "," * 190_000, "a," * 90_000])
def test_a_file_of_one_endless_line_is_refused_in_words(scorer: FlaskClient, club: str, line: str) -> None:
    for sent in ({"players": "Anna\n" + line}, {"file": (io.BytesIO(f"Anna\n{line}".encode()), "list.csv")}):
        answer = scorer.post(f"/c/{club}/players/several", data=sent, follow_redirects=True)
        assert answer.status_code == 422
        assert "This file is too large; split the list" in answer.text


def test_a_mistaken_player_is_deleted_while_nothing_hangs_on_him(app: Flask, scorer: FlaskClient, club: str) -> None:
    with app.app_context():
        club_row = the_club(club)
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
