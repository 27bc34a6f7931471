"""User input stays text: in pages, spreadsheets, PDFs and logs; over all routes of the URL map."""

import csv
import io
import logging
import re
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.routing import BuildError
from werkzeug.test import TestResponse

from scorekeeper import ledger
from scorekeeper.clubs import roster
from scorekeeper.store.club_models import Club, ClubSitting, Night
from scorekeeper.store.models import Match, Sitting, db
from scorekeeper.store.tournament_models import Tournament
from scorekeeper.web.views.tournaments.papers import TITLES
from tests.clubs.conftest import set_up_code_of
from tests.conftest import MakeApp
from tests.support.visitors import CLUB, PASSWORD, World, a_world
from tests.web.test_access import ROUTES

TAG = "<img src=//evil.example/x>"
EVIL = f"=1+1|{TAG}"
EVIL_NAMES = (f"={TAG}", f"@{TAG}", "</style>*{x:url(//e)}", "{{ 7*7 }}")


@pytest.fixture
def world(make_app: MakeApp) -> World:
    """Returns the filled database, with names that try to inject code."""
    created = a_world(make_app(RATELIMIT_ENABLED=False))
    with created.app.app_context():
        club = db.session.scalars(select(Club)).first()
        assert club is not None
        club.name = EVIL
        for night in db.session.scalars(select(Night)):
            night.name = night.place = EVIL
        for cup in db.session.scalars(select(Tournament)):
            cup.document = {**cup.document, "name": EVIL, "entrants": evil(cup.document["entrants"])}
        for number, name in enumerate(EVIL_NAMES):
            roster.add_player(club, name, f"={number}")
        for sitting in db.session.scalars(select(Sitting)):
            sitting.name = sitting.place = EVIL
        head = {"format": "scorekeeper/1", "game": "tresette", "sides": [
            {"name": f"-{TAG}", "players": list(EVIL_NAMES[:2])},
            {"name": f"+{TAG}", "players": list(EVIL_NAMES[2:])},
        ]}  # fmt: skip
        for sitting in db.session.scalars(select(Sitting).order_by(Sitting.id)).all():
            match = ledger.start_match(sitting, head, actor=EVIL, key=f"evil-{sitting.id}")
            while match.status == "in_progress":
                entry = {"points": [8, 3], "note": EVIL}
                ledger.record(match, entry, ledger.Write(EVIL, f"{match.version}", match.version))
        db.session.commit()
        assert db.session.scalar(select(ClubSitting.sitting_id)) is not None
    return created


def evil(entrants: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns a tournament's entrants with other names."""
    names = [EVIL_NAMES[at % len(EVIL_NAMES)] for at, _entrant in enumerate(entrants)]
    return [{**each, "name": f"{name} {each['id']}", "players": [f"{name} 1", f"{name} 2"]}
            for each, name in zip(entrants, names, strict=True)]  # fmt: skip


def answers(world: World, *, papers: bool) -> Any:
    """Returns the responses of GET routes by endpoint, of PDFs or all others, to the visitor with most permissions."""
    with world.app.app_context():
        newest = {match.sitting_id: match.number for match in db.session.scalars(select(Match).order_by(Match.id))}
    for name, rule in ROUTES.items():
        visitor = "owner" if "club" in rule.arguments else "scorer"
        if not name.startswith("GET") or rule.rule.endswith(".pdf") != papers:
            continue
        try:
            address = world.address(rule, visitor)
        except BuildError:  # a route without values in `tests.support.visitors`; `test_access` fails for it
            continue
        if "token" in rule.arguments and "/m/" in address:
            address = address.replace("/m/2", f"/m/{newest[1]}")
        with world.browser(visitor).get(address) as answer:
            yield name, answer, answer.get_data()


def test_no_page_takes_a_name_for_markup_and_no_table_holds_a_formula(world: World) -> None:
    pages, tables = 0, []
    for name, answer, content in answers(world, papers=False):
        if answer.mimetype == "text/html":
            pages += TAG in content.decode().replace("&lt;", "<").replace("&gt;", ">")
            assert TAG.encode() not in content, name
            assert b"</style>*" not in content, name
            assert b"=49" not in content, name
        elif answer.mimetype == "text/csv":
            tables.append(name)
            for row in csv.reader(io.StringIO(content.decode("utf-8-sig"))):
                assert not [cell for cell in row if cell.lstrip()[:1] in {"=", "+", "@", "\t"}], name
    assert pages >= 10
    assert len(tables) >= 2


def test_no_paper_takes_a_name_for_markup_or_fetches_anything(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks the HTML of every kind of sheet; that WeasyPrint loads nothing from elsewhere: `test_pdf_writer`."""
    seen: list[str] = []

    class Paper:
        def __init__(self, string: str, **_more: Any) -> None:
            seen.append(string)
            names = re.findall(r'id="([^"]+)"', string)
            self.pages = [SimpleNamespace(anchors={name: (at, at) for at, name in enumerate(names)})]

        def render(self, **_more: Any) -> "Paper":
            return self

        def copy(self, _pages: Any) -> "Paper":
            return self

        def write_pdf(self, **_more: Any) -> bytes:
            return b"%PDF"

    monkeypatch.setattr("weasyprint.HTML", Paper)
    papers = [name for name, answer, _content in answers(world, papers=True) if answer.mimetype == "application/pdf"]
    assert {"GET sheets.match", "GET sheets.blank", "GET season_papers.certificate"} <= set(papers)
    print_tournaments(world)
    assert any("&lt;img src=" in html for html in seen)
    for html in seen:
        assert TAG not in html
        assert "</style>*" not in html


def print_tournaments(world: World) -> None:
    """Prints every paper of every tournament, as far as there is something to print."""
    owner, address = world.browser("owner"), f"/c/{CLUB}/tournaments/{{}}/papers/{{}}.pdf"
    with world.app.app_context():
        numbers = list(db.session.scalars(select(Tournament.id)))
    for number, kind in product(numbers, TITLES):
        with owner.get(address.format(number, kind)) as answer:
            assert answer.status_code in (200, 303), (number, kind)


KINDS = {
    "a page": ("GET", "/", 200), "nothing there": ("GET", "/nowhere", 404), "a wrong method": ("POST", "/healthz", 405),
    "no link": ("GET", "/s/1-x/m/1", 404), "a script's answer": ("GET", "/engine.json", 200),
    "a redirect": ("GET", "/club", 302), "too much": ("POST", "/over/", 413), "no token": ("POST", "/new", 400),
    "too long": ("GET", "/?" + "x" * 9000, 414), "a paper": ("GET", "/blank/truco.pdf", 200),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_every_kind_of_answer_says_what_the_browser_may_do(make_app: MakeApp, kind: str, scheme: str) -> None:
    method, address, status = KINDS[kind]
    app = make_app(WTF_CSRF_ENABLED=True)
    answer: TestResponse = app.test_client().open(
        address, method=method, base_url=f"{scheme}://localhost",
        data={"x": "x" * 1_100_000} if status == 413 else None,
    )  # fmt: skip
    assert answer.status_code == status
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert ("Strict-Transport-Security" in answer.headers) == (scheme == "https")
    answer.close()


def test_no_password_or_secret_stands_in_a_log(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = app.test_client()
    typed = {"club": "Circolo", "login": "olga", "password": PASSWORD, "code": set_up_code_of(app)}
    client.post("/club/set-up", data=typed)
    client.post("/logout")
    client.post("/login", data={"login": "olga", "password": PASSWORD + "?"})
    client.post("/login", data={"login": "olga", "password": PASSWORD})
    page = client.post("/c/circolo/people/invite", data={"role": "member"}).text
    secret = page.partition("/join/")[2].partition('"')[0].partition("<")[0].split()[0]
    assert len(secret) > 20
    app.test_client().get(f"/join/{secret}")
    assert PASSWORD not in caplog.text
    assert secret not in caplog.text
