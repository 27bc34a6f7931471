"""Erasing a person: no file of the database holds the name any more, and all scores stay."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import JSON, String, func, select

from scorekeeper import jobs, ledger
from scorekeeper.cli import main
from scorekeeper.clubs import accounts, club_log, erasing, exporting, nights, one_time_links, roster
from scorekeeper.clubs.period import Period
from scorekeeper.clubs.standings import standings
from scorekeeper.games.engine.base import Refusal
from scorekeeper.ledger.names import Names
from scorekeeper.ledger.verify import differences
from scorekeeper.paper.erase_files import scrub
from scorekeeper.store.club_models import Account, Club, Membership, Player, Result
from scorekeeper.store.job_models import Job, JobPiece
from scorekeeper.store.models import Base, Match, db
from scorekeeper.web import links
from tests.clubs.evenings import a_club, begin, play, player
from tests.evenings import points, write

NAME, ALSO = "Zdenka Ňuňů", "Zdeňka"  # letters that JSON keeps as escapes, too
OTHERS = ("Bruno", "Carla", "Dino")
PASSWORD = "four aces of coins"


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
        ("", ""),
    ],
)
def test_whole_words_are_erased_and_other_peoples_names_are_not(text: str, erased: str) -> None:
    assert Names(["Anna"], "N. N. 1", ["Anna", "Anna Maria", "Bruno"]).text(text) == erased


def test_a_name_of_any_signs_is_erased() -> None:
    for name in ("A.", "(x", "a+b", "🂡", "Ä ö", "\\d", "x|y", "[", "a\u0301"):
        assert Names([name], "N. N. 1").name(name) == "N. N. 1"


def the_club() -> Club:
    """A club in which the person left traces everywhere that we can think of."""
    club = a_club(NAME, *OTHERS)
    for login, name, role in (("zdenka@example.org", NAME, "scorer"), ("olga", "Olga", "owner")):
        accounts.join(club, accounts.make_account(login, name, PASSWORD), role)
    roster.change_player(one(club, NAME), NAME, "77-Z", active=True)
    roster.merge(one(club, NAME), roster.add_player(club, ALSO))
    club_log.note(club, NAME, "player", who=ALSO)
    night = nights.plan_night(club, f"Birthday of {NAME}", f"At {NAME}'s", "2026-11-19")
    nights.add_tables(club, night, 1)
    one_time_links.invite(club, "member", f"for {NAME}")
    for number, game in enumerate(("tresette", "truco", "tresette")):
        match = play(club, NAME, *OTHERS, game=game, winner=number % 2)
        write(ledger.annotate, match, 1, f"{NAME} was late")
    alone = begin(club, ALSO, "Bruno", "Carla", "Dino", day="2026-02-01", game="tresette")
    write(ledger.record, alone, points(8, 3))
    ledger.seat(alone, 1, NAME + " II", ledger.Write(f"{NAME}'s phone", "s", alone.version))
    ledger.decline(alone, "record", 1, {"honours.0.player": NAME}, actor="", key="d")
    ledger.undo(alone, ledger.Write(NAME, "u", alone.version))
    links.make_link(alone.sitting, "score", f"{NAME}'s phone")
    ledger.describe_sitting(alone.sitting, f"{NAME}'s table", "Bar")
    db.session.commit()
    return club


def one(club: Club, name: str) -> Player:
    return db.session.get_one(Player, player(club, name))


def traces() -> list[str]:
    """The texts of all columns, as Python reads them, that hold a name of the person."""
    found = []
    for table in Base.metadata.sorted_tables:
        for row in db.session.execute(table.select()).mappings():
            for name, value in row.items():
                text = json.dumps(value, ensure_ascii=False, default=str)
                if any(part in text.casefold() for part in ("zdenka", "zdeňka", "ňuňů", "77-z")):
                    found.append(f"{table.name}.{name}: {text}")
    return found


def scores(club: Club) -> list[Any]:
    matches = db.session.scalars(select(Match).order_by(Match.id)).all()
    return [(match.table, [hand.points for hand in ledger.hands(match)]) for match in matches] + [
        [line[2:] for line in standings(club, Period(game))] for game in ("tresette", "truco")
    ]


def test_names_go_everywhere_and_scores_stay(any_app: Flask) -> None:
    with any_app.app_context():
        club = the_club()
        before, entry = scores(club), one(club, NAME).id
        assert len(traces()) > 30
        done = erasing.erase_person(club, erasing.find(club, ALSO))
        db.session.commit()
        db.session.expunge_all()
        assert traces() == []
        assert done == ("N. N. 1", 4, 1)
        assert scores(club) == before
        erased = db.session.get_one(Player, entry)
        assert (erased.name, erased.number, erased.active) == ("N. N. 1", "", False)
        assert {row.player_id for row in db.session.scalars(select(Result).where(Result.name == "N. N. 1"))} == {entry}
        for match in db.session.scalars(select(Match)):
            assert differences(db.session, match) == []


def test_everything_goes_on_with_the_sign_in_the_names_place(any_app: Flask) -> None:
    with any_app.app_context():
        club = the_club()
        erasing.erase_person(club, erasing.find(club, NAME))
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


def test_phones_see_that_something_changed(any_app: Flask) -> None:
    with any_app.app_context():
        club = the_club()
        match = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert match is not None
        version = match.version
        erasing.erase_person(club, erasing.find(club, NAME))
        db.session.commit()
        again = db.session.get_one(Match, match.id, populate_existing=True)
        assert again.version == version + 1
        state = ledger.state(again, version)
        assert state["hands"][0]["note"] == "N. N. 1 was late"
        assert ledger.changes(again)[-1].kind == "erase"


def test_a_second_person_gets_another_sign(any_app: Flask) -> None:
    with any_app.app_context():
        club = the_club()
        assert erasing.erase_person(club, erasing.find(club, NAME)).instead == "N. N. 1"
        assert erasing.erase_person(club, erasing.find(club, "bruno")).instead == "N. N. 2"
        match = db.session.scalars(select(Match).order_by(Match.id)).first()
        assert match is not None
        assert sorted(match.setup["seats"]) == ["Carla", "Dino", "N. N. 1", "N. N. 2"]
        assert differences(db.session, match) == []


def test_a_guest_is_erased_by_name(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club(*OTHERS)
        play(club, "Gast", *OTHERS)
        erasing.erase_person(club, erasing.find(club, "GAST"))
        assert [line.name for line in standings(club, Period("truco"))].count("Gast") == 0
        assert erasing.find(club, "N. N. 1").player is None
        with pytest.raises(Refusal):
            erasing.find(club, "Gast")


def test_the_last_owner_stays_until_there_is_another(any_app: Flask) -> None:
    with any_app.app_context():
        club = a_club("Olga", *OTHERS)
        accounts.join(club, accounts.make_account("olga", "Olga", PASSWORD), "owner")
        with pytest.raises(Refusal):
            erasing.erase_person(club, erasing.find(club, "Olga"))


def test_an_erased_account_opens_nothing(any_app: Flask) -> None:
    with any_app.app_context():
        club = the_club()
        erasing.erase_person(club, erasing.find(club, NAME))
        db.session.commit()
        assert accounts.authenticate("zdenka@example.org", PASSWORD) is None
        ended = db.session.scalars(select(Account).where(Account.name == "N. N. 1")).one()
        assert accounts.authenticate(ended.login, PASSWORD) is None
        assert db.session.scalar(select(Membership).where(Membership.account_id == ended.id)) is None


def test_another_clubs_people_are_left_alone(any_app: Flask) -> None:
    with any_app.app_context():
        here = the_club()
        there = a_club(NAME, "Eva", "Fred", "Gina")
        play(there, NAME, "Eva", "Fred", "Gina")
        erasing.erase_person(here, erasing.find(here, NAME))
        assert [line.name for line in standings(there, Period("truco"))].count(NAME) == 1


@pytest.mark.sqlite
def test_the_databases_files_hold_the_name_no_more(any_app: Flask) -> None:
    folder = Path(any_app.instance_path)
    with any_app.app_context():
        club = the_club()
        assert any(hit(file) for file in folder.glob("scorekeeper.sqlite3*"))
        erasing.erase_person(club, erasing.find(club, NAME))
        db.session.commit()
        db.session.close()
        assert scrub(db.engine)
    assert not [file for file in folder.glob("scorekeeper.sqlite3*") if hit(file)]


def hit(file: Path) -> bool:
    """Whether the name's letters stand anywhere in a file: as they are, folded, or as JSON escapes them."""
    content = file.read_bytes()
    spellings = {NAME, NAME.casefold(), ALSO, ALSO.casefold(), "zdenka@example.org", "77-Z"}
    spellings |= {json.dumps(each)[1:-1] for each in set(spellings)}
    return any(each.encode() in content for each in spellings)


def test_every_column_that_may_hold_a_name_is_thought_of() -> None:
    texts = {
        f"{table.name}.{column.name}"
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if isinstance(getattr(column.type, "impl", column.type), (String, JSON))
    }
    assert texts == set().union(*erasing.COLUMNS.values())


def test_an_owner_erases_somebody_after_a_page_that_says_what_goes(app: Flask) -> None:
    with app.app_context():
        club = the_club()
        entry, slug = one(club, NAME).id, club.slug
        wish = {"asked": {"who": NAME}, "language": "en", "root": "http://localhost/", "visitor": "", "total": 1}
        jobs.submit(jobs.Order("pages", "Sheets", "sheets.pdf", "/", club=club.id, **wish), [NAME.encode()])
    owner = app.test_client()
    owner.post("/login", data={"login": "olga", "password": PASSWORD})
    assert f"/c/{slug}/players/{entry}/erase" in owner.get(f"/c/{slug}/players/{entry}/edit").text
    page = owner.get(f"/c/{slug}/players/{entry}/erase").text
    assert all(text in page for text in (NAME, ALSO, "zdenka@example.org", "cannot be undone"))
    for _ in range(2):  # sent twice, it is done once
        assert owner.post(f"/c/{slug}/players/{entry}/erase").status_code == 303
    with app.app_context():
        assert traces() == []
        assert db.session.get_one(Player, entry).name == "N. N. 1"
        assert [db.session.scalar(select(func.count()).select_from(each)) for each in (Job, JobPiece)] == [0, 0]
    assert "is called N. N. 1 now" in owner.get(f"/c/{slug}/log").text or owner.get(f"/c/{slug}/log").status_code == 404


def test_the_page_says_why_the_last_owner_cannot_be_erased(app: Flask) -> None:
    with app.app_context():
        club = the_club()
        address = f"/c/{club.slug}/players/{roster.add_player(club, 'Olga').id}/erase"
        db.session.commit()
    owner = app.test_client()
    owner.post("/login", data={"login": "olga", "password": PASSWORD})
    assert owner.post(address).location == address
    assert "A club needs an owner" in owner.get(address).text


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
        club = accounts.find_club("circolo")
        assert club is not None
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
    assert "Nobody of that name" in run.invoke(main, ["club", "erase", "circolo", NAME, "--yes"]).output
    assert run.invoke(main, ["club", "erase", "nowhere", NAME, "--yes"]).exit_code == 1
    assert "written anew" in run.invoke(main, ["db", "scrub"]).output
