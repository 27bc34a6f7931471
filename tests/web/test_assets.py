"""Files that a browser loads before it shows a page: one style sheet, and scripts of low priority."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient
from rcssmin import cssmin

from scorekeeper.config import folder
from scorekeeper.store.models import db
from scorekeeper.web import links
from scorekeeper.web.assets import joined
from tests.support.matches import ALBASTINI, BURACO, TRESETTE, TRUCO, start

pytestmark = pytest.mark.shares

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DESCENDANT = re.compile(r"[\w)\]] :(?:is|not|has|where)\(")  # inside a rule the minifier takes it for a declaration
JOINED = sorted((folder("static") / "css" / "joined").glob("*.css"))
IMPORTED = re.compile(r'(?:import|\}from|\* as \w+ from)(?:\{[^}]*\}from)?"(\.{1,2}/[^"]+)"')


@pytest.mark.parametrize("file", JOINED, ids=lambda file: file.stem)
def test_a_page_s_style_sheet_is_sent_with_its_parts_inside(app: Flask, client: FlaskClient, file: Path) -> None:
    with app.test_request_context():
        address = app.url_for("static", filename=f"css/joined/{file.name}")
    sent = client.get(address)
    assert "immutable" in sent.headers["Cache-Control"]
    assert "@import" not in sent.text
    assert "/*" not in sent.text
    assert sent.text.count("{") == sent.text.count("}")
    assert len(DESCENDANT.findall(COMMENT.sub("", joined(file)))) == len(DESCENDANT.findall(sent.text))
    for part, medium in re.findall(r'@import "\.\./([^"]+)"(.*);', file.read_text("utf-8")):
        for each in parts_named(part):
            rules = cssmin(joined(each))
            assert f"@media{medium}{{{rules}" in sent.text if medium else rules in sent.text


def parts_named(part: str) -> list[Path]:
    """Returns the style sheets of a name, relative to static/css; with a star, one for each game that has it."""
    sheets = sorted(folder("static").glob(part.removeprefix("../") if part.startswith("../") else f"css/{part}"))
    assert sheets
    return sheets


def test_a_part_for_a_medium_stands_in_a_rule_of_it(tmp_path: Path) -> None:
    (tmp_path / "ink.css").write_text("/* ink */\nbody {\n  color: black;\n}\n")
    (tmp_path / "page.css").write_text('/* a page */\n@import "ink.css";\n@import "ink.css" print;\n')
    assert cssmin(joined(tmp_path / "page.css")) == "body{color:black}@media print{body{color:black}}"


# A demonstration has a style sheet more; a match page also has its game's and three for some of its readers or times.
LINKS = {"base.html": 2, "match.html": 5, "board.html": 1, "embedded.html": 1}


def test_every_page_names_one_style_sheet_that_is_there() -> None:
    named = set()
    for file in folder("templates").rglob("*.html"):
        page = file.read_text("utf-8")
        for block in re.findall(r"{% block style %}(.*?){% endblock %}", page):
            named |= set(re.findall(r'"(\w+)"', block) or [block])
        assert page.count('rel="stylesheet"') == LINKS.get(file.name, 0), file
    assert named | {"finished", "following", "confirming"} == {file.stem for file in JOINED}


@pytest.mark.parametrize("head", [TRESETTE, TRUCO, ALBASTINI, BURACO], ids=lambda head: head["game"])
@pytest.mark.parametrize("may", ["score", "watch"])
def test_the_match_page_names_its_modules_so_that_none_waits_for_another(
    app: Flask, client: FlaskClient, head: dict[str, object], may: str
) -> None:
    with app.app_context():
        page = client.get(match_page(head, may)).text
    first = next(src for src in re.findall(r'<script type="module" src="([^"]+)"', page) if "/match/" in src)
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)"', page)
    if may == "score":
        own = urljoin(first, f"../../games/{head['game']}/entry.js")
        named = [address for address in named if address != own]  # the page preloads it for match.js
    calls = urljoin(first, "calls.js")  # preloaded too, if the game has calls
    assert (calls in named) == (head is TRUCO)
    assert sorted(set(named) - {calls}) == sorted(modules_of(client, first) - {first})


def test_no_script_has_a_template_literal_within_another() -> None:
    """The minifier would remove white space from the inner one."""
    scripts = [*folder("static").glob("js/**/*.js"), *folder("static").glob("games/**/*.js")]
    nested = re.compile(r"`[^`]*\$\{[^}]*`")
    assert [script.name for script in scripts if nested.search(script.read_text("utf-8"))] == []


def test_no_script_goes_before_what_the_page_is_seen_by(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        page = client.get(match_page(TRUCO, "score")).text
    scripts = re.findall(r'<(?:script type="module" src|link rel="modulepreload")[^>]*>', page)
    assert len(scripts) > 10
    assert all('fetchpriority="low"' in script for script in scripts)


def match_page(head: dict[str, object], may: str) -> str:
    """Returns the address of a new match."""
    match = start(head)
    token = links.token(links.make_link(match.sitting, may))
    db.session.commit()
    return f"/s/{token}/m/{match.number}"


def modules_of(client: FlaskClient, address: str) -> set[str]:
    """Returns a module and all that it imports, directly or through others."""
    modules: set[str] = set()
    waiting = [address]
    while waiting:
        one = waiting.pop()
        if one not in modules:
            modules.add(one)
            waiting += [urljoin(one, name) for name in IMPORTED.findall(client.get(one).text)]
    return modules
