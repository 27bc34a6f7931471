"""Signs stored for missing names are shown as words: no page, paper or file contains a sign."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import ledger
from scorekeeper.games.engine.side_names import SIGNS
from scorekeeper.i18n import speaking
from scorekeeper.paper.stored_match_sheet import sheet_of_recorded
from scorekeeper.store.models import Match, db
from scorekeeper.web import downloads, printing
from tests.support.matches import points, start, write
from tests.support.page import Page
from tests.support.visitors import World, a_world
from tests.web.test_access import ROUTES

# One player has a name, so that the club's pages have results.
SIDES = [{"name": "●●", "players": ["Anna", "●● 2"]}, {"name": "▲▲", "players": ["▲▲ 1", "▲▲ 2"]}]
HEAD = {"format": "scorekeeper/1", "game": "tresette", "sides": SIDES, "options": {"honours": True},
        "about": {"confirm": "result"}}  # fmt: skip
HONOUR = {"player": "▲▲ 2", "kind": "napoletana", "suit": "coins"}
HANDS = ({**points(8, 3), "honours": [HONOUR]}, points(8, 3), points(8, 3))
RAW = re.compile(f"([{''.join(SIGNS)}])\\1+")
ATTRIBUTES = ("title", "aria-label", "alt", "placeholder", "content", "data-label", "data-confirm", "data-title")
STORED = {"entry", "setup", "card"}  # members of JSON responses with stored values, for programs
# Match documents for programs, which hold stored values.
DOCUMENTS = {"import_export.matches_jsonl", "sync.kept", "home.export_history", "openapi.show",
             "engine.file", "engine.game_file", "engine.messages", "engine.language"}  # fmt: skip
TELLING = {name: rule for name, rule in ROUTES.items() if name.startswith("GET") and rule.endpoint not in DOCUMENTS}


def raw_in(text: str) -> list[str]:
    """The signs in a text that are stored for a missing name."""
    return [found.group() for found in RAW.finditer(text)]


def raw_in_page(html: str) -> list[str]:
    """The signs in the text of a page, its labels for screen readers, and its link preview."""
    page = Page(html)
    pieces = [text for around, text in page.pieces if not {"script", "style"} & set(around)]
    pieces += [str(given.get(name) or "") for _tag, given, _around in page.elements for name in ATTRIBUTES]
    return [sign for piece in pieces for sign in raw_in(piece)]


def raw_in_json(value: Any) -> list[str]:
    """The signs in a JSON response."""
    if isinstance(value, dict):
        return [sign for name, each in value.items() if name not in STORED for sign in raw_in_json(each)]
    if isinstance(value, list):
        return [sign for each in value for sign in raw_in_json(each)]
    return raw_in(value) if isinstance(value, str) else []


def raw_in_answer(answer: TestResponse) -> list[str]:
    """The signs in a response, including its file name."""
    signs = raw_in(unquote(answer.headers.get("Content-Disposition", "")))
    if answer.is_json:
        return signs + raw_in_json(answer.get_json(force=True))
    if answer.mimetype in {"text/html", "application/pdf"}:
        return signs + raw_in_page(answer.text)
    return signs + (raw_in(answer.text) if (answer.mimetype or "").startswith("text/") else [])


@pytest.fixture
def world(app: Flask, monkeypatch: pytest.MonkeyPatch) -> World:
    """Finished matches in which only Anna has a name, with every kind of line in the log; sheets are sent as pages."""
    monkeypatch.setattr(printing, "pdf_of_page", lambda page, _two_up: page.encode())
    monkeypatch.setattr(downloads, "pdf_of_pages", lambda pages: "".join(page for page, _copies in pages).encode())
    world = a_world(app, HEAD, HANDS)
    with app.app_context():
        for match in db.session.query(Match).filter(Match.hand_count > 2):
            write(ledger.correct, match, 3, points(7, 4))
            write(ledger.strike, match, 2)
            write(ledger.undo, match)
            write(ledger.sit, match, 1)
            write(ledger.confirm, match, 1, None)
        db.session.commit()
    return world


@pytest.mark.usefixtures("in_the_usual_size")
def test_no_page_no_paper_and_no_file_name_shows_a_stored_sign(world: World) -> None:
    browsers = {visitor: world.browser(visitor) for visitor in ("owner", "scorer", "watcher")}
    found: dict[str, list[str]] = {}
    for name, rule in TELLING.items():
        for visitor in ("scorer", "watcher") if "token" in rule.arguments else ("owner",):
            with browsers[visitor].get(world.address(rule, visitor)) as answer:
                found[f"{name} ({visitor})"] = raw_in_answer(answer)
    assert {name: signs for name, signs in found.items() if signs} == {}
    assert len(found) > len(TELLING)


@pytest.mark.parametrize("act", ["hands.preview", "hands.correct", "hands.strike", "hands.undo", "table.confirm"])
@pytest.mark.parametrize("program", [False, True])
def test_no_answer_to_what_was_sent_shows_a_stored_sign(world: World, act: str, program: bool) -> None:
    rule = ROUTES[f"POST {act}"]
    headers = {"Accept": "application/json"} if program else {}
    address = world.address(rule, "scorer").replace("/m/2/", "/m/1/")
    sent = {"way": "quick", "points.0": "9", "points.1": "9", "seen": "3", "side": "0", "key": "k"}
    with world.browser("scorer").post(address, data=sent, headers=headers, follow_redirects=True) as answer:
        assert answer.mimetype == ("application/json" if program else "text/html")
        assert raw_in_answer(answer) == []


def test_whether_a_past_match_is_over_is_told_in_words(client: FlaskClient) -> None:
    document = json.dumps({**HEAD, "hands": HANDS})
    page = client.post("/over/", data={"document": document}).text
    assert "Us" in Page(page).text
    assert raw_in_page(page) == []


def test_a_sheet_finds_the_honours_of_whom_nobody_named_and_of_who_was_renamed_since(app: Flask) -> None:
    with app.app_context(), speaking("en"):
        match = start(HEAD, {**points(8, 3), "honours": [HONOUR, {**HONOUR, "player": "Anna", "suit": "cups"}]})
        write(ledger.seat, match, 0, "Ada")
        sheet = sheet_of_recorded(match, paper="A4", language="en")
    cells = zip(sheet.grid.columns, sheet.grid.rows[0].cells, strict=True)
    assert [cell.text for column, cell in cells if column.heading == "Honours"] == ["3", "3"]
