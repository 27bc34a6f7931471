"""Properties of all pages."""

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.config import folder
from scorekeeper.games import GAMES
from tests.support.page import Page

pytestmark = pytest.mark.shares

TEMPLATES = sorted(
    file for file in folder("templates").rglob("*.html") if file.relative_to(folder("templates")).parts[0] != "paper"
)
NEVER_IN_A_TEMPLATE = [
    (re.compile(r"<style\b"), "a style element"),
    (re.compile(r"<[^>]*\sstyle\s*="), "a style attribute"),
    (re.compile(r"<[^>]*\son\w+\s*="), "a handler attribute"),
    (re.compile(r"javascript:"), "a script in an address"),
    (re.compile(r"<script(?![^>]*(\bsrc=|type=\"application/json\"))"), "a script of its own"),
    (re.compile(r"(src|href)=\"https?://"), "something loaded from elsewhere"),
]
# Parts of a template that are not text of the page, removed in this order.
NOT_SHOWN = [
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"{#.*?#}",
        r"<code\b.*?</code>",
        r"<(\w+) class=\"rule\">.*?</\1>|{% macro cell_name.*?{%- endmacro %}",
        r"{% block (?:body_class|style) %}.*?{% endblock %}",
        r"{%-?\s*trans\b.*?{%-?\s*endtrans\s*-?%}",
        r"{%.*?%}|{{.*?}}",
        r"[\w-]+=\"[^\"]*\"",
        r"<(script|svg)\b.*?</\1>",
        r"<[^>]*>",
        r"&#?\w+;",
    )
]
NAMELESS = {"hidden", "submit"}


def paths(client: FlaskClient) -> list[str]:
    """Returns the addresses to check: public pages, a sitting's for scorers and watchers, and errors."""
    match = client.post("/new", data={"game": "truco", "shown_shape": "2x2", "start": "1"}).location
    sitting = match.removesuffix("/m/1")
    links = [field["value"] for field in Page(client.get(sitting).text).all("input") if "readonly" in field]
    watched = "/s/" + str(links[1]).rpartition("/")[2]
    games = [game.slug for game in GAMES]
    return [
        "/", "/rules/", *(f"/rules/{slug}" for slug in games), *(f"/new?game={slug}" for slug in games),
        match, sitting, f"{sitting}/new", watched, f"{watched}/m/1", f"{watched}/new", "/nowhere", "/s/1-nothing",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def pages(shared_app: Flask) -> dict[str, Page]:
    """Returns the pages by address."""
    client = shared_app.test_client()
    return {path: Page(client.get(path, follow_redirects=True).text) for path in paths(client)}


def test_every_page_has_a_title_a_language_and_one_heading(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        assert page.all("html", lang="en"), path
        assert page.text_in("title"), path
        assert len(page.all("h1")) == 1, path
        assert page.all("main", id="main"), path
        assert page.all("a", href="#main"), path


def test_every_field_has_a_label(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        labelled = {label.get("for") for label in page.all("label")}
        for tag, field, around in page.elements:
            if tag in {"input", "select", "textarea"} and field.get("type") not in NAMELESS:
                assert "label" in around or field.get("id") in labelled or field.get("aria-label"), (path, field)


def test_every_id_stands_once(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        ids = [str(found["id"]) for _tag, found, around in page.elements if "id" in found and "template" not in around]
        assert len(ids) == len(set(ids)), (path, sorted(each for each in ids if ids.count(each) > 1))


def test_what_describes_or_labels_something_is_on_the_page(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        ids = {found["id"] for _tag, found, _around in page.elements if "id" in found}
        for _tag, found, around in page.elements:
            for name in ("aria-describedby", "aria-labelledby", "for"):
                if "template" not in around:
                    assert set(str(found.get(name) or "").split()) <= ids, (path, name, found)


def test_pictures_have_words_or_are_silent(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        assert all("alt" in image for image in page.all("img")), path
        for drawing in page.all("svg"):
            assert drawing.get("role") != "img" or drawing.get("aria-label"), (path, drawing)


def test_every_form_that_writes_carries_a_token_against_forgery(make_app: object) -> None:
    app: Flask = make_app(WTF_CSRF_ENABLED=True)  # type: ignore[operator]
    client = app.test_client()
    first = Page(client.get("/new").text)
    match = client.post("/new", data=first.fields | {"start": "1"}).location
    for path in ("/new", match, match.removesuffix("/m/1"), match.replace("/m/1", "/new")):
        page = Page(client.get(path).text)
        assert len(page.all("input", name="csrf_token")) == len(page.all("form", method="post")) > 0, path
    assert client.post("/new", data={"start": "1"}).status_code == 400


def markup(file: Path) -> str:
    """Returns a template without its comments and statements."""
    text = re.sub(r"{#.*?#}", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"{%.*?%}|{{.*?}}", "", text, flags=re.DOTALL)


def fixed_words(file: Path) -> list[str]:
    """Returns the visible words of a template that are not translated."""
    text = file.read_text(encoding="utf-8")
    for not_shown in NOT_SHOWN:
        text = not_shown.sub(" ", text)
    return re.findall(r"[^\W\d_]{3,}", text)


def test_no_template_needs_what_the_security_policy_forbids() -> None:
    assert len(TEMPLATES) > 100
    texts = {file: markup(file) for file in TEMPLATES}
    forbidden = [
        (str(file), what)
        for file, text in texts.items()
        for pattern, what in NEVER_IN_A_TEMPLATE
        if pattern.search(text)
    ]
    assert forbidden == []


def test_every_text_of_a_template_can_be_translated() -> None:
    assert [(str(file), words) for file in TEMPLATES if (words := fixed_words(file))] == []


def test_what_a_template_sets_is_translated_for_each_visitor() -> None:
    """Without a context Jinja evaluates an imported template once, in the language of the first visitor."""
    macro = re.compile(r"{%-? macro .*?{%-? endmacro -?%}|{#.*?#}", re.DOTALL)
    imports = r'{%-? (?:from|import) "([^"]+)"[^%]*?(with context)? -?%}'
    found = [pair for file in TEMPLATES for pair in re.findall(imports, file.read_text(encoding="utf-8"))]
    once = {name for name, context in found if not context}
    assert len(once) > 20
    texts = {name: macro.sub("", (folder("templates") / name).read_text(encoding="utf-8")) for name in once}
    assert [name for name, text in texts.items() if "_(" in text or "with context" in text] == []
