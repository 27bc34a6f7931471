"""The names in a log: lines of imported logs are marked, and no member can write under another member's name."""

import csv
import importlib.util
import io
import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text

from scorekeeper import ledger
from scorekeeper.clubs import accounts, exporting, importing, roster
from scorekeeper.clubs.person_details import Details
from scorekeeper.clubs.standings import Period
from scorekeeper.games.engine.base import Refusal
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.club_models import Club, ClubSitting
from scorekeeper.store.models import Match, db
from scorekeeper.web import links
from tests.clubs.conftest import the_account, the_club
from tests.clubs.evenings import a_club, play
from tests.paper.papers import texts
from tests.support.matches import won, write

FOUR = ("Anna", "Bruno", "Carla", "Dino")
PASSWORD = "four aces of coins"


@pytest.fixture
def imported(app: Flask, club: str) -> int:
    """The id of an imported match that an Olga had approved elsewhere."""
    with app.app_context():
        match = play(a_club(), *FOUR)
        ledger.correct(match, 1, won(1, 3), ledger.Write("Olga", "c", match.version))
        ledger.approve(match, ledger.Write("Olga", "a", match.version))
        with ledger.ruled(match, "as agreed"):
            ledger.annotate(match, 1, "late", ledger.Write("Olga", "n", match.version))
        line = next(iter(exporting.match_lines(club_of(match), Period())))
        assert importing.import_matches(the_club(club), [line.encode()], actor="Olga") == 1
        taken_in = select(ClubSitting.sitting_id).where(ClubSitting.club_id == the_club(club).id)
        number = db.session.scalars(select(Match.id).where(Match.sitting_id.in_(taken_in))).one()
        db.session.commit()
        return number


def club_of(match: Match) -> Club:
    query = select(Club).join(ClubSitting, ClubSitting.club_id == Club.id)
    return db.session.scalars(query.where(ClubSitting.sitting_id == match.sitting_id)).one()


def rows_of(browser: FlaskClient, club: str, query: str = "") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(browser.get(f"/c/{club}/log.csv{query}").text)))


def test_every_imported_line_is_marked_in_the_clubs_log_and_none_that_was_written_here(
    app: Flask, club: str, owner: FlaskClient, imported: int
) -> None:
    with app.app_context():
        match = db.session.get_one(Match, imported)
        with ledger.ruled(match, "wrong hall"):
            ledger.annotate(match, 2, "here", ledger.Write("Olga", "h", match.version))
        db.session.commit()
        last = match.version
    rows = rows_of(owner, club, f"?match={imported}")
    assert [row["written by"] for row in rows] == ["an account"] + ["imported"] * (last - 1)
    page = owner.get(f"/c/{club}/log?match={imported}").text
    assert page.count("imported") == last - 1


def test_an_imported_approval_is_not_taken_for_one_of_ours(
    app: Flask, club: str, owner: FlaskClient, imported: int
) -> None:
    page = owner.get(f"/c/{club}/approvals/{imported}").text
    assert re.search(r"Approved by Olga: [^<]*, from a file", page)
    assert "Olga, from a file: " in page
    with app.app_context():
        match = db.session.get_one(Match, imported)
        lock = ledger.lock(match, lambda message, params: message.format(**params))
        assert lock is not None
        assert lock["said"].endswith("from a file")
        assert "Olga, from a file" in " ".join(texts(sheet_of_recorded(match, paper="A4", language="en")))


def test_a_match_taken_in_without_its_log_is_marked_too(app: Flask, club: str, owner: FlaskClient) -> None:
    with app.app_context():
        line = json.loads(next(iter(exporting.match_lines(club_of(play(a_club(), *FOUR)), Period(), with_log=False))))
        importing.import_matches(the_club(club), [json.dumps(line).encode()], actor="Olga")
        db.session.commit()
    assert {row["written by"] for row in rows_of(owner, club) if row["match"]} == {"imported"}


@pytest.mark.each_engine
def test_what_was_imported_before_is_marked_by_the_migration(app: Flask, club: str, imported: int) -> None:
    from scorekeeper.store.migrations.versions import __path__ as folder

    with app.app_context():
        lines = db.session.get_one(Match, imported).imported
        assert lines is not None
        others = {match.id for match in db.session.scalars(select(Match).where(Match.imported.is_(None)))}
        assert others
        db.session.execute(text("UPDATE match SET imported = NULL"))
        step = importlib.util.spec_from_file_location("step", next(iter(Path(folder[0]).glob("0016_*.py"))))
        assert step is not None
        found = importlib.util.module_from_spec(step)
        assert step.loader is not None
        step.loader.exec_module(found)
        db.session.execute(found.mark())
        db.session.expire_all()
        assert db.session.get_one(Match, imported).imported == lines
        assert {match.id for match in db.session.scalars(select(Match).where(Match.imported.is_(None)))} == others


def test_a_label_that_is_an_accounts_name_is_seen_to_be_a_links(app: Flask, club: str, owner: FlaskClient) -> None:
    with app.app_context():
        match = play(the_club(club), *FOUR)
        token = links.token(links.make_link(match.sitting, "score", "Olga"))
        version = match.version
        db.session.commit()
    client = app.test_client()
    sent = {"note": "robbed", "seen": str(version), "key": "k"}
    assert client.post(f"/s/{token}/m/1/hands/1/note", data=sent).status_code == 303
    client.post(f"/s/{token}/stakes", data={"amount": "5"})
    rows = {row["kind"]: row for row in rows_of(owner, club)}
    for kind in ("annotate", "stake"):
        assert (rows[kind]["who"], rows[kind]["written by"]) == ("Olga", "a link")
    page = owner.get(f"/c/{club}/log").text
    assert len(re.findall(r"<bdi>Olga</bdi> <span class=\"tag\">by a link</span>", page)) == 2


@pytest.mark.parametrize("name", ["Olga", "olga", "OIga", "Оlga", "Ol\u200bga", "0lga", "Olga "])
def test_nobody_joins_under_a_name_that_looks_like_a_members(app: Flask, club: str, name: str) -> None:
    with app.app_context():
        _given, secret = accounts.invite(the_club(club), "member")
        db.session.commit()
    client = app.test_client()
    form = {"login": "mallory", "password": PASSWORD}
    refused = client.post(f"/join/{secret}", data={**form, "name": name})
    assert refused.status_code == 422
    assert "already has this name" in refused.text
    assert client.post(f"/join/{secret}", data={**form, "name": "Mallory"}).status_code == 303


def test_who_has_an_account_elsewhere_under_such_a_name_is_asked_for_another(app: Flask, club: str) -> None:
    with app.app_context():
        accounts.join(a_club(), accounts.create_account("olga2", "Olga", PASSWORD), "owner")
        _given, secret = accounts.invite(the_club(club), "member")
        db.session.commit()
    client = app.test_client()
    client.post("/login", data={"login": "olga2", "password": PASSWORD})
    refused = client.post(f"/join/{secret}")
    assert refused.status_code == 422
    assert 'name="name"' in refused.text
    assert client.post(f"/join/{secret}", data={"name": "Olga B."}).status_code == 303
    with app.app_context():
        account = the_account("olga2")
        assert account.name == "Olga B."


def test_no_member_takes_another_members_name_with_a_second_invitation(app: Flask, club: str) -> None:
    with app.app_context():
        here = the_club(club)
        mallory = accounts.create_account("mallory", "Mallory", PASSWORD)
        accounts.join(here, mallory, "member")
        invited = [accounts.invite(here, "member")[1], accounts.invite(a_club(), "member")[1]]
        db.session.commit()
    client = app.test_client()
    client.post("/login", data={"login": "mallory", "password": PASSWORD})
    for secret in invited:  # into the same club, and into another: the name is used in both
        refused = client.post(f"/join/{secret}", data={"name": "OIga"})
        assert (refused.status_code, "already has this name" in refused.text) == (422, True)
    assert client.post(f"/join/{invited[0]}", data={"name": "Mallory M."}).status_code == 303
    with app.app_context():
        renamed = the_account("mallory")
        assert renamed.name == "Mallory M."


@pytest.mark.parametrize("name", ["Аnna", "An\u200bna", "Ａｎｎａ", "A n n a"])
def test_no_player_is_called_so_that_it_looks_like_another(app: Flask, name: str) -> None:
    with app.app_context():
        club = a_club("Anna", "Bruno")
        with pytest.raises(Refusal):
            roster.add_player(club, name)
        bruno = roster.find_by_name(club, "Bruno")
        assert bruno is not None
        with pytest.raises(Refusal):
            roster.change_player(bruno, name, Details(), active=True)


def test_a_player_may_be_written_otherwise_than_before(app: Flask) -> None:
    with app.app_context():
        club = a_club("Anna")
        anna = roster.find_by_name(club, "Anna")
        assert anna is not None
        roster.change_player(anna, "Аnna", Details(), active=True)
        roster.change_player(anna, "Anna", Details(), active=True)
        write(ledger.annotate, play(club, *FOUR), 1, "")
