"""Erasing a person: no file of the database contains the name afterwards, and all scores stay."""

import json
import re
import secrets
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Date,
    DateTime,
    Float,
    Integer,
    LargeBinary,
    String,
    Table,
    func,
    insert,
    select,
    update,
)

from scorekeeper import jobs, ledger
from scorekeeper.cli import main
from scorekeeper.clubs import accounts, erasing, exporting, importing, named_games, nights, roster, tables
from scorekeeper.clubs import log as club_logs
from scorekeeper.clubs.erasing import text_columns
from scorekeeper.clubs.person_details import Details, details_of
from scorekeeper.clubs.standings import Period, standings
from scorekeeper.clubs.tournaments import keeping
from scorekeeper.games import GAMES
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.names import Names
from scorekeeper.ledger.rescoring import differences
from scorekeeper.store.club_models import Account, Club, Membership, Player, Result
from scorekeeper.store.database import scrub
from scorekeeper.store.models import Base, Code, CodeJson, CodeText, FreeJson, FreeText, Job, JobPiece, Match, db, now
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.tournaments.changes.results import add_ruling
from scorekeeper.tournaments.document import read
from scorekeeper.web import links
from tests.clubs.conftest import the_account, the_club
from tests.clubs.evenings import a_club, begin, play, player
from tests.clubs.tournaments.evening import a_tournament
from tests.support.fuzzing import FUZZING
from tests.support.matches import points, write
from tests.support.vectors import good_documents
from tests.tournaments.made import entrant

NAME, ALSO = "Zdenka Ňuňů", "Zdeňka"  # letters that JSON escapes
OTHERS = ("Bruno", "Carla", "Dino")
PASSWORD = "four aces of coins"


@pytest.fixture(autouse=True)
def _no_name_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes random keys hexadecimal, so that they cannot contain a name by chance."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: secrets.token_hex(size * 2 // 3))


@pytest.mark.parametrize(
    "text, erased",
    [
        ("Anna", "N. N. 1"),
        ("with ANNA and Bruno", "with N. N. 1 and Bruno"),
        ("Anna's phone", "N. N. 1's phone"),
        ("Anna & Bruno", "N. N. 1 & Bruno"),
        ("Annabel", "Annabel"),
        ("Susanna", "Susanna"),
        ("Anna Maria won", "Anna Maria won"),
        ("Anna, Anna Maria, anna", "N. N. 1, Anna Maria, N. N. 1"),
        ("(Anna)", "(N. N. 1)"),
        ("Anna_phone", "N. N. 1_phone"),
        ("Ａｎｎａ was late", "N. N. 1 was late"),
        ("An\u200bna and A\u00adnna", "N. N. 1 and N. N. 1"),
        ("Ànna, Anná", "Ànna, Anná"),
        ("Anna2", "Anna2"),
        ("", ""),
    ],
)
def test_whole_words_are_erased_and_other_peoples_names_are_not(text: str, erased: str) -> None:
    assert Names(["Anna"], "N. N. 1", ["Anna", "Anna Maria", "Bruno"]).text(text) == erased


@pytest.mark.parametrize(
    "names, text, erased",
    [
        (["Anna", "Anna Maria"], "Anna Maria won, Anna lost", "N. N. 1 won, N. N. 1 lost"),
        (["\u200b", ""], "Bruno – (won)", "Bruno – (won)"),
        (["Anna \u200b"], "(Anna \u200b)", "(N. N. 1\u200b)"),
    ],
)
def test_of_two_names_the_longer_one_is_erased_and_of_an_invisible_one_nothing(
    names: list[str], text: str, erased: str
) -> None:
    assert Names(names, "N. N. 1").text(text) == erased


def test_a_name_of_any_signs_is_erased() -> None:
    for name in ("A.", "(x", "a+b", "🂡", "Ä ö", "\\d", "x|y", "[", "a\u0301"):
        assert Names([name], "N. N. 1").name(name) == "N. N. 1"


@pytest.mark.parametrize("key, is_marked", [("Anna", True), ("anna-17", True), ("17ANNA_x", True), ("Hannah", False)])
def test_a_key_that_holds_the_name_becomes_another_one_always_the_same(key: str, is_marked: bool) -> None:
    names = Names(["Anna"], "N. N. 1")
    assert (names.mark(key) != key) == is_marked
    assert names.mark(key) == names.mark(key)
    assert "anna" not in names.mark(key).casefold() or not is_marked


def test_names_of_members_are_erased_but_for_those_that_the_program_gives() -> None:
    value = {"Anna": 1, "anna": 2, "player": "Anna", "suit": "Anna", "Anna's": [{"x": "for Anna"}]}
    erased = Names(["Anna"], "N. N. 1").texts(value)
    assert erased == {
        "N. N. 1": 1, "N. N. 1_": 2, "player": "N. N. 1", "suit": "Anna", "N. N. 1's": [{"x": "for N. N. 1"}],
    }  # fmt: skip
    assert Names(["Player"], "N. N. 1").texts({"player": "Player"}) == {"player": "N. N. 1"}
    assert Names(["Anna"], "N. N. 1").texts({"entry": {"Anna": 1}}) == {"entry": {"N. N. 1": 1}}
    paths = {"winner,stake": 1, "stake.0.winner": 2, "winner.flower": 3}  # a flower is no key of ours
    kept = {"winner,stake": 1, "stake.0.winner": 2, "N. N. 1.flower": 3}
    assert Names(["Winner"], "N. N. 1").texts(paths, {"winner"}) == kept


def nested(depth: int) -> Any:
    """A value nested this deep, with the name innermost."""
    value: Any = {NAME: NAME}
    for _level in range(depth):
        value = {"note": [value]}
    return value


@pytest.mark.parametrize("depth", [10, 450])  # two levels each; Python's JSON parser fails at a thousand
def test_what_somebody_sent_stops_no_erasing_however_deep_it_is(any_app: Flask, depth: int) -> None:
    with any_app.app_context():
        club = a_full_club()
        match = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert match is not None
        ledger.decline(match, NAME[:16], 1, nested(depth), actor=NAME, key=f"{NAME}-1")
        db.session.commit()
        db.session.expire_all()
        erasing.erase_person(club, erasing.find_person(club, NAME))
        db.session.commit()
        db.session.expunge_all()
        assert traces() == []


def a_full_club() -> Club:
    """A club with the person's name in as many places as possible."""
    club = a_club(NAME, *OTHERS)
    for login, name, role in (("zdenka@example.org", NAME, "scorer"), ("olga", "Olga", "owner")):
        accounts.join(club, accounts.create_account(login, name, PASSWORD), role)
    details = Details("77-Z", "0832 77", "z77@example.org", "77th", "comes at 77", date(2077, 7, 7))
    roster.change_player(one(club, NAME), NAME, details, active=True)
    roster.merge(one(club, NAME), roster.add_player(club, ALSO))
    club_logs.note(club, NAME, "player", who=ALSO)
    night = nights.plan_night(club, f"Birthday of {NAME}", f"At {NAME}'s", "2026-11-19")
    nights.add_tables(club, night, 1)
    accounts.invite(club, "member", f"for {NAME}")
    for number, game in enumerate(("tresette", "truco", "tresette")):
        match = play(club, NAME, *OTHERS, game=game, winner=number % 2)
        write(ledger.annotate, match, 1, f"{NAME} was late")
    alone = begin(club, ALSO, "Bruno", "Carla", "Dino", day="2026-02-01", game="tresette")
    write(ledger.record, alone, points(8, 3))
    ledger.seat(alone, 1, NAME + " II", ledger.Write(f"{NAME}'s phone", "s", alone.version))
    ledger.decline(alone, "record", 1, {"honours.0.player": NAME}, actor="", key="d")
    ledger.undo(alone, ledger.Write(NAME, "u", alone.version))
    links.make_link(alone.sitting, "score", f"{NAME}'s phone")
    ledger.describe_sitting(alone.sitting, f"{NAME}'s table", "Bar", 0)
    entered_in_a_tournament(club)
    db.session.commit()
    return club


def entered_in_a_tournament(club: Club) -> None:
    pair = entrant(1, name=f"{NAME} – Bruno", players=[NAME, "Bruno"], club=f"{NAME}'s club")
    tournament = a_tournament(club, [pair, entrant(2)], desk={"numbers": {"1": ["77-Z", "B-1"]}}, name=f"Cup of {NAME}")
    ruling = {"round": 1, "entrant": 1, "vp": -1, "reason": f"{NAME} was late"}
    keeping.change(
        tournament,
        None,
        lambda document: add_ruling(document, ruling),
        actor=NAME,
        kind="rule",
        detail={"round": 1, "who": NAME},
    )


def one(club: Club, name: str) -> Player:
    return db.session.get_one(Player, player(club, name))


def traces(*parts: str) -> list[str]:
    """All texts in the database that contain a name of the person, or one of these parts of names."""
    parts_wanted = parts or ("zdenka", "zdeňka", "ňuňů", "77-z")
    found = []
    for table in Base.metadata.sorted_tables:
        for row in db.session.execute(table.select()).mappings():
            for name, value in row.items():
                text = json.dumps(value, ensure_ascii=False, default=str)
                if any(part in text.casefold() for part in parts_wanted):
                    found.append(f"{table.name}.{name}: {text}")
    return found


def scores(club: Club) -> list[Any]:
    matches = db.session.scalars(select(Match).order_by(Match.id)).all()
    return [(match.table, [hand.points for hand in ledger.hands(match)]) for match in matches] + [
        [line[2:] for line in standings(club, Period(game))] for game in ("tresette", "truco")
    ]


def test_names_go_everywhere_and_scores_stay(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_full_club()
        before, entry = scores(club), one(club, NAME).id
        assert len(traces()) > 30
        done = erasing.erase_person(club, erasing.find_person(club, ALSO))
        db.session.commit()
        db.session.expunge_all()
        assert traces() == []
        assert done == ("N. N. 1", 4, 1)
        assert scores(club) == before
        erased = db.session.get_one(Player, entry)
        assert (erased.name, details_of(erased), erased.active) == ("N. N. 1", Details(), False)
        assert {row.player_id for row in db.session.scalars(select(Result).where(Result.name == "N. N. 1"))} == {entry}
        for match in db.session.scalars(select(Match)):
            assert differences(db.session, match) == []


def test_tournaments_phones_accounts_and_other_clubs_are_as_they_were_but_for_the_name(any_app: Flask) -> None:
    with any_app.app_context():
        club, other_club = a_full_club(), a_club(NAME, "Eva", "Fred", "Gina")
        play(other_club, NAME, "Eva", "Fred", "Gina")
        match = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert match is not None
        number, version = match.id, match.version
        erasing.erase_person(club, erasing.find_person(club, NAME))
        db.session.commit()
        _is_erased_in_a_tournament()
        again = db.session.get_one(Match, number, populate_existing=True)
        assert again.version == version + 1  # phones see that something changed
        assert ledger.state(again, version)["hands"][0]["note"] == "N. N. 1 was late"
        assert ledger.changes(again)[-1].kind == "erase"
        assert accounts.authenticate("zdenka@example.org", PASSWORD) is None
        ended = db.session.scalars(select(Account).where(Account.name == "N. N. 1")).one()
        assert accounts.authenticate(ended.login, PASSWORD) is None
        assert db.session.scalar(select(Membership).where(Membership.account_id == ended.id)) is None
        assert [line.name for line in standings(other_club, Period("truco"))].count(NAME) == 1


def _is_erased_in_a_tournament() -> None:
    tournament = db.session.scalars(select(Tournament)).one()
    document = read(tournament.document)
    assert (document.name, document.entrants[0].name) == ("Cup of N. N. 1", "N. N. 1 – Bruno")
    assert document.entrants[0].players == ("N. N. 1", "Bruno")
    assert document.rulings[0].reason == "N. N. 1 was late"
    assert tournament.desk["numbers"] == {"1": ["", "B-1"]}
    assert tournament.version == 2  # pages that were open become stale


def test_who_has_only_entered_a_tournament_is_erased_too(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club()
        a_tournament(club)
        erasing.erase_person(club, erasing.find_person(club, "anna 2"))
        assert traces("anna 2") == []


def test_everything_goes_on_with_the_sign_in_the_names_place(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_full_club()
        erasing.erase_person(club, erasing.find_person(club, NAME))
        db.session.commit()
        of_tresette = select(Match).where(Match.setup["game"].as_string() == "tresette").order_by(Match.id)
        match = db.session.scalars(of_tresette).all()[-1]
        write(ledger.record, match, points(7, 4))
        write(ledger.undo, match)
        write(ledger.correct, match, 1, points(9, 2))
        assert differences(db.session, match) == []
        assert "N. N. 1" in {seat for line in ledger.changes(match) for seat in match.setup["seats"]}
        lines = list(exporting.match_lines(club, Period()))
        assert len(lines) == 4
        assert "Zde" not in "".join(lines)


def test_a_second_person_gets_another_sign(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_full_club()
        assert erasing.erase_person(club, erasing.find_person(club, NAME)).instead == "N. N. 1"
        assert erasing.erase_person(club, erasing.find_person(club, "bruno")).instead == "N. N. 2"
        match = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert match is not None
        assert sorted(match.setup["seats"]) == ["Carla", "Dino", "N. N. 1", "N. N. 2"]
        assert differences(db.session, match) == []


def test_a_guest_is_erased_by_name(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*OTHERS)
        play(club, "Gast", *OTHERS)
        erasing.erase_person(club, erasing.find_person(club, "GAST"))
        assert [line.name for line in standings(club, Period("truco"))].count("Gast") == 0
        assert erasing.find_person(club, "N. N. 1").player is None
        with pytest.raises(Refusal):
            erasing.find_person(club, "Gast")


def test_the_last_owner_stays_until_there_is_another(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Olga", *OTHERS)
        accounts.join(club, accounts.create_account("olga", "Olga", PASSWORD), "owner")
        with pytest.raises(Refusal):
            erasing.erase_person(club, erasing.find_person(club, "Olga"))


@pytest.mark.sqlite
def test_the_databases_files_hold_the_name_no_more(any_app: Flask) -> None:
    folder = Path(any_app.instance_path)
    with any_app.app_context():
        club = a_full_club()
        assert any(hit(file) for file in folder.glob("scorekeeper.sqlite3*"))
        erasing.erase_person(club, erasing.find_person(club, NAME))
        db.session.commit()
        db.session.close()
        assert scrub(db.engine)
    assert not [file for file in folder.glob("scorekeeper.sqlite3*") if hit(file)]


def hit(file: Path) -> bool:
    """True if a file contains the name: as it is, case-folded, or as JSON escapes it."""
    content = file.read_bytes()
    spellings = {NAME, NAME.casefold(), ALSO, ALSO.casefold(), "zdenka@example.org", "77-Z"}
    spellings |= {json.dumps(spelling)[1:-1] for spelling in set(spellings)}
    return any(spelling.encode() in content for spelling in spellings)


def test_an_owner_erases_somebody_after_a_page_that_says_what_goes(app: Flask) -> None:
    with app.app_context():
        club = a_full_club()
        entry, slug = one(club, NAME).id, club.slug
        wish = {"asked": {"who": NAME}, "language": "en", "root": "http://localhost/", "visitor": "", "total": 1}
        jobs.submit(jobs.Order("pages", "Sheets", "sheets.pdf", "/", club=club.id, **wish), [NAME.encode()])
    owner, phone = app.test_client(), app.test_client()
    owner.post("/login", data={"login": "olga", "password": PASSWORD})
    phone.post("/login", data={"login": "zdenka@example.org", "password": PASSWORD})
    assert phone.get("/account").status_code == 200
    assert f"/c/{slug}/players/{entry}/erase" in owner.get(f"/c/{slug}/players/{entry}/edit").text
    page = owner.get(f"/c/{slug}/players/{entry}/erase").text
    assert all(text in page for text in (NAME, ALSO, "zdenka@example.org", "cannot be undone"))
    for _ in range(2):  # a repeated request erases once
        assert owner.post(f"/c/{slug}/players/{entry}/erase").status_code == 303
    assert phone.get("/account").location.startswith("/login")  # the session has ended
    with app.app_context():
        assert traces() == []
        assert db.session.get_one(Player, entry).name == "N. N. 1"
        assert [db.session.scalar(select(func.count()).select_from(each)) for each in (Job, JobPiece)] == [0, 0]
    log = owner.get(f"/c/{slug}/log")
    assert "the player is now N. N. 1" in log.text or log.status_code == 404


def test_the_page_says_why_the_last_owner_cannot_be_erased(app: Flask) -> None:
    with app.app_context():
        club = a_full_club()
        address = f"/c/{club.slug}/players/{roster.add_player(club, 'Olga').id}/erase"
        db.session.commit()
    owner = app.test_client()
    owner.post("/login", data={"login": "olga", "password": PASSWORD})
    assert owner.post(address).location == address
    assert "A club needs an owner" in owner.get(address).text


def test_an_erased_president_signs_no_papers_and_another_one_still_does(app: Flask) -> None:
    with app.app_context():
        club = a_full_club()
        club.president = "Pia Bo"
        erasing.erase_person(club, erasing.find_person(club, NAME))
        assert club.president == "Pia Bo"
        erasing.erase_person(club, erasing.find_person(club, "pia  bo"))
        assert club.president == ""


@pytest.mark.sqlite
def test_the_command_line_erases_and_names_the_copies_that_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.app import create_app

    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    run = CliRunner()
    run.invoke(main, ["club", "create", "Circolo", "--login", "olga", "--password", PASSWORD])
    app = create_app()
    with app.app_context():
        club = the_club("circolo")
        for name in (NAME, *OTHERS):
            roster.add_player(club, name)
        play(club, NAME, *OTHERS)
        db.session.commit()
        db.engine.dispose()
    (tmp_path / "backups").mkdir(exist_ok=True)
    (tmp_path / "backups" / "old.sqlite3").write_bytes(b"")
    done = run.invoke(main, ["club", "erase", "circolo", NAME], input="y\n")
    assert "Called N. N. 1 now, in 1 matches" in done.output, done.output
    assert "old.sqlite3" in done.output
    assert not [file for file in tmp_path.glob("scorekeeper.sqlite3*") if hit(file)]
    assert "No player in this club" in run.invoke(main, ["club", "erase", "circolo", NAME, "--yes"]).output
    assert run.invoke(main, ["club", "erase", "nowhere", NAME, "--yes"]).exit_code == 1
    assert "written anew" in run.invoke(main, ["db", "scrub"]).output


STRUCTURED = {  # structured values: `the_club` and the tests of single games fill them as people do
    "match.table", "hand.entry", "hand.points", "hand.lines", "hand.table", "hand.dealer",
    "change.before", "change.after",
}  # fmt: skip
MAY_HOLD_IT = [
    f"{table.name}.{column.name}"
    for table in Base.metadata.sorted_tables
    for column in text_columns(table)
    if f"{table.name}.{column.name}" not in STRUCTURED
]


def test_every_text_column_says_whether_names_may_stand_in_it() -> None:
    marked = (FreeText, FreeJson, Code, CodeText, CodeJson)
    columns = [column for table in Base.metadata.sorted_tables for column in table.columns]
    texts = [(str(column), kind) for column in columns if isinstance(kind := kind_of(column), (String, JSON))]
    assert [name for name, kind in texts if not isinstance(kind, marked)] == []


def kind_of(column: Column[Any]) -> Any:
    return getattr(column.type, "impl", column.type)


def filled(table: Table) -> dict[str, Any]:
    """Values for a row of the table, with the name in every text; foreign keys refer to the club's rows."""
    values: dict[str, Any] = {}
    for column in table.columns:
        kind = kind_of(column)
        if column.foreign_keys:
            target = next(iter(column.foreign_keys)).column
            values[column.name] = db.session.scalar(select(target).order_by(target).limit(1))
        elif f"{table.name}.{column.name}" in MAY_HOLD_IT:
            values[column.name] = text_for(column, kind)
        elif isinstance(kind, String):
            values[column.name] = "ours"
        elif isinstance(kind, Integer):
            values[column.name] = 900
        else:
            others = {Boolean: True, Date: date(2026, 3, 1), DateTime: now(), LargeBinary: b"", Float: 1.0}
            values[column.name] = {} if isinstance(kind, JSON) else others.get(type(kind))
    return values


def text_for(column: Column[Any], kind: Any) -> Any:
    """The name in a value that fits a text or JSON column."""
    if isinstance(kind, JSON):
        return {NAME: [NAME, {"deep": [[f"for {NAME}!", 7]]}]}
    return NAME.casefold() if column.name == "name_key" else NAME


def fill_every_text_column(club: Club) -> None:
    """Writes the name into every text column of every table: in the club's rows, else in a new row."""
    for table in Base.metadata.sorted_tables:
        texts = [column for column in text_columns(table) if f"{table.name}.{column.name}" in MAY_HOLD_IT]
        if not texts:
            continue
        row = db.session.execute(select(table).order_by(*table.primary_key)).mappings().first()
        if row is None:
            db.session.execute(insert(table).values(filled(table)))
            continue
        own = [column == row[column.name] for column in table.primary_key]
        new = {column.name: text_for(column, kind_of(column)) for column in texts}
        db.session.execute(update(table).where(*own).values(new))
    db.session.commit()
    db.session.expire_all()


def test_no_text_column_of_any_table_holds_the_name_afterwards(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_full_club()
        fill_every_text_column(club)
        assert set(MAY_HOLD_IT) <= {trace.split(":")[0] for trace in traces()}
        erasing.erase_person(club, erasing.find_person(club, ALSO))
        db.session.commit()
        db.session.expunge_all()
        assert traces() == []


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_of_a_match_of_any_game_no_name_is_left_and_every_point(app: Flask, slug: str) -> None:
    with app.app_context():
        club = a_club()
        for document in documents_of(slug):
            match = ledger.start_match(tables.open_table(club), document, actor="", key=secrets.token_hex(8))
            for entry in document["hands"]:
                ledger.record(match, entry, ledger.Write("Anna"))
        db.session.commit()
        before = [match.table["totals"] for match in db.session.scalars(select(Match).order_by(Match.id))]
        assert before
        erasing.erase_person(club, erasing.find_person(club, "Anna"))
        db.session.commit()
        db.session.expunge_all()
        matches = db.session.scalars(select(Match).order_by(Match.id)).all()
        assert [match.table["totals"] for match in matches] == before
        assert [found for match in matches for found in differences(db.session, match)] == []
        assert traces("anna") == []


def test_a_game_that_is_named_after_the_person_stays_one_game(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        agreed = {"name": f"{NAME}'s game", "hands": 1, "columns": [{"name": NAME, "factor": 2}]}
        match = begin(club, NAME, "Bruno", game="own", options=agreed)
        write(ledger.record, match, {"columns": {NAME: [1, 0]}})
        db.session.commit()
        erasing.erase_person(club, erasing.find_person(club, NAME))
        match = db.session.scalars(select(Match)).one()
        write(ledger.record, ledger.rematch(match, actor="", key="again"), {"columns": {"N. N. 1": [0, 2]}})
        assert list(named_games.titles(club).values()) == ["N. N. 1's game"]
        assert traces() == []


def test_two_games_named_after_one_person_stay_two_games(app: Flask) -> None:
    with app.app_context():
        club = a_club(NAME, "Zdena")
        roster.merge(*sorted(roster.players(club), key=lambda player: player.name, reverse=True))
        for name in (NAME, "Zdena"):
            match = begin(club, name, "Bruno", game="own", options={"name": f"{name}'s game", "hands": 1})
            write(ledger.record, match, {"points": [1, 0]})
        assert len(named_games.titles(club)) == 2
        erasing.erase_person(club, erasing.find_person(club, NAME))
        assert [*named_games.titles(club).values()] == ["N. N. 1's game"] * 2


MATCHES = 8 if FUZZING else 4  # of each game, at most


def documents_of(slug: str) -> list[dict[str, Any]]:
    """Valid match documents of a game in which Anna plays."""
    texts = [json.dumps(each).replace('"Ana"', '"Anna"') for each in good_documents(slug)]  # in Spanish games
    return [json.loads(text) for text in texts if '"Anna"' in text][:MATCHES]


def an_account(club: Club, login: str, name: str, role: str = "member") -> int:
    return accounts.join(club, accounts.create_account(login, name, PASSWORD), role).account_id


@pytest.fixture
def zebulon(app: Flask) -> Iterator[tuple[Club, int]]:
    """A club with a player Zebulon, and the id of the account of a Zebulon K."""
    with app.app_context():
        club = a_club("Zebulon", "Anna", *OTHERS)
        an_account(club, "olga", "Olga", "owner")
        account = an_account(club, "zk@example.org", "Zebulon K.")
        an_account(club, "zebra", "Anna Zeb")
        play(club, "Zebulon", *OTHERS)
        club_logs.note(club, "Zebulon K.", "night", day="2026-03-01")
        db.session.commit()
        yield club, account


def test_an_account_that_shares_a_word_with_the_name_is_asked_about(zebulon: tuple[Club, int]) -> None:
    club, account = zebulon
    person = erasing.find_person(club, "Zebulon")
    assert person.members == []
    assert [member.account_id for member in person.perhaps] == [account]


def test_an_account_that_is_chosen_ends_and_its_name_goes_too(zebulon: tuple[Club, int]) -> None:
    club, account = zebulon
    done = erasing.erase_person(club, erasing.with_accounts(erasing.find_person(club, "Zebulon"), [account]))
    db.session.commit()
    assert done.accounts == 1
    assert traces("zebulon", "zk@example") == []
    assert accounts.authenticate("zk@example.org", PASSWORD) is None


def test_an_account_that_is_not_chosen_is_somebody_else(zebulon: tuple[Club, int]) -> None:
    club, account = zebulon
    assert erasing.erase_person(club, erasing.find_person(club, "Zebulon")).accounts == 0
    db.session.commit()
    assert {trace.split(":")[0] for trace in traces("zebulon")} == {"account.name", "club_act.actor"}
    assert db.session.get_one(Account, account).name == "Zebulon K."


def test_the_page_asks_and_an_account_of_nobody_like_that_cannot_be_chosen(
    app: Flask, zebulon: tuple[Club, int]
) -> None:
    club, account = zebulon
    olga = the_account("olga")
    address = f"/c/{club.slug}/players/{player(club, 'Zebulon')}/erase"
    owner = app.test_client()
    owner.post("/login", data={"login": "olga", "password": PASSWORD})
    page = owner.get(address).text
    assert re.findall(r'name="account" value="(\d+)"', page) == [str(account)]
    owner.post(address, data={"account": [str(account), str(olga.id)]})
    assert traces("zebulon") == []
    assert accounts.authenticate("olga", PASSWORD) is not None


def test_an_account_that_is_in_another_club_too_stays_there_as_it_is(any_app: Flask) -> None:
    with any_app.app_context():
        here, there = a_full_club(), a_club("Eva")
        account = the_account("zdenka@example.org")
        accounts.join(there, account, "owner")
        club_logs.note(there, NAME, "player", who="Eva")
        db.session.commit()
        erasing.erase_person(here, erasing.find_person(here, NAME))
        db.session.commit()
        assert account.name == NAME
        assert accounts.authenticate("zdenka@example.org", PASSWORD) is not None
        assert {trace.split(":")[0] for trace in traces()} == {"account.name", "account.login", "club_act.actor"}


def test_a_name_that_only_the_log_has_is_erased_and_its_sign_is_not_used_again(app: Flask) -> None:
    with app.app_context():
        club = a_club()
        write(ledger.seat, begin(club, "Anselma", "Bruno", "Carla", "Dietmar", game="tresette"), 0, "Zoltan")
        for name in ("Anselma", "Dietmar"):
            erasing.erase_person(club, erasing.find_person(club, name))
        db.session.commit()
        assert traces("anselma", "dietmar") == []
        match = db.session.scalars(select(Match)).one()
        assert match.setup["seats"] == ["Zoltan", "Carla", "Bruno", "N. N. 2"]
        lines = [line.encode() for line in exporting.match_lines(club, Period())]
        assert importing.import_matches(a_club(), lines, actor="") == 1
